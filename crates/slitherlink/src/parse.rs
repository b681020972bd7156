//! Reading puzzles and solutions; the first word of a text determines its format.

mod address;
mod board;
mod saved;
mod solution;
pub(crate) mod yaml;

use jigsat_grid::Size;
use jigsat_input::{ParseError, Part, Source, lists::are_lists, pzpr::Saved, yaml_kind};

use crate::{MAX_SIDE, Slitherlink};

/// The names of the kind in addresses and saved boards.
const NAMES: [&str; 2] = ["slither", "slitherlink"];
pub use solution::parse_solution;
pub use yaml::yaml_schema;

/// Reads all puzzles of a text: YAML; lists of JSON; boards drawn in rows, each possibly below a title, with empty lines between them;
/// addresses of puzz.link or pzpr, one per line, where a malformed one does not stop the others; or a file saved by
/// pzpr.
#[must_use]
pub fn parse_all(source: &Source) -> Vec<Result<Slitherlink, ParseError>> {
    let source = &*source.narrowed();
    match Form::of(source) {
        Form::Lists => board::of_lists(source),
        Form::Yaml => vec![yaml::parse(source)],
        Form::Saved => vec![saved::parse(source).map(|saved| Slitherlink::new(saved.size, saved.clues))],
        Form::Addresses => content(source).map(address::parse).collect(),
        Form::Rows => board::parse(source),
    }
}

/// Whether a text may be a Slitherlink, by its beginning. A text that names the genre is one, right or malformed. Rows
/// without a `.` may be numbers of another family.
pub(crate) fn recognises(start: &str) -> bool {
    let source = Source::new("", start);
    match Form::of(&source) {
        Form::Yaml => yaml_kind(start) == Some("slitherlink"),
        Form::Saved => saved::names_the_genre(start),
        Form::Addresses => true,
        // Lists of numbers may be of any family.
        Form::Lists => false,
        Form::Rows => {
            let is_read = || parse_all(&source).iter().all(Result::is_ok);
            start.contains('.') && ends_with_a_row(&source) && !has_walls(start) && is_read()
        }
    }
}

/// Whether a line that begins with `#` is a row with walls rather than a comment.
fn has_walls(text: &str) -> bool {
    let is_row = |line: &str| {
        line.contains('.') && line.chars().all(|char| char.is_ascii_digit() || "#.- \t".contains(char))
    };
    text.lines().any(|line| line.starts_with('#') && is_row(line))
}

/// Whether the last line is a row of a board, and not text such as the list of pieces of another family.
fn ends_with_a_row(source: &Source) -> bool {
    content(source)
        .last()
        .is_some_and(|last| last.text().chars().all(|char| char.is_ascii_digit() || ".- \t\r".contains(char)))
}

/// The format of a text.
#[derive(PartialEq, Eq)]
enum Form {
    Yaml,
    Saved,
    Addresses,
    Lists,
    Rows,
}

impl Form {
    fn of(source: &Source) -> Self {
        let first = content(source).next().map_or("", |first| first.text());
        if yaml_kind(source.text()).is_some() {
            Form::Yaml
        } else if Saved::is_one(first) {
            Form::Saved
        } else if are_lists(source.text()) {
            Form::Lists
        } else if address::is_one(first) {
            Form::Addresses
        } else {
            Form::Rows
        }
    }
}

/// Rejects the variant that addresses and saved files mark with an `f`.
fn refuse_full(variant: Part<'_>) -> Result<(), ParseError> {
    if variant.text() != "f" {
        return Ok(());
    }
    let error = variant.error("found 'f', which marks the variant whose loop visits every dot");
    Err(error.expecting("a Slitherlink without variants"))
}

/// The lines that are neither empty nor a comment, without surrounding blanks.
fn content(source: &Source) -> impl Iterator<Item = Part<'_>> {
    let lines = source.lines().map(|line| line.trim());
    lines.filter(|line| !line.text().is_empty() && !line.text().starts_with('#'))
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
