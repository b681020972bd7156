//! Numbers with arrows: `3,2` is a 2 whose arrow points left; directions are up, down, left, right, from 1.

use jigsat_input::{ParseError, pzpr::Saved};

use crate::{
    Givens,
    page::{Part, SIGNS},
};

pub(super) fn decode(part: &Part, lines: &mut Saved<'_>, givens: &mut Givens) -> Result<(), ParseError> {
    let (rows, columns) = (usize::from(givens.size.rows), usize::from(givens.size.cols));
    for (cell, (position, word)) in lines.table(rows, columns)?.into_iter().enumerate() {
        if word == "." {
            continue;
        }
        let parts = word
            .split_once(',')
            .and_then(|(direction, number)| Some((direction.parse::<usize>().ok()?, number)));
        let Some((direction, number)) = parts.filter(|&(direction, _)| direction <= 4) else {
            return Err(lines.unexpected(position, word).expecting("a direction and a number, such as 3,2"));
        };
        if let Ok(number) = number.parse::<u32>() {
            givens.set(&part.args[0], vec![cell], number.to_string(), position);
        }
        if let Some(direction) = direction.checked_sub(1) {
            givens.set(&part.args[direction + 1], vec![cell], SIGNS[direction], position);
        }
    }
    Ok(())
}

pub(super) fn encode(part: &Part, givens: &Givens, lines: &mut Vec<String>) {
    let columns = usize::from(givens.size.cols);
    let word = |cell: usize| {
        let direction = (1..5).find(|&at| givens.get(&part.args[at], &[cell]).is_some()).unwrap_or(0);
        match (givens.get(&part.args[0], &[cell]), direction) {
            (None, 0) => ".".to_owned(),
            (number, direction) => format!("{direction},{}", number.unwrap_or("-")),
        }
    };
    for row in 0..usize::from(givens.size.rows) {
        lines.push((0..columns).map(|column| word(row * columns + column) + " ").collect());
    }
}
