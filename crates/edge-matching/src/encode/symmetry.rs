//! One of each set of assemblies that are rotations of each other.
//!
//! The anchor, a piece that looks like no other and must be used, lies in a fundamental region: one cell of each orbit.
//! If an orbit is the centre alone, the anchor's own rotation is fixed there. On 2x2 the region is the first corner.

use jigsat_cnf::Rule;
use jigsat_grid::Cell;

pub(crate) const SYMMETRY: Rule =
    Rule::new("symmetry", "piece {0} lies in {1} (otherwise rotate the whole board)");

pub(crate) const CENTRE: Rule = Rule::new(
    "symmetry-centre",
    "piece {0}, if in the centre, has a rotation below {1} (otherwise rotate the whole board)",
);

/// Maximum number of cells that a sentence names one by one.
const FEW: usize = 9;

/// The cells as a sentence names them.
pub(super) fn words(cells: &[Cell]) -> String {
    match cells {
        [] => "no cell".to_owned(),
        [one] => one.to_string(),
        [first, .., last] if cells.len() > FEW => {
            format!("one of {} cells from {first} to {last}", cells.len())
        }
        few => few.iter().fold("one of".to_owned(), |words, cell| format!("{words} {cell}")),
    }
}
