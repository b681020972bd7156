//! The direct encoding of shape-fitting programs: every pair of placements that cover a cell, for each cell, though
//! 'once' already excludes pairs of one piece.
//!
//! On the 3x3 example, 46 clauses instead of 36.

use super::Writer;
use crate::Cover;
use jigsat_cnf::Stop;

pub(super) fn encode(w: &mut Writer<'_>) -> Result<(), Stop> {
    w.somewhere()?;
    w.once()?;
    for cell in w.cells() {
        let arg = w.cell_arg(cell);
        let places: Vec<_> = w.covering_by_kind(cell).concat();
        let rule = w.cell_rule();
        let mut group = w.e.group(&rule, [arg])?;
        match w.puzzle.spec().cover {
            Cover::All => group.exactly_one(places),
            Cover::Some => group.at_most_one(places),
        };
    }
    Ok(())
}
