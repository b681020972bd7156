//! Addresses of puzz.link and pzpr: `https://puzz.link/p?fillomino/COLUMNS/ROWS/CELLS`. They are decoded, never fetched.
//!
//! In the cells, a hexadecimal digit is a number below 16, `-xx`, `+xxx`, `=xxx` and `%xxx` are larger ones (from 0, 0,
//! 4096 and 8192 on), a letter from g to z means 1 to 20 empty cells, and `.` one with a question mark, which is empty,
//! too.

use jigsat_grid::Size;
use jigsat_input::{ParseError, quote};

use super::Line;
use crate::{Fillomino, MAX_NUMBER};

const NAME: &str = "fillomino/";

/// Whether a text begins like an address of a Fillomino.
pub(super) fn is_one(text: &str) -> bool {
    !text.contains(char::is_whitespace) && text.contains(NAME)
}

pub(super) fn parse(line: Line<'_>) -> Result<Fillomino, ParseError> {
    let Some(name) = line.text.find(NAME) else {
        return Err(line
            .error(0, format!("found {}", quote(line.text)))
            .expecting("an address such as https://puzz.link/p?fillomino/10/10/…"));
    };
    let mut offset = name + NAME.len();
    let mut next = || {
        let start = offset;
        let part = line.text[start..].split('/').next().unwrap_or_default();
        offset = (start + part.len() + 1).min(line.text.len());
        (start, part)
    };
    let mut cols = next();
    // Flags such as `v:` may come before the size.
    if cols.1.ends_with(':') {
        cols = next();
    }
    let rows = next();
    let cells = next();
    let cols = line.side(cols.0, cols.1, "the number of columns")?;
    let rows = line.side(rows.0, rows.1, "the number of rows")?;
    let size = Size::new(rows, cols);
    line.board(size, givens(line, cells.0, cells.1, size.area())?)
}

fn givens(line: Line<'_>, start: usize, text: &str, area: usize) -> Result<Vec<u16>, ParseError> {
    let mut givens: Vec<u16> = Vec::new();
    let mut at = 0;
    while let Some(char) = text[at..].chars().next() {
        let bad = || {
            let expected =
                "a hexadecimal digit, a letter from g to z, '.', or '-', '+', '=' or '%' with digits";
            line.error(start + at, format!("found {}", quote(&text[at..]))).expecting(expected)
        };
        let (digits, from) = match char {
            '0'..='9' | 'a'..='f' => (0..1, 0),
            '-' => (1..3, 0),
            '+' => (1..4, 0),
            '=' => (1..4, 4096),
            '%' => (1..4, 8192),
            '.' => {
                givens.push(0);
                at += 1;
                continue;
            }
            'g'..='z' => {
                givens.resize(givens.len() + (char as usize - 'f' as usize), 0);
                at += 1;
                continue;
            }
            _ => return Err(bad()),
        };
        let digits = text.get(at + digits.start..at + digits.end).ok_or_else(bad)?;
        let plain = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = u32::from_str_radix(digits, 16).ok().filter(|_| plain).ok_or_else(bad)? + from;
        let number = u16::try_from(number).ok().filter(|number| (1..=MAX_NUMBER).contains(number));
        let Some(number) = number else {
            return Err(line
                .error(start + at, format!("found {}", quote(digits)))
                .expecting(format!("a number from 1 to {MAX_NUMBER}")));
        };
        givens.push(number);
        at += digits.len() + usize::from(!char.is_ascii_hexdigit());
        if givens.len() > area {
            break;
        }
    }
    // The last letter may include cells beyond the board.
    if givens.len() > area && givens[area..].iter().all(|&given| given == 0) {
        givens.truncate(area);
    }
    Ok(givens)
}
