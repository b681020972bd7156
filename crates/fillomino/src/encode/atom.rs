//! The variables of all encodings, and their names.

use std::fmt;

use jigsat_grid::{Cell, Direction};

use crate::Fillomino;

/// The variables of all encodings. Numbers count from 1, bits from 0 and solutions from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atom {
    /// The cell has the number: `r1c2=5`. Projected.
    Is {
        /// Where.
        cell: Cell,
        /// Which number.
        number: u16,
    },
    /// The cell has some number above: `r1c2>9`. Projected by `lazy` and the trees.
    Above {
        /// Where.
        cell: Cell,
        /// The largest number with atoms of its own.
        most: u16,
    },
    /// The solution with this number, with its shared sizes spelled out: `split3`.
    Split {
        /// Which solution.
        solution: u32,
    },
    /// In it, the cell has the number: `split3:r1c2=12`. Projected.
    Spelled {
        /// Which solution.
        solution: u32,
        /// Where.
        cell: Cell,
        /// Which number.
        number: u16,
    },
    /// A bit of the cell's number if that is above the most, from the lowest bit: `r1c2.number.0`. Projected by the
    /// trees.
    NumberBit {
        /// Where.
        cell: Cell,
        /// Which bit.
        bit: u16,
    },
    /// The cell and its neighbour on that side (right or down) have the same number: `r1c2~r1c3`.
    Same {
        /// The first of the two in row order.
        cell: Cell,
        /// Where the other one is.
        side: Direction,
    },
    /// The tree has an edge from the cell, the parent, to its neighbour on that side: `r1c2->r1c3`.
    Edge {
        /// The parent.
        cell: Cell,
        /// Where the child is.
        side: Direction,
    },
    /// A bit of the size of the subtree below a cell, from the lowest: `r1c2.size.0`.
    SizeBit {
        /// The top of the subtree.
        cell: Cell,
        /// Which bit.
        bit: u16,
    },
    /// The subtree below a cell has that many cells: `r1c2.size>=3`.
    SizeAtLeast {
        /// The top of the subtree.
        cell: Cell,
        /// How many.
        count: u16,
    },
    /// A bit of the number of the root of a cell's tree, counted row by row from 0: `r1c2.root.0`.
    RootBit {
        /// The cell.
        cell: Cell,
        /// Which bit.
        bit: u16,
    },
    /// The subtree below a cell contains a given: `r1c2.given`.
    GivenBelow {
        /// The top of the subtree.
        cell: Cell,
    },
    /// Two cells are in the same group: `r1c2..r3c1`.
    Together {
        /// The first in row order.
        cell: Cell,
        /// The other one.
        other: Cell,
    },
}

/// The atom of a number; those above the most share one.
pub(super) fn value_atom(cell: Cell, number: usize, most: usize) -> Atom {
    if number > most {
        Atom::Above { cell, most: most as u16 }
    } else {
        Atom::Is { cell, number: number as u16 }
    }
}

/// Writes an atom's name.
pub(crate) fn name(puzzle: &Fillomino, atom: Atom, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let step = |cell: Cell, side| puzzle.size.step(cell, side).unwrap_or(cell);
    match atom {
        Atom::Is { cell, number } => write!(f, "{cell}={number}"),
        Atom::Above { cell, most } => write!(f, "{cell}>{most}"),
        Atom::Split { solution } => write!(f, "split{solution}"),
        Atom::Spelled { solution, cell, number } => write!(f, "split{solution}:{cell}={number}"),
        Atom::NumberBit { cell, bit } => write!(f, "{cell}.number.{bit}"),
        Atom::Same { cell, side } => write!(f, "{cell}~{}", step(cell, side)),
        Atom::Edge { cell, side } => write!(f, "{cell}->{}", step(cell, side)),
        Atom::SizeBit { cell, bit } => write!(f, "{cell}.size.{bit}"),
        Atom::SizeAtLeast { cell, count } => write!(f, "{cell}.size>={count}"),
        Atom::RootBit { cell, bit } => write!(f, "{cell}.root.{bit}"),
        Atom::GivenBelow { cell } => write!(f, "{cell}.given"),
        Atom::Together { cell, other } => write!(f, "{cell}..{other}"),
    }
}
