//! Numbers of a Hitori: those that are left differ in each row and column, a shaded one is there once more.

use jigsat_grid::Size;
use rand::{
    Rng,
    seq::{IndexedRandom, SliceRandom},
};
use rand_chacha::ChaCha8Rng;

/// A number for each cell.
pub(super) fn numbers(size: Size, shaded: &[bool], rng: &mut ChaCha8Rng) -> Vec<usize> {
    let (rows, columns) = (usize::from(size.rows), usize::from(size.cols));
    let count = rows.max(columns);
    let mut by_lot = || {
        let mut all: Vec<usize> = (0..count).collect();
        all.shuffle(rng);
        all
    };
    let (of_row, of_column, symbols) = (by_lot(), by_lot(), by_lot());
    let mut numbers: Vec<usize> = (0..size.area())
        .map(|cell| symbols[(of_row[cell / columns] + of_column[cell % columns]) % count] + 1)
        .collect();
    for cell in (0..size.area()).filter(|&cell| shaded[cell]) {
        numbers[cell] = twice(size, &numbers, shaded, cell, rng);
    }
    numbers
}

/// A number that is left in the row and the column of a cell, or in one of them.
pub(super) fn twice(
    size: Size,
    numbers: &[usize],
    shaded: &[bool],
    cell: usize,
    rng: &mut ChaCha8Rng,
) -> usize {
    let columns = usize::from(size.cols);
    let left = |is_near: &dyn Fn(usize) -> bool| -> Vec<usize> {
        let others = (0..size.area()).filter(|&other| is_near(other) && !shaded[other]);
        others.map(|other| numbers[other]).collect()
    };
    let row = left(&|other| other / columns == cell / columns);
    let column = left(&|other| other % columns == cell % columns);
    let both: Vec<usize> = row.iter().copied().filter(|number| column.contains(number)).collect();
    let from = if both.is_empty() || rng.random_ratio(1, 5) { [row, column].concat() } else { both };
    from.choose(rng).copied().unwrap_or(numbers[cell])
}
