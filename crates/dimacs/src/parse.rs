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
    let is_comment = |line: &&str| line.split_whitespace().next() == Some("c");
    match lines.find(|line| !is_comment(line)) {
        Some(line) => {
            let mut words = line.split_whitespace();
            let format = (words.next() == Some("p")).then(|| words.next()).flatten();
            format.is_some_and(|format| format.ends_with("cnf"))
        }
        None => start.len() > LONG_BEGINNING,
    }
}
