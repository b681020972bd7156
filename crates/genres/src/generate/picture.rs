//! A random picture, and the runs of its lines.

use jigsat_grid::Size;
use rand::Rng;
use rand_chacha::ChaCha8Rng;

/// The shaded cells: random at first, then each like most of the cells around it.
pub(super) fn picture(size: Size, rng: &mut ChaCha8Rng) -> Vec<bool> {
    let drawn: Vec<bool> = (0..size.area()).map(|_| rng.random_bool(0.55)).collect();
    let smooth = |cell: usize| {
        let around = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
        let near = around.filter_map(|(down, right)| size.offset(size.cell(cell), down, right));
        let near: Vec<bool> = near.map(|near| drawn[size.index(near)]).collect();
        2 * near.iter().filter(|&&shaded| shaded).count() > near.len()
    };
    (0..size.area()).map(smooth).collect()
}

/// The lengths of the runs of each line, columns first.
pub(super) fn runs(size: Size, shaded: &[bool]) -> Vec<Vec<usize>> {
    let (rows, columns) = (usize::from(size.rows), usize::from(size.cols));
    let of = |line: Vec<bool>| -> Vec<usize> {
        line.split(|&shaded| !shaded).map(<[bool]>::len).filter(|&run| run > 0).collect()
    };
    let column = |column: usize| of((0..rows).map(|row| shaded[row * columns + column]).collect());
    let row = |row: usize| of(shaded[row * columns..(row + 1) * columns].to_vec());
    (0..columns).map(column).chain((0..rows).map(row)).collect()
}
