use std::{
    fmt::Display,
    ops::{Range, RangeInclusive},
    str::FromStr,
};

use crate::{ParseError, Position, Source, quote};

/// A part of a line of text that knows its place, for errors about it.
#[derive(Clone, Copy, Debug)]
pub struct Part<'t> {
    file: &'t str,
    line: &'t str,
    /// The number of the line, from 1.
    number: usize,
    /// In bytes of the line.
    start: usize,
    end: usize,
}

impl<'t> Part<'t> {
    /// A whole line by its number from 1, of a file with this name.
    #[must_use]
    pub fn line(file: &'t str, number: usize, line: &'t str) -> Self {
        Part { file, line, number, start: 0, end: line.len() }
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &'t str {
        &self.line[self.start..self.end]
    }

    /// A part of the part. The range is in bytes.
    #[must_use]
    pub fn part(&self, range: Range<usize>) -> Self {
        Part { start: self.start + range.start, end: self.start + range.end, ..*self }
    }

    /// The part from a byte on.
    #[must_use]
    pub fn from(&self, start: usize) -> Self {
        self.part(start..self.text().len())
    }

    /// The part without blanks at its ends.
    #[must_use]
    pub fn trim(&self) -> Self {
        let text = self.text();
        let start = text.len() - text.trim_start().len();
        self.part(start..start + text.trim().len())
    }

    /// The parts between separators; there is always one.
    pub fn split(self, separator: char) -> impl Iterator<Item = Self> + use<'t> {
        let (part, mut at) = (self, 0);
        self.text().split(separator).map(move |piece| {
            let start = at;
            at += piece.len() + separator.len_utf8();
            part.part(start..start + piece.len())
        })
    }

    /// The words between blanks.
    pub fn words(self) -> impl Iterator<Item = Self> + use<'t> {
        let part = self;
        let start = part.text().as_ptr() as usize;
        self.text().split_whitespace().map(move |word| {
            let at = word.as_ptr() as usize - start;
            part.part(at..at + word.len())
        })
    }

    /// The characters.
    pub fn chars(self) -> impl Iterator<Item = Self> + use<'t> {
        let part = self;
        self.text().char_indices().map(move |(at, char)| part.part(at..at + char.len_utf8()))
    }

    /// The place where it begins.
    #[must_use]
    pub fn position(&self) -> Position {
        Position { line: self.number, column: self.line[..self.start].chars().count() + 1 }
    }

    /// An error at the place where it begins.
    #[must_use]
    pub fn error(&self, message: impl Into<String>) -> ParseError {
        ParseError::in_line(self.file, self.position(), self.line, message)
    }

    /// The error that this is not what was expected.
    #[must_use]
    pub fn unexpected(&self, expected: impl AsRef<str>) -> ParseError {
        self.error(format!("found {}", quote(self.text()))).expecting(expected)
    }

    /// The number that it is, in decimal digits.
    ///
    /// # Errors
    ///
    /// A text that is no number of the range; `what` describes the number.
    pub fn number<T: FromStr + PartialOrd + Display>(
        &self,
        what: &str,
        range: RangeInclusive<T>,
    ) -> Result<T, ParseError> {
        let text = self.text();
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|number| is_plain && range.contains(number));
        number.ok_or_else(|| {
            self.unexpected(format!("{what}, a number from {} to {}", range.start(), range.end()))
        })
    }
}

impl Source {
    /// All lines of the text.
    pub fn lines(&self) -> impl Iterator<Item = Part<'_>> {
        let lines = (self.start().line..).zip(self.text().split('\n'));
        lines.map(|(number, line)| Part::line(self.name(), number, line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(part: &Part<'_>) -> (usize, usize, String) {
        let Position { line, column } = part.position();
        (line, column, part.text().to_owned())
    }

    #[test]
    fn parts_know_their_places() {
        let source = Source::new("f", "äb\n  ü x/ y ");
        let second = source.lines().nth(1).unwrap();
        assert_eq!(place(&second.trim()), (2, 3, "ü x/ y".into()));
        let pieces: Vec<_> = second.split('/').map(|part| place(&part.trim())).collect();
        assert_eq!(pieces, [(2, 3, "ü x".into()), (2, 8, "y".into())]);
        let words: Vec<_> = second.trim().words().map(|part| place(&part)).collect();
        assert_eq!(words, [(2, 3, "ü".into()), (2, 5, "x/".into()), (2, 8, "y".into())]);
        let chars: Vec<_> = second.trim().from(3).chars().map(|part| place(&part)).collect();
        assert_eq!(chars[..2], [(2, 5, "x".into()), (2, 6, "/".into())]);
    }

    #[test]
    fn numbers_are_plain_and_of_their_range() {
        let number = |text| Part::line("f", 7, text).number("the age", 1..=20_u8).map_err(|e| e.to_string());
        assert_eq!(number("20"), Ok(20));
        for text in ["0", "21", "+5", "300", "-1", "x"] {
            let expected = format!("f:7:1: found '{text}', expected the age, a number from 1 to 20");
            assert_eq!(number(text), Err(expected));
        }
        let empty = number("").unwrap_err();
        assert!(empty.contains("expected the age, a number from 1 to 20"), "{empty}");
    }
}
