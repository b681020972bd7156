//! One JSON object per puzzle.

use std::time::Duration;

use jigsat_input::ParseError;
use jigsat_solve::{By, Effort};
use serde::Serialize;

/// The version of the JSON that the command prints.
pub const SCHEMA: u32 = 1;

/// What is said of one puzzle, or of one of its solutions.
#[derive(Serialize)]
pub struct Record<'a, S> {
    pub schema: u32,
    pub family: &'a str,
    pub file: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub puzzle: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<u64>,
    pub status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unique: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution_index: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<&'a S>,
    /// A second solution, where uniqueness was asked for and there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<&'a S>,
    /// The rules that were dropped, and what the referee says of the solution then.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub without: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// Where the status is `none-within`: no solution has at most this length.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<u64>,
    /// What was left open, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<&'a By>,
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
            by: None,
            stats: None,
        }
    }
}

/// What an answer cost.
#[derive(Clone, Copy, Serialize)]
pub struct Stats {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variables: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clauses: Option<usize>,
    pub conflicts: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encode_s: Option<f64>,
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
#[derive(Serialize)]
pub struct ErrorRecord<'a> {
    pub schema: u32,
    pub family: &'static str,
    pub status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<u64>,
    #[serde(flatten)]
    pub error: &'a ParseError,
}
