//! `decode`: what a solver's answer means for the puzzle.

use std::io::Write;

use jigsat_workbench::{
    Instance, Solution, Status, Text,
    formula::{Decoded, SAME_OPTIONS},
    record::SolveRecord,
};

use crate::{
    Front,
    args::{Call, DecodeArgs, SolveFormat, no_format, within},
    exit::Failure,
    input,
    output::{Output, text_of, write_json, write_yaml},
};

pub fn run(args: &DecodeArgs, call: &Call, text: Text, front: &Front) -> Result<Status, Failure> {
    let (_, prepared) = front.prepare(call, args.formula.request(), within(args.timeout), false)?;
    let instance = front.only(call, &*prepared, text)?;
    let decoded = instance.decode(&input::read(&args.answer, &front.patience)?, &front.context)?;
    let mut out = Output::open(&args.output)?;
    let (status, word, sentence) = match decoded {
        Decoded::Solution(solution) => {
            print(args, &*instance, solution, &mut out)?;
            out.finish()?;
            return Ok(Status::Solved);
        }
        Decoded::Unsatisfiable => {
            (Status::Impossible, "impossible", "the solver says: there is no solution".into())
        }
        Decoded::GaveUp => (Status::Unknown, "unknown", "the solver gave up".into()),
        Decoded::Open(stop) => (Status::Unknown, "unknown", format!("the referee was stopped: {stop}")),
        Decoded::Violates(sentence) => {
            (Status::Impossible, "refused", format!("the answer violates: {sentence}"))
        }
        Decoded::Refused { violation, status } => {
            let word = if status == Status::Bug { "bug" } else { "refused" };
            let found = "the answer satisfies the formula, but the referee rejects it";
            (status, word, format!("{found}: {violation}"))
        }
    };
    let is_data = matches!(args.format, SolveFormat::Json | SolveFormat::Yaml);
    if is_data {
        let mut record = record(args, &*instance, word);
        let field = if word == "refused" { &mut record.refused } else { &mut record.reason };
        *field = Some(sentence);
        write_data(&args.format, &record, &mut out)?;
    } else {
        writeln!(out, "{sentence}")?;
    }
    out.finish()?;
    if word == "refused" && !is_data && !front.quiet {
        note!("if the formula was written with other options, {SAME_OPTIONS}");
    }
    Ok(status)
}

/// The record of an answer, without its solution.
fn record(args: &DecodeArgs, instance: &dyn Instance, word: &'static str) -> SolveRecord {
    let (file, title) = (instance.file().into(), instance.title().into());
    let mut record = SolveRecord::new(instance.info().name.clone(), &file, &title, word);
    record.without.clone_from(&args.formula.drop);
    record
}

fn write_data(format: &SolveFormat, record: &SolveRecord, out: &mut Output) -> Result<(), Failure> {
    if *format == SolveFormat::Yaml { write_yaml(record, out) } else { write_json(record, out) }
}

fn print(
    args: &DecodeArgs,
    instance: &dyn Instance,
    solution: Solution,
    out: &mut Output,
) -> Result<(), Failure> {
    let known = instance.info().solution_formats;
    match &args.format {
        SolveFormat::Text => {
            let text = text_of(instance.draw(Some(&solution)).as_ref(), out);
            writeln!(out, "{}", text.trim_end())?;
        }
        SolveFormat::Plain => {
            writeln!(out, "{}", instance.write_solution(&solution, "plain").unwrap_or_default())?;
        }
        SolveFormat::Own(name) => match instance.write_solution(&solution, name) {
            Some(text) => writeln!(out, "{}", text.trim_end())?,
            None => return Err(no_format(name, SolveFormat::SHARED, known)),
        },
        SolveFormat::Json | SolveFormat::Yaml => {
            let record = SolveRecord { solution: Some(solution), ..record(args, instance, "solved") };
            write_data(&args.format, &record, out)?;
        }
    }
    Ok(())
}
