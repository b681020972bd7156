//! Numbers from 0 to 4 with gaps: a digit from 0 to 4 is a number, one from 5 to 9 is a number plus 5, with one empty
//! place after it, and a letter from a to e a number from 0 with two; a letter from g to z means 1 to 20 empty places, and
//! `.` a place with a question mark.

use super::{Cursor, Item};
use crate::ParseError;

/// Reads this many cells. The last gap may be longer than what is left.
///
/// # Errors
///
/// An address that ends too early, and another character.
pub fn decode(cursor: &mut Cursor<'_>, cells: usize) -> Result<Vec<Item>, ParseError> {
    let mut items = Vec::new();
    while items.len() < cells {
        let Some(char) = cursor.next_char().filter(|char| *char != '/') else {
            return Err(cursor.too_short(items.len(), cells, "cells"));
        };
        let gap = match (char, char.to_digit(36)) {
            ('.', _) => {
                items.push(Item::Unknown);
                0
            }
            (_, Some(digit @ 0..=14)) => {
                items.push(Item::Number(digit % 5));
                digit / 5
            }
            (_, Some(digit @ 16..)) => digit - 15,
            _ => return Err(cursor.unexpected("a digit, a letter from a to e or g to z, or '.'")),
        };
        items.extend(std::iter::repeat_n(Item::Nothing, (gap as usize).min(cells - items.len())));
    }
    Ok(items)
}

/// Writes the items.
///
/// # Errors
///
/// A number above 4.
pub fn encode(items: &[Item]) -> Result<String, u32> {
    let mut text = String::new();
    let mut cell = 0;
    while let Some(item) = items.get(cell) {
        // A number includes up to two following empty places; a letter without a number means up to twenty.
        let (most, start, step) = match *item {
            Item::Unknown => {
                text.push('.');
                cell += 1;
                continue;
            }
            Item::Number(number @ ..5) => (2, number, 5),
            Item::Number(number) => return Err(number),
            Item::Nothing => (19, 16, 1),
        };
        let gap = items[cell + 1..].iter().take(most).take_while(|item| **item == Item::Nothing).count();
        text.extend(char::from_digit(start + step * gap as u32, 36));
        cell += 1 + gap;
    }
    Ok(text)
}
