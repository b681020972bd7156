//! Black cells with sums to the right and below: `7,16`; those of the first row and column have only one of the two.

use jigsat_input::{ParseError, pzpr::Saved};

use crate::{Givens, page::Part};

pub(super) fn decode(part: &Part, lines: &mut Saved<'_>, givens: &mut Givens) -> Result<(), ParseError> {
    let [wall, below, right] = &part.args[..] else { return Ok(()) };
    let (rows, columns) = (usize::from(givens.size.rows), usize::from(givens.size.cols));
    for (cell, (position, word)) in lines.table(rows, columns)?.into_iter().enumerate() {
        if word == "." {
            continue;
        }
        let sums = match (cell / columns, cell % columns) {
            (0, _) => ("0", word),
            (_, 0) => (word, "0"),
            _ => word.split_once(',').unwrap_or((word, "0")),
        };
        let mut is_wall = true;
        for (layer, sum) in [(right, sums.0), (below, sums.1)] {
            let sum: Result<u32, _> = sum.parse();
            let sum =
                sum.map_err(|_| lines.unexpected(position, word).expecting("a sum, or two with a comma"))?;
            if sum > 0 {
                givens.set(layer, vec![cell], sum.to_string(), position);
                is_wall = false;
            }
        }
        if is_wall {
            givens.set(wall, vec![cell], "#", position);
        }
    }
    Ok(())
}

/// `None` if the first row or column has a white cell, or a cell has a sum without a run behind it.
pub(super) fn encode(part: &Part, givens: &Givens, lines: &mut Vec<String>) -> Option<()> {
    let [wall, below, right] = &part.args[..] else { return None };
    let columns = usize::from(givens.size.cols);
    let is_outer = |cell: usize| cell < columns || cell.is_multiple_of(columns);
    let has_place = |cell: usize| {
        let has = |layer: &str| givens.get(layer, &[cell]).is_some();
        has(wall)
            || cell < columns && has(below) && !has(right)
            || cell >= columns && has(right) && !has(below)
    };
    if !(0..givens.size.area()).filter(|&cell| is_outer(cell)).all(has_place) {
        return None;
    }
    let word = |cell: usize| {
        let sum = |layer: &str| givens.get(layer, &[cell]);
        let is_black = [wall, below, right].iter().any(|layer| sum(layer).is_some());
        let (right, below) = (sum(right).unwrap_or("0"), sum(below).unwrap_or("0"));
        match (cell / columns, cell % columns) {
            _ if !is_black => ".".to_owned(),
            (0, _) => below.to_owned(),
            (_, 0) => right.to_owned(),
            _ => format!("{right},{below}"),
        }
    };
    for row in 0..usize::from(givens.size.rows) {
        lines.push((0..columns).map(|column| word(row * columns + column) + " ").collect());
    }
    Some(())
}
