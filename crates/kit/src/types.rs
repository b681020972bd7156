use jigsat_solve::Puzzle;
use schemars::JsonSchema;

use crate::Options;

/// The types of a family. Questions, answers and capabilities need only these.
pub trait FamilyTypes: Sized + Send + Sync + 'static {
    /// Its puzzles.
    type Puzzle: Puzzle<Solution: JsonSchema + Sync + 'static> + Send + 'static;
    /// Its own options: which puzzle is meant, and how to solve it. [`NoOptions`](crate::NoOptions) if it has
    /// none.
    type Options: Options;
}

/// A family's puzzles.
pub type PuzzleOf<F> = <F as FamilyTypes>::Puzzle;
/// Solutions of a family's puzzles.
pub type SolutionOf<F> = <<F as FamilyTypes>::Puzzle as Puzzle>::Solution;
/// The variables of a family's formulas.
pub type AtomOf<F> = <<F as FamilyTypes>::Puzzle as Puzzle>::Atom;
/// A family's encodings.
pub type EncodingOf<F> = <<F as FamilyTypes>::Puzzle as Puzzle>::Encoding;
