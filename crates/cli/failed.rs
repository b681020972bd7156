//! Failures as records, if answers are for programs.

use std::io::Write;

use jigsat_workbench::{Status, record::ErrorRecord};

use crate::{
    args::{DataFormat, Records},
    exit::{Failure, has_no_reader},
    output::{Output, write_json, write_yaml},
};

/// Writes a failure as a record, and returns its status; returns the failure if answers are for people.
pub fn record(failure: Failure, records: Option<&Records>) -> Result<Status, Failure> {
    let Some(Records { family, format, output }) = records else { return Err(failure) };
    let Some(record) = failure.record(family.as_deref()) else { return Err(failure) };
    let Ok(mut out) = Output::open(output) else { return Err(failure) };
    match write(&record, *format, &mut out).and_then(|()| out.finish()) {
        // Nobody reads the record, but the command failed all the same.
        Err(Failure::Output(_, error)) if has_no_reader(&error) => {}
        written => written?,
    }
    Ok(failure.status())
}

fn write(record: &ErrorRecord<'_>, format: DataFormat, out: &mut Output) -> Result<(), Failure> {
    if format == DataFormat::Yaml {
        writeln!(out, "---")?;
        write_yaml(record, out)
    } else {
        write_json(record, out)
    }
}
