//! A set of dominoes, dealt onto a board.

use jigsat_grid::Size;
use rand::{Rng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

use super::rooms;
use crate::givens::ends;

/// The number of each cell, and for each border whether it separates two dominoes. The board has one column
/// more than rows, or the other way round: the set from 0 to n has dominoes for n + 1 times n + 2 cells.
pub(super) fn deal(size: Size, borders: usize, rng: &mut ChaCha8Rng) -> (Vec<usize>, Vec<bool>) {
    let dominoes = rooms::dominoes(size, rng);
    let most = usize::from(size.rows.min(size.cols)) - 1;
    let mut set: Vec<[usize; 2]> =
        (0..=most).flat_map(|low| (low..=most).map(move |high| [low, high])).collect();
    for domino in &mut set {
        domino.shuffle(rng);
    }
    set.shuffle(rng);
    let mut numbers = vec![0; size.area()];
    let is_border: Vec<bool> =
        (0..borders).map(|border| ends(size, border)).map(|[a, b]| dominoes[a] != dominoes[b]).collect();
    let within = (0..borders).filter(|&border| !is_border[border]);
    for (border, domino) in within.zip(set) {
        for (cell, number) in ends(size, border).into_iter().zip(domino) {
            numbers[cell] = number;
        }
    }
    (numbers, is_border)
}

/// Swaps the domino over a cell with any other, or turns it round. `is_border` says for each border whether it separates two
/// dominoes.
pub(super) fn swap(size: Size, numbers: &mut [usize], is_border: &[bool], near: usize, rng: &mut ChaCha8Rng) {
    let within = (0..is_border.len()).filter(|&border| !is_border[border]);
    let dominoes: Vec<[usize; 2]> = within.map(|border| ends(size, border)).collect();
    let Some(&[a, b]) = dominoes.iter().find(|domino| domino.contains(&near)) else { return };
    let [c, d] = dominoes[rng.random_range(0..dominoes.len())];
    numbers.swap(a, c);
    numbers.swap(b, d);
    if rng.random_bool(0.5) {
        numbers.swap(a, b);
    }
}
