//! The fleet to find: a letter behind two slashes.

use jigsat_input::{ParseError, pzpr::Cursor};

use crate::{Givens, Page};

/// The letters of fleets, starting with the fleet of 3.
pub(crate) const FLEETS: &str = "cde";

pub(super) fn decode(constant: &str, cursor: &mut Cursor<'_>, givens: &mut Givens) -> Result<(), ParseError> {
    cursor.skip_slash();
    cursor.skip_slash();
    let size = cursor.next_char().and_then(|char| FLEETS.find(char));
    let size = size.ok_or_else(|| cursor.unexpected("c, d or e: a fleet of 3, 4 or 5"))?;
    givens.numbers.insert(constant.to_owned(), size as i64 + 3);
    Ok(())
}

pub(super) fn encode(page: &Page, constant: &str, givens: &Givens, text: &mut String) -> Result<(), String> {
    let size = givens.number(page, constant);
    let place = usize::try_from(size - 3).ok();
    let letter = place.and_then(|place| FLEETS.chars().nth(place));
    text.push_str("//");
    text.push(letter.ok_or_else(|| format!("an address has no fleet of {size}"))?);
    Ok(())
}
