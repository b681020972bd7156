//! `decode`: what a solver's answer says of the puzzle.

use std::io::Write;

use jigsat_workbench::{Instance, Solution, Status, Text, formula::Decoded, record::SolveRecord};

use crate::{
    Front,
    args::{Call, DecodeArgs, SolveFormat, no_format, within},
    exit::Failure,
    input,
    output::{Output, text_of, write_json, write_yaml},
};

pub fn run(call: &Call, text: Text, front: &Front) -> Result<Status, Failure> {
    let args: DecodeArgs = call.args()?;
    let (_, prepared) = front.prepare(call, args.formula.request(), within(args.timeout), false)?;
    let instance = front.only(&*prepared, text)?;
    let decoded = instance.decode(&input::read(&args.answer, &front.patience)?, &front.context)?;
    let mut out = Output::open(&args.output)?;
    let status = match decoded {
        Decoded::Solution(solution) => {
            print(&args, &*instance, solution, &mut out)?;
            Status::Solved
        }
        Decoded::Unsatisfiable => {
            writeln!(out, "the solver says: there is no solution")?;
            Status::Impossible
        }
        Decoded::GaveUp => {
            writeln!(out, "the solver gave up")?;
            Status::Unknown
        }
        Decoded::Open(stop) => {
            writeln!(out, "the referee was stopped: {stop}")?;
            Status::Unknown
        }
        Decoded::Violates(sentence) => {
            writeln!(out, "the answer violates: {sentence}")?;
            Status::Impossible
        }
        Decoded::Refused { violation, status } => {
            writeln!(out, "the answer satisfies the formula, but the referee rejects it: {violation}")?;
            status
        }
    };
    out.finish()?;
    Ok(status)
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
            let (file, title) = (instance.file().into(), instance.title().into());
            let mut record = SolveRecord::new(instance.info().name.clone(), &file, &title, "solved");
            record.solution = Some(solution);
            record.without.clone_from(&args.formula.drop);
            if args.format == SolveFormat::Json {
                write_json(&record, out)?;
            } else {
                write_yaml(&record, out)?;
            }
        }
    }
    Ok(())
}
