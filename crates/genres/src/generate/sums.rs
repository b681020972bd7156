//! Sums of a Kakuro.

use jigsat_grid::Size;
use rand::{Rng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

use super::{NOWHERE, blacks};
use crate::{Givens, Value};

/// Puts the sums of all runs into the black cells before them: right, below, and the word of a black cell without sums.
pub(super) fn sums(givens: &mut Givens, [right, below, wall]: &[String; 3], word: &str, digits: &[&Value]) {
    let columns = usize::from(givens.size.cols);
    let value = |cell: usize| match digits.get(cell) {
        Some(&&Value::Number(digit)) => Some(digit),
        _ => None,
    };
    for layer in [right, below, wall] {
        givens.layers.remove(layer);
    }
    for cell in (0..givens.size.area()).filter(|&cell| value(cell).is_none()) {
        let row = (cell + 1..).take_while(|cell| cell % columns > 0).map_while(value);
        let column = (cell + columns..digits.len()).step_by(columns).map_while(value);
        let sums: [(&String, i64); 2] = [(right, row.sum()), (below, column.sum())];
        for (layer, sum) in sums.into_iter().filter(|(_, sum)| *sum > 0) {
            givens.set(layer, vec![cell], sum.to_string(), NOWHERE);
        }
        if sums.iter().all(|(_, sum)| *sum == 0) {
            givens.set(wall, vec![cell], word, NOWHERE);
        }
    }
}

/// Maximum number of different digits.
pub(super) const MOST: usize = 9;

/// How much freedom a cell has with this many possible digits: a hundred times the logarithm.
const FREEDOM: [u32; MOST + 1] = [0, 0, 69, 110, 139, 161, 179, 195, 208, 220];

/// Number of changes tried for each cell.
const CHANGES: usize = 50;

/// How much more freedom a change may give at first.
const SLACK: u32 = 100;

/// Changes some digits from 1 to `most`, so that the sums leave fewer digits for each cell; digits of a run stay different, and 0
/// stands for a black cell. What no different digits add up to counts as no freedom. A change that is a little worse is accepted,
/// less and less so (G. Dueck, T. Scheuer, *Threshold accepting*, Journal of Computational Physics 1990).
pub(super) fn rarer(size: Size, digits: &mut [usize], most: usize, changing: &[usize], rng: &mut ChaCha8Rng) {
    let is_black: Vec<bool> = digits.iter().map(|&digit| digit == 0).collect();
    let runs =
        |cell: usize| if is_black[cell] { [vec![], vec![]] } else { blacks::runs(size, cell, &is_black) };
    let runs: Vec<[Vec<usize>; 2]> = (0..digits.len()).map(runs).collect();
    let fitting = fitting(most);
    let freedom = |digits: &[usize], cell: usize| {
        let in_run = |run: &Vec<usize>| {
            let sum: usize = run.iter().map(|&cell| digits[cell]).sum();
            fitting.get(run.len()).and_then(|sums| sums.get(sum)).map_or(0, |&set| set)
        };
        let [row, column] = &runs[cell];
        FREEDOM[(in_run(row) & in_run(column)).count_ones() as usize]
    };
    let steps = (CHANGES * changing.len()) as u32;
    for step in (0..steps).rev() {
        let (Some(&cell), digit) = (changing.choose(rng), rng.random_range(1..=most)) else { return };
        let touched = || runs[cell].iter().flatten();
        if touched().any(|&other| digits[other] == digit) {
            continue;
        }
        let total = |digits: &[usize]| touched().map(|&cell| freedom(digits, cell)).sum::<u32>();
        let (own, before) = (digits[cell], total(digits));
        digits[cell] = digit;
        if total(digits) > before + rng.random_range(0..=SLACK * step / steps) {
            digits[cell] = own;
        }
    }
}

/// By the number of cells of a run and its sum: a bit for each digit that occurs in it with some others.
fn fitting(most: usize) -> [[u16; 46]; MOST + 1] {
    let mut fitting = [[0; 46]; MOST + 1];
    for set in 0..1_u16 << most {
        let sum: usize = (0..most).filter(|digit| set >> digit & 1 == 1).map(|digit| digit + 1).sum();
        fitting[set.count_ones() as usize][sum] |= set;
    }
    fitting
}
