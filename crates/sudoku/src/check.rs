//! The referee: the rules as people say them, on digits in cells, without any notion of variables or clauses.

pub(crate) mod rules;

use std::fmt;

use jigsat_grid::Cell;
use jigsat_solve::Violation;

use crate::{Solution, Sudoku};

/// Digits that can't stand together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The cells.
    pub cells: Vec<Cell>,
    /// The rule that they break, such as `row 3 has two 7s, in r3c1 and r3c5`.
    pub message: String,
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// How complete a solution is that breaks no rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// All cells are filled, so it is a solution.
    Complete,
    /// Some are not.
    Partial {
        /// Number of cells with a digit.
        filled: usize,
        /// Number of all cells.
        cells: usize,
    },
}

/// Whether the grid solves the puzzle. The puzzle must be valid ([`Sudoku::validate`]).
///
/// # Errors
///
/// The first mistake, in words. Allocates nothing if there is no mistake.
pub fn check(sudoku: &Sudoku, solution: &Solution) -> Result<(), Violation> {
    if sudoku.is_classic() && rules::is_filled_fairly(sudoku, solution) {
        return Ok(());
    }
    match check_so_far(sudoku, solution)? {
        Progress::Complete => Ok(()),
        Progress::Partial { .. } => {
            let empty = sudoku.size().cells().find(|&cell| solution.digit(cell) == 0);
            Err(Violation::new(empty.map_or_else(String::new, |cell| format!("{cell} is empty"))))
        }
    }
}

/// Whether the grid, with 0 for empty cells, breaks no rule so far. It may still be impossible to complete.
///
/// # Errors
///
/// The first mistake, in words.
pub fn check_so_far(sudoku: &Sudoku, solution: &Solution) -> Result<Progress, Violation> {
    let side = usize::from(sudoku.side());
    if solution.grid.len() != side {
        return Err(Violation::new(format!("the grid has {} rows, not {side}", solution.grid.len())));
    }
    if let Some((row, cells)) = solution.grid.iter().enumerate().find(|(_, cells)| cells.len() != side) {
        return Err(Violation::new(format!("row {} has {} cells, not {side}", row + 1, cells.len())));
    }
    for cell in sudoku.size().cells() {
        let (digit, given) = (solution.digit(cell), sudoku.given(cell));
        if digit > sudoku.side() {
            return Err(Violation::new(format!("{cell} is {digit}, but digits go from 1 to {side}")));
        }
        if digit != 0 && given != 0 && digit != given {
            let (digit, given) = (sudoku.shown(digit), sudoku.shown(given));
            return Err(Violation::new(format!("{cell} is {digit} but was given as {given}")));
        }
    }
    if let Some(clash) = rules::clash(sudoku, |cell| solution.digit(cell)) {
        return Err(Violation::new(clash.message));
    }
    let filled = solution.grid.iter().flatten().filter(|&&digit| digit != 0).count();
    let cells = side * side;
    Ok(if filled == cells { Progress::Complete } else { Progress::Partial { filled, cells } })
}

impl Solution {
    /// Digits of the grid that clash. The grid must have the puzzle's size.
    #[must_use]
    pub fn clash(&self, sudoku: &Sudoku) -> Option<Clash> {
        rules::clash(sudoku, |cell| self.digit(cell))
    }

    /// The digit in a cell, 0 if it is empty. The grid must have that cell.
    #[must_use]
    pub fn digit(&self, cell: Cell) -> u16 {
        self.grid[usize::from(cell.row)][usize::from(cell.col)]
    }
}
