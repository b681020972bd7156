//! The facts that explanations need: a plan says nothing step by step, but the rules of a level without a plan do.

use jigsat_grid::Cell;
use jigsat_kit::Explanation;

use super::SokobanFamily;
use crate::{Atom, Plan, Sokoban};

impl Explanation<SokobanFamily> for SokobanFamily {
    /// Facts from the analysis of a level would not be reasons.
    fn to_explain(&self, puzzle: &Sokoban, _solutions: &[&Plan]) -> Option<Sokoban> {
        Some(puzzle.clone().for_explanations())
    }

    fn cells(&self, _puzzle: &Sokoban, atom: Atom) -> Vec<Cell> {
        atom.cell().into_iter().collect()
    }
}
