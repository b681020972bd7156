//! A variable for each placement; pieces lie somewhere and once, cells are covered once.
//!
//! The exact cover formulation of D. E. Knuth (Dancing links, Millennial Perspectives in Computer Science, 2000),
//! in clauses as programs that fit shapes by SAT write it: what pieces say of themselves comes first, cells after it.
//! Two placements of the same piece exclude each other by 'once', so that cells need not say it again: pairwise
//! leaves these pairs out.
//!
//! On 3x3 with three pieces of 4, 3 and 2 placements: 9 variables, 15 groups, 36 clauses.

use super::Writer;
use crate::Cover;

// ANCHOR: encode
pub(super) fn encode(w: &mut Writer<'_>) {
    w.somewhere();
    w.once();
    for cell in w.cells() {
        if w.e.is_given_up() {
            return;
        }
        let arg = w.cell_arg(cell);
        let mut classes = Vec::new();
        for places in w.covering_by_kind(cell) {
            let kind = w.kind_of(places[0]);
            // Copies of a piece may overlap as far as their number goes.
            if w.puzzle.kinds()[kind].max == 1 {
                classes.push(places);
            } else {
                classes.extend(places.into_iter().map(|place| vec![place]));
            }
        }
        let rule = w.cell_rule();
        let mut group = w.e.group(&rule, [arg]);
        match w.puzzle.spec().cover {
            Cover::All => group.exactly_one_of_classes(classes),
            Cover::Some => group.at_most_one_of_classes(classes),
        };
    }
}
// ANCHOR_END: encode
