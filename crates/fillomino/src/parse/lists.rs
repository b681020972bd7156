//! Boards as lists of JSON, a list for each row: 0 or `null` is an empty cell.

use jigsat_grid::Size;
use jigsat_input::{
    ParseError, Source,
    lists::{Board, boards},
    quote,
};

use super::{expected, number};
use crate::{Fillomino, MAX_SIDE};

/// Reads all boards of a text.
pub(super) fn parse(source: &Source) -> Vec<Result<Fillomino, ParseError>> {
    match boards(source) {
        Ok(boards) => boards.iter().map(|rows| board(source, rows)).collect(),
        Err(error) => vec![Err(error)],
    }
}

fn board(source: &Source, rows: &Board) -> Result<Fillomino, ParseError> {
    let width = rows.first().map_or(0, Vec::len);
    let start = |row: usize| rows[row].first().map_or(source.start(), |item| item.position);
    let most = usize::from(MAX_SIDE);
    if !(1..=most).contains(&width) || rows.len() > most {
        let found = format!("found {} rows of {width} cells", rows.len());
        return Err(source.error(source.start(), found).expecting(format!("1 to {MAX_SIDE} of each")));
    }
    if let Some(row) = rows.iter().position(|row| row.len() != width) {
        let found = format!("found {} cells in row {}", rows[row].len(), row + 1);
        return Err(source.error(start(row), found).expecting(width.to_string()));
    }
    let given = |item: &jigsat_input::lists::Item| {
        number(&item.text, true).ok_or_else(|| {
            let error = source.error(item.position, format!("found {}", quote(&item.text)));
            error.expecting(format!("{} or null", expected(true)))
        })
    };
    let givens = rows.iter().flatten().map(given).collect::<Result<_, _>>()?;
    Ok(Fillomino::new(Size::new(rows.len() as u16, width as u16), givens))
}
