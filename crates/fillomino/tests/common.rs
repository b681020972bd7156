//! Code that the tests of this crate share.

use std::{
    ops::Range,
    path::{Path, PathBuf},
};

use jigsat_fillomino::{Fillomino, Solution, Variant, check, check_so_far};
use jigsat_grid::Size;
use rand::{Rng, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

/// A file of `../shared/data/fillomino`, or `None`, with a message, if it does not exist.
pub fn shared(file: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/fillomino").join(file);
    if path.exists() {
        return Some(path);
    }
    println!("skipped: there is no {}", path.display());
    None
}

/// All solutions of a puzzle, filled in cell by cell and checked by the referee alone.
pub fn brute_force(puzzle: &Fillomino) -> Vec<Solution> {
    let mut found = Vec::new();
    fill(puzzle, &mut puzzle.givens.clone(), 0, &mut |_| {}, &mut found, usize::MAX);
    found
}

/// A random way to fill an empty board.
pub fn filling(size: Size, rng: &mut ChaCha8Rng) -> Solution {
    let blank = Fillomino::new(size, vec![0; size.area()]);
    let mut found = Vec::new();
    fill(&blank, &mut blank.givens.clone(), 0, &mut |numbers| numbers.shuffle(rng), &mut found, 1);
    found.swap_remove(0)
}

fn fill(
    puzzle: &Fillomino,
    numbers: &mut [u16],
    at: usize,
    order: &mut dyn FnMut(&mut [u16]),
    found: &mut Vec<Solution>,
    limit: usize,
) {
    if check_so_far(puzzle, &Solution::from_numbers(puzzle.size, numbers)).is_err() || found.len() >= limit {
        return;
    }
    let Some(cell) = (at..numbers.len()).find(|&cell| numbers[cell] == 0) else {
        let solution = Solution::from_numbers(puzzle.size, numbers);
        if check(puzzle, &solution).is_ok() {
            found.push(solution);
        }
        return;
    };
    let mut candidates: Vec<u16> = (1..=numbers.len() as u16).collect();
    order(&mut candidates);
    for number in candidates {
        numbers[cell] = number;
        fill(puzzle, numbers, cell + 1, order, found, limit);
    }
    numbers[cell] = 0;
}

/// Puzzles of a size with clues of some filling, occasionally a wrong one.
pub fn puzzles(size: Size, count: u64, share: Range<f64>) -> Vec<Fillomino> {
    let mut puzzles = Vec::new();
    for seed in 0..count {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let filling = filling(size, &mut rng);
        let share = rng.random_range(share.clone());
        let mut givens: Vec<u16> =
            filling.numbers().map(|number| if rng.random_bool(share) { number } else { 0 }).collect();
        if seed % 5 == 4 {
            let place = rng.random_range(0..givens.len());
            givens[place] = rng.random_range(1..=size.area() as u16 + 1);
        }
        let mut puzzle = Fillomino::new(size, givens);
        puzzle.variant = if rng.random_bool(0.3) { Variant::Basic } else { Variant::Challenging };
        puzzles.push(puzzle);
    }
    puzzles
}
