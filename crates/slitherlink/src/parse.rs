//! Reading puzzles and solutions, in the format that a text's first word tells.

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

/// Reads all puzzles of a text: YAML; boards drawn in rows, each perhaps below a title, with empty lines between them; addresses
/// of puzz.link or pzpr, one a line, of which a malformed one does not stop the others; or a file that pzpr saved.
#[must_use]
pub fn parse_all(source: &Source) -> Vec<Result<Slitherlink, ParseError>> {
    match Form::of(source) {
        Form::Yaml => vec![yaml::parse(source)],
        Form::Saved => vec![saved::parse(source).map(|saved| Slitherlink::new(saved.size, saved.clues))],
        Form::Addresses => parts(source, '\n').filter(Part::is_content).map(url::parse).collect(),
        Form::Rows => board::parse(source),
    }
}

/// Whether a text may be a Slitherlink, by its beginning. What names the genre is one, right or malformed. Rows with no `.` in
/// them may be numbers of another family.
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

/// Whether no title is the last line: what follows the board of another family, such as a list of pieces.
fn ends_with_a_row(source: &Source) -> bool {
    let last = parts(source, '\n').filter(Part::is_content).last();
    last.is_some_and(|last| last.text.chars().all(|char| char.is_ascii_digit() || ".- \t\r".contains(char)))
}

/// What a text looks like.
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

/// A part of a text, without blanks around it.
#[derive(Clone, Copy)]
struct Part<'a> {
    source: &'a Source,
    text: &'a str,
    /// Where it starts, in bytes.
    start: usize,
}

/// Refuses the variant that addresses and saved files mark with an `f`.
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

    /// That this is not what should be here.
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

/// What a cell says: a number or nothing.
type Clue = Option<u8>;

/// What may stand in a cell, in words.
fn expected(largest: u8) -> String {
    format!("a number from 0 to {largest}, or '.' or '-' for none")
}

/// What a cell says; none where it is no cell.
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
