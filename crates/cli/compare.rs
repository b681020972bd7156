//! `compare`: encodings, flavours and solvers side by side; and a model against a family.

use std::io::Write;

use jigsat_kit::Editor;
use jigsat_workbench::{
    CompareRequest, GradeRequest, Status, Text,
    compare::{Comparison, can_be_drawn},
    grade::Grader,
};

use crate::{
    Front,
    args::{Call, CompareArgs, TableFormat},
    exit::Failure,
    input,
    output::{Output, refuse_existing, text_of, write_file, write_json},
    table,
};

pub fn run(args: &CompareArgs, call: &Call, text: Text, front: &Front) -> Result<Status, Failure> {
    if args.with.is_some() {
        return grade(args, call, text, front);
    }
    let names = |words: &str| words.split(',').map(str::to_owned).collect();
    let request = CompareRequest {
        options: call.options(&front.patience)?,
        encodings: names(&args.encodings),
        engines: args.engines.as_deref().map(|words| if words == "none" { Vec::new() } else { names(words) }),
        amo: names(&args.amo),
        graph: names(&args.graph),
        solvers: names(&args.solvers),
        seeds: args.seeds,
        sizes: args.sizes.clone(),
        timeout_s: args.timeout.as_secs_f64(),
    };
    let family = call.family.ok_or_else(|| Failure::usage("name the family"))?;
    let instance = front.only(call, &*family.prepare(&request.ask())?, text)?;
    // Check the output before the work: it may not be possible to write there.
    let mut out = Output::open(&args.output)?;
    if let Some(path) = &args.svg {
        refuse_existing(path, args.output.force)?;
    }
    let mut comparison = instance.compare(&request, &front.context, &mut |_| {})?;
    if args.output.no_times {
        comparison = comparison.without_times();
    }
    if let Some(path) = &args.svg {
        write_file(path, &comparison.to_svg(&args.plot)?, args.output.force)?;
    }
    print(&comparison, args.format, &mut out)?;
    out.finish()?;
    Ok(comparison.status)
}

/// Checks, before any work, whether the options can be combined.
pub fn goes_together(args: &CompareArgs) -> Result<(), Failure> {
    if args.svg.is_none() {
        return Ok(());
    }
    let request = CompareRequest { sizes: args.sizes.clone(), ..CompareRequest::default() };
    Ok(can_be_drawn(&request, &args.plot, !args.output.no_times)?)
}

fn print(comparison: &Comparison, format: TableFormat, out: &mut Output) -> Result<(), Failure> {
    if format == TableFormat::Json {
        for row in &comparison.rows {
            write_json(row, out)?;
        }
        return Ok(());
    }
    table::print(&comparison.table(), format, out)
}

/// Grades a model on puzzles of a family.
fn grade(args: &CompareArgs, call: &Call, model: Text, front: &Front) -> Result<Status, Failure> {
    if call.family.is_none_or(|family| family.info().editor != Some(Editor::Model)) {
        let message = "--with grades models: jigsat qprop compare MODEL --with sudoku PUZZLE";
        return Err(Failure::usage(message));
    }
    let with = args.with.clone().unwrap_or_default();
    let request =
        GradeRequest { options: call.options(&front.patience)?, with, timeout_s: args.timeout.as_secs_f64() };
    let grader = Grader::new(&request, model)?;
    let context = front.context_of(call.puzzle.as_deref());
    let mut out = Output::open(&args.output)?;
    let mut status = Status::Solved;
    for word in &args.graded {
        let grade = grader.grade(input::open(word, None, &front.patience)?, &context)?;
        status = status.and(grade.status);
        if args.format == TableFormat::Json {
            write_json(&grade.record, &mut out)?;
            continue;
        }
        writeln!(out, "{}", grade.record.words())?;
        if let Some(picture) = &grade.picture {
            let text = text_of(picture.as_ref(), &out);
            writeln!(out, "{}", text.trim_end())?;
        }
    }
    out.finish()?;
    Ok(status)
}
