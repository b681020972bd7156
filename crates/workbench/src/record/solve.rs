use std::{borrow::Cow, convert::Infallible, sync::Arc, time::Duration};

use jigsat_input::counted;
use jigsat_solve::{Effort, Provenance};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::SCHEMA;
use crate::Solution;

/// The answer about one puzzle, or one of its solutions.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SolveRecord<S = Solution> {
    /// The version of this format.
    pub schema: u32,
    /// The puzzle's family.
    pub family: Cow<'static, str>,
    /// The file's name, `-` for standard input, or `argument` for a text on the command line.
    pub file: Arc<str>,
    /// The puzzle's title.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub puzzle: Arc<str>,
    /// The puzzle's number in a file with several puzzles, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<u64>,
    /// The result.
    #[schemars(extend("enum" = ["solved", "impossible", "none-within", "unknown", "partial", "refused", "bug"]))]
    pub status: Cow<'static, str>,
    /// Whether the solution is the only one, if uniqueness was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unique: Option<bool>,
    /// The number of the solution, from 1, if several were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution_index: Option<u64>,
    /// The solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<S>,
    /// A second solution, if uniqueness was asked for and there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<S>,
    /// The rules that were dropped from the formula.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<String>,
    /// Why the referee rejects the solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// If the status is `none-within`: no solution has at most this length.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<u64>,
    /// If a limit was reached before a solution was found: the proved lower bound on its length.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower_bound: Option<u64>,
    /// What was left open, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The proof of the answer, if one was asked for and the answer needs one: a solution needs none, because the
    /// referee checks it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certified: Option<Certified>,
    /// What found the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Provenance>,
    /// The cost of the answer.
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
            status: status.into(),
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
    /// The same record with its solutions in another form.
    ///
    /// # Errors
    ///
    /// The first error of `form`.
    pub(crate) fn try_map<T, E>(self, form: impl Fn(S) -> Result<T, E>) -> Result<SolveRecord<T>, E> {
        Ok(SolveRecord {
            schema: self.schema,
            family: self.family,
            file: self.file,
            puzzle: self.puzzle,
            index: self.index,
            status: self.status,
            unique: self.unique,
            solution_index: self.solution_index,
            solution: self.solution.map(&form).transpose()?,
            other: self.other.map(form).transpose()?,
            without: self.without,
            refused: self.refused,
            bound: self.bound,
            lower_bound: self.lower_bound,
            reason: self.reason,
            certified: self.certified,
            by: self.by,
            stats: self.stats,
        })
    }

    /// The record without times, so that the same input gives the same output. In a portfolio, the winner depends on
    /// times, too.
    #[must_use]
    pub fn without_times(mut self, of_portfolio: bool) -> Self {
        self.stats = self.stats.map(Stats::without_times);
        if of_portfolio {
            self.by = Some(Provenance::engine("portfolio"));
            self.stats = Some(Stats::new(Effort::default(), None).without_times());
        }
        self
    }
}

impl<S> SolveRecord<S> {
    /// The record without what tells which rule was dropped: its name, and the size of the formula.
    #[must_use]
    pub fn unnamed(mut self) -> Self {
        self.without.clear();
        self.stats = self.stats.map(|_| Stats::new(Effort::default(), None).without_times());
        self
    }
}

impl SolveRecord {
    /// The same record with its solutions as JSON; see [`Solution::to_json`].
    #[must_use]
    pub fn with_json(self) -> SolveRecord<Box<RawValue>> {
        let Ok(record) = self.try_map(|solution| Ok::<_, Infallible>(solution.to_json()));
        record
    }
}

/// The last record of a list of solutions.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ListRecord<S = Solution> {
    #[serde(flatten)]
    /// The puzzle, and how the search ended.
    pub record: SolveRecord<S>,
    /// Number of solutions that were found.
    pub solutions: u64,
    /// Whether there are no other solutions.
    pub complete: bool,
}

/// A proof of an answer: its size, and whether it was checked.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Certified {
    /// Number of formulas that were refuted.
    pub formulas: usize,
    /// Number of steps of their proofs together.
    pub steps: u64,
    /// Number of lines of the certificate that takes the place of formulas.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<usize>,
    /// Whether each step or line was checked as soon as it was made.
    pub checked: bool,
}

impl Certified {
    /// The proof in words.
    #[must_use]
    pub fn sentence(self) -> String {
        let (formulas, steps) = (counted(self.formulas, "formula"), counted(self.steps, "step"));
        let certificate = |lines: usize| format!("a certificate of {}", counted(lines, "line"));
        match (self.formulas, self.lines) {
            (_, Some(lines)) if self.checked => format!("certified: {}, each checked", certificate(lines)),
            (_, Some(lines)) => format!("proof written: {}; 'check-proof' checks it", certificate(lines)),
            (0, None) => "certified by checks that need no formula".into(),
            _ if self.checked => format!("certified: {formulas} refuted in {steps}, each checked"),
            _ => format!("proof written: {formulas} refuted in {steps}; 'check-proof' checks it"),
        }
    }
}

/// The cost of an answer: the size of the formula, and the effort of the search.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Stats {
    /// Number of variables of the formula.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variables: Option<usize>,
    /// Number of clauses of the formula.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clauses: Option<usize>,
    /// Number of conflicts, or dead ends, of the search.
    pub conflicts: u64,
    /// Time for building the formula, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encode_s: Option<f64>,
    /// Time for the search, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solve_s: Option<f64>,
}

impl Stats {
    /// The cost with times rounded to microseconds, and with the formula's size if there was a formula.
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

    /// The cost without times, so that the same input gives the same output.
    #[must_use]
    pub fn without_times(self) -> Self {
        Stats { encode_s: None, solve_s: None, ..self }
    }
}
