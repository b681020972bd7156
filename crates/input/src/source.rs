use std::{borrow::Cow, fs::File, io::Read, path::Path};

use schemars::JsonSchema;
use serde::Serialize;

use crate::ParseError;

/// Maximum number of bytes that [`Source::read`] takes: 64 MiB.
pub const MAX_TEXT: u64 = 64 << 20;

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters (not bytes), from 1.
    pub column: usize,
}

impl Position {
    /// The first character of a text.
    pub const START: Position = Position { line: 1, column: 1 };
}

/// A text with the name that errors use for it.
///
/// The text has no byte order mark, and all its line ends are `\n`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    name: String,
    text: String,
    /// Number of lines of the file before the text.
    before: usize,
}

impl Source {
    /// A text with a name: a file's path, `-` for standard input, or a word such as `argument`.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let mut text = text.into();
        if text.starts_with('\u{feff}') {
            text.drain(..'\u{feff}'.len_utf8());
        }
        if text.contains('\r') {
            text = text.replace("\r\n", "\n").replace('\r', "\n");
        }
        Source { name: name.into(), text, before: 0 }
    }

    /// The same text with full-width characters in their ASCII form, as [`narrow`] does.
    #[must_use]
    pub fn narrowed(&self) -> Cow<'_, Self> {
        match narrow(&self.text) {
            Cow::Borrowed(_) => Cow::Borrowed(self),
            Cow::Owned(text) => Cow::Owned(Source { text, ..self.clone() }),
        }
    }

    /// Some of its lines as a text of their own, of which the first has this number. Places in it are places in the
    /// whole text.
    #[must_use]
    pub fn part(&self, first: usize, lines: impl Into<String>) -> Self {
        Source { before: first.saturating_sub(1), ..Source::new(&self.name, lines) }
    }

    /// A text from bytes that should be UTF-8.
    ///
    /// # Errors
    ///
    /// Names the line and column of the first byte that is not UTF-8.
    pub fn from_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Result<Self, ParseError> {
        let name = name.into();
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Source::new(name, text)),
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                let byte = error.as_bytes()[valid];
                let before = String::from_utf8_lossy(&error.as_bytes()[..valid]).into_owned();
                let source = Source::new(name, before);
                let position = source.position(source.text.len());
                Err(source
                    .error(position, format!("found the byte 0x{byte:02x}"))
                    .expecting("UTF-8 text")
                    .with_help("save the file as UTF-8 text"))
            }
        }
    }

    /// Reads a file, of at most [`MAX_TEXT`] bytes.
    ///
    /// # Errors
    ///
    /// A path that is a folder or can't be opened or read, a file that is too large, and text that is not UTF-8.
    pub fn read(path: &Path) -> Result<Self, ParseError> {
        let name = path.display().to_string();
        if path.is_dir() {
            return Err(ParseError::in_file(name, "found a folder").expecting("a file"));
        }
        match File::open(path) {
            Ok(file) => Source::read_from(name, file),
            Err(error) => Err(ParseError::unreadable(name, &error)),
        }
    }

    /// Reads everything from a reader such as standard input, at most [`MAX_TEXT`] bytes.
    ///
    /// # Errors
    ///
    /// As [`Source::read`].
    pub fn read_from(name: impl Into<String>, reader: impl Read) -> Result<Self, ParseError> {
        let name = name.into();
        let mut bytes = Vec::new();
        if let Err(error) = reader.take(MAX_TEXT + 1).read_to_end(&mut bytes) {
            return Err(ParseError::unreadable(name, &error));
        }
        if bytes.len() as u64 > MAX_TEXT {
            return Err(ParseError::in_file(name, format!("found more than {} MiB", MAX_TEXT >> 20))
                .expecting("a smaller text"));
        }
        Source::from_bytes(name, bytes)
    }

    /// The name that errors use for this text.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// A line by its number from 1, without its end; empty if there is none.
    #[must_use]
    pub fn line(&self, number: usize) -> &str {
        number.checked_sub(self.before + 1).and_then(|index| self.text.split('\n').nth(index)).unwrap_or("")
    }

    /// The place of its first character.
    #[must_use]
    pub fn start(&self) -> Position {
        Position { line: self.before + 1, column: 1 }
    }

    /// The place of a byte offset. An offset past the end, or inside a character, counts as the next place
    /// before it.
    #[must_use]
    pub fn position(&self, offset: usize) -> Position {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let before = &self.text[..offset];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        Position {
            line: self.before + before.bytes().filter(|&byte| byte == b'\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }

    /// An error at a place of this text.
    #[must_use]
    pub fn error(&self, position: Position, message: impl Into<String>) -> ParseError {
        ParseError::in_line(&self.name, position, self.line(position.line), message)
    }
}

/// A text with full-width characters (`５`, `．`) in their ASCII form. Columns stay as they are.
///
/// ```
/// assert_eq!(jigsat_input::narrow("５３．．７"), "53..7");
/// ```
#[must_use]
pub fn narrow(text: &str) -> Cow<'_, str> {
    let is_wide = |char: char| ('\u{ff01}'..='\u{ff5e}').contains(&char);
    let ascii = |char: char| match char {
        wide if is_wide(wide) => char::from_u32(u32::from(wide) - 0xff01 + 0x21).unwrap_or(wide),
        other => other,
    };
    if text.contains(is_wide) { text.chars().map(ascii).collect() } else { text.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_and_byte_order_mark_are_normalized() {
        let source = Source::new("f", "\u{feff}a\r\nb\rc\n");
        assert_eq!(source.text(), "a\nb\nc\n");
        assert_eq!(source.line(2), "b");
        assert_eq!(source.line(0), "");
        assert_eq!(source.line(9), "");
    }

    #[test]
    fn columns_count_characters() {
        let source = Source::new("f", "äö\nüx");
        assert_eq!(source.position(source.text().find('x').unwrap()), Position { line: 2, column: 2 });
        assert_eq!(source.position(1), Position::START);
        assert_eq!(source.position(1000), Position { line: 2, column: 3 });
    }

    #[test]
    fn parts_keep_their_places() {
        let whole = Source::new("f", "a\nb\nüx\nd\n");
        let part = whole.part(3, "üx\nd");
        assert_eq!(part.start(), Position { line: 3, column: 1 });
        assert_eq!(part.position(part.text().find('d').unwrap()), Position { line: 4, column: 1 });
        assert_eq!([part.line(2), part.line(3), part.line(4), part.line(5)], ["", "üx", "d", ""]);
        let lines: Vec<_> = part.lines().map(|line| (line.position().line, line.text().to_owned())).collect();
        assert_eq!(lines, [(3, "üx".to_owned()), (4, "d".to_owned())]);
        let token = crate::Reader::new(&part).token().unwrap();
        assert_eq!(part.error(token.position, "found it").to_string(), "f:3:1: found it");
    }

    #[test]
    fn bytes_that_are_not_utf8_are_placed() {
        let error = Source::from_bytes("f", b"ab\r\nc\xff".to_vec()).unwrap_err();
        assert_eq!(error.to_string(), "f:2:2: found the byte 0xff, expected UTF-8 text");
    }

    #[test]
    fn folders_and_missing_files_are_errors() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let error = Source::read(here).unwrap_err();
        assert_eq!(error.to_string(), format!("{}: found a folder, expected a file", here.display()));
        let error = Source::read(&here.join("none")).unwrap_err().to_string();
        assert!(error.contains("none: can't be read: ") && !error.contains("os error"), "{error}");
    }

    #[test]
    fn endless_input_is_refused() {
        let error = Source::read_from("-", std::io::repeat(b'1')).unwrap_err();
        assert_eq!(error.to_string(), "-: found more than 64 MiB, expected a smaller text");
    }
}
