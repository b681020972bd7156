//! `show`: draws, and writes a puzzle in another form.

use std::io::Write;

use jigsat_workbench::{FormulaOptions, Instance, Solution, Status, Text};

use crate::{
    Front,
    args::{Call, PuzzleFormat, ShowArgs, no_format, within},
    exit::Failure,
    input,
    output::{Output, text_of, write_file},
};

pub fn run(call: &Call, text: Text, front: &Front) -> Result<Status, Failure> {
    let args: ShowArgs = call.args()?;
    let file = text.name().to_owned();
    let (_, prepared) = front.prepare(call, FormulaOptions::default(), within(args.timeout), false)?;
    let mut instances = front.read(&*prepared, text)?.peekable();
    let mut out = Output::open(&args.output)?;
    let mut count = 0;
    while let Some(instance) = instances.next() {
        let instance = instance?;
        count += 1;
        if (args.svg.is_some() || args.solution.is_some()) && (count > 1 || instances.peek().is_some()) {
            let message = format!("{file}: a solution and --svg need a single puzzle, but there are several");
            return Err(Failure::usage(message));
        }
        crate::warn(&*instance);
        let solution = match &args.solution {
            Some(word) => Some(instance.read_solution(&input::read(word, &front.patience)?)?),
            None => None,
        };
        write(&*instance, solution.as_ref(), &args.format, &mut out)?;
        if let Some(path) = &args.svg {
            write_file(path, &instance.draw(solution.as_ref()).to_svg(), args.output.force)?;
        }
    }
    out.finish()?;
    Ok(Status::Solved)
}

/// Writes a puzzle in a form.
pub fn write(
    instance: &dyn Instance,
    solution: Option<&Solution>,
    format: &PuzzleFormat,
    out: &mut Output,
) -> Result<(), Failure> {
    let known = instance.info().puzzle_formats;
    match format {
        PuzzleFormat::Text => {
            let text = text_of(instance.draw(solution).as_ref(), out);
            writeln!(out, "{}", text.trim_end())?;
        }
        PuzzleFormat::Yaml => out.write_all(&instance.write("yaml")?)?,
        PuzzleFormat::Plain => {
            out.write_all(&instance.write("plain")?)?;
            writeln!(out)?;
        }
        PuzzleFormat::Own(name) if known.contains(&name.as_str()) => {
            out.write_all(&instance.write(name)?)?;
        }
        PuzzleFormat::Own(name) => return Err(no_format(name, PuzzleFormat::SHARED, known)),
    }
    Ok(())
}
