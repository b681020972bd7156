//! Exactly one, everywhere: each cell has one digit, each row, column and box has each digit once.
//!
//! I. Lynce, J. Ouaknine: Sudoku as a SAT problem, AIMATH 2006. Unit propagation sees hidden singles
//! here (the last place of a digit in a row), and not only naked ones (the last digit of a cell).
//!
//! On 9x9: 729 variables, 4·81·(1 + 36) = 11,988 clauses pairwise.

use jigsat_cnf::{Rule, Stop};

use super::{Writer, cell_arg};
use crate::UnitKind;

pub(super) const CELL: Rule = Rule::new("cell", "{0} has exactly one digit");
const ROW: Rule = Rule::new("row", "row {0} has exactly one {1}");
const COLUMN: Rule = Rule::new("column", "column {0} has exactly one {1}");
const BOX: Rule = Rule::new("box", "box {0} has exactly one {1}");
const REGION: Rule = Rule::new("region", "region {0} has exactly one {1}");

// ANCHOR: encode
pub(super) fn encode(w: &mut Writer<'_>) -> Result<(), Stop> {
    for cell in w.puzzle.cells() {
        let values = w.values(cell);
        w.e.group(&CELL, [cell_arg(cell)])?.exactly_one(values);
    }
    let region = if w.puzzle.regions.is_some() { &REGION } else { &BOX };
    for (kind, rule) in [(UnitKind::Row, &ROW), (UnitKind::Column, &COLUMN), (UnitKind::Region, region)] {
        for (number, cells) in (1..).zip(w.puzzle.units(kind)) {
            for digit in w.puzzle.digits() {
                let places = w.places(&cells, digit);
                w.e.group(rule, (number, w.puzzle.shown(digit)))?.exactly_one(places);
            }
        }
    }
    Ok(())
}
// ANCHOR_END: encode
