//! The cells of one line of text.

use jigsat_input::{ParseError, Part};

/// Maximum side whose digits are single characters: 1 to 9, then A to Z.
const CHARACTERS: usize = 35;

/// How the cells of a line are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Form {
    /// As words between blanks.
    Words,
    /// As single characters; blanks between them don't count.
    Characters,
}

/// The number of cells of a line, in the form that makes sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Count {
    pub(super) cells: usize,
    pub(super) form: Form,
}

impl Count {
    /// The side of a board that has such a row.
    pub(super) fn as_row(self) -> Option<usize> {
        crate::default_box(self.cells)?;
        (self.form == Form::Words || self.cells <= CHARACTERS).then_some(self.cells)
    }

    /// The side of a board that has this many cells in all.
    pub(super) fn as_board(self) -> Option<usize> {
        let side = self.cells.isqrt();
        crate::default_box(side)?;
        let fits = side * side == self.cells && (self.form == Form::Words || side <= CHARACTERS);
        fits.then_some(side)
    }

    /// The better of two ways to count: words if there are any and they make a row or a board.
    pub(super) fn choose(words: usize, characters: usize) -> Count {
        let words = Count { cells: words, form: Form::Words };
        let characters = Count { cells: characters, form: Form::Characters };
        let fits = |count: Count| count.as_row().is_some() || count.as_board().is_some();
        // Long words hold several cells each: `53. .7. ...`.
        let are_cells = words.cells > 1 && characters.cells <= 3 * words.cells;
        if are_cells && (fits(words) || !fits(characters)) { words } else { characters }
    }
}

pub(super) fn is_blank(char: char) -> bool {
    char.is_whitespace() || char == '|' || ('\u{2500}'..='\u{257f}').contains(&char)
}

/// Whether a line is only a part of a frame: `+---+---+`, or `*-----------*`, `.-----.-----.`, `:-----+-----:` and
/// `'-----'-----'` as other programs print it.
pub(super) fn is_decoration(line: &str) -> bool {
    let is_corner = |char: char| matches!(char, '*' | '.' | ':' | '\'' | ',' | '`');
    let is_part = |char: char| is_blank(char) || matches!(char, '-' | '+' | '=');
    let text = line.trim();
    !text.is_empty()
        && (text.chars().all(is_part)
            || text.contains("---")
                && text.starts_with(is_corner)
                && text.chars().all(|char| is_part(char) || is_corner(char)))
}

pub(super) fn count(line: &str) -> Count {
    let words = line.split(is_blank).filter(|word| !word.is_empty()).count();
    Count::choose(words, line.chars().filter(|&char| !is_blank(char)).count())
}

/// The cells' texts and their byte offsets.
pub(super) fn pieces(line: &str, form: Form) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        at += line[at..].find(|char| !is_blank(char))?;
        let start = at;
        let rest = &line[start..];
        let length = match form {
            Form::Words => rest.find(is_blank).unwrap_or(rest.len()),
            Form::Characters => rest.chars().next()?.len_utf8(),
        };
        at += length;
        Some((start, &rest[..length]))
    })
}

/// A cell as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Written {
    /// A sign for an empty cell.
    Empty,
    /// A number; 0 is an empty cell, too, unless the board has signs for those.
    Number(u16),
}

/// The signs for an empty cell, apart from 0 and `x`.
const EMPTY: &[char] = &['.', '_', '*', '-', '?', '·', '•', '□', '–', '—'];

/// The value of X as a digit, as which it is no sign.
const X: usize = 33;

/// A cell's text on a board of that side: a sign, a number, or for 10 and up a letter; larger numbers are left to the
/// caller.
pub(super) fn written(text: &str, side: usize) -> Option<Written> {
    let mut chars = text.chars();
    match (chars.next()?, chars.next()) {
        (sign, None) if EMPTY.contains(&sign) => Some(Written::Empty),
        ('x' | 'X', None) if side < X => Some(Written::Empty),
        (letter, None) if letter.is_ascii_alphabetic() => {
            Some(Written::Number(letter.to_ascii_uppercase() as u16 - u16::from(b'A') + 10))
        }
        _ if text.bytes().all(|byte| byte.is_ascii_digit()) => text.parse().ok().map(Written::Number),
        _ => None,
    }
}

/// The givens of a board, and whether 0 is one of its digits. It is if `zero` says so, or if the board has signs for
/// empty cells as well: its digits are then 0 to `side` - 1.
///
/// # Errors
///
/// The number of the cell with the digit `side`, which such a board doesn't have.
pub(super) fn givens(cells: &[Written], side: usize, zero: bool) -> Result<(Vec<u16>, bool), usize> {
    let has = |cell| cells.contains(&cell);
    let has_zero = zero || has(Written::Empty) && has(Written::Number(0));
    let largest = side as u16;
    let given = |(index, &cell): (usize, &Written)| match cell {
        Written::Empty => Ok(0),
        Written::Number(0) if has_zero => Ok(largest),
        Written::Number(number) if has_zero && number == largest => Err(index),
        Written::Number(number) => Ok(number),
    };
    Ok((cells.iter().enumerate().map(given).collect::<Result<_, _>>()?, has_zero))
}

/// What a board has if 0 is a digit of it and the digit `side` is as well.
pub(super) fn both_ends(side: usize) -> String {
    format!("found {side} on a board that has 0 beside another sign for empty cells")
}

/// What such a board should have.
pub(super) fn one_end(side: usize) -> String {
    format!("the digits 1 to {side} and one sign for empty cells, or 0 to {}", side - 1)
}

/// The cells of a line that have been counted.
///
/// # Errors
///
/// The byte offset and text of the first cell that is neither empty nor a digit up to `side`.
pub(super) fn read(line: &str, form: Form, side: usize) -> Result<Vec<Written>, (usize, &str)> {
    let value = |(offset, text)| match written(text, side) {
        Some(Written::Number(number)) if usize::from(number) > side => Err((offset, text)),
        Some(cell) => Ok(cell),
        None => Err((offset, text)),
    };
    pieces(line, form).map(value).collect()
}

/// The digits of a line in the usual form: only digits and either dots or zeros, one for each cell of the board. Long
/// lists are read three times as fast this way.
pub(super) fn read_plain(line: &str, side: usize) -> Option<Vec<u16>> {
    if line.len() != side * side || side > 9 {
        return None;
    }
    let (mut has_dot, mut has_zero) = (false, false);
    let value = |byte| {
        has_dot |= byte == b'.';
        has_zero |= byte == b'0';
        match byte {
            b'.' => Some(0),
            b'0'..=b'9' => Some(u16::from(byte - b'0')).filter(|&digit| usize::from(digit) <= side),
            _ => None,
        }
    };
    line.bytes().map(value).collect::<Option<Vec<u16>>>().filter(|_| !(has_dot && has_zero))
}

/// The expected content of a cell.
pub(super) fn expected(side: usize) -> String {
    match side {
        10..=CHARACTERS => {
            let last = char::from(b'A' + (side - 10) as u8);
            format!(
                "a number from 1 to {side} (or a character, 1 to 9 and A to {last}), or '.' for an empty cell"
            )
        }
        _ => format!("a digit from 1 to {side}, or '.' for an empty cell"),
    }
}

/// The error of a cell that is not a digit up to `side`: its byte offset and text.
pub(super) fn bad_cell(line: Part<'_>, (offset, text): (usize, &str), side: usize) -> ParseError {
    line.part(offset..offset + text.len()).unexpected(expected(side))
}

/// The error of a line with too many or too few cells.
pub(super) fn bad_count(line: Part<'_>, count: Count, expected: usize) -> ParseError {
    let extra = pieces(line.text(), count.form).nth(expected).map(|(offset, _)| offset);
    let cells = if count.cells == 1 { "cell" } else { "cells" };
    let place = line.from(extra.unwrap_or(line.text().trim_end().len()));
    place.error(format!("found {} {cells}", count.cells))
}
