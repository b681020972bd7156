//! The parts of a puzzle under its symmetries.

use std::sync::Arc;

use jigsat_kit::{Beginning, SolutionImages};

use super::Asked;
use crate::{Board, Solution, puzzle_formula::AtomId};

/// The puzzle whose solutions the tasks look for, which may differ from the one that was read.
pub struct CutPuzzle {
    pub board: Arc<dyn Board>,
    /// Number of solutions that each of its solutions represents.
    pub times: u128,
}

/// The puzzle that is cut into tasks.
pub fn to_cut(board: &dyn Board, asked: Asked) -> CutPuzzle {
    let counted = if asked == Asked::Count { board.counted_as() } else { None };
    let (board, times) = counted.unwrap_or_else(|| (board.shared(), 1));
    CutPuzzle { board, times }
}

/// The number of symmetries of a puzzle, including the identity.
pub fn order(board: &dyn Board) -> usize {
    board.symmetries().unwrap_or(1)
}

/// The beginnings of the search.
pub fn beginnings(board: &dyn Board) -> Vec<Beginning<AtomId>> {
    board.beginnings().unwrap_or_else(|| Beginning::whole(order(board)))
}

/// The number of symmetries of a group, given by their numbers, that keep a solution; `images` are those of the puzzle.
pub fn fixed_by(images: Option<&SolutionImages<'_>>, solution: &Solution, group: &[usize]) -> u128 {
    let Some(image) = images.filter(|_| *group != [0]) else { return group.len() as u128 };
    let itself = solution.to_json();
    let keeps = |&&number: &&usize| number == 0 || image(solution, number).to_json().get() == itself.get();
    group.iter().filter(keeps).count() as u128
}
