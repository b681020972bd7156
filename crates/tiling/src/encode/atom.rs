//! The variables of all encodings, and their names.

use std::fmt;

use super::kind_name;
use crate::Tiling;

/// The variables of all encodings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atom {
    /// The placement with that number is used: `A@r1c2`, and `A/90@r1c2`, `A/90m@r1c2` if the piece is turned. The
    /// projection variables.
    Place(u32),
    /// The cell is covered by a piece of the kind: `r1c2=A`.
    Covers {
        /// The cell by its number.
        cell: u32,
        /// The kind by its number.
        kind: u32,
    },
}

/// Writes an atom's name.
pub(crate) fn name(puzzle: &Tiling, atom: Atom, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match atom {
        Atom::Place(placement) => {
            let all = puzzle.placements();
            let kind = all.kind(placement);
            let (turn, shape) = &puzzle.kinds()[kind].orientations[all.orientation(placement)];
            f.write_str(kind_name(puzzle, kind))?;
            if all.orientation(placement) > 0 {
                let turns =
                    if puzzle.is_solid() { crate::Turn::all() } else { crate::Turn::in_plane().to_vec() };
                let number = turns.iter().position(|one| one == turn).unwrap_or(0);
                match (puzzle.is_solid(), number) {
                    (true, number) => write!(f, "/{number}")?,
                    (false, number) if number < 4 => write!(f, "/{}", number * 90)?,
                    (false, number) => write!(f, "/{}m", (number - 4) * 90)?,
                }
            }
            // The corner of the bounding box, which need not be a cell of the piece.
            let mut place = puzzle.place(all.cells(placement)[0] as usize);
            let first = shape.cells()[0];
            place.at = [0, 1, 2].map(|axis| place.at[axis] - first[axis]);
            write!(f, "@{}", puzzle.place_name(place))
        }
        Atom::Covers { cell, kind } => {
            write!(f, "{}={}", puzzle.cell_name(cell as usize), kind_name(puzzle, kind as usize))
        }
    }
}
