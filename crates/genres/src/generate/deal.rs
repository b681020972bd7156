//! A set of dominoes, dealt onto a board.

use jigsat_grid::Size;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::rooms;
use crate::givens::ends;

/// The largest number of the set that covers a board: from 0 to n, it has dominoes for n + 1 times n + 2 cells.
pub(super) fn largest(size: Size) -> Option<usize> {
    let (less, more) = (size.rows.min(size.cols), size.rows.max(size.cols));
    (more == less + 1).then(|| usize::from(less) - 1)
}

/// The number of each cell, and for each border whether it separates two dominoes. The board has room for a set.
pub(super) fn deal(size: Size, borders: usize, rng: &mut ChaCha8Rng) -> (Vec<usize>, Vec<bool>) {
    let dominoes = rooms::dominoes(size, rng);
    let most = largest(size).unwrap_or_default();
    let mut set: Vec<[usize; 2]> =
        (0..=most).flat_map(|low| (low..=most).map(move |high| [low, high])).collect();
    set.iter_mut().for_each(|domino| domino.shuffle(rng));
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
