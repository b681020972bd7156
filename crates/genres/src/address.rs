//! Addresses of puzz.link and pzpr: `https://puzz.link/p?nurikabe/COLUMNS/ROWS/BOARD`. They are decoded, never fetched.
//!
//! The page says how a board is written: `address nurikabe: number16(number)`. The parts follow each other.

mod arrows;
mod bits;
mod codec;
mod dots;
mod fleet;
mod holes;
mod lists;
mod sums;

use jigsat_grid::Size;
use jigsat_input::{ParseError, Part, Source, pzpr::Address};

use crate::{Givens, Page, page, parse};
pub(crate) use fleet::FLEETS;

/// Maximum number of rows and columns of a board in an address, or saved by pzpr.
pub(crate) const MAX_SIDE: u16 = 200;

/// The genre of an address, if a text is one.
pub(crate) fn genre(text: &str) -> Option<&str> {
    Address::read(Part::line("", 1, text)).map(|address| address.kind())
}

/// Reads an address.
pub(crate) fn parse(page: &Page, source: &Source) -> Result<Givens, ParseError> {
    let Some((name, parts)) = &page.address else {
        return Err(ParseError::in_file(source.name(), format!("{} has no addresses", page.name)));
    };
    // It is on the only line that is not blank.
    let Some(address) = source.lines().find_map(Address::read) else {
        return Err(ParseError::in_file(source.name(), "found no address"));
    };
    if !parse::is_of(page, address.kind()) {
        return Err(page.other_genre(&address.name(), name));
    }
    let mut cursor = address.board();
    let first = cursor.clone().segment().text();
    let is_flag = |flag: Option<&String>| flag.is_some_and(|flag| flag == first);
    let flag = parts.iter().find(|part| part.name == "flag" && is_flag(part.args.get(1)));
    if flag.is_some() || parts.iter().any(|part| part.name == "style" && is_flag(part.args.first())) {
        cursor.segment();
    } else {
        cursor.skip_settings();
    }
    let (rows, columns) = cursor.size(MAX_SIDE)?;
    let outer = Page::outer(parts);
    let mut givens = Givens::new(Size::new(rows + outer, columns + outer));
    if let Some(constant) = flag.and_then(|flag| flag.args.first()) {
        givens.numbers.insert(constant.clone(), 1);
    }
    for part in parts {
        codec::decode(page, part, &mut cursor, &mut givens)?;
    }
    cursor.end()?;
    Ok(givens)
}

/// A board as an address.
pub(crate) fn write(page: &Page, givens: &Givens) -> Result<String, String> {
    let Some((name, parts)) = &page.address else { return Err(format!("{} has no addresses", page.name)) };
    let is_set = |part: &&page::Part| part.name == "flag" && givens.number(page, &part.args[0]) != 0;
    let flags: String = parts.iter().filter(is_set).map(|part| format!("{}/", part.args[1])).collect();
    let outer = Page::outer(parts);
    let (rows, columns) = (givens.size.rows - outer, givens.size.cols - outer);
    let mut text = format!("https://puzz.link/p?{name}/{flags}{columns}/{rows}/");
    if rows == 0 || columns == 0 {
        return Err("this board has no cells that an address says".into());
    }
    for part in parts {
        codec::encode(page, part, givens, &mut text)?;
    }
    Ok(text)
}
