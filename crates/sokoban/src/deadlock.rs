//! Facts about a few boxes at a time, for the formulas: dead patterns, and minimum future waste.

use jigsat_cnf::Interrupt;

use crate::{
    board::{Board, NONE},
    patterns::{self, DEAD, Patterns},
    relaxed::{Bound, NEVER, Relaxed},
};

/// Facts about two boxes of a level, and about squares full of boxes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Deadlocks {
    /// Pairs of cells on which two boxes are dead, wherever the player is.
    pub pairs: Vec<[u16; 2]>,
    /// Squares of four cells, without walls, that must not be full of boxes (at most one box would not be on a goal).
    pub squares: Vec<Vec<u16>>,
    pub after: Vec<After>,
    table: Option<Patterns<2>>,
}

/// The minimum waste after a push with other boxes in given cells.
#[derive(Clone, Debug)]
pub(crate) struct After {
    /// The push, by its place in [`Relaxed::moves`].
    pub push: usize,
    /// The cells of the other boxes.
    pub others: Vec<u16>,
    /// The waste; [`DEAD`] for a deadlock.
    pub waste: u8,
}

/// Facts about three boxes that don't follow from those about two.
#[derive(Clone, Debug, Default)]
pub(crate) struct Triples {
    /// Triples of cells on which three boxes are dead, wherever the player is.
    pub dead: Vec<[u16; 3]>,
    pub after: Vec<After>,
}

/// Maximum number of facts about pushes and two other boxes that formulas get for each step.
const MOST_TRIPLES: usize = 30_000;

impl Deadlocks {
    /// `None` if interrupted.
    pub fn new(
        board: &Board,
        relaxed: &Relaxed,
        bound: Option<&Bound>,
        live: &[bool],
        interrupt: &Interrupt,
    ) -> Option<Deadlocks> {
        let mut known = Deadlocks { squares: squares(board, live), ..Deadlocks::default() };
        let Some(bound) = bound else { return Some(known) };
        let table = Patterns::<2>::new(board, relaxed, bound, live, interrupt);
        if interrupt.stopped().is_some() {
            return None;
        }
        let Some(table) = table else { return Some(known) };
        let steps = board.len();
        patterns::choose(&table.cells, &mut Vec::new(), &mut |boxes: [u16; 2]| {
            if table.waste_anywhere(boxes) == DEAD {
                known.pairs.push(boxes);
            }
            interrupt.step(steps).is_ok()
        });
        if interrupt.stopped().is_some() {
            return None;
        }
        for (place, &(_, push, to)) in relaxed.moves.iter().enumerate() {
            let alone = bound.waste_after[to];
            if alone == NEVER || !table.has(push.to) || !table.has(push.from) {
                continue;
            }
            if interrupt.step(steps).is_err() {
                return None;
            }
            for &other in table.cells.iter().filter(|&&other| !push.concerns(other)) {
                let waste = table.waste([push.to, other], push.from);
                if u32::from(waste) > alone && table.waste_anywhere([push.to, other]) != DEAD {
                    known.after.push(After { push: place, others: vec![other], waste });
                }
            }
        }
        known.table = Some(table);
        Some(known)
    }

    /// The minimum waste of two boxes, for all their cells and those of the player; `None` if the table is too large.
    pub fn table(&self) -> Option<&Patterns<2>> {
        self.table.as_ref()
    }
}

impl Triples {
    /// `None` if interrupted.
    pub fn new(
        board: &Board,
        relaxed: &Relaxed,
        bound: Option<&Bound>,
        live: &[bool],
        pairs: &Deadlocks,
        interrupt: &Interrupt,
    ) -> Option<Triples> {
        let mut known = Triples::default();
        let (Some(bound), Some(pairs)) = (bound, &pairs.table) else { return Some(known) };
        let table = Patterns::<3>::new(board, relaxed, bound, live, interrupt);
        if interrupt.stopped().is_some() {
            return None;
        }
        let Some(table) = table else { return Some(known) };
        let steps = board.len();
        let is_dead = |boxes: [u16; 3]| table.waste_anywhere(boxes) == DEAD;
        let has_dead_pair = |[a, b, c]: [u16; 3]| {
            [[a, b], [a, c], [b, c]].into_iter().any(|pair| pairs.waste_anywhere(pair) == DEAD)
        };
        patterns::choose(&table.cells, &mut Vec::new(), &mut |boxes: [u16; 3]| {
            if !has_dead_pair(boxes) && is_dead(boxes) {
                known.dead.push(boxes);
            }
            interrupt.step(steps).is_ok()
        });
        for (place, &(_, push, _)) in relaxed.moves.iter().enumerate() {
            if interrupt.stopped().is_some() {
                return None;
            }
            if !table.has(push.to) || !table.has(push.from) {
                continue;
            }
            patterns::choose(&table.cells, &mut Vec::new(), &mut |[a, b]: [u16; 2]| {
                let boxes = [push.to, a, b];
                if push.concerns(a) || push.concerns(b) || has_dead_pair(boxes) || is_dead(boxes) {
                    return interrupt.step(steps).is_ok();
                }
                let waste = table.waste(boxes, push.from);
                if waste > pairs.waste([push.to, a], push.from).max(pairs.waste([push.to, b], push.from)) {
                    known.after.push(After { push: place, others: vec![a, b], waste });
                }
                interrupt.step(steps).is_ok()
            });
        }
        if known.after.len() > MOST_TRIPLES {
            known.after.retain(|after| after.waste == DEAD);
        }
        interrupt.stopped().is_none().then_some(known)
    }
}

/// Squares of four cells, each a wall or one where a box may be, at least one of them not a goal.
fn squares(board: &Board, live: &[bool]) -> Vec<Vec<u16>> {
    let mut squares = Vec::new();
    let mut add = |corners: [u16; 4]| {
        let cells: Vec<u16> = corners.into_iter().filter(|&cell| cell != NONE).collect();
        let possible = cells.iter().all(|&cell| live[usize::from(cell)]);
        let goals = cells.iter().all(|&cell| board.is_goal[usize::from(cell)]);
        // With fewer than three cells they are pairs, which are handled elsewhere.
        if possible && !goals && cells.len() > 2 && !squares.contains(&cells) {
            squares.push(cells);
        }
    };
    for cell in 0..board.len() as u16 {
        for turn in 0..4 {
            let (one, other) = (board.step(cell, turn), board.step(cell, (turn + 1) % 4));
            let corner = [(one, (turn + 1) % 4), (other, turn)]
                .into_iter()
                .find_map(|(from, to)| (from != NONE).then(|| board.step(from, to)));
            let Some(corner) = corner else { continue };
            let mut corners = [cell, one, other, corner];
            corners.sort_unstable();
            add(corners);
        }
    }
    squares
}
