//! One JSON object per puzzle.

use std::time::Duration;

use jigsat_input::ParseError;
use jigsat_solve::{By, Effort};
use schemars::JsonSchema;
use serde::Serialize;

use crate::prove::Certified;

/// The version of the JSON that the command prints.
pub const SCHEMA: u32 = 1;

/// What is said of one puzzle, or of one of its solutions.
#[derive(Serialize, JsonSchema)]
pub struct Record<'a, S> {
    /// The version of these lines.
    pub schema: u32,
    /// Which family.
    pub family: &'a str,
    /// The file, - for the standard input, or the text itself.
    pub file: &'a str,
    /// What the puzzle is called.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub puzzle: &'a str,
    /// Its place among several, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<u64>,
    /// What came of it.
    #[schemars(extend("enum" = ["solved", "impossible", "none-within", "unknown", "partial", "refused", "bug"]))]
    pub status: &'static str,
    /// Whether the solution is the only one, where that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unique: Option<bool>,
    /// The place of the solution, from 1, where several were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution_index: Option<u64>,
    /// The solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<&'a S>,
    /// A second solution, where uniqueness was asked for and there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<&'a S>,
    /// The rules that were dropped, and what the referee says of the solution then.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub without: &'a [String],
    /// What the referee says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// Where the status is `none-within`: no solution has at most this length.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<u64>,
    /// What was left open, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// That the answer was proven, where that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certified: Option<Certified>,
    /// What answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<&'a By>,
    /// What it cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stats: Option<Stats>,
}

impl<'a, S> Record<'a, S> {
    pub fn new(family: &'a str, file: &'a str, status: &'static str) -> Self {
        Record {
            schema: SCHEMA,
            family,
            file,
            puzzle: "",
            index: None,
            status,
            unique: None,
            solution_index: None,
            solution: None,
            other: None,
            without: &[],
            refused: None,
            bound: None,
            reason: None,
            certified: None,
            by: None,
            stats: None,
        }
    }
}

/// What an answer cost.
#[derive(Clone, Copy, Serialize, JsonSchema)]
pub struct Stats {
    /// Variables of the formula.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variables: Option<usize>,
    /// Clauses of the formula.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clauses: Option<usize>,
    /// Conflicts, or dead ends, of the search.
    pub conflicts: u64,
    /// Seconds that the formula took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encode_s: Option<f64>,
    /// Seconds that the search took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solve_s: Option<f64>,
}

impl Stats {
    pub fn new(effort: Effort, size: Option<(usize, usize)>, times: bool) -> Self {
        let seconds = |time: Duration| (time.as_secs_f64() * 1e6).round() / 1e6;
        Stats {
            variables: size.map(|(variables, _)| variables),
            clauses: size.map(|(_, clauses)| clauses),
            conflicts: effort.conflicts,
            encode_s: (times && size.is_some()).then(|| seconds(effort.encoding)),
            solve_s: times.then(|| seconds(effort.solving)),
        }
    }
}

/// A puzzle that could not be read or solved.
#[derive(Serialize, JsonSchema)]
pub struct ErrorRecord<'a> {
    pub schema: u32,
    pub family: &'static str,
    /// What came of it.
    #[schemars(extend("const" = "error"))]
    pub status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<u64>,
    #[serde(flatten)]
    pub error: &'a ParseError,
}
