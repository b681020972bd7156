//! Names for what a constraint about a graph gives: that some cells are connected, that there is one loop, that regions have
//! sizes.

use jigsat_cnf::{Cnf, Lit, graph::Breach};
use jigsat_solve::explain::{How, Line};

use crate::puzzle_formula::PuzzleFormula;

const CLOSING: &str = "closing a loop too early";

/// The name of a deduction by a cut, by what would be wrong otherwise.
pub(super) fn name(cnf: &Cnf, group: usize, given: Lit) -> Option<&'static str> {
    let cut = cnf.group_at(group).cut()?;
    let (constraint, _) = cnf.graphs().nth(cut.graph)?;
    let must_hold = cut.witness.lacking.iter().any(|&element| constraint.lit(element) == Some(given));
    Some(match (cut.witness.breach, must_hold) {
        (Breach::Apart | Breach::TooSmall | Breach::NoRoot, true) => "last way out",
        (Breach::Apart, false) => "cut off",
        (Breach::TooSmall, false) => "too small a region",
        (Breach::TooLarge, _) => "a full region",
        (Breach::TwoRoots, _) => "regions kept apart",
        (Breach::NoRoot | Breach::TooFar, _) => "out of reach",
        (Breach::Cycle, _) => CLOSING,
        (Breach::Unmatched, true) => "last partner",
        (Breach::Unmatched, false) => "no partner left",
        (Breach::WrongEnds, _) => "ends that do not belong together",
    })
}

/// The name of a supposition that closes a loop too early.
pub(super) fn closing(formula: &dyn PuzzleFormula, within: &[Line]) -> Option<&'static str> {
    let How::Constraint(group, _) = within.last()?.how else { return None };
    let cut = formula.cnf().group_at(group).cut()?;
    (cut.witness.breach == Breach::Cycle).then_some(CLOSING)
}
