//! Lines between equal numbers: they cross random borders, as long as they don't branch, close or touch themselves. They
//! are drawn again where a line could take another way over empty cells.

use jigsat_cnf::rarely;
use jigsat_grid::Size;
use jigsat_solve::Limits;
use rand::{
    Rng,
    seq::{IndexedRandom, SliceRandom},
};
use rand_chacha::ChaCha8Rng;

use super::rooms::near;
use crate::{
    Givens,
    givens::{edge, ends, pieces},
};

/// Maximum number of changes for each cell of the board.
const CHANGES: usize = 20;

/// The two ends of each line, and the borders that lines cross. Once a limit is reached, they are not drawn again.
pub(super) fn paths(size: Size, rng: &mut ChaCha8Rng, limits: &Limits) -> (Vec<[usize; 2]>, Vec<bool>) {
    let mut order: Vec<usize> = (0..Givens::new(size).border_count()).collect();
    order.shuffle(rng);
    let mut passed = drawn(size, &order);
    let mut open = loose(size, &passed);
    for _ in 0..CHANGES * size.area() {
        let Some(&at) = open.choose(rng).filter(|_| limits.reached().is_none()) else { break };
        let reach = rng.random_range(1..=2);
        let is_near = |edge: &usize| {
            let (cell, at) = (size.cell(ends(size, *edge)[0]), size.cell(at));
            cell.row.abs_diff(at.row).max(cell.col.abs_diff(at.col)) <= reach
        };
        order.shuffle(rng);
        rarely::sort_by_key(&mut order, |edge| if is_near(edge) { 1 } else { 2 * u8::from(!passed[*edge]) });
        let changed = drawn(size, &order);
        let fewer = loose(size, &changed);
        if fewer.len() <= open.len() {
            (passed, open) = (changed, fewer);
        }
    }
    let line = pieces(size, |a, b| joined(size, &passed, a, b));
    let is_end =
        |cell: &usize| near(size, *cell).filter(|&other| joined(size, &passed, *cell, other)).count() == 1;
    let ends = (0..size.area()).filter(|&cell| line[cell] == cell).filter_map(|first| {
        let mut ends = (0..size.area()).filter(|&cell| line[cell] == first).filter(is_end);
        Some([ends.next()?, ends.next()?])
    });
    (ends.collect(), passed)
}

/// The borders that lines cross, if they are tried in this order; lines of two cells are left out.
fn drawn(size: Size, order: &[usize]) -> Vec<bool> {
    let mut line: Vec<usize> = (0..size.area()).collect();
    let mut degree = vec![0; size.area()];
    let mut passed = vec![false; order.len()];
    for &edge in order {
        let [a, b] = ends(size, edge);
        // Cells of the two lines that are side by side, except these.
        let touches = || {
            (0..size.area())
                .filter(|&cell| line[cell] == line[a])
                .any(|cell| near(size, cell).any(|other| line[other] == line[b] && (cell, other) != (a, b)))
        };
        if line[a] != line[b] && degree[a] < 2 && degree[b] < 2 && !touches() {
            passed[edge] = true;
            degree[a] += 1;
            degree[b] += 1;
            let (from, to) = (line[b], line[a]);
            line.iter_mut().filter(|line| **line == from).for_each(|line| *line = to);
        }
    }
    for (edge, passed) in passed.iter_mut().enumerate() {
        *passed &= ends(size, edge).into_iter().any(|cell| degree[cell] == 2);
    }
    passed
}

/// Empty cells over which a line could go instead of around a corner, or straight on.
fn loose(size: Size, passed: &[bool]) -> Vec<usize> {
    let columns = usize::from(size.cols);
    let is_empty: Vec<bool> = (0..size.area())
        .map(|cell| near(size, cell).all(|other| !joined(size, passed, cell, other)))
        .collect();
    let corners = (0..size.area().saturating_sub(columns)).filter(|cell| cell % columns + 1 < columns);
    let blocks = corners.map(|cell| [cell, cell + 1, cell + columns + 1, cell + columns]);
    let turned = blocks.flat_map(|ring| (0..4).map(move |turn| [0, 1, 2, 3].map(|at| ring[(at + turn) % 4])));
    let is_loose = |[a, b, c, d]: &[usize; 4]| {
        is_empty[*d] && joined(size, passed, *a, *b) && (is_empty[*c] || joined(size, passed, *b, *c))
    };
    turned.filter(is_loose).map(|[.., empty]| empty).collect()
}

/// Whether a line crosses the border between two neighbours.
fn joined(size: Size, passed: &[bool], a: usize, b: usize) -> bool {
    passed[edge(size, a.min(b), a.max(b))]
}
