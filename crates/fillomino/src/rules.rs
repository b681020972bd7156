//! An engine that reasons as people do: three strategies fill in what is forced; when they get stuck, it guesses.
//!
//! The strategies, and the depth of guesses as a measure of difficulty, are those of a published rule solver for the
//! boards of Puzzle Baron (the basic variant), which uses no SAT solver:
//! <https://github.com/DarkSness420/FillominoSolver>.

mod board;
mod search;
mod strategies;

use jigsat_cnf::{Choice, choice};
use jigsat_grid::Cell;
use jigsat_solve::{Limits, Stop};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use crate::{Fillomino, Solution};

/// A reason why a cell must have a number.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, IntoStaticStr, VariantArray,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Strategy {
    /// A group that is too small has only one empty cell around it, so this cell belongs to the group.
    SingleExit,
    /// Without this cell, a group has no room for its number, so the cell belongs to the group.
    Forced,
    /// Only one number can reach this cell without making a group too large or leaving a group without room. In the
    /// basic variant only.
    Reach,
}

/// How to choose an empty cell for a guess.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Branch {
    /// The first empty cell in row order, as in the published solver.
    #[default]
    First,
    /// The first of the empty cells with the fewest candidates.
    Fewest,
}

choice!(Strategy, Branch);

/// How to reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The strategies, in the order in which they are tried.
    pub strategies: Vec<Strategy>,
    /// How to choose the cell for a guess.
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
    /// Which number.
    pub number: u16,
    /// The strategy that filled it in; `None` for a guess.
    pub by: Option<Strategy>,
    /// The number of guesses that it depends on, including itself.
    pub depth: usize,
}

/// What the engine found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The solutions, up to the wanted number.
    pub solutions: Vec<Solution>,
    /// The steps to the first solution, without wrong guesses.
    pub steps: Vec<Step>,
    /// How many guesses were made up to the first solution, wrong ones included.
    pub guesses: u64,
    /// The maximum depth of nested guesses up to the first solution: the measure of difficulty.
    pub depth: usize,
    /// Why the search ended early, if it did.
    pub stopped: Option<Stop>,
}

/// Looks for this many solutions. Exponential in the worst case; guesses count as conflicts.
#[must_use]
pub fn solve(puzzle: &Fillomino, rules: &Rules, wanted: usize, limits: &Limits) -> Found {
    search::search(puzzle, rules, wanted, limits)
}

/// The numbers that the strategies alone fill in: the numbers known so far (0 for an empty cell), or `None` if they
/// meet a contradiction.
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
    board.interrupt.check()?;
    Ok(sound.then_some(board.numbers))
}
