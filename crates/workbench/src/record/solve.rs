use std::{borrow::Cow, sync::Arc, time::Duration};

use jigsat_solve::{Effort, Provenance};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::RawValue;

use super::{SCHEMA, error::ErrorRecord};
use crate::Solution;

/// What is said of one puzzle, or of one of its solutions.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SolveRecord<S = Solution> {
    /// The version of these lines.
    pub schema: u32,
    /// Which family.
    pub family: Cow<'static, str>,
    /// The file, - for the standard input, or the text itself.
    pub file: Arc<str>,
    /// What the puzzle is called.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub puzzle: Arc<str>,
    /// Its place among several, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<u64>,
    /// The result.
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
    pub solution: Option<S>,
    /// A second solution, where uniqueness was asked for and there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<S>,
    /// The rules that were dropped, and what the referee says of the solution then.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<String>,
    /// What the referee says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// Where the status is `none-within`: no solution has at most this length.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<u64>,
    /// Where no solution was found before a limit: none is shorter than this, as far as is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower_bound: Option<u64>,
    /// What was left open, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// That the answer was proven, where that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certified: Option<Certified>,
    /// What answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Provenance>,
    /// What it cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stats: Option<Stats>,
}

impl<S> SolveRecord<S> {
    /// A record without an answer.
    #[must_use]
    pub fn new(family: Cow<'static, str>, file: &Arc<str>, puzzle: &Arc<str>, status: &'static str) -> Self {
        SolveRecord {
            schema: SCHEMA,
            family,
            file: Arc::clone(file),
            puzzle: Arc::clone(puzzle),
            index: None,
            status,
            unique: None,
            solution_index: None,
            solution: None,
            other: None,
            without: Vec::new(),
            refused: None,
            bound: None,
            lower_bound: None,
            reason: None,
            certified: None,
            by: None,
            stats: None,
        }
    }
}

impl<S> SolveRecord<S> {
    /// The same without times: for output that is the same for the same input. Who wins in a portfolio is a matter of
    /// time, too.
    #[must_use]
    pub fn without_times(mut self, of_portfolio: bool) -> Self {
        self.stats = self.stats.map(Stats::without_times);
        if of_portfolio {
            self.by = Some(Provenance { engine: "portfolio", stage: None, solver: None, encoding: None });
            self.stats = Some(Stats::new(Effort::default(), None).without_times());
        }
        self
    }
}

impl SolveRecord {
    /// The same with its solutions as JSON already; see [`Solution::to_json`].
    #[must_use]
    pub fn with_json(self) -> SolveRecord<Box<RawValue>> {
        let json = |solution: Solution| solution.to_json();
        SolveRecord {
            schema: self.schema,
            family: self.family,
            file: self.file,
            puzzle: self.puzzle,
            index: self.index,
            status: self.status,
            unique: self.unique,
            solution_index: self.solution_index,
            solution: self.solution.map(json),
            other: self.other.map(json),
            without: self.without,
            refused: self.refused,
            bound: self.bound,
            lower_bound: self.lower_bound,
            reason: self.reason,
            certified: self.certified,
            by: self.by,
            stats: self.stats,
        }
    }
}

/// The last record of several solutions.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ListRecord<S = Solution> {
    #[serde(flatten)]
    /// The puzzle, and how the search ended.
    pub record: SolveRecord<S>,
    /// How many solutions were found.
    pub solutions: u64,
    /// Whether these are all.
    pub complete: bool,
}

/// That an answer was proven.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Certified {
    /// How many formulas were refuted.
    pub formulas: usize,
    /// How many steps their proofs have together.
    pub steps: u64,
    /// Whether each step was checked while it was made.
    pub checked: bool,
}

impl Certified {
    /// In words.
    #[must_use]
    pub fn sentence(self) -> String {
        let plural = |count: u64| if count == 1 { "" } else { "s" };
        let (formulas, steps) = (plural(self.formulas as u64), plural(self.steps));
        let how = if self.checked { ", each checked" } else { ", written and not checked" };
        match self.formulas {
            0 => "certified by checks that need no formula".into(),
            count => {
                format!("certified: {count} formula{formulas} refuted in {} step{steps}{how}", self.steps)
            }
        }
    }
}

/// What an answer cost.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
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
    /// With times in microseconds, and the formula's size where there was one.
    #[must_use]
    pub fn new(effort: Effort, size: Option<(usize, usize)>) -> Self {
        let seconds = |time: Duration| (time.as_secs_f64() * 1e6).round() / 1e6;
        Stats {
            variables: size.map(|(variables, _)| variables),
            clauses: size.map(|(_, clauses)| clauses),
            conflicts: effort.conflicts,
            encode_s: size.is_some().then(|| seconds(effort.encoding)),
            solve_s: Some(seconds(effort.solving)),
        }
    }

    /// The same without times: for output that is the same for the same input.
    #[must_use]
    pub fn without_times(self) -> Self {
        Stats { encode_s: None, solve_s: None, ..self }
    }
}

/// A line of `solve`, for its schema.
#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "only its schema is wanted")]
pub enum SolveLine<S: 'static> {
    /// The last line of several solutions.
    Summary(ListRecord<S>),
    /// A puzzle, or one of its solutions.
    Puzzle(SolveRecord<S>),
    /// A puzzle that could not be read or solved.
    Error(ErrorRecord<'static>),
}
