//! The smallest direct encoding: at least one digit in each cell, nothing twice in a row, column or box.
//!
//! I. Lynce, J. Ouaknine: Sudoku as a SAT problem, AIMATH 2006. 'No cell has two digits' follows by counting: a row of
//! n cells has at most n digits, at most one of each, and each cell takes one.
//!
//! On 9x9: 729 variables, 81 + 3·81·36 = 8,829 clauses pairwise.

use super::{Writer, cell_arg, course};
use jigsat_cnf::Stop;

// ANCHOR: encode
pub(super) fn encode(w: &mut Writer<'_>) -> Result<(), Stop> {
    for cell in w.puzzle.size().cells() {
        let values = w.values(cell);
        w.e.group(&course::CELL, [cell_arg(cell)])?.at_least_one(values);
    }
    course::at_most_once_in_units(w)
}
// ANCHOR_END: encode
