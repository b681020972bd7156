//! A random loop: the border of a set of cells that grows from one cell.

use jigsat_grid::{Cell, Direction, Size};
use rand::{Rng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

use crate::Solution;

/// The share of cells that may have two neighbours in the set when they join it; the loop winds less because of them.
const WIDE: f64 = 0.1;

/// Draws a loop that winds all over the board. Cells join the set as long as both the set and its complement stay
/// connected, and no two parts of either touch at a corner alone: then the border is one loop.
pub(super) fn draw_loop(size: Size, rng: &mut ChaCha8Rng) -> Solution {
    let mut inside = vec![false; size.area()];
    inside[rng.random_range(0..size.area())] = true;
    let mut order: Vec<Cell> = size.cells().collect();
    let mut grows = true;
    while grows {
        grows = false;
        order.shuffle(rng);
        for &cell in &order {
            let beside = size.neighbours(cell).filter(|&other| inside[size.index(other)]).count();
            let is_thin = beside == 1 || beside == 2 && rng.random_bool(WIDE);
            if !inside[size.index(cell)] && is_thin && may_join(size, &inside, cell) {
                inside[size.index(cell)] = true;
                grows = true;
            }
        }
    }
    Solution::of(size, |edge| {
        Some(size.cells_beside(edge).filter(|&cell| inside[size.index(cell)]).count() == 1)
    })
}

/// Whether the places in the set among the eight around a cell are connected, those outside of it, too, and each of the
/// two parts includes one of the four that share an edge with the cell.
fn may_join(size: Size, inside: &[bool], cell: Cell) -> bool {
    let at = |(rows, cols)| size.offset(cell, rows, cols).is_some_and(|cell| inside[size.index(cell)]);
    let around: Vec<bool> = Direction::ALL
        .into_iter()
        .flat_map(|side| {
            let (along, next) = (side.delta(), side.clockwise().delta());
            [at(along), at((along.0 + next.0, along.1 + next.1))]
        })
        .collect();
    let changes = (0..8).filter(|&place| around[place] != around[(place + 1) % 8]).count();
    let mut sides = around.iter().step_by(2);
    changes == 2 && sides.clone().any(|&side| side) && sides.any(|&side| !side)
}
