//! An engine that reasons as people do: three strategies fill in what must be, and where they stop, it guesses.
//!
//! The strategies, and the depth of guesses as a measure of difficulty, are those of a published rule solver for the boards
//! of Puzzle Baron (the basic variant). It does without SAT.

mod board;
mod search;
mod strategies;

use jigsat_cnf::Choice;
use jigsat_grid::Cell;
use jigsat_solve::{Limits, Stop};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Fillomino, Solution};

/// Why a cell must have a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    /// A group that is too small has one empty cell at its border: it is in the group.
    SingleExit,
    /// A cell without which a group has no room for its number is in the group.
    Forced,
    /// A cell that only one number reaches, of those that neither make a group too large nor leave one without room.
    /// In the basic variant only.
    Reach,
}

impl Choice for Strategy {
    const ALL: &'static [Self] = &[Strategy::SingleExit, Strategy::Forced, Strategy::Reach];

    fn name(self) -> &'static str {
        match self {
            Strategy::SingleExit => "single-exit",
            Strategy::Forced => "forced",
            Strategy::Reach => "reach",
        }
    }
}

/// Which empty cell to guess at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Branch {
    /// The first in row order, as published.
    #[default]
    First,
    /// The first of those with the fewest candidates.
    Fewest,
}

impl Choice for Branch {
    const ALL: &'static [Self] = &[Branch::First, Branch::Fewest];

    fn name(self) -> &'static str {
        match self {
            Branch::First => "first",
            Branch::Fewest => "fewest",
        }
    }
}

/// How to reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The strategies, in the order in which they are tried.
    pub strategies: Vec<Strategy>,
    /// Where to guess.
    pub branch: Branch,
}

impl Default for Rules {
    fn default() -> Self {
        Rules { strategies: Strategy::ALL.to_vec(), branch: Branch::default() }
    }
}

/// A cell that was filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Which cell.
    pub cell: Cell,
    /// With what.
    pub number: u16,
    /// By which strategy; none is a guess.
    pub by: Option<Strategy>,
    /// How many guesses it rests on, itself included.
    pub depth: usize,
}

/// What the engine found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The solutions, as many as were wanted if there are this many.
    pub solutions: Vec<Solution>,
    /// How the first was reached, wrong guesses left out.
    pub steps: Vec<Step>,
    /// How many guesses were made up to the first solution, wrong ones included.
    pub guesses: u64,
    /// The greatest number of guesses that rested on each other, up to the first solution: the measure of difficulty.
    pub depth: usize,
    /// Why the search ended early, if it did.
    pub stopped: Option<Stop>,
}

/// Looks for this many solutions. Exponential in the worst case; guesses count as conflicts.
#[must_use]
pub fn solve(puzzle: &Fillomino, rules: &Rules, wanted: usize, limits: &Limits) -> Found {
    search::search(puzzle, rules, wanted, limits)
}

/// What the strategies alone fill in: the numbers known so far (0 for an empty cell), or `None` where they meet a contradiction.
///
/// # Errors
///
/// The limit that was reached.
pub fn deduce(
    puzzle: &Fillomino,
    strategies: &[Strategy],
    limits: &Limits,
) -> Result<Option<Vec<u16>>, Stop> {
    let mut board = board::Board::new(puzzle, limits.interrupt());
    let sound = strategies::run(&mut board, strategies, 0, &mut Vec::new());
    if board.interrupt.is_stopped() {
        return Err(limits.reached().unwrap_or(Stop::Interrupted));
    }
    Ok(sound.then_some(board.numbers))
}
