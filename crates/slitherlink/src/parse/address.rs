//! Addresses of puzz.link and pzpr: `https://puzz.link/p?slither/COLUMNS/ROWS/CELLS`. They are decoded, never fetched. The
//! cells are written as [`number4`] says; one with a question mark is empty, too.

use jigsat_grid::Size;
use jigsat_input::{
    ParseError, Part,
    pzpr::{Cursor, number4},
};

use super::refuse_full;
use crate::{MAX_SIDE, Slitherlink};

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
    let Some(start) = size_at(line.text()) else {
        return Err(line.unexpected("an address such as https://puzz.link/p?slither/6/6/…"));
    };
    let mut cursor = Cursor::new(line.from(start));
    cursor.skip_settings();
    refuse_full(cursor.clone().segment())?;
    let (rows, cols) = cursor.size(MAX_SIDE)?;
    let size = Size::new(rows, cols);
    let cells = number4::decode(&mut cursor, size.area())?;
    cursor.end()?;
    let clues = cells.into_iter().map(|cell| cell.number().map(|number| number as u8));
    Ok(Slitherlink::new(size, clues.collect()))
}
