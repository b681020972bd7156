//! The variables of all encodings, and their names.

use std::fmt;

use jigsat_grid::Cell;

use crate::Sudoku;

/// The variables of all encodings. Rows, columns, regions from 0, digits from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atom {
    /// The cell holds the digit: `r1c2=5`. The projection variables.
    Is {
        /// Where.
        cell: Cell,
        /// Which digit.
        digit: u16,
    },
    /// The digit is where the row and the region meet: `r1b2=5`.
    InRow {
        /// Which row.
        row: u16,
        /// Which region.
        region: u16,
        /// Which digit.
        digit: u16,
    },
    /// The digit is where the column and the region meet: `c1b2=5`.
    InColumn {
        /// Which column.
        column: u16,
        /// Which region.
        region: u16,
        /// Which digit.
        digit: u16,
    },
}

/// Writes an atom's name, with the digit as people write it.
pub(crate) fn name(puzzle: &Sudoku, atom: Atom, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match atom {
        Atom::Is { cell, digit } => write!(f, "{cell}={}", puzzle.shown(digit)),
        Atom::InRow { row, region, digit } => {
            write!(f, "r{}b{}={}", row + 1, region + 1, puzzle.shown(digit))
        }
        Atom::InColumn { column, region, digit } => {
            write!(f, "c{}b{}={}", column + 1, region + 1, puzzle.shown(digit))
        }
    }
}
