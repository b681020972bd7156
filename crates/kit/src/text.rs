use std::{
    io::{self, BufRead, Cursor, Read},
    time::Duration,
};

use jigsat_input::{MAX_TEXT, ParseError, Source};
use jigsat_solve::Limits;
use web_time::Instant;

use crate::links;

/// Number of bytes that are read ahead to recognise the format.
const LOOK_AHEAD: u64 = 64 << 10;

/// The byte order mark that some editors write before UTF-8; it is no part of a text.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// A text to read: its name, its beginning, and the rest as a stream. Links to puzzles are in it as [`links::plain`] leaves
/// them.
pub struct Text {
    name: String,
    start: String,
    reader: Box<dyn BufRead + Send>,
    limits: Limits,
    /// The time for each puzzle.
    each: Option<Duration>,
}

impl Text {
    /// A stream with the name of its origin: a file's path, `-`, or `argument`.
    ///
    /// # Errors
    ///
    /// A stream that can't be read.
    pub fn new(
        name: impl Into<String>,
        mut reader: impl BufRead + Send + 'static,
    ) -> Result<Self, ParseError> {
        let name = name.into();
        let mut start = Vec::new();
        let unreadable = |error: io::Error| ParseError::unreadable(&name, &error);
        reader.by_ref().take(LOOK_AHEAD).read_to_end(&mut start).map_err(unreadable)?;
        let mut start = without_mark(start);
        let beginning = String::from_utf8_lossy(&start).into_owned();
        if links::plain(&beginning).is_some() {
            reader.take(MAX_TEXT).read_to_end(&mut start).map_err(unreadable)?;
            return Ok(Text::of_bytes(name, start));
        }
        let reader = Box::new(Cursor::new(start).chain(reader));
        Ok(Text { name, start: beginning, reader, limits: Limits::default(), each: None })
    }

    /// A text that is already in memory.
    #[must_use]
    pub fn of_string(name: impl Into<String>, mut text: String) -> Self {
        if text.starts_with(BYTE_ORDER_MARK) {
            text.drain(..BYTE_ORDER_MARK.len());
        }
        let text = links::plain(&text).unwrap_or(text);
        let (start, reader) = (text.clone(), Box::new(Cursor::new(text.into_bytes())));
        Text { name: name.into(), start, reader, limits: Limits::default(), each: None }
    }

    /// Bytes that are already in memory.
    #[must_use]
    pub fn of_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Self {
        let bytes = without_mark(bytes);
        let bytes = match str::from_utf8(&bytes).ok().and_then(links::plain) {
            Some(plain) => plain.into_bytes(),
            None => bytes,
        };
        let start = String::from_utf8_lossy(&bytes[..bytes.len().min(LOOK_AHEAD as usize)]).into_owned();
        let reader = Box::new(Cursor::new(bytes));
        Text { name: name.into(), start, reader, limits: Limits::default(), each: None }
    }

    /// The same text, to be read within limits.
    #[must_use]
    pub fn within(self, limits: Limits) -> Self {
        Text { limits, ..self }
    }

    /// The same text, if each of its puzzles is to be read in this time.
    #[must_use]
    pub fn with_time(self, each: Option<Duration>) -> Self {
        Text { each, ..self }
    }

    /// The limits of reading the whole text.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Makes the limits of reading a puzzle, whose time begins when they are made. Readers that do more than read check them.
    #[must_use]
    pub fn limits_of_each(&self) -> impl Fn() -> Limits + Send + use<> {
        let (limits, each) = (self.limits.clone(), self.each);
        move || {
            let own = each.and_then(|time| Instant::now().checked_add(time));
            Limits { deadline: limits.deadline.into_iter().chain(own).min(), ..limits.clone() }
        }
    }

    /// The name of its origin.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its beginning as text, lossily converted.
    #[must_use]
    pub fn start(&self) -> &str {
        &self.start
    }

    /// The whole text, if it is short enough to be known already.
    #[must_use]
    pub fn whole(&self) -> Option<&str> {
        (self.start.len() < LOOK_AHEAD as usize).then_some(&*self.start)
    }

    /// The whole text as a stream.
    #[must_use]
    pub fn into_reader(self) -> Box<dyn BufRead + Send> {
        self.reader
    }

    /// The whole text as a source with positions.
    ///
    /// # Errors
    ///
    /// A text that can't be read, is too large, or is not UTF-8.
    pub fn into_source(self) -> Result<Source, ParseError> {
        Source::read_from(self.name, self.reader)
    }
}

fn without_mark(mut bytes: Vec<u8>) -> Vec<u8> {
    if bytes.starts_with(BYTE_ORDER_MARK.as_bytes()) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    bytes
}
