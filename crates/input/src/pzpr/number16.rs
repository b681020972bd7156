//! Numbers with gaps: a hexadecimal digit is a number below 16, `-xx`, `+xxx`, `=xxx` and `%xxx` are larger ones (from
//! 0, 0, 4096 and 8192 on), a letter from g to z means 1 to 20 places without a number, and `.` an unknown one.

use std::{fmt::Write, ops::RangeInclusive};

use super::{Cursor, Item};
use crate::ParseError;

/// The largest number that can be written.
pub const LARGEST: u32 = 8192 + 0xfff;

const EXPECTED: &str = "a hexadecimal digit, a letter from g to z, '.', or '-', '+', '=' or '%' with digits";

/// Reads this many places, described by `what` in errors, with numbers of that range. The last gap may be longer than
/// what is left.
///
/// # Errors
///
/// An address that ends too early, another character, and a number out of the range.
pub fn decode(
    cursor: &mut Cursor<'_>,
    places: usize,
    what: &str,
    range: RangeInclusive<u32>,
) -> Result<Vec<Item>, ParseError> {
    let mut items = Vec::new();
    while items.len() < places {
        let Some(char) = cursor.next_char().filter(|char| *char != '/') else {
            return Err(cursor.too_short(items.len(), places, what));
        };
        let number = match char {
            '.' => {
                items.push(Item::Unknown);
                continue;
            }
            'g'..='z' => {
                let gap = char as usize - 'f' as usize;
                items.extend(std::iter::repeat_n(Item::Nothing, gap.min(places - items.len())));
                continue;
            }
            '-' => cursor.hexadecimal(2)?,
            '+' => cursor.hexadecimal(3)?,
            '=' => cursor.hexadecimal(3)? + 4096,
            '%' => cursor.hexadecimal(3)? + 8192,
            '0'..='9' | 'a'..='f' => char.to_digit(16).unwrap_or_default(),
            _ => return Err(cursor.unexpected(EXPECTED)),
        };
        if !range.contains(&number) {
            let expected = format!("a number from {} to {}", range.start(), range.end());
            return Err(cursor.error(format!("found the number {number}")).expecting(expected));
        }
        items.push(Item::Number(number));
    }
    Ok(items)
}

/// Writes the items, including those after the last number.
///
/// # Errors
///
/// A number above [`LARGEST`].
pub fn encode(items: impl IntoIterator<Item = Item>) -> Result<String, u32> {
    let mut text = String::new();
    let mut gap = 0;
    // The last item of all only ends the gap before it.
    for item in items.into_iter().map(Some).chain([None]) {
        if item == Some(Item::Nothing) && gap < 20 {
            gap += 1;
            continue;
        }
        text.extend((gap > 0).then(|| char::from(b'f' + gap)));
        gap = 0;
        let written = match item {
            Some(Item::Nothing) => {
                gap = 1;
                Ok(())
            }
            Some(Item::Unknown) => write!(text, "."),
            Some(Item::Number(number @ ..16)) => write!(text, "{number:x}"),
            Some(Item::Number(number @ 16..256)) => write!(text, "-{number:02x}"),
            Some(Item::Number(number @ 256..4096)) => write!(text, "+{number:03x}"),
            Some(Item::Number(number @ 4096..8192)) => write!(text, "={:03x}", number - 4096),
            Some(Item::Number(number @ 8192..=LARGEST)) => write!(text, "%{:03x}", number - 8192),
            Some(Item::Number(number)) => return Err(number),
            None => Ok(()),
        };
        debug_assert!(written.is_ok(), "text has room");
    }
    Ok(text)
}
