//! Names for what a constraint about a graph gives: that some cells are connected, that there is one loop, that regions have
//! sizes.

use std::collections::BTreeSet;

use jigsat_cnf::{
    Cnf, Lit, Var,
    graph::{Breach, Kind},
};
use jigsat_solve::explain::{How, Line};

use crate::puzzle_formula::PuzzleFormula;

/// What people call the one way that is left for something to reach out.
pub(in crate::explain) const LAST_WAY_OUT: &str = "last way out";

/// What people call a number of cells that regions of one size can't fill.
const INDIVISIBLE: &str = "counting the cells";

const CLOSING: &str = "closing a loop too early";
const WITHIN: &str = "no border within a region";
const ANY_LOOP: &str = "closing a loop";

/// The name of a deduction by a cut, by what would be wrong otherwise.
pub(super) fn name(cnf: &Cnf, group: usize, given: Lit) -> Option<&'static str> {
    let cut = cnf.group_at(group).cut()?;
    let (constraint, _) = cnf.graphs().nth(cut.graph)?;
    let must_hold = cut.witness.lacking.iter().any(|&element| constraint.lit(element) == Some(given));
    Some(match (cut.witness.breach, must_hold) {
        (Breach::Apart | Breach::TooSmall | Breach::NoRoot, true) => LAST_WAY_OUT,
        (Breach::Indivisible, _) => INDIVISIBLE,
        (Breach::Apart, false) => "cut off",
        (Breach::TooSmall, false) => "too small a region",
        (Breach::TooLarge, _) => "a full region",
        (Breach::TwoRoots, _) => "regions kept apart",
        (Breach::NoRoot | Breach::TooFar, _) => "out of reach",
        (Breach::Cycle, _) if *constraint.kind() == Kind::Acyclic => ANY_LOOP,
        (Breach::Cycle, _) => CLOSING,
        (Breach::Unmatched, true) => "last partner",
        (Breach::Unmatched, false) => "no partner left",
        (Breach::WrongEnds, _) => "ends that do not belong together",
        (Breach::Within, true) => WITHIN,
        (Breach::Within, false) => "a border goes on",
    })
}

/// The name of a supposition that breaks a rule about a graph in this way.
pub(super) fn broken(kind: &Kind, breach: Breach) -> &'static str {
    match breach {
        Breach::Apart => "cut off",
        Breach::TooSmall => "too small a region",
        Breach::Indivisible => INDIVISIBLE,
        Breach::TooLarge => "a full region",
        Breach::TwoRoots => "regions kept apart",
        Breach::NoRoot | Breach::TooFar => "out of reach",
        Breach::Cycle if *kind == Kind::Acyclic => ANY_LOOP,
        Breach::Cycle => CLOSING,
        Breach::Unmatched => "no partner left",
        Breach::WrongEnds => "ends that do not belong together",
        Breach::Within => WITHIN,
    }
}

/// The name of what a point of a line gives, at which that line may not end or branch.
pub(super) fn at_point(premises: &[Lit], gives_line: bool) -> &'static str {
    let has_two = premises.iter().filter(|lit| lit.is_pos()).count() > 1;
    match (gives_line, has_two) {
        (true, _) => "the line goes on",
        (false, true) => "no branch",
        (false, false) => "no dead end",
    }
}

/// The name of a supposition that closes a loop too early.
pub(super) fn closing(formula: &dyn PuzzleFormula, within: &[Line]) -> Option<&'static str> {
    let How::Constraint(group, _) = within.last()?.how else { return None };
    let cut = formula.cnf().group_at(group).cut()?;
    let (constraint, _) = formula.cnf().graphs().nth(cut.graph)?;
    let is_any = *constraint.kind() == Kind::Acyclic;
    (cut.witness.breach == Breach::Cycle).then_some(if is_any { ANY_LOOP } else { CLOSING })
}

/// Whether a constraint is about edges of a loop, and about nothing else that a puzzle has.
pub(super) fn is_about_loop(formula: &dyn PuzzleFormula, group: usize) -> bool {
    let cnf = formula.cnf();
    let known = cnf.group_at(group);
    let in_clauses = known.clauses().flat_map(|place| &cnf.clauses()[place]);
    let lits = in_clauses.chain(known.constraints().flat_map(|constraint| constraint.lits));
    let mut left: BTreeSet<Var> =
        lits.map(|lit| lit.var()).filter(|&var| formula.atom(var).is_some()).collect();
    let of_loops = cnf.graphs().filter(|(constraint, _)| *constraint.kind() == Kind::OneLoop);
    // A constraint has few atoms, and a loop many edges.
    let is_about_some = !left.is_empty();
    for edge in of_loops.flat_map(|(constraint, _)| constraint.edges()) {
        edge.lit.map(|lit| left.remove(&lit.var()));
        if left.is_empty() {
            break;
        }
    }
    is_about_some && left.is_empty()
}
