//! Reading puzzles and solutions; the first word of a text determines its format.

mod board;
mod saved;
mod solution;
mod url;
pub(crate) mod yaml;

use std::ops::Range;

use jigsat_grid::Size;
use jigsat_input::{ParseError, Source, quote, yaml_kind};

use crate::{MAX_SIDE, Slitherlink};
pub use solution::parse_solution;
pub use yaml::yaml_schema;

/// Reads all puzzles of a text: YAML; boards drawn in rows, each possibly below a title, with empty lines between them;
/// addresses of puzz.link or pzpr, one per line, where a malformed one does not stop the others; or a file saved by
/// pzpr.
#[must_use]
pub fn parse_all(source: &Source) -> Vec<Result<Slitherlink, ParseError>> {
    match Form::of(source) {
        Form::Yaml => vec![yaml::parse(source)],
        Form::Saved => vec![saved::parse(source).map(|saved| Slitherlink::new(saved.size, saved.clues))],
        Form::Addresses => parts(source, '\n').filter(Part::is_content).map(url::parse).collect(),
        Form::Rows => board::parse(source),
    }
}

/// Whether a text may be a Slitherlink, by its beginning. A text that names the genre is one, right or malformed. Rows
/// without a `.` may be numbers of another family.
pub(crate) fn recognises(start: &str) -> bool {
    let source = Source::new("", start);
    match Form::of(&source) {
        Form::Yaml => yaml_kind(start) == Some("slitherlink"),
        Form::Saved => saved::names_the_genre(&source),
        Form::Addresses => true,
        Form::Rows => {
            start.contains('.') && ends_with_a_row(&source) && parse_all(&source).iter().all(Result::is_ok)
        }
    }
}

/// Whether the last line is a row of a board, and not text such as the list of pieces of another family.
fn ends_with_a_row(source: &Source) -> bool {
    let last = parts(source, '\n').filter(Part::is_content).last();
    last.is_some_and(|last| last.text.chars().all(|char| char.is_ascii_digit() || ".- \t\r".contains(char)))
}

/// The format of a text.
#[derive(PartialEq, Eq)]
enum Form {
    Yaml,
    Saved,
    Addresses,
    Rows,
}

impl Form {
    fn of(source: &Source) -> Self {
        let first = parts(source, '\n').find(Part::is_content);
        let first = first.map_or("", |first| first.text);
        if yaml_kind(source.text()).is_some() {
            Form::Yaml
        } else if saved::is_one(first) {
            Form::Saved
        } else if url::is_one(first) {
            Form::Addresses
        } else {
            Form::Rows
        }
    }
}

/// A part of a text, without surrounding blanks.
#[derive(Clone, Copy)]
struct Part<'a> {
    source: &'a Source,
    text: &'a str,
    /// Its start, in bytes.
    start: usize,
}

/// Rejects the variant that addresses and saved files mark with an `f`.
fn refuse_full(variant: Part<'_>) -> Result<(), ParseError> {
    if variant.text == "f" {
        return Err(variant
            .error("found 'f', which marks the variant whose loop visits every dot")
            .expecting("a Slitherlink without variants"));
    }
    Ok(())
}

/// The parts of a text between separators.
fn parts(source: &Source, separator: char) -> impl Iterator<Item = Part<'_>> {
    let mut start = 0;
    source.text().split(['\n', separator]).map(move |part| {
        let begin = start + (part.len() - part.trim_start().len());
        start += part.len() + 1;
        Part { source, text: part.trim(), start: begin }
    })
}

impl<'a> Part<'a> {
    /// Whether it is neither empty nor a comment.
    fn is_content(&self) -> bool {
        !self.text.is_empty() && !self.text.starts_with('#')
    }

    /// A part of the part.
    fn part(&self, range: Range<usize>) -> Part<'a> {
        Part { text: &self.text[range.clone()], start: self.start + range.start, ..*self }
    }

    /// The words between blanks.
    fn words(&self) -> impl Iterator<Item = Part<'a>> {
        let (part, mut at) = (*self, 0);
        self.text.split_whitespace().map(move |word| {
            at += part.text[at..].find(word).unwrap_or(0);
            let range = at..at + word.len();
            at += word.len();
            part.part(range)
        })
    }

    fn error(&self, message: impl Into<String>) -> ParseError {
        self.source.error(self.source.position(self.start), message)
    }

    /// The error that this is not what should be here.
    fn unexpected(&self, expected: impl AsRef<str>) -> ParseError {
        let found =
            if self.text.is_empty() { "found nothing".into() } else { format!("found {}", quote(self.text)) };
        self.error(found).expecting(expected)
    }

    /// A side of the board.
    fn side(&self, what: &str) -> Result<u16, ParseError> {
        let plain = self.text.bytes().all(|byte| byte.is_ascii_digit());
        match self.text.parse() {
            Ok(side) if plain && (1..=MAX_SIDE).contains(&side) => Ok(side),
            _ => Err(self.unexpected(format!("{what}, a number from 1 to {MAX_SIDE}"))),
        }
    }
}

/// The clue of a cell: a number or nothing.
type Clue = Option<u8>;

/// The expected content of a cell, in words.
fn expected(largest: u8) -> String {
    format!("a number from 0 to {largest}, or '.' or '-' for none")
}

/// The clue for a character; `None` if the character is no cell.
fn clue(char: char) -> Option<Clue> {
    match char {
        '.' | '-' => Some(None),
        '0'..='4' => Some(Some(char as u8 - b'0')),
        _ => None,
    }
}

/// Whether boards may have that size.
fn fits(rows: usize, cols: usize) -> Option<Size> {
    let side = |side: usize| u16::try_from(side).ok().filter(|side| (1..=MAX_SIDE).contains(side));
    Some(Size::new(side(rows)?, side(cols)?))
}
