//! A picture with the runs of its lines above and before it: `picture(clue, shade)`.

use jigsat_input::{ParseError, pzpr::Saved};

use super::{Answer, shade};
use crate::{Givens, page::Part};

pub(super) fn decode(
    part: &Part,
    lines: &mut Saved<'_>,
    givens: &mut Givens,
    answer: &mut Answer,
) -> Result<(), ParseError> {
    let (rows, columns) = (usize::from(givens.size.rows), usize::from(givens.size.cols));
    let area = rows * columns;
    let (above, before) = (rows.div_ceil(2), columns.div_ceil(2));
    let width = before + columns;
    let words = lines.table(above + rows, width)?;
    let layer = &part.args[0];
    let mut list = |line: usize, places: &mut dyn Iterator<Item = usize>| {
        let numbers = places.map(|place| words[place]).filter(|(_, word)| *word != ".");
        for (place, (position, word)) in numbers.enumerate() {
            givens.set(layer, vec![line, place], word, position);
        }
    };
    for column in 0..columns {
        list(column, &mut (0..above).map(|row| row * width + before + column));
    }
    for row in 0..rows {
        list(columns + row, &mut (0..before).map(|column| (above + row) * width + column));
    }
    let shaded = (0..area).map(|cell| {
        let (row, column) = (cell / columns, cell % columns);
        shade(words[(above + row) * width + before + column].1)
    });
    answer.insert(part.args[1].clone(), shaded.collect());
    Ok(())
}

pub(super) fn encode(part: &Part, givens: &Givens, answer: &Answer, lines: &mut Vec<String>) {
    let (rows, columns) = (usize::from(givens.size.rows), usize::from(givens.size.cols));
    let is_shaded =
        |place: usize| answer.get(&part.args[1]).is_some_and(|values| values.get(place) == Some(&1));
    let (above, before) = (rows.div_ceil(2), columns.div_ceil(2));
    let list = |line: usize| -> Vec<&str> {
        (0..).map_while(|place| givens.get(&part.args[0], &[line, place])).collect()
    };
    let at_end = |line: usize, place: usize, height: usize| {
        let list = list(line);
        (place + list.len()).checked_sub(height).map_or(".", |at| list[at]).to_owned()
    };
    let width = before + columns;
    let word = |place: usize| match (place / width, place % width) {
        (row, column) if row < above && column < before => ".".into(),
        (row, column) if row < above => at_end(column - before, row, above),
        (row, column) if column < before => at_end(columns + row - above, column, before),
        (row, column) => if is_shaded((row - above) * columns + column - before) { "#" } else { "." }.into(),
    };
    for row in 0..above + rows {
        lines.push((0..width).map(|column| word(row * width + column) + " ").collect());
    }
}
