//! The first encoding of courses: at least one digit in each cell, and nothing twice.
//!
//! I. Lynce, J. Ouaknine: Sudoku as a SAT problem, AIMATH 2006, with the rule 'at most one digit in
//! a cell' added: it follows from the others by counting, and helps propagation.
//!
//! On 9x9: 729 variables, 81 + 4·81·36 = 11,745 clauses pairwise.

use jigsat_cnf::{Rule, Stop};

use super::{Writer, cell_arg};
use crate::UnitKind;

pub(super) const CELL: Rule = Rule::new("cell", "{0} has at least one digit");
const CELL_ONCE: Rule = Rule::new("cell-once", "{0} has at most one digit").redundant();
const ROW: Rule = Rule::new("row", "row {0} has at most one {1}");
const COLUMN: Rule = Rule::new("column", "column {0} has at most one {1}");
const BOX: Rule = Rule::new("box", "box {0} has at most one {1}");
const REGION: Rule = Rule::new("region", "region {0} has at most one {1}");

pub(super) fn encode(w: &mut Writer<'_>) -> Result<(), Stop> {
    for cell in w.puzzle.cells() {
        let values = w.values(cell);
        w.e.group(&CELL, [cell_arg(cell)])?.at_least_one(values);
    }
    for cell in w.puzzle.cells() {
        let values = w.values(cell);
        w.e.group(&CELL_ONCE, [cell_arg(cell)])?.at_most_one(values);
    }
    at_most_once_in_units(w)
}

// ANCHOR: units
/// At most one of each digit in each row, column and box.
pub(super) fn at_most_once_in_units(w: &mut Writer<'_>) -> Result<(), Stop> {
    let region = if w.puzzle.regions.is_some() { &REGION } else { &BOX };
    for (kind, rule) in [(UnitKind::Row, &ROW), (UnitKind::Column, &COLUMN), (UnitKind::Region, region)] {
        for (number, cells) in (1..).zip(w.puzzle.units(kind)) {
            for digit in w.puzzle.digits() {
                let places = w.places(&cells, digit);
                w.e.group(rule, (number, w.puzzle.shown(digit)))?.at_most_one(places);
            }
        }
    }
    Ok(())
}
// ANCHOR_END: units
