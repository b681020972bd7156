//! Boards of Hitori: the unshaded numbers differ in each row and column, and each shaded number occurs once more.

use jigsat_grid::Size;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

use super::rooms::near;
use crate::givens::pieces;

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
        let left = left(size, &numbers, shaded, cell);
        let twice = left.iter().filter(|&number| left.iter().filter(|other| *other == number).count() > 1);
        let twice: Vec<usize> = twice.copied().collect();
        let from = if twice.is_empty() { &left } else { &twice };
        numbers[cell] = from.choose(rng).copied().unwrap_or(numbers[cell]);
    }
    numbers
}

/// Shades random cells until no further one can be shaded: no two are adjacent, and the others stay connected. Then
/// every other solution of a board leaves some cell unshaded that is shaded here.
pub(super) fn shading(size: Size, rng: &mut ChaCha8Rng) -> Vec<bool> {
    let mut cells: Vec<usize> = (0..size.area()).collect();
    cells.shuffle(rng);
    let mut shaded = vec![false; size.area()];
    for cell in cells {
        if near(size, cell).all(|other| !shaded[other]) {
            shaded[cell] = true;
            shaded[cell] = is_connected(size, &shaded);
        }
    }
    shaded
}

/// Whether the unshaded cells are connected.
fn is_connected(size: Size, shaded: &[bool]) -> bool {
    let piece = pieces(size, |a, b| !shaded[a] && !shaded[b]);
    let mut unshaded = (0..size.area()).filter(|&cell| !shaded[cell]);
    unshaded.next().is_some_and(|first| unshaded.all(|cell| piece[cell] == piece[first]))
}

/// Changes the number of a shaded cell to one of an unshaded cell in its row or column, so that as few as possible of
/// these other shadings still fit; picks randomly among the best. False if there is no such number.
pub(super) fn renumber(
    size: Size,
    numbers: &mut [usize],
    shaded: &[bool],
    others: &[Vec<bool>],
    rng: &mut ChaCha8Rng,
) -> bool {
    let mut best: Vec<(usize, usize)> = Vec::new();
    let mut fewest = usize::MAX;
    for cell in (0..size.area()).filter(|&cell| shaded[cell]) {
        let own = numbers[cell];
        for value in left(size, numbers, shaded, cell).into_iter().filter(|&value| value != own) {
            numbers[cell] = value;
            let fit = others.iter().filter(|other| fits(size, numbers, other)).count();
            if fit < fewest {
                best.clear();
                fewest = fit;
            }
            if fit == fewest {
                best.push((cell, value));
            }
        }
        numbers[cell] = own;
    }
    let Some(&(cell, value)) = best.choose(rng) else { return false };
    numbers[cell] = value;
    true
}

/// Whether no number is unshaded twice in a row or a column.
fn fits(size: Size, numbers: &[usize], shaded: &[bool]) -> bool {
    let columns = usize::from(size.cols);
    let count = usize::from(size.rows).max(columns) + 1;
    let mut seen = vec![false; (usize::from(size.rows) + columns) * count];
    (0..size.area()).filter(|&cell| !shaded[cell]).all(|cell| {
        let lines = [cell / columns, usize::from(size.rows) + cell % columns];
        lines.into_iter().all(|line| !std::mem::replace(&mut seen[line * count + numbers[cell]], true))
    })
}

/// The unshaded numbers in the row and the column of a cell; those in both occur twice.
fn left(size: Size, numbers: &[usize], shaded: &[bool], cell: usize) -> Vec<usize> {
    let columns = usize::from(size.cols);
    let in_line = |other: &usize| other / columns == cell / columns || other % columns == cell % columns;
    let others = (0..size.area()).filter(|other| !shaded[*other] && in_line(other));
    others.map(|other| numbers[other]).collect()
}
