//! What tasks count in place of a puzzle.

use jigsat_kit::Cutting;

use super::{EdgeMatchingFamily, count::one_of_each_turn};
use crate::EdgeMatching;

impl Cutting<EdgeMatchingFamily> for EdgeMatchingFamily {
    /// One of each turn, where a piece tells turns apart.
    fn counted_as(&self, puzzle: &EdgeMatching) -> Option<(EdgeMatching, u128)> {
        let (listed, turns) = one_of_each_turn(puzzle, puzzle.turns_told_apart());
        Some((listed, turns as u128))
    }
}
