//! A variable for each placement; each piece lies somewhere, once, and cells are covered once.
//!
//! The exact cover formulation of D. E. Knuth (Dancing links, Millennial Perspectives in Computer Science, 2000), in
//! clauses as in programs that fit shapes by SAT: first the constraints on pieces, then those on cells. Two placements
//! of the same piece exclude each other by 'once', so the cells need not repeat it: pairwise leaves these pairs out.
//!
//! On 3x3 with three pieces of 4, 3 and 2 placements: 9 variables, 15 groups, 36 clauses.

use super::Writer;
use crate::Cover;
use jigsat_cnf::Stop;

// ANCHOR: encode
pub(super) fn encode(w: &mut Writer<'_>) -> Result<(), Stop> {
    w.somewhere()?;
    w.once()?;
    for cell in w.cells() {
        let arg = w.cell_arg(cell);
        let mut classes = Vec::new();
        for places in w.covering_by_kind(cell) {
            let kind = w.kind_of(places[0]);
            // Copies of a piece may overlap if the other rules allow it.
            if w.puzzle.kinds()[kind].max == 1 {
                classes.push(places);
            } else {
                classes.extend(places.into_iter().map(|place| vec![place]));
            }
        }
        let rule = w.cell_rule();
        let mut group = w.e.group(&rule, [arg])?;
        match w.puzzle.spec().cover {
            Cover::All => group.exactly_one_of_classes(classes),
            Cover::Some => group.at_most_one_of_classes(classes),
        };
    }
    Ok(())
}
// ANCHOR_END: encode
