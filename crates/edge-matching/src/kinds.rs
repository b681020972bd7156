//! Pieces that look the same, possibly after a rotation, are of one kind: exchanging them makes no new solution.

use jigsat_cnf::rarely;
use std::collections::HashMap;

use jigsat_grid::Cell;

use crate::{EdgeMatching, Edges, Placement, Solution};

/// The kinds of a puzzle's pieces.
#[derive(Clone, Debug)]
pub struct Kinds {
    /// The kinds, in the order of their first pieces.
    pub all: Vec<Kind>,
    /// For each piece its kind, and the number of quarter turns after which the kind's first piece looks like it.
    pub of_piece: Vec<(usize, u8)>,
}

/// Pieces that look the same.
#[derive(Clone, Debug)]
pub struct Kind {
    /// The edges of its first piece.
    pub edges: Edges,
    /// Its pieces, from 0, rising.
    pub pieces: Vec<usize>,
    /// Number of quarter turns after which it looks the same again: 1, 2 or 4; 1 if pieces may not be turned.
    pub period: u8,
}

impl Kinds {
    /// Finds the kinds of a puzzle.
    #[must_use]
    pub fn of(puzzle: &EdgeMatching) -> Self {
        let mut all: Vec<Kind> = Vec::new();
        let mut of_piece = Vec::with_capacity(puzzle.pieces.len());
        let mut known: HashMap<Edges, (usize, u8)> = HashMap::new();
        for (piece, edges) in puzzle.pieces.iter().enumerate() {
            let period = if puzzle.rotate { period(*edges) } else { 1 };
            let (kind, turn) = *known.entry(*edges).or_insert((all.len(), 0));
            if kind == all.len() {
                for turn in 1..period {
                    let mut turned = *edges;
                    turned.rotate_right(usize::from(turn));
                    known.insert(turned, (kind, turn));
                }
                all.push(Kind { edges: *edges, pieces: Vec::new(), period });
            }
            all[kind].pieces.push(piece);
            of_piece.push((kind, turn));
        }
        Kinds { all, of_piece }
    }

    /// The solution in which each cell holds a piece of the given kind and rotation: the hinted piece if there is a
    /// hint, otherwise the first one left.
    #[must_use]
    pub fn assign(&self, puzzle: &EdgeMatching, board: &[(Cell, usize, u8)]) -> Solution {
        let mut free: Vec<Vec<usize>> = self.all.iter().map(|kind| kind.pieces.clone()).collect();
        for pieces in &mut free {
            pieces.retain(|&piece| puzzle.hints.iter().all(|hint| hint.piece != piece));
            pieces.reverse();
        }
        let mut board = board.to_vec();
        rarely::sort(&mut board);
        let mut placements = Vec::with_capacity(board.len());
        for (cell, kind, turn) in board {
            let hint = puzzle.hints.iter().find(|hint| hint.cell == cell);
            let hinted = hint.map(|hint| hint.piece).filter(|&piece| self.of_piece[piece].0 == kind);
            // If there are too many of a kind, the referee reports it.
            let piece = hinted.or_else(|| free[kind].pop()).unwrap_or(self.all[kind].pieces[0]);
            let period = self.all[kind].period;
            let (_, offset) = self.of_piece[piece];
            let own = (turn + 4 - offset) % period;
            let asked = hint.and_then(|hint| hint.rotation).filter(|asked| asked % period == own);
            placements.push(Placement {
                row: cell.row,
                col: cell.col,
                piece: piece + 1,
                rotation: asked.unwrap_or(own),
            });
        }
        Solution::new(placements)
    }
}

impl EdgeMatching {
    /// In how many ways its pieces can be exchanged and turned so that it looks the same and keeps the hints.
    #[must_use]
    pub fn labellings(&self, solution: &Solution) -> u128 {
        let kinds = Kinds::of(self);
        let hint = |piece: usize| self.hints.iter().find(|hint| hint.piece == piece);
        let mut ways: u128 = 1;
        let mut free: Vec<u128> = vec![0; kinds.all.len()];
        for (piece, &(kind, _)) in kinds.of_piece.iter().enumerate() {
            free[kind] += u128::from(hint(piece).is_none());
        }
        for placement in &solution.placements {
            let piece = placement.piece.wrapping_sub(1);
            let Some(&(kind, _)) = kinds.of_piece.get(piece) else { continue };
            let is_turned = hint(piece).is_some_and(|hint| hint.rotation.is_some());
            if self.rotate && !is_turned {
                ways = ways.saturating_mul(u128::from(4 / kinds.all[kind].period));
            }
            if hint(piece).is_none() {
                ways = ways.saturating_mul(free[kind]);
                free[kind] = free[kind].saturating_sub(1);
            }
        }
        ways
    }
}

/// The number of quarter turns after which a piece looks the same again.
fn period([right, up, left, down]: Edges) -> u8 {
    match (right == left && up == down, right == up) {
        (true, true) => 1,
        (true, false) => 2,
        (false, _) => 4,
    }
}
