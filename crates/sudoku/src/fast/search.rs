//! Search: assume a candidate, propagate, take it back (Davis, Logemann and Loveland, "A machine
//! program for theorem-proving", 1962).

use std::ops::ControlFlow;

use jigsat_solve::{Limits, Stop};

use super::{
    board::{Board, Cell, Conflict},
    solutions::Solutions,
};

/// Number of propagations between two checks of the clock: some tens of microseconds.
const NODES_BETWEEN_CLOCKS: u32 = 64;

/// Why a search ended before its tree was exhausted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// It found as many solutions as asked for.
    Enough,
    /// It used up its nodes.
    Nodes,
    /// A limit was reached.
    Limit(Stop),
}

/// A depth-first search for the solutions of one board.
pub(super) struct Search<'a> {
    pub(super) solutions: Solutions,
    pub(super) conflicts: u64,
    nodes: u32,
    max_nodes: u32,
    limits: &'a Limits,
}

impl<'a> Search<'a> {
    /// `max_nodes` bounds the propagations.
    pub(super) fn new(wanted: usize, max_nodes: u32, limits: &'a Limits) -> Self {
        Search { solutions: Solutions::new(wanted), conflicts: 0, nodes: 0, max_nodes, limits }
    }

    /// Visits the solutions of a propagated board; the depth of the recursion is at most the number of open cells.
    pub(super) fn explore(&mut self, mut board: Board) -> ControlFlow<Halt> {
        while !board.solved() {
            let (cell, digit) = choose(&board);
            let mut assumed = board;
            assumed.assign(cell, digit);
            if self.propagate(&mut assumed)?.is_ok() {
                self.explore(assumed)?;
            }
            board.remove(cell, digit);
            if self.propagate(&mut board)?.is_err() {
                return ControlFlow::Continue(());
            }
        }
        self.solutions.push(board.grid());
        if self.solutions.enough() { ControlFlow::Break(Halt::Enough) } else { ControlFlow::Continue(()) }
    }

    fn propagate(&mut self, board: &mut Board) -> ControlFlow<Halt, Result<(), Conflict>> {
        if self.nodes == self.max_nodes {
            return ControlFlow::Break(Halt::Nodes);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_BETWEEN_CLOCKS)
            && let Some(stop) = self.limits.reached()
        {
            return ControlFlow::Break(Halt::Limit(stop));
        }
        let result = board.propagate();
        if result.is_err() {
            self.conflicts += 1;
            if self.limits.conflicts.is_some_and(|limit| self.conflicts >= limit) {
                return ControlFlow::Break(Halt::Limit(Stop::Conflicts));
            }
        }
        ControlFlow::Continue(result)
    }
}

/// The candidate to assume next: among cells with two candidates, the one where both choices remove most from the rows,
/// columns and boxes around it; without such a cell, a digit with two places in a row, column or box, by the same
/// measure; otherwise any candidate of a cell with the fewest.
fn choose(board: &Board) -> (Cell, usize) {
    let mut best = Best::default();
    for cell in board.cells_with_two() {
        let mut digits = board.digits(cell);
        if let (Some(a), Some(b)) = (digits.next(), digits.next()) {
            best.offer(board, (cell, a), (cell, b));
        }
    }
    if best.score == 0 {
        for digit in 0..9 {
            for [a, b] in board.pairs(digit) {
                best.offer(board, (a, digit), (b, digit));
            }
        }
    }
    if best.score == 0 {
        let open = Cell::all()
            .filter_map(|cell| Some((board.digits(cell).count(), cell, board.digits(cell).nth(1)?)));
        if let Some((_, cell, digit)) = open.min() {
            return (cell, digit);
        }
    }
    best.candidate
}

/// The best choice of two so far.
#[derive(Default)]
struct Best {
    score: u32,
    candidate: (Cell, usize),
}

impl Best {
    fn offer(&mut self, board: &Board, a: (Cell, usize), b: (Cell, usize)) {
        let [x, y] = [a, b].map(|(cell, digit)| board.rivals(cell, digit));
        let score = 1 + 4 * x * y + x + y;
        if score > self.score {
            *self = Best { score, candidate: a };
        }
    }
}
