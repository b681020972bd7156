//! `show`: draws.

use std::io::Write;

use crate::{
    args::ShowArgs,
    exit::{Failure, Status},
    family::Family,
    input::{self, Opened},
    output::{Output, text_of, write_file},
};

pub fn run<F: Family>(args: &ShowArgs, opened: Opened) -> Result<Status, Failure> {
    let file = opened.name.clone();
    let mut puzzles = F::read(opened)?.peekable();
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
        let drawing = F::draw(&entry.puzzle, solution.as_ref());
        let text = text_of(&drawing, &out);
        writeln!(out, "{}", text.trim_end())?;
        if let Some(path) = &args.svg {
            write_file(path, &drawing.to_svg(), args.output.force)?;
        }
    }
    out.finish()?;
    Ok(Status::Solved)
}
