//! `trace`: a search that shows its work.

use std::io::Write;

use jigsat_workbench::{SearchOptions, Status, Text, TraceRequest};

use crate::{
    Front,
    args::{Call, DataFormat, TraceArgs, within},
    exit::Failure,
    output::{Output, refuse_existing, text_of, write_file, write_json, write_yaml},
};

pub fn run(args: &TraceArgs, call: &Call, text: Text, front: &Front) -> Result<Status, Failure> {
    let search = SearchOptions { conflicts: Some(args.conflicts), ..within(args.timeout) };
    let (ask, prepared) = front.prepare(call, args.formula.request(), search, false)?;
    let instance = front.only(call, &*prepared, text)?;
    let mut out = Output::open(&args.output)?;
    if let Some(path) = &args.svg {
        refuse_existing(path, args.output.force)?;
    }
    let traced = instance.trace(&TraceRequest { ask, restart: args.restart }, &front.context)?;
    match args.format {
        DataFormat::Json => write_json(&traced.record, &mut out)?,
        DataFormat::Yaml => write_yaml(&traced.record, &mut out)?,
        DataFormat::Text => {
            for step in &traced.record.steps {
                writeln!(out, "{step}")?;
            }
            if let Some(solution) = &traced.solution {
                let picture = text_of(instance.draw(Some(solution)).as_ref(), &out);
                writeln!(out, "{}", picture.trim_end())?;
            }
            writeln!(out, "{}", traced.verdict())?;
        }
    }
    let svg =
        args.svg.as_ref().map(|path| Ok::<_, Failure>((path, traced.to_svg(args.conflict)?))).transpose()?;
    out.finish()?;
    if let Some((path, svg)) = svg {
        write_file(path, &svg, args.output.force)?;
    }
    Ok(traced.status)
}
