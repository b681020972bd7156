//! What is known about a few boxes at a time, for the formulas: dead patterns, and waste to come.

use crate::{
    board::{Board, NONE},
    patterns::{self, DEAD, Patterns},
    relaxed::{Bound, NEVER, Relaxed},
};

/// Facts about few boxes of a level.
#[derive(Clone, Debug, Default)]
pub(crate) struct Deadlocks {
    /// Cells on which two boxes are dead, wherever the player is.
    pub pairs: Vec<[u16; 2]>,
    /// The same of three boxes, no two of which are dead.
    pub triples: Vec<[u16; 3]>,
    /// Squares of four cells, walls left out, that must not be full of boxes (at most one is no goal).
    pub squares: Vec<Vec<u16>>,
    /// After a push (by its place in [`Relaxed::moves`]) with other boxes on these cells, so much is
    /// wasted at least from then on; [`DEAD`] for a deadlock.
    pub after: Vec<(usize, Vec<u16>, u8)>,
}

impl Deadlocks {
    pub fn new(board: &Board, relaxed: &Relaxed, bound: Option<&Bound>, live: &[bool]) -> Deadlocks {
        let mut known = Deadlocks { squares: squares(board, live), ..Deadlocks::default() };
        let Some(bound) = bound else { return known };
        if let Some(pairs) = Patterns::<2>::new(board, relaxed, bound, live) {
            known.pairs(relaxed, bound, &pairs);
            if let Some(triples) = Patterns::<3>::new(board, relaxed, bound, live) {
                known.triples(relaxed, &pairs, &triples);
            }
        }
        known
    }

    fn pairs(&mut self, relaxed: &Relaxed, bound: &Bound, table: &Patterns<2>) {
        patterns::choose(&table.cells, &mut Vec::new(), &mut |boxes: [u16; 2]| {
            if table.waste_anywhere(boxes) == DEAD {
                self.pairs.push(boxes);
            }
        });
        for (place, &(_, push, to)) in relaxed.moves.iter().enumerate() {
            let alone = bound.waste_after[to];
            if alone == NEVER || !table.has(push.to) || !table.has(push.from) {
                continue;
            }
            for &other in &table.cells {
                if [push.to, push.from, push.stand].contains(&other) || table.waste_anywhere([push.to, other]) == DEAD {
                    continue;
                }
                let waste = table.waste([push.to, other], push.from);
                if u32::from(waste) > alone {
                    self.after.push((place, vec![other], waste));
                }
            }
        }
    }

    fn triples(&mut self, relaxed: &Relaxed, pairs: &Patterns<2>, table: &Patterns<3>) {
        let some_pair_dead = |[a, b, c]: [u16; 3]| {
            [[a, b], [a, c], [b, c]].into_iter().any(|pair| pairs.waste_anywhere(pair) == DEAD)
        };
        patterns::choose(&table.cells, &mut Vec::new(), &mut |boxes: [u16; 3]| {
            if !some_pair_dead(boxes) && table.waste_anywhere(boxes) == DEAD {
                self.triples.push(boxes);
            }
        });
        if std::env::var("TRI").is_err() { return; }
        let tri: u8 = std::env::var("TRI").unwrap().parse().unwrap();
        for (place, &(_, push, _)) in relaxed.moves.iter().enumerate() {
            if !table.has(push.to) || !table.has(push.from) {
                continue;
            }
            patterns::choose(&table.cells, &mut Vec::new(), &mut |[a, b]: [u16; 2]| {
                let apart = ![push.to, push.from, push.stand].iter().any(|cell| *cell == a || *cell == b);
                if !apart || some_pair_dead([push.to, a, b]) || table.waste_anywhere([push.to, a, b]) == DEAD {
                    return;
                }
                let waste = table.waste([push.to, a, b], push.from);
                let known = pairs.waste([push.to, a], push.from).max(pairs.waste([push.to, b], push.from));
                if waste > known && (waste >= tri) {
                    self.after.push((place, vec![a, b], waste));
                }
            });
        }
    }
}

/// Squares of four cells, each a wall or one where a box may be, at least one of these no goal.
fn squares(board: &Board, live: &[bool]) -> Vec<Vec<u16>> {
    let mut squares = Vec::new();
    let mut add = |corners: [u16; 4]| {
        let cells: Vec<u16> = corners.into_iter().filter(|&cell| cell != NONE).collect();
        let possible = cells.iter().all(|&cell| live[usize::from(cell)]);
        let goals = cells.iter().all(|&cell| board.is_goal[usize::from(cell)]);
        // Fewer than three are pairs, which are dealt with.
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
