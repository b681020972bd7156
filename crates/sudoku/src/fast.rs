//! A fast engine for many classic 9x9 boards.

mod board;
mod residual;
mod search;
mod solutions;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use jigsat_solve::{Error, Limits, Solver, Stop};

use self::{
    board::Board,
    residual::Residual,
    search::{Halt, Search},
    solutions::Solutions,
};

/// The digits of a 9x9 board by rows, 0 for an empty cell.
pub type Grid = [u8; 81];

/// What to find out about a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// One solution, or that there is none.
    First,
    /// Whether there is exactly one, or two that differ.
    Unique,
}

/// The result for a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is no solution.
    Impossible,
    /// A solution; the only one if [`Want::Unique`] was asked.
    One(Grid),
    /// Two solutions that differ, of two or more.
    Two(Grid, Grid),
    /// A limit was reached first; with a solution, if one was found by then.
    Unknown(Stop, Option<Grid>),
}

/// The stage that settled an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Found {
    /// Propagation on bit sets; nothing was assumed.
    Propagation,
    /// A search that assumes candidates and propagates: DPLL, without a SAT solver.
    Search,
    /// A SAT solver, on the CNF of what propagation left open.
    Residual,
}

/// An answer, and the stage that found it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The answer.
    pub answer: Answer,
    /// The stage that settled it.
    pub found: Found,
    /// Number of contradictions in the search and in the SAT solver.
    pub conflicts: u64,
}

/// Solves many classic 9x9 boards, one after another.
///
/// A board goes through three stages, and the answer says which one settled it ([`Found`]):
///
/// 1. *Propagation*: naked and hidden singles and locked candidates, on bit sets. It derives all
///    that unit propagation derives on the triads encoding.
/// 2. *Search*: DPLL with that propagation, within a number of nodes.
/// 3. *Residual*: if the nodes don't suffice, the candidates that the first stage left become a CNF
///    for a SAT solver, which learns from its conflicts where the search does not.
///
/// The number of nodes bounds the cost of a board on which the search is bad before the solver gets it.
///
/// ```
/// use jigsat_sudoku::fast::{Answer, Fast, Found, Want};
///
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let cells: Vec<u8> = line.bytes().map(|byte| if byte == b'.' { 0 } else { byte - b'0' }).collect();
/// let outcome = Fast::new().solve(&cells.try_into().unwrap(), Want::Unique, &Default::default())?;
/// assert!(matches!(outcome.answer, Answer::One(grid) if grid[..9] == [5, 3, 4, 6, 7, 8, 9, 1, 2]));
/// assert_eq!(outcome.found, Found::Propagation);
/// # Ok::<(), jigsat_solve::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Fast {
    nodes: u32,
}

impl Default for Fast {
    fn default() -> Self {
        Self::new()
    }
}

impl Fast {
    /// Number of propagations that cost about as much as encoding and solving a residual CNF.
    pub const NODES: u32 = 2000;

    /// An engine with [`Fast::NODES`] nodes for the search.
    #[must_use]
    pub fn new() -> Self {
        Self::with_nodes(Self::NODES)
    }

    /// An engine whose search makes at most this many propagations on a board. With 0, a SAT solver gets everything
    /// that propagation alone does not settle.
    #[must_use]
    pub fn with_nodes(nodes: u32) -> Self {
        Fast { nodes }
    }

    /// Solves a board with 0 for empty cells.
    ///
    /// # Errors
    ///
    /// Errors of the SAT solver, see [`Error`].
    ///
    /// # Panics
    ///
    /// If a cell is above 9.
    pub fn solve(&self, cells: &Grid, want: Want, limits: &Limits) -> Result<Outcome, Error> {
        let wanted = match want {
            Want::First => 1,
            Want::Unique => 2,
        };
        let outcome = |answer, found, conflicts| Ok(Outcome { answer, found, conflicts });
        if let Some(stop) = limits.reached() {
            return outcome(Answer::Unknown(stop, None), Found::Propagation, 0);
        }
        let mut board = Board::new(cells);
        if board.propagate().is_err() {
            return outcome(Answer::Impossible, Found::Propagation, 1);
        }
        if board.solved() {
            return outcome(Answer::One(board.grid()), Found::Propagation, 0);
        }

        let mut search = Search::new(wanted, self.nodes, limits);
        let halt = search.explore(board);
        let mut conflicts = search.conflicts;
        let stop = match halt {
            ControlFlow::Continue(()) | ControlFlow::Break(Halt::Enough) => None,
            ControlFlow::Break(Halt::Limit(stop)) => Some(stop),
            ControlFlow::Break(Halt::Nodes) => {
                let mut solutions = Solutions::new(wanted);
                let mut residual = Residual::new(&board, Solver::Batsat.start()?)?;
                let left = limits.conflicts.map(|limit| limit - conflicts);
                let stop = residual.solve(&mut solutions, &Limits { conflicts: left, ..limits.clone() })?;
                conflicts += residual.conflicts();
                return outcome(answer(solutions.grids(), stop), Found::Residual, conflicts);
            }
        };
        outcome(answer(search.solutions.grids(), stop), Found::Search, conflicts)
    }
}

fn answer(grids: &[Grid], stop: Option<Stop>) -> Answer {
    match (grids, stop) {
        ([a, b, ..], _) => Answer::Two(*a, *b),
        (grids, Some(stop)) => Answer::Unknown(stop, grids.first().copied()),
        ([a], None) => Answer::One(*a),
        ([], None) => Answer::Impossible,
    }
}
