//! Game ids of Filling, from Simon Tatham's Portable Puzzle Collection: `COLUMNSxROWS:CELLS`.
//!
//! In the cells, a digit is a number, and a letter from a to z means 1 to 26 empty cells.

use jigsat_grid::Size;
use jigsat_input::{ParseError, quote};

use super::Line;
use crate::Fillomino;

/// Whether a text begins like such an id: `13x9:`, or `9:` for a square. An id with a random seed (`9x9#123`) counts,
/// too.
pub(super) fn is_one(text: &str) -> bool {
    let digits = text.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'x').count();
    digits > 0 && text.as_bytes()[0].is_ascii_digit() && text[digits..].starts_with([':', '#'])
}

pub(super) fn parse(line: Line<'_>) -> Result<Fillomino, ParseError> {
    let end = line.text.find([':', '#']).unwrap_or(line.text.len());
    if line.text[end..].starts_with('#') {
        let help = "an id with '#' is a random seed of that program; copy the id with ':' instead";
        return Err(line.error(end, "found '#'").expecting("':' and cells").with_help(help));
    }
    let sides = &line.text[..end];
    let (cols, rows, offset) = match sides.split_once('x') {
        Some((cols, rows)) => (cols, rows, cols.len() + 1),
        None => (sides, sides, 0),
    };
    let cols = line.side(0, cols, "the number of columns")?;
    let rows = line.side(offset, rows, "the number of rows")?;
    let mut givens: Vec<u16> = Vec::new();
    for (place, char) in line.text.char_indices().skip_while(|(place, _)| *place <= end) {
        match char {
            '1'..='9' => givens.push(char as u16 - '0' as u16),
            'a'..='z' => givens.resize(givens.len() + (char as usize - 'a' as usize + 1), 0),
            _ => {
                let found = format!("found {}", quote(&char.to_string()));
                return Err(line
                    .error(place, found)
                    .expecting("a digit from 1 to 9 or a letter from a to z"));
            }
        }
    }
    line.board(Size::new(rows, cols), givens)
}
