use jigsat_input::{ParseError, Position, Source, quote};

/// A place in an address.
pub(super) struct Cursor<'s> {
    pub source: &'s Source,
    at: usize,
    before: usize,
}

impl<'s> Cursor<'s> {
    pub fn new(source: &'s Source, at: usize) -> Self {
        Cursor { source, at, before: at }
    }

    /// The text up to the next slash, with its place.
    pub fn segment(&mut self) -> (usize, &'s str) {
        let start = self.at.min(self.source.text().len());
        let rest = &self.source.text()[start..];
        let part = rest.split(|char: char| char == '/' || char.is_whitespace()).next().unwrap_or_default();
        self.at = (start + part.len() + 1).min(self.source.text().len());
        (start, part)
    }

    pub fn next_char(&mut self) -> Option<char> {
        self.before = self.at;
        let char = self.source.text()[self.at..].chars().next().filter(|char| !char.is_whitespace())?;
        self.at += char.len_utf8();
        Some(char)
    }

    /// Skips a slash if it comes next.
    pub fn skip_slash(&mut self) {
        if self.source.text()[self.at..].starts_with('/') {
            self.at += 1;
        }
    }

    /// The error that the address ends before the whole board, as if it was cut off.
    pub fn too_short(&self, found: usize, expected: usize, what: &str) -> ParseError {
        let rest = &self.source.text()[self.at..];
        let end = self.source.text().len() - rest.trim_start().len();
        let message = format!("the address ends after {found} of {expected} {what}");
        self.source.error(self.source.position(end), message)
    }

    /// Checks that only slashes follow the board.
    pub fn end(&self) -> Result<(), ParseError> {
        let rest = self.source.text()[self.at..].trim_end();
        let more = rest.trim_start_matches('/');
        if more.is_empty() {
            return Ok(());
        }
        let position = self.source.position(self.at + rest.len() - more.len());
        let error = self.source.error(position, format!("found {} after the board", quote(more)));
        Err(error.expecting("the end of the address"))
    }

    pub fn hexadecimal(&mut self, digits: usize) -> Result<u32, ParseError> {
        let before = self.at;
        let mut number = 0;
        for _ in 0..digits {
            let digit = self.next_char().and_then(|char| char.to_digit(16));
            number =
                number * 16 + digit.ok_or_else(|| self.error_before().expecting("a hexadecimal digit"))?;
        }
        self.before = before;
        Ok(number)
    }

    pub fn position(&self) -> Position {
        self.source.position(self.before)
    }

    /// The error about the last character that was taken.
    pub fn error_before(&self) -> ParseError {
        let rest = &self.source.text()[self.before..];
        let found = rest.chars().next().map_or_else(|| "the end".to_owned(), |char| quote(&char.to_string()));
        self.source.error(self.position(), format!("found {found}"))
    }
}
