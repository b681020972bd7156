//! `show`: draws, and writes a puzzle in another form.

use std::io::Write;

use jigsat_workbench::{FormulaOptions, Instance, Solution, Status, Text};

use crate::{
    Front,
    args::{Call, PuzzleFormat, ShowArgs, no_format, within},
    exit::Failure,
    input,
    output::{Output, Pictures, text_of},
};

pub fn run(args: &ShowArgs, call: &Call, text: Text, front: &Front) -> Result<Status, Failure> {
    let file = text.name().to_owned();
    let (_, prepared) = front.prepare(call, FormulaOptions::default(), within(args.timeout), false)?;
    let mut instances = front.read(call, &*prepared, text)?.peekable();
    let mut out = Output::open(&args.output)?;
    let first = instances.next();
    let single = instances.peek().is_none();
    if args.solution.is_some() && !single {
        return Err(Failure::usage(format!(
            "{file}: a solution needs a single puzzle, but there are several"
        )));
    }
    let mut pictures = Pictures::new(args.svg.as_deref(), single, args.output.force)?;
    for (index, instance) in (1..).zip(first.into_iter().chain(instances)) {
        let instance = instance?;
        crate::warn(&*instance);
        let solution = match &args.solution {
            Some(word) => Some(instance.read_solution(&input::read(word, &front.patience)?, &front.context)?),
            None => None,
        };
        write(&*instance, solution.as_ref(), &args.format, index, &mut out)?;
        if args.svg.is_some() {
            pictures.write(index, &instance.draw(solution.as_ref()).to_svg())?;
        }
    }
    out.finish()?;
    Ok(Status::Solved)
}

/// Writes a puzzle in a format such that several puzzles, numbered from 1 by `index`, can be read again.
pub fn write(
    instance: &dyn Instance,
    solution: Option<&Solution>,
    format: &PuzzleFormat,
    index: usize,
    out: &mut Output,
) -> Result<(), Failure> {
    let known = instance.info().puzzle_formats;
    if index > 1 && matches!(format, PuzzleFormat::Yaml) {
        writeln!(out, "---")?;
    }
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
