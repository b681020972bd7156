//! Addresses of puzz.link and pzpr: `https://puzz.link/p?fillomino/COLUMNS/ROWS/CELLS`. They are decoded, never fetched.
//! The cells are written as [`number16`] says; one with a question mark is empty, too.

use jigsat_grid::Size;
use jigsat_input::{
    ParseError, Part,
    pzpr::{Address, number16},
};

use crate::{Fillomino, MAX_NUMBER, MAX_SIDE};

/// The address of a Fillomino on a line.
fn read(line: Part<'_>) -> Option<Address<'_>> {
    Address::read(line).filter(|address| ["fillomino", "fillomino01"].contains(&address.kind()))
}

/// Whether a text is the address of a Fillomino.
pub(super) fn is_one(text: &str) -> bool {
    read(Part::line("", 1, text)).is_some()
}

pub(super) fn parse(line: Part<'_>) -> Result<Fillomino, ParseError> {
    let address = read(line)
        .ok_or_else(|| line.unexpected("an address such as https://puzz.link/p?fillomino/10/10/…"))?;
    let mut cursor = address.board();
    cursor.skip_settings();
    let (rows, cols) = cursor.size(MAX_SIDE)?;
    let size = Size::new(rows, cols);
    let cells = number16::decode(&mut cursor, size.area(), "cells", 1..=u32::from(MAX_NUMBER))?;
    cursor.end()?;
    let givens = cells.into_iter().map(|cell| cell.number().unwrap_or(0) as u16);
    Ok(Fillomino::new(size, givens.collect()))
}
