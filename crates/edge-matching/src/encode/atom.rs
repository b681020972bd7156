//! The variables of all encodings, and their names.

use std::fmt;

use jigsat_grid::Cell;

use super::Seam;
use crate::{Color, EdgeMatching};

/// The variables of all encodings. Pieces and kinds of pieces count from 0; the first piece of a kind names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atom {
    /// The notes' l: the square, counted from 0 row by row, holds the piece: `l(1,2)`.
    Located {
        /// Which square.
        square: u16,
        /// Which piece.
        piece: u16,
    },
    /// The notes' r: the piece is turned this many times: `r(2,0)`.
    Rotated {
        /// Which piece.
        piece: u16,
        /// By how many quarter turns, counter-clockwise.
        turn: u8,
    },
    /// The notes' m: the square's edge, counter-clockwise from the right, has the colour: `m(1,3,4)`.
    Marked {
        /// Which square.
        square: u16,
        /// Which edge, from 0.
        edge: u8,
        /// Which colour.
        color: Color,
    },
    /// The cell holds a piece of the kind: `r1c2=3`.
    Holds {
        /// Where.
        cell: Cell,
        /// Which kind.
        kind: u16,
    },
    /// The cell holds a piece of the kind, turned this many times: `r1c2=3/1`.
    Placed {
        /// Where.
        cell: Cell,
        /// Which kind.
        kind: u16,
        /// By how many quarter turns, counter-clockwise, against the kind's first piece.
        turn: u8,
    },
    /// This colour shows where two cells touch, or on the rim: `r1c2.right=4`.
    Shows {
        /// Where.
        seam: Seam,
        /// The colour that the seam's own cell shows there.
        color: Color,
    },
}

/// Writes an atom's name.
pub(crate) fn name(puzzle: &EdgeMatching, atom: Atom, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let color_name = |color| puzzle.colors.name(color);
    match atom {
        Atom::Located { square, piece } => write!(f, "l({},{})", square + 1, piece + 1),
        Atom::Rotated { piece, turn } => write!(f, "r({},{turn})", piece + 1),
        Atom::Marked { square, edge, color } => {
            write!(f, "m({},{},{})", square + 1, edge + 1, color_name(color))
        }
        Atom::Holds { cell, kind } => write!(f, "{cell}={}", kind + 1),
        Atom::Placed { cell, kind, turn } => write!(f, "{cell}={}/{turn}", kind + 1),
        Atom::Shows { seam, color } => write!(f, "{seam}={}", color_name(color)),
    }
}
