//! The puzzle whose solutions tasks count.

use jigsat_kit::Cutting;

use super::{EdgeMatchingFamily, count::one_of_each_turn};
use crate::EdgeMatching;

impl Cutting<EdgeMatchingFamily> for EdgeMatchingFamily {
    /// The puzzle with one of each set of rotations, if a piece distinguishes them.
    fn counted_as(&self, puzzle: &EdgeMatching) -> Option<(EdgeMatching, u128)> {
        let (listed, turns) = one_of_each_turn(puzzle, puzzle.turns_told_apart());
        Some((listed, turns as u128))
    }
}
