//! Addresses of puzz.link and pzpr: `https://puzz.link/p?slither/COLUMNS/ROWS/CELLS`. They are decoded, never fetched. The
//! cells are written as [`number4`] says; one with a question mark is empty, too.

use jigsat_grid::Size;
use jigsat_input::{
    ParseError, Part,
    pzpr::{Address, number4},
};

use super::{NAMES, refuse_full};
use crate::{MAX_SIDE, Slitherlink};

/// The address of a Slitherlink on a line.
fn read(line: Part<'_>) -> Option<Address<'_>> {
    Address::read(line).filter(|address| NAMES.contains(&address.kind()))
}

/// Whether a text is the address of a Slitherlink.
pub(super) fn is_one(text: &str) -> bool {
    read(Part::line("", 1, text)).is_some()
}

pub(super) fn parse(line: Part<'_>) -> Result<Slitherlink, ParseError> {
    let address =
        read(line).ok_or_else(|| line.unexpected("an address such as https://puzz.link/p?slither/6/6/…"))?;
    let mut cursor = address.board();
    cursor.skip_settings();
    refuse_full(cursor.clone().segment())?;
    let (rows, cols) = cursor.size(MAX_SIDE)?;
    let size = Size::new(rows, cols);
    let cells = number4::decode(&mut cursor, size.area())?;
    cursor.end()?;
    let clues = cells.into_iter().map(|cell| cell.number().map(|number| number as u8));
    Ok(Slitherlink::new(size, clues.collect()))
}
