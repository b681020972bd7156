use jigsat_grid::Cell;

use jigsat_solve::Solution;

use crate::Outcome;

/// A plan explained: what each part of it is for, and why none is shorter.
pub struct Account {
    /// The result of the search for a plan, as for `solve`; a plan contains the moves that were played before.
    pub outcome: Outcome<Solution>,
    /// The result in words: how long the plan is, and what is proved about it; or why there is none.
    pub summary: String,
    /// Why no plan is shorter than what is proved, or why there is none.
    pub bounds: Vec<Because>,
    /// The parts of the plan, in order, without those that were played before; empty if there is no plan.
    pub acts: Vec<Act>,
}

/// A part of a plan.
pub struct Act {
    /// What happens, in words.
    pub does: String,
    /// Its first move alone, in words: the answer to a request for a hint.
    pub first: String,
    /// What it is for.
    pub because: Vec<Because>,
    /// The cells of what moves, in the order of the moves.
    pub cells: Vec<Cell>,
    /// The plan up to here.
    pub before: Solution,
}

/// A reason that is a sentence and not a constraint of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Because {
    /// The kind of reason, in a word.
    pub rule: &'static str,
    /// The reason.
    pub sentence: String,
    /// The cells that it is about.
    pub cells: Vec<Cell>,
}
