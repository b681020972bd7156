//! Where on the board the atoms are.

use jigsat_grid::Cell;

use super::Atom;
use crate::Fillomino;

/// The cells that an atom is about.
pub(crate) fn cells_of(puzzle: &Fillomino, atom: Atom) -> Vec<Cell> {
    match atom {
        Atom::Is { cell, .. }
        | Atom::Above { cell, .. }
        | Atom::Spelled { cell, .. }
        | Atom::NumberBit { cell, .. }
        | Atom::SizeBit { cell, .. }
        | Atom::SizeAtLeast { cell, .. }
        | Atom::RootBit { cell, .. }
        | Atom::GivenBelow { cell } => vec![cell],
        Atom::Same { cell, side } | Atom::Edge { cell, side } => {
            std::iter::once(cell).chain(puzzle.size.step(cell, side)).collect()
        }
        Atom::Together { cell, other } => vec![cell, other],
        Atom::Split { .. } => Vec::new(),
    }
}
