//! The request for every puzzle of a batch.

use std::time::Duration;

use bytesize::ByteSize;
use jigsat_cnf::Choice;
use jigsat_kit::FormulaOptions;
use jigsat_solve::Solver;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::line::Key;
use crate::Ask;

/// Default time limit for a puzzle, in seconds: a batch must end.
const TIMEOUT_S: f64 = 60.0;

/// Default memory limit for a puzzle, in bytes.
const MEMORY: u64 = 2 << 30;

/// Solves many puzzles of any family, each within limits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct BatchRequest {
    /// Formula, search and options. The default time limit for a puzzle is one minute.
    pub ask: Ask,
    /// The family of all puzzles, by name (default: it is detected from each text).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
    /// The page of QPROP that defines this family, if it doesn't come with jigsat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<String>,
    /// Memory limit for a puzzle that is solved in a process of its own, in bytes.
    pub memory_bytes: u64,
    /// Number of puzzles to solve at a time (default: one per processor).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1024))]
    pub jobs: Option<usize>,
    /// Retries puzzles that failed or were left open in an earlier run, whatever its limits.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub retry: bool,
    /// Omits times, so that the same puzzles give the same bytes with one job.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub no_times: bool,
}

impl Default for BatchRequest {
    fn default() -> Self {
        BatchRequest {
            ask: Ask::default(),
            family: None,
            page: None,
            memory_bytes: MEMORY,
            jobs: None,
            retry: false,
            no_times: false,
        }
    }
}

impl BatchRequest {
    /// The time limit for a puzzle.
    #[must_use]
    pub fn timeout(&self) -> Duration {
        let seconds = self.ask.search.timeout_s.unwrap_or(TIMEOUT_S);
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
    }

    /// The time after which a process is stopped by force if it has not given up at its deadline.
    #[must_use]
    pub fn hard_limit(&self) -> Duration {
        let timeout = self.timeout();
        timeout.saturating_add(timeout / 10).saturating_add(Duration::from_secs(1))
    }

    /// The message that a puzzle needs more memory than allowed.
    pub(super) fn out_of_memory(&self) -> String {
        format!("memory limit reached: {}", ByteSize(self.memory_bytes))
    }

    /// The request for each puzzle, with its time limit.
    pub(super) fn bounded_ask(&self) -> Ask {
        let mut ask = self.ask.clone();
        ask.search.timeout_s.get_or_insert(TIMEOUT_S);
        ask
    }

    /// The external solver program, if one was asked for.
    #[must_use]
    pub fn external_solver(&self) -> Option<&Solver> {
        self.ask.search.solver.as_ref().filter(|solver| matches!(solver, Solver::External(_)))
    }

    /// The question in a line of results: in the words of the command's first version, so that results of any version
    /// can be continued.
    pub(super) fn key(&self) -> Key {
        let FormulaOptions { encoding, amo, card, sum, graph, drop } = &self.ask.formula;
        let search = &self.ask.search;
        let mut asked = Vec::new();
        if self.ask.unique {
            asked.push("--unique".to_owned());
        }
        asked.extend(words([
            ("--encoding", encoding.clone()),
            ("--amo", amo.map(|amo| amo.name().to_owned())),
            ("--card", card.map(|card| card.name().to_owned())),
            ("--sum", sum.map(|sum| sum.name().to_owned())),
            ("--graph", graph.map(|graph| graph.name().to_owned())),
            ("--solver", search.solver.as_ref().map(ToString::to_string)),
            ("--engine", search.engine().map(str::to_owned)),
            ("--seed", search.seed.map(|seed| seed.to_string())),
        ]));
        asked.extend(words(drop.iter().map(|rule| ("--drop", Some(rule.clone())))));
        // The first version had none of these.
        for (name, value) in &self.ask.options {
            asked.push(format!("--{name}"));
            match value {
                Value::Bool(true) => {}
                Value::String(text) => asked.push(text.clone()),
                value => asked.push(value.to_string()),
            }
        }
        let page = self.page.as_ref().map(|page| blake3::hash(page.as_bytes()).to_hex().to_string());
        asked.extend(words([("--family", self.family.clone()), ("--page", page)]));
        let timeout = humantime::format_duration(self.timeout()).to_string().replace(' ', "");
        let limits = words([
            ("--timeout", Some(timeout)),
            ("--conflicts", search.conflicts.map(|conflicts| conflicts.to_string())),
            ("--memory", Some(self.memory_bytes.to_string())),
        ]);
        Key { asked: asked.join(" "), limits: limits.collect::<Vec<_>>().join(" ") }
    }
}

/// The options with a value, each as two words.
fn words(options: impl IntoIterator<Item = (&'static str, Option<String>)>) -> impl Iterator<Item = String> {
    options.into_iter().filter_map(|(name, value)| Some([name.to_owned(), value?])).flatten()
}

#[cfg(test)]
mod tests {
    use jigsat_cnf::Amo;

    use super::*;

    /// In the form of the command's first version.
    #[test]
    fn keys_are_what_they_always_were() {
        let mut request = BatchRequest::default();
        let plain = request.key();
        assert_eq!((&*plain.asked, &*plain.limits), ("", "--timeout 1m --memory 2147483648"));
        request.ask.unique = true;
        request.ask.formula.encoding = Some("minimal".into());
        request.ask.formula.amo = Some(Amo::Product);
        request.ask.formula.drop = vec!["row".into(), "box".into()];
        request.ask.search.solver = "batsat".parse().ok();
        request.ask.search.engine = Some("auto".into());
        request.ask.search.seed = Some(7);
        request.ask.search.timeout_s = Some(90.3);
        request.ask.search.conflicts = Some(10);
        request.memory_bytes = 32 << 20;
        let full = request.key();
        let asked =
            "--unique --encoding minimal --amo product --solver batsat --seed 7 --drop row --drop box";
        assert_eq!(full.asked, asked);
        assert_eq!(full.limits, "--timeout 1m30s300ms --conflicts 10 --memory 33554432");
    }

    #[test]
    fn any_time_has_words() {
        for seconds in [0.0, 1e-12, f64::MAX, f64::INFINITY, f64::NAN, -1.0] {
            let mut request = BatchRequest::default();
            request.ask.search.timeout_s = Some(seconds);
            assert!(request.key().limits.starts_with("--timeout "), "{seconds}");
            assert!(request.hard_limit() >= request.timeout());
        }
    }
}
