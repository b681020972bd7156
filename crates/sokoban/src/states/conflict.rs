//! The waste of boxes that get in each other's way: a bound from a table of all pairs.

use super::field::Field;
use crate::patterns::{DEAD, Patterns};

/// Maximum number of branches of the search for the best pairs.
const MOST_BRANCHES: u32 = 400;

/// The bound: disjoint pairs of boxes, and the waste of each pair from there on. Each push wastes something for one box
/// only, so the waste of such pairs adds up.
///
/// A. Felner, R. E. Korf, S. Hanan: Additive pattern database heuristics, 2004.
pub(crate) struct Conflicts<'a> {
    table: Option<&'a Patterns<2>>,
    boxes: usize,
    /// The waste of each pair of boxes, by their numbers; a full square matrix.
    waste: Vec<u8>,
    /// The waste of the pairs with the box that was pushed.
    row: Vec<u8>,
    taken: Vec<bool>,
    branches: u32,
}

impl<'a> Conflicts<'a> {
    pub fn new(field: &Field<'a>, wanted: bool) -> Conflicts<'a> {
        let boxes = field.analysis.board.boxes.len();
        let table = field.pairs.filter(|_| wanted);
        Conflicts {
            table,
            boxes,
            waste: vec![0; boxes * boxes],
            row: vec![0; boxes],
            taken: vec![false; boxes],
            branches: 0,
        }
    }

    /// Looks up all pairs of a state.
    pub fn set(&mut self, boxes: &[u16], player: u16) {
        let Some(table) = self.table else { return };
        for (one, &cell) in boxes.iter().enumerate() {
            for (other, &beside) in boxes.iter().enumerate().skip(one + 1) {
                let waste = table.waste([cell, beside], player);
                self.waste[one * self.boxes + other] = waste;
                self.waste[other * self.boxes + one] = waste;
            }
        }
    }

    /// The minimum waste after a push of a box to a cell; `None` if a pair is dead. The other pairs are unchanged:
    /// alone in the level, they would let the player walk as far as before.
    pub fn after(&mut self, boxes: &[u16], pushed: usize, to: u16, player: u16) -> Option<u32> {
        let Some(table) = self.table else { return Some(0) };
        for (number, &cell) in boxes.iter().enumerate().filter(|&(number, _)| number != pushed) {
            let waste = table.waste([to, cell], player);
            if waste == DEAD {
                return None;
            }
            self.row[number] = waste;
        }
        Some(self.best(pushed))
    }

    /// Whether a box at a cell is dead together with one of the others.
    pub fn is_dead(&self, boxes: &[u16], pushed: usize, to: u16, player: u16) -> bool {
        self.table.is_some_and(|table| {
            let others = boxes.iter().enumerate().filter(|&(number, _)| number != pushed);
            others.into_iter().any(|(_, &cell)| table.waste([to, cell], player) == DEAD)
        })
    }

    fn between(&self, one: usize, other: usize, pushed: usize) -> u32 {
        u32::from(if one == pushed {
            self.row[other]
        } else if other == pushed {
            self.row[one]
        } else {
            self.waste[one * self.boxes + other]
        })
    }

    /// The pairs with the most waste: a matching.
    fn best(&mut self, pushed: usize) -> u32 {
        self.taken.fill(false);
        self.branches = 0;
        self.best_from(0, pushed)
    }

    /// The same for the boxes from a number on. Beyond the maximum number of branches, a box takes the best partner.
    fn best_from(&mut self, one: usize, pushed: usize) -> u32 {
        let Some(one) = (one..self.boxes).find(|&one| !self.taken[one]) else { return 0 };
        let mut most = 0;
        let mut alone = true;
        for other in one + 1..self.boxes {
            let waste = self.between(one, other, pushed);
            if waste == 0 || self.taken[other] {
                continue;
            }
            self.branches += 1;
            if self.branches > MOST_BRANCHES && !alone {
                continue;
            }
            alone = false;
            self.taken[other] = true;
            most = most.max(waste + self.best_from(one + 1, pushed));
            self.taken[other] = false;
        }
        if alone || self.branches <= MOST_BRANCHES {
            most = most.max(self.best_from(one + 1, pushed));
        }
        most
    }
}
