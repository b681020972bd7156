//! `generate`: new puzzles.

use std::{io::Write, time::Instant};

use jigsat_cnf::Choice;
use jigsat_solve::{Answer, Limits};
use jigsat_sudoku::{MAX_SIDE, Sudoku};

use crate::{
    Context,
    args::{PuzzleFormat, SudokuGenerateArgs},
    exit::{Failure, Status},
    family::Family,
    output::{Output, text_of},
};

pub fn sudoku(args: &SudokuGenerateArgs, context: &Context) -> Result<Status, Failure> {
    let side = args.box_size.area();
    if !(1..=usize::from(MAX_SIDE)).contains(&side) {
        let message =
            format!("a board of {side}x{side} is too large, expected at most {MAX_SIDE}x{MAX_SIDE}");
        return Err(Failure::usage(message));
    }
    let blank = Sudoku::new(args.box_size, vec![0; side * side]);
    let limits = Limits {
        deadline: args.timeout.and_then(|timeout| Instant::now().checked_add(timeout)),
        conflicts: None,
        stop: context.stop.clone(),
    };
    let generated = match jigsat_sudoku::generate(&blank, args.seed, args.symmetry, &limits)? {
        Answer::Solved(generated) => generated,
        Answer::Unknown(stop) => {
            eprintln!("no puzzle yet: {stop}");
            return Ok(Status::Unknown);
        }
        Answer::Impossible(_) | Answer::Refused { .. } => {
            return Err(Failure::usage("such a board can't be filled at all"));
        }
    };
    let mut puzzle = generated.puzzle;
    let pattern = match args.symmetry.name() {
        "none" => String::new(),
        name => format!(", symmetry {name}"),
    };
    puzzle.source = format!("jigsat sudoku generate, box {}, seed {}{pattern}", args.box_size, args.seed);
    let mut out = Output::open(&args.output)?;
    match args.format {
        PuzzleFormat::Yaml => {
            let text = puzzle.to_yaml().map_err(|error| Failure::usage(error.to_string()))?;
            write!(out, "{text}")?;
        }
        PuzzleFormat::Plain => {
            writeln!(out, "{}", puzzle.to_line().unwrap_or_else(|| puzzle.to_numbers()))?;
        }
        PuzzleFormat::Text => {
            let drawing = crate::sudoku::Sudoku::draw(&puzzle, None);
            writeln!(out, "{}", text_of(&drawing, &out).trim_end())?;
        }
    }
    out.finish()?;
    if let Some(stop) = generated.stopped {
        eprintln!("it may have givens that could be spared: {stop}");
        return Ok(Status::Unknown);
    }
    Ok(Status::Solved)
}
