use std::{
    collections::VecDeque,
    io::{self, BufRead},
};

use jigsat_input::{ParseError, Part, Position, narrow};

use super::cells::{self, Count};

/// Maximum length of a line that is kept: a 100x100 board of aligned numbers has 50,000 bytes.
const LONGEST: usize = 1 << 17;

/// Length of the part of a longer line that is kept for errors.
const EXCERPT: usize = 200;

/// A line, or the useful part of it.
pub(super) struct Line {
    /// From 1.
    pub(super) number: usize,
    /// The text without its line end; for an overlong line, its beginning.
    pub(super) text: String,
    /// The number of cells of an overlong line.
    pub(super) overlong: Option<Count>,
    /// Why it can't be read.
    pub(super) error: Option<ParseError>,
}

/// The role of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Blank,
    Comment,
    Section,
    Decoration,
    Cells,
}

impl Line {
    /// A line of a text that is in memory.
    pub(super) fn of(text: &str) -> Self {
        Line { number: 1, text: text.to_owned(), overlong: None, error: None }
    }

    pub(super) fn role(&self) -> Role {
        let text = self.text.trim_start();
        match text.chars().next() {
            _ if self.error.is_some() || self.overlong.is_some() => Role::Cells,
            None => Role::Blank,
            Some('#') => Role::Comment,
            Some(_) if title(text).is_some() => Role::Comment,
            Some('[') => Role::Section,
            Some(_) if cells::is_decoration(text) => Role::Decoration,
            Some(_) => Role::Cells,
        }
    }

    /// The line without a comment at its end.
    pub(super) fn content(&self) -> &str {
        self.text.split('#').next().unwrap_or_default()
    }

    pub(super) fn count(&self) -> Count {
        self.overlong.unwrap_or_else(|| cells::count(self.content()))
    }

    pub(super) fn part<'a>(&'a self, file: &'a str) -> Part<'a> {
        Part::line(file, self.number, &self.text)
    }
}

/// The title in a line such as `title: By hand`.
pub(super) fn title(text: &str) -> Option<&str> {
    const TITLE: &str = "title:";
    let is_one = text.get(..TITLE.len()).is_some_and(|start| start.eq_ignore_ascii_case(TITLE));
    is_one.then(|| &text[TITLE.len()..])
}

/// Lines with lookahead, in bounded memory for any input.
pub(super) struct Lines<R> {
    file: String,
    reader: R,
    number: usize,
    ahead: VecDeque<Line>,
    ended: bool,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(file: &str, reader: R) -> Self {
        Lines { file: file.to_owned(), reader, number: 0, ahead: VecDeque::new(), ended: false }
    }

    pub(super) fn file(&self) -> &str {
        &self.file
    }

    pub(super) fn next(&mut self) -> Option<Line> {
        match self.ahead.pop_front() {
            Some(line) => Some(line),
            None => self.read(),
        }
    }

    /// The line after this many more, without taking it.
    pub(super) fn peek(&mut self, distance: usize) -> Option<&Line> {
        while self.ahead.len() <= distance {
            let line = self.read()?;
            self.ahead.push_back(line);
        }
        self.ahead.get(distance)
    }

    fn read(&mut self) -> Option<Line> {
        if self.ended {
            return None;
        }
        self.number += 1;
        let number = self.number;
        let mut bytes = Vec::new();
        match self.read_bytes(&mut bytes) {
            Ok(Some(overlong)) => {
                let text = String::from_utf8_lossy(&bytes).into_owned();
                Some(Line { number, text, overlong: Some(overlong), error: None })
            }
            Ok(None) if self.ended && bytes.is_empty() => None,
            Ok(None) => Some(self.line(bytes)),
            Err(error) => {
                self.ended = true;
                let error = ParseError::unreadable(self.file.as_str(), &error);
                Some(Line { number, text: String::new(), overlong: None, error: Some(error) })
            }
        }
    }

    fn line(&self, mut bytes: Vec<u8>) -> Line {
        if self.number == 1 && bytes.starts_with(b"\xef\xbb\xbf") {
            bytes.drain(..3);
        }
        if bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
        let mut line = Line { number: self.number, text: String::new(), overlong: None, error: None };
        match String::from_utf8(bytes) {
            Ok(text) => line.text = narrow(&text).into_owned(),
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                let byte = error.as_bytes()[valid];
                line.text = String::from_utf8_lossy(error.as_bytes()).into_owned();
                let column = line.text[..valid].chars().count() + 1;
                let position = Position { line: self.number, column };
                let message = format!("found the byte 0x{byte:02x}");
                let error = ParseError::in_line(&self.file, position, &line.text, message);
                line.error = Some(error.expecting("UTF-8 text"));
            }
        }
        line
    }

    /// Reads up to the end of a line, which is left out; counts the cells of a line that is too long to keep.
    fn read_bytes(&mut self, bytes: &mut Vec<u8>) -> io::Result<Option<Count>> {
        let (mut words, mut characters, mut in_word) = (0, 0, false);
        let mut length = 0;
        loop {
            let buffer = match self.reader.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let part = &buffer[..end.unwrap_or(buffer.len())];
            length += part.len();
            if length <= LONGEST {
                bytes.extend_from_slice(part);
            } else {
                let uncounted = if characters + words == 0 { bytes.as_slice() } else { &[] };
                for &byte in uncounted.iter().chain(part) {
                    let blank = byte.is_ascii_whitespace() || byte == b'|';
                    words += usize::from(!blank && !in_word);
                    characters += usize::from(!blank);
                    in_word = !blank;
                }
                bytes.truncate(EXCERPT);
            }
            let taken = part.len() + usize::from(end.is_some());
            self.ended = taken == 0;
            self.reader.consume(taken);
            if end.is_some() || taken == 0 {
                break;
            }
        }
        Ok((length > LONGEST).then(|| Count::choose(words, characters)))
    }
}
