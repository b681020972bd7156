//! Galaxies: each grows around a star by pairs of opposite cells, until the board is full.

use jigsat_grid::Size;
use rand::{
    Rng,
    seq::{IndexedRandom, SliceRandom},
};
use rand_chacha::ChaCha8Rng;

use super::rooms::near;
use crate::Givens;

/// The points of the stars, rising, and for each cell the number of its star.
pub(super) fn galaxies(size: Size, rng: &mut ChaCha8Rng) -> (Vec<usize>, Vec<usize>) {
    let board = Givens::new(size);
    let (width, height) = board.dots();
    let columns = usize::from(size.cols);
    let opposite = |dot: usize, cell: usize| {
        let row = (dot / width).checked_sub(cell / columns).filter(|&row| row < usize::from(size.rows))?;
        let column = (dot % width).checked_sub(cell % columns).filter(|&column| column < columns)?;
        Some(row * columns + column)
    };
    let mut star_of: Vec<Option<usize>> = vec![None; size.area()];
    let mut dots: Vec<usize> = (0..width * height).collect();
    dots.shuffle(rng);
    // Middles of cells come last: they fill the cells left over.
    let is_middle = |dot: usize| board.beside(dot).len() == 1;
    let (middles, others): (Vec<usize>, Vec<usize>) =
        dots.into_iter().partition(|&dot| is_middle(dot) && rng.random_bool(0.7));
    for dot in others.into_iter().chain(middles).chain((0..width * height).filter(|&dot| is_middle(dot))) {
        let begun = board.beside(dot);
        if begun.iter().any(|&cell| star_of[cell].is_some()) {
            continue;
        }
        let mut own = begun;
        for &cell in &own {
            star_of[cell] = Some(dot);
        }
        let wanted = rng.random_range(2..=14);
        while own.len() < wanted {
            let is_free = |cell: usize| star_of[cell].is_none();
            let pairs: Vec<(usize, usize)> = own
                .iter()
                .flat_map(|&cell| near(size, cell))
                .filter_map(|cell| Some((cell, opposite(dot, cell)?)))
                .filter(|&(cell, other)| is_free(cell) && is_free(other))
                .collect();
            let Some(&(cell, other)) = pairs.choose(rng) else { break };
            for cell in [cell, other] {
                star_of[cell] = Some(dot);
                own.push(cell);
            }
        }
    }
    let mut stars: Vec<usize> = star_of.iter().copied().flatten().collect();
    stars.sort_unstable();
    stars.dedup();
    let number =
        |star: &Option<usize>| stars.iter().position(|other| Some(*other) == *star).unwrap_or_default();
    let numbers = star_of.iter().map(number).collect();
    (stars, numbers)
}
