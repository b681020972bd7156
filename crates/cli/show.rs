//! `show`: draws, and writes a puzzle in another form.

use std::io::Write;

use crate::{
    args::{PuzzleFormat, ShowArgs, With, no_format},
    exit::{Failure, Status},
    family::{Family, SolutionOf},
    input::{self, Opened},
    output::{Output, text_of, write_file},
};

pub fn run<F: Family>(with: &With<ShowArgs, F::Options>, opened: Opened) -> Result<Status, Failure> {
    let args = &with.args;
    let file = opened.name.clone();
    let mut puzzles = F::read(opened, &with.options)?.peekable();
    let mut out = Output::open(&args.output)?;
    let mut count = 0;
    while let Some(entry) = puzzles.next() {
        let entry = entry?;
        count += 1;
        if (args.svg.is_some() || args.solution.is_some()) && (count > 1 || puzzles.peek().is_some()) {
            let message = format!("{file}: a solution and --svg go with a single puzzle; there are several");
            return Err(Failure::usage(message));
        }
        let solution = match &args.solution {
            Some(word) => Some(F::read_solution(&entry.puzzle, &input::read(word)?)?),
            None => None,
        };
        write::<F>(&entry.puzzle, solution.as_ref(), &args.format, &mut out)?;
        if let Some(path) = &args.svg {
            write_file(path, &F::draw(&entry.puzzle, solution.as_ref()).to_svg(), args.output.force)?;
        }
    }
    out.finish()?;
    Ok(Status::Solved)
}

/// Writes a puzzle in a form.
pub fn write<F: Family>(
    puzzle: &F::Puzzle,
    solution: Option<&SolutionOf<F>>,
    format: &PuzzleFormat,
    out: &mut Output,
) -> Result<(), Failure> {
    match format {
        PuzzleFormat::Text => {
            let picture = F::draw(puzzle, solution);
            let text = text_of(picture.as_ref(), out);
            writeln!(out, "{}", text.trim_end())?;
        }
        PuzzleFormat::Yaml => write!(out, "{}", F::to_yaml(puzzle)?)?,
        PuzzleFormat::Plain => writeln!(out, "{}", F::to_plain(puzzle)?)?,
        PuzzleFormat::Own(name) => match F::puzzle_as(puzzle, name) {
            Some(bytes) => out.write_all(&bytes?)?,
            None => return Err(no_format(name, PuzzleFormat::SHARED, F::PUZZLE_FORMATS)),
        },
    }
    Ok(())
}
