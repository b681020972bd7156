//! What came of a puzzle in words.

use std::time::Duration;

use jigsat_solve::{Answer, By};

use super::Printer;
use crate::{exit::Status, family::Outcome, record::Stats};

/// How long the solutions are that are asked for.
pub fn of_length(steps: u16) -> String {
    format!("just {steps} step{}", if steps == 1 { "" } else { "s" })
}

impl Printer<'_> {
    pub(super) fn tell<S>(
        &self,
        outcome: &Outcome<S>,
        contradiction: Option<&str>,
        partial: Option<&str>,
        stats: Stats,
    ) -> String {
        let what = match (&outcome.first, &outcome.second) {
            (Answer::Solved(_), None) => {
                let solved = partial.map_or_else(|| "solved".into(), |partial| format!("partial: {partial}"));
                match &outcome.left_open {
                    Some(open) => format!("{solved}; left open: {open}"),
                    None => solved,
                }
            }
            (Answer::Solved(_), Some(Answer::Impossible(_))) => "solved, unique".into(),
            (Answer::Solved(_), Some(Answer::Unknown(stop))) => {
                let why = outcome.left_open.clone().unwrap_or_else(|| stop.to_string());
                format!("solved; whether it is unique was left open: {why}")
            }
            (Answer::Solved(_), Some(_)) => "not unique: two solutions".into(),
            (Answer::Impossible(_), _) if outcome.none_within.is_some() => {
                let bound = outcome.none_within.unwrap_or_default();
                format!("none within {bound}: no solution of at most that length")
            }
            (Answer::Impossible(_), _) => {
                format!("impossible: {}", contradiction.unwrap_or("there is no solution"))
            }
            (Answer::Unknown(stop), _) => {
                format!("unknown: {}", outcome.left_open.clone().unwrap_or_else(|| stop.to_string()))
            }
            (Answer::Refused { .. }, _) => "refused by the referee, as a rule was dropped".into(),
        };
        format!("{what} ({})", self.who(&outcome.by, stats))
    }

    pub(super) fn who(&self, by: &By, stats: Stats) -> String {
        let mut parts = vec![by.engine.to_owned()];
        parts.extend(by.stage.map(str::to_owned));
        parts.extend(by.solver.clone());
        parts.extend(by.encoding.map(|name| format!("encoding {name}")));
        if let Some(clauses) = stats.clauses {
            parts.push(format!("{clauses} clauses"));
        }
        let seconds = stats.encode_s.unwrap_or(0.0) + stats.solve_s.unwrap_or(0.0);
        if !self.args.output.no_times {
            parts.push(format!("{:.1?}", Duration::from_secs_f64(seconds)));
        }
        parts.join(", ")
    }
}

pub(super) fn verdict<S>(outcome: &Outcome<S>) -> (Status, &'static str, Option<bool>) {
    match (&outcome.first, &outcome.second) {
        (Answer::Solved(_), None) if outcome.left_open.is_some() => (Status::Unknown, "solved", None),
        (Answer::Solved(_), None) => (Status::Solved, "solved", None),
        (Answer::Solved(_), Some(Answer::Impossible(_))) => (Status::Solved, "solved", Some(true)),
        (Answer::Solved(_), Some(Answer::Unknown(_))) | (Answer::Unknown(_), _) => {
            (Status::Unknown, "unknown", None)
        }
        (Answer::Solved(_), Some(_)) => (Status::Impossible, "solved", Some(false)),
        (Answer::Impossible(_), _) if outcome.none_within.is_some() => {
            (Status::Impossible, "none-within", None)
        }
        (Answer::Impossible(_), _) => (Status::Impossible, "impossible", None),
        (Answer::Refused { .. }, _) => (Status::Solved, "refused", None),
    }
}

pub(super) fn left_open<S>(outcome: &Outcome<S>) -> Option<String> {
    if outcome.left_open.is_some() {
        return outcome.left_open.clone();
    }
    match (&outcome.first, &outcome.second) {
        (Answer::Unknown(stop), _) | (_, Some(Answer::Unknown(stop))) => Some(stop.to_string()),
        _ => None,
    }
}
