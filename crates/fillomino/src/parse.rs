//! Reading puzzles and solutions; the first word of a text determines its format.

mod filling;
mod janko;
mod numbers;
mod solution;
mod url;
pub(crate) mod yaml;

use jigsat_grid::Size;
use jigsat_input::{ParseError, Position, Source, quote, yaml_kind};

use crate::{Fillomino, MAX_NUMBER, MAX_SIDE};
pub use solution::parse_solution;
pub use yaml::yaml_schema;

/// Reads all puzzles of a text: YAML, numbers after height and width, addresses of puzz.link or pzpr, ids of Tatham's
/// Filling, or text in sections as on janko.at. Addresses and ids are one per line, and a malformed one does not stop
/// the others.
#[must_use]
pub fn parse_all(source: &Source) -> Vec<Result<Fillomino, ParseError>> {
    let text = source.text();
    if yaml_kind(text).is_some() {
        return vec![yaml::parse(source)];
    }
    let is_content = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let first = text.lines().find(is_content).unwrap_or_default().trim();
    if url::is_one(first) || filling::is_one(first) {
        return lines(source)
            .map(|line| if filling::is_one(line.text) { filling::parse(line) } else { url::parse(line) })
            .collect();
    }
    if first.starts_with(|char: char| char.is_alphabetic() || char == '[') {
        return vec![janko::parse(source)];
    }
    numbers::parse(source)
}

/// Reads a single puzzle in any format.
///
/// # Errors
///
/// A mistake in the puzzle, or a text with no puzzle or several.
pub fn parse(source: &Source) -> Result<Fillomino, ParseError> {
    let mut all = parse_all(source).into_iter();
    match (all.next(), all.next()) {
        (Some(one), None) => one,
        (None, _) => Err(ParseError::in_file(source.name(), "found no puzzle").expecting("a Fillomino")),
        (Some(first), Some(_)) => {
            first?;
            Err(ParseError::in_file(source.name(), "found several puzzles").expecting("only one"))
        }
    }
}

/// Whether a text begins with the address of a Fillomino, well-formed or not.
pub(crate) fn is_address(text: &str) -> bool {
    text.lines()
        .map(str::trim)
        .find(|line| !line.is_empty() && !line.starts_with('#'))
        .is_some_and(url::is_one)
}

/// A line that is a puzzle.
#[derive(Clone, Copy)]
struct Line<'a> {
    source: &'a Source,
    number: usize,
    /// The text without surrounding blanks.
    text: &'a str,
    /// Number of bytes of the line before the text.
    indent: usize,
}

impl Line<'_> {
    /// An error at a byte of the text.
    fn error(&self, offset: usize, message: impl Into<String>) -> ParseError {
        let line = self.source.line(self.number);
        let before = line.get(..self.indent + offset).unwrap_or(line);
        self.source.error(Position { line: self.number, column: before.chars().count() + 1 }, message)
    }

    /// A board from its size and its givens; an error if their number doesn't fit.
    fn board(&self, size: Size, givens: Vec<u16>) -> Result<Fillomino, ParseError> {
        if givens.len() == size.area() {
            return Ok(Fillomino::new(size, givens));
        }
        let found = format!("found {} cells", givens.len());
        let expected = format!("{} for a board of {} rows and {} columns", size.area(), size.rows, size.cols);
        Err(self.error(self.text.len(), found).expecting(expected))
    }

    /// A side of the board, written as these digits.
    fn side(&self, offset: usize, digits: &str, what: &str) -> Result<u16, ParseError> {
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
        match digits.parse() {
            Ok(side) if plain && (1..=MAX_SIDE).contains(&side) => Ok(side),
            _ => Err(self
                .error(offset, format!("found {}", quote(digits)))
                .expecting(format!("{what}, a number from 1 to {MAX_SIDE}"))),
        }
    }
}

fn lines(source: &Source) -> impl Iterator<Item = Line<'_>> {
    source.text().split('\n').enumerate().filter_map(move |(index, line)| {
        let text = line.trim();
        let indent = line.len() - line.trim_start().len();
        let is_content = !text.is_empty() && !text.starts_with('#');
        is_content.then_some(Line { source, number: index + 1, text, indent })
    })
}

/// The number of a cell as people write it; 0, `-` and, if dots are allowed, `.` mean an empty cell.
fn number(word: &str, dots: bool) -> Option<u16> {
    match word {
        "-" => Some(0),
        "." if dots => Some(0),
        digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            digits.parse().ok().filter(|&number| number <= MAX_NUMBER)
        }
        _ => None,
    }
}

/// The expected content of a cell, in words.
fn expected(dots: bool) -> String {
    let empty = if dots { "'.', '-' or 0" } else { "0 or '-'" };
    format!("a number from 1 to {MAX_NUMBER}, or {empty} for an empty cell")
}
