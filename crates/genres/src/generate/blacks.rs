//! Black cells of a Kakuro: the first row and column, and random others; runs of white cells are two to nine cells
//! long.

use jigsat_grid::Size;
use rand::Rng;
use rand_chacha::ChaCha8Rng;

/// The black cells.
pub(super) fn blacks(size: Size, rng: &mut ChaCha8Rng) -> Vec<usize> {
    closed(size, (0..size.area()).filter(|_| rng.random_ratio(1, 5)))
}

/// These cells, and those that must then be black: runs that are too long are cut, those that are too short are filled.
pub(super) fn closed(size: Size, black: impl Iterator<Item = usize>) -> Vec<usize> {
    let (rows, columns) = (usize::from(size.rows), usize::from(size.cols));
    let mut is_black: Vec<bool> =
        (0..size.area()).map(|cell| cell < columns || cell % columns == 0).collect();
    for cell in black {
        is_black[cell] = true;
    }
    loop {
        let lines = (0..rows)
            .map(|row| (0..columns).map(|column| row * columns + column).collect::<Vec<usize>>())
            .chain((0..columns).map(|column| (0..rows).map(|row| row * columns + column).collect()));
        let mut changed = false;
        for line in lines.collect::<Vec<_>>() {
            for run in line.split(|&cell| is_black[cell]).map(<[usize]>::to_vec).collect::<Vec<_>>() {
                if run.len() == 1 || run.len() > 9 {
                    is_black[run[run.len() / 2]] = true;
                    changed = true;
                }
            }
        }
        if !changed {
            return (0..size.area()).filter(|&cell| is_black[cell]).collect();
        }
    }
}
