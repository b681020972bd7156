//! Lines between equal numbers: they cross random borders, as long as they don't branch, close or touch themselves.

use jigsat_grid::Size;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::rooms::near;
use crate::{Givens, givens::ends};

/// The two ends of each line, and the borders that lines cross.
pub(super) fn paths(size: Size, rng: &mut ChaCha8Rng) -> (Vec<[usize; 2]>, Vec<bool>) {
    let edges = Givens::new(size).border_count();
    let mut line: Vec<usize> = (0..size.area()).collect();
    let mut degree = vec![0; size.area()];
    let mut passed = vec![false; edges];
    let mut order: Vec<usize> = (0..edges).collect();
    order.shuffle(rng);
    for edge in order {
        let [a, b] = ends(size, edge);
        // Cells of the two lines that are side by side, except these.
        let touches = (0..size.area())
            .filter(|&cell| line[cell] == line[a])
            .any(|cell| near(size, cell).any(|other| line[other] == line[b] && (cell, other) != (a, b)));
        if line[a] != line[b] && degree[a] < 2 && degree[b] < 2 && !touches {
            passed[edge] = true;
            degree[a] += 1;
            degree[b] += 1;
            let (from, to) = (line[b], line[a]);
            line.iter_mut().filter(|line| **line == from).for_each(|line| *line = to);
        }
    }
    // Short lines are left out.
    let length = |of: usize| line.iter().filter(|&&line| line == of).count();
    let mut lines = Vec::new();
    for of in 0..size.area() {
        let cells: Vec<usize> = (0..size.area()).filter(|&cell| line[cell] == of).collect();
        let own: Vec<usize> = cells.iter().copied().filter(|&cell| degree[cell] == 1).collect();
        match own[..] {
            [one, other] if cells.len() > 2 => lines.push([one, other]),
            _ => {}
        }
    }
    for (edge, passed) in passed.iter_mut().enumerate() {
        *passed &= length(line[ends(size, edge)[0]]) > 2;
    }
    (lines, passed)
}
