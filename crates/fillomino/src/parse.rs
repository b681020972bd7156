//! Reading puzzles and solutions; the first word of a text determines its format.

mod address;
mod filling;
mod janko;
mod lists;
mod numbers;
mod solution;
pub(crate) mod yaml;

use jigsat_input::{ParseError, Source, lists::are_lists, yaml_kind};

use crate::{Fillomino, MAX_NUMBER};
pub use solution::parse_solution;
pub use yaml::yaml_schema;

/// Reads all puzzles of a text: YAML, numbers after height and width, addresses of puzz.link or pzpr, ids of Tatham's
/// Filling, lists of JSON, or text in sections as on janko.at. Addresses and ids are one per line, and a malformed one does not stop
/// the others.
#[must_use]
pub fn parse_all(source: &Source) -> Vec<Result<Fillomino, ParseError>> {
    let source = &*source.narrowed();
    let text = source.text();
    if yaml_kind(text).is_some() {
        return vec![yaml::parse(source)];
    }
    if are_lists(text) {
        return lists::parse(source);
    }
    let is_content = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let first = text.lines().find(is_content).unwrap_or_default().trim();
    if address::is_one(first) || filling::is_one(first) {
        let lines = source.lines().map(|line| line.trim()).filter(|line| is_content(&line.text()));
        return lines
            .map(
                |line| if filling::is_one(line.text()) { filling::parse(line) } else { address::parse(line) },
            )
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
        .is_some_and(address::is_one)
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
