//! Failures as records, where answers are for programs.

use std::io::Write;

use jigsat_workbench::Status;

use crate::{
    args::{DataFormat, Records},
    exit::Failure,
    output::{Output, write_json, write_yaml},
};

/// Writes a failure as a record, and gives its status; gives it back where answers are for people.
pub fn record(failure: Failure, records: Option<&Records>) -> Result<Status, Failure> {
    let Some(Records { family, format, output }) = records else { return Err(failure) };
    let Some(record) = failure.record(*family) else { return Err(failure) };
    let Ok(mut out) = Output::open(output) else { return Err(failure) };
    match format {
        DataFormat::Yaml => {
            writeln!(out, "---")?;
            write_yaml(&record, &mut out)?;
        }
        DataFormat::Json | DataFormat::Text => write_json(&record, &mut out)?,
    }
    out.finish()?;
    Ok(failure.status())
}
