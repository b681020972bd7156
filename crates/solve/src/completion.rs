//! Encodings that leave rules out at first, and what adds them.

use jigsat_cnf::Formula;

use crate::Puzzle;

/// What completes the formulas of a puzzle's lazy encodings while they are used: see [`Puzzle::completion`].
///
/// A rule that can be stated as a [graph constraint](jigsat_cnf::graph) needs none of this. Fillomino's `lazy`, for boards and
/// for its generator, uses it because its own cuts, which use the fact that all numbers share one board, measured 1.06 to 1.1
/// times faster than one constraint on regions for each number, and its explanations up to three times.
pub trait Completion<P: Puzzle + ?Sized> {
    /// Gets a decoded model before the referee does, and adds clauses that this candidate breaks and every solution
    /// satisfies.
    fn refine(&self, encoding: P::Encoding, candidate: &P::Solution, e: &mut Formula<P::Atom>) -> Refined;

    /// Adds implied clauses that are unit or falsified under one of these partial assignments, each indexed by
    /// variable. Explanations call it, with many assignments that differ little.
    fn notice(&self, _encoding: P::Encoding, _assignments: &[Vec<Option<bool>>], _e: &mut Formula<P::Atom>) {}

    /// Extends the formula before a session excludes the solution that it found last, given by the values of its
    /// variables. Encodings in which one model represents several solutions add here what distinguishes them.
    /// Projection variables declared here count as false in the solution to exclude.
    ///
    /// Fillomino's `lazy` uses it because values above the largest given share an atom. So one model stands for
    /// several solutions, which no constraint on regions expresses.
    fn before_another(&self, _encoding: P::Encoding, _values: &[bool], _e: &mut Formula<P::Atom>) {}

    /// Whether in a pruned formula one model may represent several solutions, which [`Completion::before_another`]
    /// distinguishes. Enumerations don't prune such formulas.
    fn merges_solutions(&self) -> bool {
        false
    }
}

/// The verdict of [`Completion::refine`] on a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refined {
    /// The candidate goes to the referee.
    Accepted,
    /// The candidate is not a solution; clauses that exclude it were added.
    Cut,
}
