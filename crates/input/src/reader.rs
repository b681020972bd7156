use std::ops::RangeInclusive;

use crate::{ParseError, Position, Source, quote};

/// Takes tokens from a [`Source`] and keeps track of the position.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    source: &'a Source,
    offset: usize,
    position: Position,
}

/// A piece of text between blanks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// The text itself, never empty.
    pub text: &'a str,
    /// Where it starts.
    pub position: Position,
}

impl<'a> Reader<'a> {
    /// A reader at the beginning of a text.
    #[must_use]
    pub fn new(source: &'a Source) -> Self {
        Reader { source, offset: 0, position: source.start() }
    }

    /// The place of the next character.
    #[must_use]
    pub fn position(&self) -> Position {
        self.position
    }

    /// The text that has not been read yet.
    #[must_use]
    pub fn rest(&self) -> &'a str {
        &self.source.text()[self.offset..]
    }

    /// Whether nothing but blanks is left.
    #[must_use]
    pub fn at_end(&self) -> bool {
        self.rest().trim_start().is_empty()
    }

    /// The next character, without taking it.
    #[must_use]
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Takes the next character.
    pub fn next_char(&mut self) -> Option<char> {
        let char = self.peek()?;
        self.offset += char.len_utf8();
        if char == '\n' {
            self.position = Position { line: self.position.line + 1, column: 1 };
        } else {
            self.position.column += 1;
        }
        Some(char)
    }

    /// Skips spaces, tabs and line ends.
    pub fn skip_blanks(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.next_char();
        }
    }

    /// Takes the next token, wherever it is.
    pub fn token(&mut self) -> Option<Token<'a>> {
        self.skip_blanks();
        let position = self.position;
        let text = self.rest().split(char::is_whitespace).next().unwrap_or_default();
        self.offset += text.len();
        self.position.column += text.chars().count();
        (!text.is_empty()).then_some(Token { text, position })
    }

    /// Takes the rest of the line and its end; returns it without the end.
    pub fn rest_of_line(&mut self) -> &'a str {
        let rest = self.rest();
        if let Some((line, _)) = rest.split_once('\n') {
            self.offset += line.len() + 1;
            self.position = Position { line: self.position.line + 1, column: 1 };
            line
        } else {
            self.offset += rest.len();
            self.position.column += rest.chars().count();
            rest
        }
    }

    /// Takes a token that is a decimal integer in a range; `what` names it in errors (`the width`).
    ///
    /// # Errors
    ///
    /// Another token, a number out of the range, or the end of the text.
    pub fn integer(&mut self, what: &str, range: RangeInclusive<u64>) -> Result<u64, ParseError> {
        let expected = || format!("{what}, a number from {} to {}", range.start(), range.end());
        let Some(token) = self.token() else {
            return Err(self.error("found end of text").expecting(expected()));
        };
        let digits = token.text.bytes().all(|byte| byte.is_ascii_digit());
        match token.text.parse() {
            Ok(number) if digits && range.contains(&number) => Ok(number),
            _ => Err(self.unexpected(token).expecting(expected())),
        }
    }

    /// Takes exactly this text, after blanks.
    ///
    /// # Errors
    ///
    /// If something else follows.
    pub fn expect(&mut self, text: &str) -> Result<(), ParseError> {
        self.skip_blanks();
        if self.rest().starts_with(text) {
            for _ in text.chars() {
                self.next_char();
            }
            return Ok(());
        }
        let found = self.rest().split(char::is_whitespace).next().unwrap_or_default();
        Err(self.error(format!("found {}", quote(found))).expecting(quote(text)))
    }

    /// An error at the next character.
    #[must_use]
    pub fn error(&self, message: impl Into<String>) -> ParseError {
        self.source.error(self.position, message)
    }

    /// The error `found 'token'` at this token; add what was expected with [`ParseError::expecting`].
    #[must_use]
    pub fn unexpected(&self, token: Token<'_>) -> ParseError {
        self.source.error(token.position, format!("found {}", quote(token.text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_know_their_places() {
        let source = Source::new("f", "4 5\n  ä x12\nlast line");
        let mut reader = Reader::new(&source);
        assert_eq!(reader.integer("the height", 1..=9).unwrap(), 4);
        assert_eq!(reader.integer("the width", 1..=9).unwrap(), 5);
        assert_eq!(reader.token().unwrap().position, Position { line: 2, column: 3 });
        let error = reader.clone().integer("a clue", 0..=9).unwrap_err();
        assert_eq!(error.to_string(), "f:2:5: found 'x12', expected a clue, a number from 0 to 9");
        reader.expect("x").unwrap();
        assert_eq!(reader.rest_of_line(), "12");
        let error = reader.expect("first").unwrap_err();
        assert_eq!(error.to_string(), "f:3:1: found 'last', expected 'first'");
        assert_eq!(reader.rest_of_line(), "last line");
        assert!(reader.at_end() && reader.token().is_none());
        let error = reader.integer("a clue", 0..=9).unwrap_err();
        assert_eq!(error.to_string(), "f:3:10: found end of text, expected a clue, a number from 0 to 9");
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
        for text in ["10", "-1", "+1", "99999999999999999999999", "1.5"] {
            let source = Source::new("f", text);
            assert!(Reader::new(&source).integer("n", 0..=9).is_err(), "{text}");
        }
    }
}
