//! Black cells of a Kakuro: the first row and column, and others that cut long runs; runs of white cells are two to nine
//! cells long, and all white cells are connected.

use jigsat_grid::Size;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::givens::pieces;

/// Runs of at most this many cells need no cut on large boards: longer ones have many sets of digits for a sum.
const SHORT: usize = 4;

/// The black cells.
pub(super) fn blacks(size: Size, rng: &mut ChaCha8Rng) -> Vec<usize> {
    let columns = usize::from(size.cols);
    let mut is_black: Vec<bool> =
        (0..size.area()).map(|cell| cell < columns || cell % columns == 0).collect();
    let mut order: Vec<usize> = (0..size.area()).filter(|&cell| !is_black[cell]).collect();
    order.shuffle(rng);
    let short = SHORT.min(usize::from(size.rows.min(size.cols)) / 2 + 1);
    for cell in order {
        let longest = runs(size, cell, &is_black).map(|run| run.len()).into_iter().max();
        if longest > Some(short) && may_be_black(size, &is_black, cell) {
            is_black[cell] = true;
        }
    }
    closed(size, is_black)
}

/// Whether a white cell may become black: no white cell is then alone in its row or column, or apart from the others.
pub(super) fn may_be_black(size: Size, is_black: &[bool], cell: usize) -> bool {
    let mut changed = is_black.to_vec();
    changed[cell] = true;
    let piece = pieces(size, |a, b| !changed[a] && !changed[b]);
    let white = || (0..size.area()).filter(|&cell| !changed[cell]);
    let first = white().next();
    let beside = super::rooms::near(size, cell).filter(|&beside| !changed[beside]);
    first.is_some_and(|first| white().all(|cell| piece[cell] == piece[first]))
        && beside.flat_map(|beside| runs(size, beside, &changed)).all(|run| run.len() > 1)
}

/// The runs of a white cell: in its row, and in its column.
pub(super) fn runs(size: Size, cell: usize, is_black: &[bool]) -> [Vec<usize>; 2] {
    let columns = usize::from(size.cols);
    let row = cell - cell % columns;
    let lines = [(row, row + columns, 1), (cell % columns, size.area(), columns)];
    lines.map(|(from, to, step)| {
        let before = (from..cell).step_by(step).rev().take_while(|&cell| !is_black[cell]);
        let after = (cell..to).step_by(step).take_while(|&cell| !is_black[cell]);
        before.chain(after).collect()
    })
}

/// These cells, and those that must then be black: runs that are too long are cut, those that are too short are filled.
fn closed(size: Size, mut is_black: Vec<bool>) -> Vec<usize> {
    let (rows, columns) = (usize::from(size.rows), usize::from(size.cols));
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
