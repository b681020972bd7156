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

/// Whether a line is only a part of a frame: `+---+---+`.
pub(super) fn is_decoration(line: &str) -> bool {
    !line.trim().is_empty() && line.chars().all(|char| is_blank(char) || matches!(char, '-' | '+' | '='))
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

/// The digit for a text: 0 for `.`, `0` and `_`, numbers as they are, 10 and up for letters.
pub(super) fn digit(text: &str) -> Option<u16> {
    match text.as_bytes() {
        [b'.' | b'_'] => Some(0),
        [letter @ (b'A'..=b'Z' | b'a'..=b'z')] => Some(u16::from(letter.to_ascii_uppercase() - b'A') + 10),
        digits if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) => text.parse().ok(),
        _ => None,
    }
}

/// The digits of a line whose cells have been counted.
///
/// # Errors
///
/// The byte offset and text of the first cell that is not a digit up to `side`.
pub(super) fn read(line: &str, form: Form, side: usize) -> Result<Vec<u16>, (usize, &str)> {
    let value = |(offset, text)| match digit(text) {
        Some(digit) if usize::from(digit) <= side => Ok(digit),
        _ => Err((offset, text)),
    };
    pieces(line, form).map(value).collect()
}

/// The digits of a line in the usual form: only digits and dots, one for each cell of the board. Long lists are read
/// three times as fast this way.
pub(super) fn read_plain(line: &str, side: usize) -> Option<Vec<u16>> {
    if line.len() != side * side || side > 9 {
        return None;
    }
    let value = |byte| match byte {
        b'.' => Some(0),
        b'0'..=b'9' => Some(u16::from(byte - b'0')).filter(|&digit| usize::from(digit) <= side),
        _ => None,
    };
    line.bytes().map(value).collect()
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
