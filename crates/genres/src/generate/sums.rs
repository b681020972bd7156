//! Sums of a Kakuro.

use super::NOWHERE;
use crate::{Givens, Value};

/// Puts the sums of all runs into the black cells before them: right, below, and the word of a black cell without sums.
pub(super) fn sums(givens: &mut Givens, [right, below, wall]: &[String; 3], word: &str, digits: &[&Value]) {
    let columns = usize::from(givens.size.cols);
    let value = |cell: usize| digits.get(cell).map(|value| value.count()).filter(|&digit| digit > 0);
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
