use jigsat_input::ParseError;

use super::cells::{self, Written};
use crate::{Sudoku, default_box};

/// A puzzle of a file, or the mistake in it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its number in the file, from 1.
    pub index: usize,
    /// The line on which it starts, from 1.
    pub line: usize,
    /// The puzzle.
    pub puzzle: Result<Sudoku, ParseError>,
    /// Warnings about it.
    pub warnings: Vec<String>,
}

impl Entry {
    /// The puzzle with this number, which begins on this line.
    pub(super) fn new(index: usize, line: usize, puzzle: Result<Sudoku, ParseError>) -> Self {
        Entry { index, line, puzzle, warnings: Vec::new() }
    }

    /// The mistake in a text that is not read line by line.
    pub(super) fn failed(error: ParseError) -> Self {
        Entry::new(1, error.position().map_or(1, |place| place.line), Err(error))
    }
}

/// A board; `Err` as [`cells::givens`] says.
pub(super) fn board(side: usize, cells: &[Written]) -> Result<Sudoku, usize> {
    let (givens, has_zero) = cells::givens(cells, side, false)?;
    Ok(Sudoku { has_zero, ..plain(side, givens) })
}

/// A board whose 0 is an empty cell.
pub(super) fn plain(side: usize, givens: Vec<u16>) -> Sudoku {
    let box_size = default_box(side).expect("only sides with a box are counted as boards");
    Sudoku::new(box_size, givens)
}
