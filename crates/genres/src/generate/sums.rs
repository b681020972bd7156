//! Sums of a Kakuro.

use super::NOWHERE;
use crate::{Board, Givens, Solution, Value};

/// Puts the sums of all runs into the black cells before them: to the right, below, and the word of a black cell without.
pub(super) fn sums(givens: &mut Givens, [right, below, wall]: [&str; 3], digits: &[&Value]) {
    let columns = usize::from(givens.size.cols);
    let value = |cell: usize| digits.get(cell).map(|value| value.count()).filter(|&digit| digit > 0);
    for layer in [right, below, wall] {
        givens.layers.remove(layer);
    }
    for cell in (0..givens.size.area()).filter(|&cell| value(cell).is_none()) {
        let row = (cell + 1..).take_while(|cell| cell % columns > 0).map_while(value);
        let column = (cell + columns..digits.len()).step_by(columns).map_while(value);
        let sums: [(&str, i64); 2] = [(right, row.sum()), (below, column.sum())];
        for (layer, sum) in sums.into_iter().filter(|(_, sum)| *sum > 0) {
            givens.set(layer, vec![cell], sum.to_string(), NOWHERE);
        }
        if sums.iter().all(|(_, sum)| *sum == 0) {
            givens.set(wall, vec![cell], "#", NOWHERE);
        }
    }
}

/// Gives a cell another digit.
pub(super) fn redraw(board: &Board, solution: &mut Solution, digit: &str, cell: usize, other: i64) -> bool {
    let Some(layer) = board.layers.iter().find(|layer| layer.name == digit) else { return false };
    let mut values: Vec<Value> = solution.flat(digit).into_iter().cloned().collect();
    let is_new = values[cell] != Value::Number(other) && values[cell] != Value::Unknown;
    values[cell] = Value::Number(other);
    solution.set(board, layer, &values);
    is_new
}
