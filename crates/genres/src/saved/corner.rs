//! A board with numbers above and before it, from its corner: `corner(number, shade)`; if cells have givens,
//! `corner(number, part, unknown)`.

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
    let inside = page.given(&part.args[1]);
    let mut shaded = vec![OPEN; rows * columns];
    for (place, (position, word)) in lines.table(rows + 1, columns + 1)?.into_iter().enumerate() {
        if word == "." {
            continue;
        }
        let cell = cell(place, columns);
        match (line(place, columns), cell, inside.map(|given| &given.what)) {
            (Some(line), ..) => {
                let number: Option<u32> = word.parse().ok();
                let number = number.ok_or_else(|| lines.unexpected(position, word).expecting("a number"))?;
                givens.set(&part.args[0], vec![line], number.to_string(), position);
            }
            (None, Some(cell), None) => shaded[cell] = shade(word),
            (None, Some(cell), Some(What::Symbol(names))) => {
                let unknown = part.args.get(2).and_then(|name| page.given(name));
                let name = word.parse::<usize>().ok().and_then(|number| names.get(number));
                match (name, unknown) {
                    (Some(name), _) => givens.set(&part.args[1], vec![cell], name.clone(), position),
                    (None, Some(unknown)) if word == "-" => {
                        givens.set(&unknown.name, vec![cell], "?", position);
                    }
                    _ => {
                        return Err(lines
                            .unexpected(position, word)
                            .expecting("what such a board has in a cell"));
                    }
                }
            }
            _ => {}
        }
    }
    if inside.is_none() {
        answer.insert(part.args[1].clone(), shaded);
    }
    Ok(())
}

/// The line of a number around the board.
fn line(place: usize, columns: usize) -> Option<usize> {
    let (row, column) = (place / (columns + 1), place % (columns + 1));
    match (row, column) {
        (0, 0) => None,
        (0, column) => Some(column - 1),
        (row, 0) => Some(columns + row - 1),
        _ => None,
    }
}

fn cell(place: usize, columns: usize) -> Option<usize> {
    let (row, column) = ((place / (columns + 1)).checked_sub(1)?, (place % (columns + 1)).checked_sub(1)?);
    Some(row * columns + column)
}

pub(super) fn encode(page: &Page, part: &Part, givens: &Givens, answer: &Answer, lines: &mut Vec<String>) {
    let (rows, columns) = (usize::from(givens.size.rows), usize::from(givens.size.cols));
    let inside = page.given(&part.args[1]);
    let word = |place: usize| -> String {
        let number = line(place, columns).and_then(|line| givens.get(&part.args[0], &[line]));
        let Some(cell) = cell(place, columns) else { return number.unwrap_or(".").to_owned() };
        if let Some(What::Symbol(names)) = inside.map(|given| &given.what) {
            let value = givens.get(&part.args[1], &[cell]);
            let place = value.and_then(|value| names.iter().position(|name| name == value));
            let is_unknown = part.args.get(2).is_some_and(|name| givens.get(name, &[cell]).is_some());
            place.map_or(if is_unknown { "-" } else { "." }.to_owned(), |place| place.to_string())
        } else {
            let is_shaded = answer.get(&part.args[1]).is_some_and(|values| values.get(cell) == Some(&1));
            if is_shaded { "#" } else { "." }.to_owned()
        }
    };
    for row in 0..=rows {
        lines.push((0..=columns).map(|column| word(row * (columns + 1) + column) + " ").collect());
    }
}
