//! Reading formulas and solutions.

mod cnf;
mod comments;
mod solution;
pub(crate) mod yaml;

use jigsat_input::{ParseError, Source, yaml_kind};
use jigsat_solve::Limits;

use crate::Dimacs;
pub use solution::parse_solution;
pub use yaml::yaml_schema;

/// A beginning of this many bytes may consist of comments alone.
const LONG_BEGINNING: usize = 60_000;

/// Reads a formula, in DIMACS CNF or in YAML with a text in DIMACS.
///
/// # Errors
///
/// The first place that is not DIMACS CNF, a comment about a variable that does not exist or has a name already, and a limit that was
/// reached first ([`ParseError::is_unfinished`]).
pub fn parse(source: &Source, limits: &Limits) -> Result<Dimacs, ParseError> {
    match yaml_kind(source.text()) {
        Some("dimacs") => yaml::parse(source, limits),
        _ => cnf::parse(source, limits),
    }
}

/// Whether a text may be a formula, by its beginning: a header of DIMACS below comments. Formats of DIMACS that are no CNF are
/// recognised, too, and refused with the place.
pub(crate) fn recognises(start: &str) -> bool {
    if yaml_kind(start) == Some("dimacs") {
        return true;
    }
    let mut lines = start.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut has_comments = false;
    let mut is_comment = |line: &str| {
        let is_one = line.split_whitespace().next() == Some("c");
        has_comments |= is_one;
        is_one
    };
    match lines.find(|line| !is_comment(line)) {
        // Also what is refused, where the reader says why: other headers, clauses with weights, and clauses without a header.
        Some(line) => {
            let mut words = line.split_whitespace();
            match words.next() {
                Some("p") => words.next().is_some_and(|format| format.to_lowercase().ends_with("nf")),
                Some("h") => is_clause(&line[1..]),
                _ => has_comments && is_clause(line),
            }
        }
        None => start.len() > LONG_BEGINNING,
    }
}

/// Whether a line has numbers, of which the last is 0.
fn is_clause(line: &str) -> bool {
    let is_number = |word: &str| word.parse::<i64>().is_ok();
    line.split_whitespace().all(is_number) && line.split_whitespace().next_back() == Some("0")
}
