//! Addresses of puzz.link and pzpr: `https://puzz.link/p?slither/COLUMNS/ROWS/CELLS`. They are decoded, never fetched.
//!
//! In the cells, a digit from 0 to 4 is a number, one from 5 to 9 is a number plus 5, with an empty cell after it, and
//! a letter from a to e a number from 0 with two empty cells; a letter from g to z means 1 to 20 empty cells, and `.` a
//! cell with a question mark, which is empty, too.

use jigsat_grid::Size;
use jigsat_input::ParseError;

use super::{Part, refuse_full};
use crate::Slitherlink;

/// The names of the genre, each before the size.
const NAMES: [&str; 2] = ["slither/", "slitherlink/"];

/// Where the size begins.
fn size_at(text: &str) -> Option<usize> {
    let after = |name: &&str| {
        let at = text.find(*name)?;
        let is_whole = !text[..at].ends_with(|char: char| char.is_alphanumeric());
        is_whole.then_some(at + name.len())
    };
    NAMES.iter().find_map(after).filter(|_| !text.contains(char::is_whitespace))
}

/// Whether a text begins like an address of a Slitherlink.
pub(super) fn is_one(text: &str) -> bool {
    size_at(text).is_some()
}

pub(super) fn parse(line: Part<'_>) -> Result<Slitherlink, ParseError> {
    let Some(start) = size_at(line.text) else {
        return Err(line.unexpected("an address such as https://puzz.link/p?slither/6/6/…"));
    };
    let mut at = start;
    let mut next = || {
        let begin = at.min(line.text.len());
        let length = line.text[begin..].split('/').next().unwrap_or_default().len();
        at = begin + length + 1;
        line.part(begin..begin + length)
    };
    let mut cols = next();
    // Flags such as `v:` may come before the size.
    if cols.text.ends_with(':') {
        cols = next();
    }
    refuse_full(cols)?;
    let (rows, cells) = (next(), next());
    let cols = cols.side("the number of columns")?;
    let size = Size::new(rows.side("the number of rows")?, cols);
    let mut clues: Vec<Option<u8>> = Vec::new();
    for (at, char) in cells.text.char_indices() {
        let (number, empty) = match char.to_digit(36) {
            Some(digit @ 0..=14) => (Some(Some((digit % 5) as u8)), digit / 5),
            Some(digit @ 16..=35) => (None, digit - 15),
            None if char == '.' => (None, 1),
            _ => {
                let expected = "a digit, a letter from a to e or g to z, or '.'";
                return Err(cells.part(at..at + char.len_utf8()).unexpected(expected));
            }
        };
        clues.extend(number);
        clues.resize(clues.len() + empty as usize, None);
        if clues.len() > size.area() {
            break;
        }
    }
    // The last character may include cells beyond the board.
    if clues.len() > size.area() && clues[size.area()..].iter().all(Option::is_none) {
        clues.truncate(size.area());
    }
    if clues.len() != size.area() {
        let found =
            cells.part(cells.text.len()..cells.text.len()).error(format!("found {} cells", clues.len()));
        let expected = format!("{} for a board of {} rows and {} columns", size.area(), size.rows, size.cols);
        return Err(found.expecting(expected));
    }
    Ok(Slitherlink::new(size, clues))
}
