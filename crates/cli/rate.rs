//! `rate`: how hard a puzzle is.

use std::io::Write;

use jigsat_workbench::{FormulaOptions, RateRequest, Status, Text};

use crate::{
    Front,
    args::{Call, DataFormat, RateArgs, within},
    exit::Failure,
    output::{Output, refuse_existing, write_file, write_json, write_yaml},
};

pub fn run(call: &Call, text: Text, front: &Front) -> Result<Status, Failure> {
    let args: RateArgs = call.args()?;
    let (ask, prepared) = front.prepare(call, FormulaOptions::default(), within(args.timeout), false)?;
    let instance = front.only(&*prepared, text)?;
    // What forbids writing is better known before the work.
    let mut out = Output::open(&args.output)?;
    if let Some(path) = &args.svg {
        refuse_existing(path, args.output.force)?;
    }
    let rated = instance.rate(&RateRequest { ask }, &front.context)?;
    match args.format {
        DataFormat::Json => write_json(&rated.record, &mut out)?,
        DataFormat::Yaml => write_yaml(&rated.record, &mut out)?,
        DataFormat::Text => writeln!(out, "{}", rated.words())?,
    }
    out.finish()?;
    if let Some(path) = &args.svg
        && let Some(svg) = rated.to_svg()?
    {
        write_file(path, &svg, args.output.force)?;
    }
    Ok(rated.status)
}
