//! Game ids of Filling, from Simon Tatham's Portable Puzzle Collection: `COLUMNSxROWS:CELLS`.
//!
//! In the cells, a digit is a number, and a letter from a to z means 1 to 26 empty cells.

use jigsat_grid::Size;
use jigsat_input::{ParseError, Part};

use crate::{Fillomino, MAX_SIDE};

/// Whether a text begins like such an id: `13x9:`, or `9:` for a square. An id with a random seed (`9x9#123`) counts,
/// too.
pub(super) fn is_one(text: &str) -> bool {
    let digits = text.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'x').count();
    digits > 0 && text.as_bytes()[0].is_ascii_digit() && text[digits..].starts_with([':', '#'])
}

pub(super) fn parse(line: Part<'_>) -> Result<Fillomino, ParseError> {
    let text = line.text();
    let end = text.find([':', '#']).unwrap_or(text.len());
    if text[end..].starts_with('#') {
        let help = "an id with '#' is a random seed of that program; copy the id with ':' instead";
        return Err(line.part(end..end + 1).unexpected("':' and cells").with_help(help));
    }
    let mut sides = line.part(0..end).split('x');
    let cols = sides.next().unwrap_or(line);
    let rows = sides.next().unwrap_or(cols);
    let cols = cols.number("the number of columns", 1..=MAX_SIDE)?;
    let size = Size::new(rows.number("the number of rows", 1..=MAX_SIDE)?, cols);
    let mut givens: Vec<u16> = Vec::new();
    for cell in line.from(end + 1).chars() {
        match cell.text().chars().next() {
            Some(char @ '1'..='9') => givens.push(char as u16 - '0' as u16),
            Some(char @ 'a'..='z') => givens.resize(givens.len() + (char as usize - 'a' as usize + 1), 0),
            _ => return Err(cell.unexpected("a digit from 1 to 9 or a letter from a to z")),
        }
    }
    if givens.len() != size.area() {
        let found = line.from(text.len()).error(format!("found {} cells", givens.len()));
        let expected = format!("{} for a board of {} rows and {} columns", size.area(), size.rows, size.cols);
        return Err(found.expecting(expected));
    }
    Ok(Fillomino::new(size, givens))
}
