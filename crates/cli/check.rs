//! `check`: is this a solution?

use std::io::Write;

use jigsat_workbench::{FormulaOptions, Status, Text};

use crate::{
    Front,
    args::{Call, CheckArgs, DataFormat, within},
    exit::Failure,
    input,
    output::{Output, write_json, write_yaml},
};

pub fn run(args: &CheckArgs, call: &Call, text: Text, front: &Front) -> Result<Status, Failure> {
    let (_, prepared) = front.prepare(call, FormulaOptions::default(), within(args.timeout), false)?;
    let instance = front.only(call, &*prepared, text)?;
    let (status, record) = instance.check(&input::read(&args.solution, &front.patience)?, &front.context)?;
    let mut out = Output::open(&args.output)?;
    match args.format {
        DataFormat::Json => write_json(&record, &mut out)?,
        DataFormat::Yaml => write_yaml(&record, &mut out)?,
        DataFormat::Text => writeln!(out, "{}", record.words())?,
    }
    out.finish()?;
    Ok(status)
}
