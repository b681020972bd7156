//! Height and width, then the numbers row by row: `0` or `-` is an empty cell.

use jigsat_grid::Size;
use jigsat_input::{ParseError, Reader, Source};

use super::{expected, number};
use crate::{Fillomino, MAX_SIDE};

/// Reads all boards of a text; stops after a malformed one, as the next one can't be located.
pub(super) fn parse(source: &Source) -> Vec<Result<Fillomino, ParseError>> {
    let mut reader = Reader::new(source);
    let mut all = Vec::new();
    loop {
        reader.skip_blanks();
        match reader.peek() {
            None => return all,
            Some('#') => {
                reader.rest_of_line();
            }
            Some(_) => {
                let board = board(&mut reader);
                let stop = board.is_err();
                all.push(board);
                if stop {
                    return all;
                }
            }
        }
    }
}

fn board(reader: &mut Reader<'_>) -> Result<Fillomino, ParseError> {
    let most = u64::from(MAX_SIDE);
    let rows = reader.integer("the height", 1..=most)? as u16;
    let cols = reader.integer("the width", 1..=most)? as u16;
    let size = Size::new(rows, cols);
    let mut givens = Vec::with_capacity(size.area());
    while givens.len() < size.area() {
        let Some(token) = reader.token() else {
            let found = format!("found {} cells", givens.len());
            return Err(reader.error(found).expecting(format!("{} for a board of {size}", size.area())));
        };
        let Some(given) = number(token.text, false) else {
            return Err(reader.unexpected(token).expecting(expected(false)));
        };
        givens.push(given);
    }
    Ok(Fillomino::new(size, givens))
}
