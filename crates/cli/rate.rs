//! `rate`: how hard puzzles are.

use std::io::Write;

use jigsat_input::ParseError;
use jigsat_workbench::{FormulaOptions, RateRequest, Status, Text};

use crate::{
    Front,
    args::{Call, DataFormat, RateArgs, within},
    exit::Failure,
    output::{Output, Pictures, write_json, write_yaml},
};

pub fn run(args: &RateArgs, call: &Call, text: Text, front: &Front) -> Result<Status, Failure> {
    let file = text.name().to_owned();
    let (ask, prepared) = front.prepare(call, FormulaOptions::default(), within(args.timeout), false)?;
    let mut instances = front.read(call, &*prepared, text)?.peekable();
    // Check the output before the work: it may not be possible to write there.
    let mut out = Output::open(&args.output)?;
    let first = instances.next().unwrap_or_else(|| Err(ParseError::in_file(file, "has no puzzle")));
    let single = instances.peek().is_none();
    let mut pictures = Pictures::new(args.svg.as_deref(), single, args.output.force)?;
    let mut status = Status::Solved;
    for (index, instance) in (1..).zip(std::iter::once(first).chain(instances)) {
        let instance = instance?;
        crate::warn(&*instance);
        let rated = instance.rate(&RateRequest { ask: ask.clone() }, &front.context)?;
        match args.format {
            DataFormat::Json => write_json(&rated.record, &mut out)?,
            DataFormat::Yaml => write_yaml(&rated.record, &mut out)?,
            DataFormat::Text if single => writeln!(out, "{}", rated.words())?,
            DataFormat::Text => {
                let title = instance.title();
                let space = if title.is_empty() { "" } else { " " };
                writeln!(out, "{index}{space}{title}: {}", rated.words().replace('\n', "; "))?;
            }
        }
        if let Some(svg) = rated.to_svg()? {
            pictures.write(index, &svg)?;
        }
        status = status.and(rated.status);
    }
    out.finish()?;
    Ok(status)
}
