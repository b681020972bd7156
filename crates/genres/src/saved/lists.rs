//! Cells with lists of numbers, or shaded: `lists(clue, unknown, shade)`; `3,-,1` is a list with an unknown second
//! number.

use jigsat_input::{ParseError, pzpr::Saved};

use super::{Answer, OPEN, shade};
use crate::{
    Givens, Page,
    page::{Part, What},
};

pub(super) fn decode(
    page: &Page,
    part: &Part,
    lines: &mut Saved<'_>,
    givens: &mut Givens,
    answer: &mut Answer,
) -> Result<(), ParseError> {
    let (rows, columns) = (usize::from(givens.size.rows), usize::from(givens.size.cols));
    let mut shaded = vec![OPEN; rows * columns];
    for (cell, (position, word)) in lines.table(rows, columns)?.into_iter().enumerate() {
        match word {
            "." | "+" | "#" => shaded[cell] = shade(word),
            list => {
                for (place, item) in list.split(',').enumerate() {
                    let layer = if item == "-" { &part.args[1] } else { &part.args[0] };
                    let value = page.given(layer).and_then(|given| match &given.what {
                        What::Word(word) => Some(word.clone()),
                        what => what.value(item),
                    });
                    let value = value.ok_or_else(|| {
                        lines.unexpected(position, word).expecting("numbers with commas, '#', '+' or '.'")
                    })?;
                    givens.set(layer, vec![cell, place], value, position);
                }
            }
        }
    }
    answer.insert(part.args[2].clone(), shaded);
    Ok(())
}

pub(super) fn encode(part: &Part, givens: &Givens, answer: &Answer, lines: &mut Vec<String>) {
    let columns = usize::from(givens.size.cols);
    let word = |cell: usize| {
        let list = givens.list(&part.args[..2].iter().map(String::as_str), cell);
        let is_shaded = answer.get(&part.args[2]).is_some_and(|values| values.get(cell) == Some(&1));
        match list.is_empty() {
            false => list.join(",").replace('?', "-"),
            true if is_shaded => "#".to_owned(),
            true => ".".to_owned(),
        }
    };
    for row in 0..usize::from(givens.size.rows) {
        lines.push((0..columns).map(|column| word(row * columns + column) + " ").collect());
    }
}
