//! Search that fills the first open cell: for narrow boards, where that cell can be covered in few ways anyway.
//!
//! J. G. Fletcher's way of packing pentominoes (A program to solve the pentomino problem by the recursive use of
//! macros, Communications of the ACM 8, 1965). Cells are numbered along the longest side, so the boundary between the
//! covered and the open part runs along the shortest. A placement that covers the first open cell begins there, because
//! all cells before it are covered. So there is a list of placements for each cell in which they may begin, and a step
//! is one pass over one list: no counting, no copying. It takes more steps than choosing the item with the fewest
//! placements, but each costs far less.

use std::ops::ControlFlow;

use jigsat_solve::{Limits, Stop};

use super::{
    bits::Bits,
    exact::{Choice, Exact},
    passed::Passed,
    task::{Task, Visitor},
};
use crate::{Cover, Tiling};

/// Maximum width of boards that are filled this way: cells of each slice across the longest side. Measured: with 10
/// (2x5x6) it takes half as long as choosing the fewest placements, with 12 (3x4x5) more than twice as long.
const MAX_SLICE: usize = 10;

/// A running search.
pub(super) struct Scan<'a, const N: usize> {
    required: Bits<N>,
    limits: &'a Limits,
    chosen: Vec<u32>,
    /// The solution up to which everything is left out.
    pub passed: Passed,
    pub nodes: u64,
    max_nodes: u64,
    pub stopped: Option<Stop>,
}

impl<'a, const N: usize> Scan<'a, N> {
    /// Whether it is suitable for this puzzle: a narrow board, all cells of which must be covered, by pieces that need
    /// not be counted.
    pub fn suits(tiling: &Tiling, exact: &Exact<N>) -> bool {
        let slice = |[x, y, z]: [usize; 3]| x * y * z / x.max(y).max(z);
        let spec = tiling.spec();
        spec.cover == Cover::All
            && exact.counted.is_empty()
            && spec.boards.iter().all(|board| slice(board.size) <= MAX_SLICE)
    }

    pub fn new(exact: &Exact<N>, limits: &'a Limits) -> Self {
        Scan {
            required: exact.required,
            limits,
            chosen: Vec::new(),
            passed: Passed::default(),
            nodes: 0,
            max_nodes: limits.conflicts.unwrap_or(u64::MAX),
            stopped: None,
        }
    }

    /// Searches a part. Ends when the visitor breaks off, or at a limit, which `stopped` then contains.
    pub fn run(&mut self, task: &Task<N>, visitor: &mut impl Visitor) -> ControlFlow<()> {
        let mut beginning = vec![Vec::new(); 64 * N];
        let mut free = Bits::EMPTY;
        for choice in &task.list {
            free |= choice.items;
            if let Some(first) = choice.items.first() {
                beginning[first].push(*choice);
            }
        }
        // A cell that no placement covers might be the last one, and would be met again and again.
        if !(task.open & !free).is_empty() {
            return ControlFlow::Continue(());
        }
        self.chosen.clone_from(&task.chosen);
        self.node(&beginning, free, visitor)
    }

    fn node(
        &mut self,
        beginning: &[Vec<Choice<N>>],
        free: Bits<N>,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<()> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(4096) || self.nodes >= self.max_nodes {
            self.stopped = self.limits.reached();
            if self.nodes >= self.max_nodes {
                self.stopped = self.stopped.or(Some(Stop::Conflicts));
            }
            if self.stopped.is_some() {
                return ControlFlow::Break(());
            }
        }
        let Some(first) = (free & self.required).first() else {
            return if self.passed.ends() {
                ControlFlow::Continue(())
            } else {
                visitor.solution(&self.chosen)
            };
        };
        let taken = !free;
        for choice in &beginning[first] {
            if !choice.items.meets(&taken) && !self.passed.skips(self.chosen.len(), choice.placement) {
                self.chosen.push(choice.placement);
                let flow = self.node(beginning, free & !choice.items, visitor);
                self.chosen.pop();
                flow?;
            }
        }
        ControlFlow::Continue(())
    }
}
