//! What explanations need to know: a plan says nothing step by step, but the rules of a level without one do.

use jigsat_grid::Cell;
use jigsat_kit::Explanation;

use super::SokobanFamily;
use crate::{Atom, Plan, Sokoban};

impl Explanation<SokobanFamily> for SokobanFamily {
    /// What is known about a level beforehand would be no reason.
    fn to_explain(&self, puzzle: &Sokoban, _solutions: &[&Plan]) -> Option<Sokoban> {
        Some(puzzle.clone().for_explanations())
    }

    fn cells(&self, _puzzle: &Sokoban, atom: Atom) -> Vec<Cell> {
        atom.cell().into_iter().collect()
    }
}
