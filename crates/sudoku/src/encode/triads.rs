//! Rows, columns and boxes are about where a row or a column meets a box, not about single cells.
//!
//! The three cells in which a row meets a box of 9x9 are a triad in T. Dillon's notes on his solver
//! tdoku (2019). A variable for each triad and digit joins the two exactly-one constraints that pass
//! through it, and unit propagation then sees locked candidates: a digit that a box can only have in
//! one row is excluded from the rest of that row. If a row meets a region in a single cell (in jigsaws), the cell's own
//! variable is used.
//!
//! On 9x9: 729 variables and 486 helpers; 81·37 clauses for cells, 486·4 for the meaning of triads, and four rules of
//! 81·4.

use jigsat_cnf::{Draft, Literal, Rule, Stop, pos};

use super::{Atom, Writer, cell_arg, extended};
use crate::UnitKind;

const IN_ROW: Rule =
    Rule::new("in-row", "row {0} has its {2} in box {1} if and only if one of the cells they share holds it");
const IN_COLUMN: Rule = Rule::new(
    "in-column",
    "column {0} has its {2} in box {1} if and only if one of the cells they share holds it",
);
const ROW: Rule = Rule::new("row", "row {0} has its {1} in exactly one box");
const COLUMN: Rule = Rule::new("column", "column {0} has its {1} in exactly one box");
/// The other rules make rows (or columns) complete, so by counting, no box has a digit twice.
const BOX_ROWS: Rule = Rule::new("box-rows", "box {0} has its {1} in exactly one of its rows").redundant();
const BOX_COLUMNS: Rule =
    Rule::new("box-columns", "box {0} has its {1} in exactly one of its columns").redundant();

pub(super) fn encode(w: &mut Writer<'_>) -> Result<(), Stop> {
    for cell in w.puzzle.cells() {
        let values = w.values(cell);
        w.e.group(&extended::CELL, [cell_arg(cell)])?.exactly_one(values);
    }
    lines(w, UnitKind::Row)?;
    lines(w, UnitKind::Column)
}

/// One direction: the meaning of its triads; and each line and each box has a digit in exactly one of them.
fn lines(w: &mut Writer<'_>, kind: UnitKind) -> Result<(), Stop> {
    let (meaning, line_rule, box_rule) = match kind {
        UnitKind::Row => (&IN_ROW, &ROW, &BOX_ROWS),
        _ => (&IN_COLUMN, &COLUMN, &BOX_COLUMNS),
    };
    let lines = w.puzzle.units(kind);
    let side = usize::from(w.puzzle.side());
    for digit in w.puzzle.digits() {
        let mut of_region: Vec<Vec<Literal<Atom>>> = vec![Vec::new(); side];
        let mut of_line: Vec<Vec<Literal<Atom>>> = vec![Vec::new(); side];
        for (line, cells) in (0..).zip(&lines) {
            for region in 0..w.puzzle.side() {
                let meet: Vec<_> =
                    cells.iter().copied().filter(|&cell| w.puzzle.region_of(cell) == region).collect();
                let places = w.places(&meet, digit);
                let triad = match places[..] {
                    [] => continue,
                    [only] => only,
                    _ => {
                        let atom = match kind {
                            UnitKind::Row => Atom::InRow { row: line, region, digit },
                            _ => Atom::InColumn { column: line, region, digit },
                        };
                        define(&mut w.e, meaning, atom, (line + 1, region + 1, digit), &places)?
                    }
                };
                of_region[usize::from(region)].push(triad);
                of_line[usize::from(line)].push(triad);
            }
        }
        for (number, triads) in (1_usize..).zip(of_line) {
            w.e.group(line_rule, (number, w.puzzle.shown(digit)))?.exactly_one(triads);
        }
        for (number, triads) in (1_usize..).zip(of_region) {
            w.e.group(box_rule, (number, w.puzzle.shown(digit)))?.exactly_one(triads);
        }
    }
    Ok(())
}

// ANCHOR: define
fn define(
    e: &mut Draft<'_, Atom>,
    rule: &Rule,
    atom: Atom,
    args: (u16, u16, u16),
    places: &[Literal<Atom>],
) -> Result<Literal<Atom>, Stop> {
    e.declare(atom)?;
    e.group(rule, args)?.equals_any(atom, places.iter().copied());
    Ok(pos(atom))
}
// ANCHOR_END: define
