use crate::{ParseError, Part, Position, quote};

/// A place in an address.
#[derive(Clone, Debug)]
pub struct Cursor<'t> {
    address: Part<'t>,
    /// In bytes.
    at: usize,
    /// Where the last thing that was taken begins.
    before: usize,
}

impl<'t> Cursor<'t> {
    /// The beginning of an address, or of a part of one, without blanks.
    #[must_use]
    pub fn new(address: Part<'t>) -> Self {
        Cursor { address, at: 0, before: 0 }
    }

    /// Everything that is left.
    #[must_use]
    pub fn rest(&self) -> &'t str {
        &self.address.text()[self.at..]
    }

    /// The error about everything that is left.
    #[must_use]
    pub fn error_ahead(&self, message: impl Into<String>) -> ParseError {
        self.address.from(self.at).error(message)
    }

    /// Takes the text up to the next slash, and the slash.
    pub fn segment(&mut self) -> Part<'t> {
        let length = self.rest().find('/').unwrap_or(self.rest().len());
        self.before = self.at;
        self.at = (self.at + length + 1).min(self.address.text().len());
        self.address.part(self.before..self.before + length)
    }

    /// Skips settings of the program before the size, such as `v:`.
    pub fn skip_settings(&mut self) {
        let mut next = self.clone();
        if next.segment().text().ends_with(':') {
            *self = next;
        }
    }

    /// Takes columns and rows; returns rows and columns, from 1 to `most`.
    ///
    /// # Errors
    ///
    /// Text that is not two such numbers.
    pub fn size(&mut self, most: u16) -> Result<(u16, u16), ParseError> {
        let columns = self.segment().number("the number of columns", 1..=most)?;
        Ok((self.segment().number("the number of rows", 1..=most)?, columns))
    }

    /// Takes a character.
    pub fn next_char(&mut self) -> Option<char> {
        self.before = self.at;
        let char = self.rest().chars().next()?;
        self.at += char.len_utf8();
        Some(char)
    }

    /// Takes this many bytes of what is left.
    pub fn take(&mut self, bytes: usize) {
        self.before = self.at;
        self.at += bytes;
    }

    /// Skips a slash if it comes next, and returns whether it did.
    pub fn skip_slash(&mut self) -> bool {
        let comes_next = self.rest().starts_with('/');
        self.at += usize::from(comes_next);
        comes_next
    }

    /// The error that the board ends here, where a character was looked for, as if the address was cut off.
    #[must_use]
    pub fn too_short(&self, found: usize, expected: usize, what: &str) -> ParseError {
        self.error(format!("the address ends after {found} of {expected} {what}"))
    }

    /// Checks that the board ends here. What puzz.link ignores may follow: further parts of the address, and marks such
    /// as the full stop of a sentence.
    ///
    /// # Errors
    ///
    /// A letter or digit, which would be one more cell.
    pub fn end(&self) -> Result<(), ParseError> {
        let more = self.rest();
        if !more.starts_with(|char: char| char.is_ascii_alphanumeric()) {
            return Ok(());
        }
        let place = self.address.from(self.address.text().len() - more.len());
        Err(place.error(format!("found {} after the board", quote(more))).expecting("the end of the address"))
    }

    /// Takes a number of this many hexadecimal digits, which belong to what was taken before.
    ///
    /// # Errors
    ///
    /// A character that is no such digit.
    pub fn hexadecimal(&mut self, digits: usize) -> Result<u32, ParseError> {
        let before = self.before;
        let mut number = 0;
        for _ in 0..digits {
            let digit = self.next_char().and_then(|char| char.to_digit(16));
            let digit = digit.ok_or_else(|| self.unexpected("a hexadecimal digit"))?;
            number = number * 16 + digit;
        }
        self.before = before;
        Ok(number)
    }

    /// The place of what was taken last.
    #[must_use]
    pub fn position(&self) -> Position {
        self.address.from(self.before).position()
    }

    /// An error at the place of what was taken last.
    #[must_use]
    pub fn error(&self, message: impl Into<String>) -> ParseError {
        self.address.from(self.before).error(message)
    }

    /// The error that the character taken last is not what was expected.
    #[must_use]
    pub fn unexpected(&self, expected: impl AsRef<str>) -> ParseError {
        let place = self.address.from(self.before);
        match place.text().chars().next() {
            Some(char) => place.part(0..char.len_utf8()).unexpected(expected),
            None => place.error("found the end of the address").expecting(expected),
        }
    }
}
