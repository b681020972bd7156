//! Numbers with gaps: a hexadecimal digit is a number below 16, `-xx`, `+xxx`, `=xxx` and `%xxx` are larger ones (from
//! 0, 0, 4096 and 8192 on), a letter from g to z means 1 to 20 places without a number, and `.` an unknown one.

use jigsat_input::ParseError;

use super::cursor::Cursor;

/// The content of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Item {
    Nothing,
    Number(u32),
    Unknown,
}

/// Reads this many places, described by `what` in errors.
pub(super) fn decode(cursor: &mut Cursor<'_>, places: usize, what: &str) -> Result<Vec<Item>, ParseError> {
    let mut items = Vec::with_capacity(places);
    while items.len() < places {
        let Some(char) = cursor.next_char().filter(|char| *char != '/') else {
            return Err(cursor.too_short(items.len(), places, what));
        };
        let (digits, from) = match char {
            '0'..='9' | 'a'..='f' => {
                items.push(Item::Number(char.to_digit(16).unwrap_or_default()));
                continue;
            }
            '.' => {
                items.push(Item::Unknown);
                continue;
            }
            'g'..='z' => {
                let gap = char as usize - 'f' as usize;
                items.extend(std::iter::repeat_n(Item::Nothing, gap.min(places - items.len())));
                continue;
            }
            '-' => (2, 0),
            '+' => (3, 0),
            '=' => (3, 4096),
            '%' => (3, 8192),
            _ => return Err(cursor.error_before().expecting(EXPECTED)),
        };
        items.push(Item::Number(cursor.hexadecimal(digits)? + from));
    }
    Ok(items)
}

const EXPECTED: &str = "a hexadecimal digit, a letter from g to z, '.', or '-', '+', '=' or '%' with digits";

/// Writes the items, including those after the last number.
pub(super) fn encode(items: &[Item], text: &mut String) -> Result<(), String> {
    let mut gap = 0;
    let flush = |gap: &mut usize, text: &mut String| {
        while *gap > 0 {
            let now = (*gap).min(20);
            text.push((b'f' + now as u8) as char);
            *gap -= now;
        }
    };
    for item in items {
        if *item != Item::Nothing {
            flush(&mut gap, text);
        }
        match *item {
            Item::Nothing => gap += 1,
            Item::Unknown => text.push('.'),
            Item::Number(number @ 0..=15) => text.push_str(&format!("{number:x}")),
            Item::Number(number @ 16..=255) => text.push_str(&format!("-{number:02x}")),
            Item::Number(number @ 256..=4095) => text.push_str(&format!("+{number:03x}")),
            Item::Number(number @ 4096..=8191) => text.push_str(&format!("={:03x}", number - 4096)),
            Item::Number(number @ 8192..=12287) => text.push_str(&format!("%{:03x}", number - 8192)),
            Item::Number(number) => return Err(format!("an address has no number {number}")),
        }
    }
    flush(&mut gap, text);
    Ok(())
}
