//! The difficulty of a puzzle: the depth of guesses of the engine `rules`.

use std::fmt::Write;

use jigsat_cnf::Choice;
use jigsat_kit::Rating;
use jigsat_solve::Provenance;
use serde_json::json;

use crate::rules::{Found, Strategy};

/// The rating of a puzzle from the search of the rules.
pub(super) fn rating(found: &Found) -> Rating {
    let by_strategy: Vec<String> = Strategy::ALL
        .iter()
        .map(|&strategy| format!("{} by {}", count(found, Some(strategy)), strategy.name()))
        .collect();
    let solved = !found.solutions.is_empty();
    let mut text = match (solved, found.depth) {
        (false, _) if found.stopped.is_none() => "impossible".to_owned(),
        (_, 0) => "no guess needed".to_owned(),
        (_, depth) => format!("depth {depth}, {} guesses", found.guesses),
    };
    if solved {
        let _ = write!(text, "; {} cells: {}", found.steps.len(), by_strategy.join(", "));
        let _ = write!(text, ", {} by guesses", count(found, None));
    }
    let data = json!({
        "solved": solved,
        "depth": found.depth,
        "guesses": found.guesses,
        "steps": {
            "single-exit": count(found, Some(Strategy::SingleExit)),
            "forced": count(found, Some(Strategy::Forced)),
            "reach": count(found, Some(Strategy::Reach)),
            "guess": count(found, None),
        },
    });
    Rating {
        text,
        data,
        left_open: found.stopped.map(|stop| stop.to_string()),
        by: Provenance::engine("rules"),
    }
}

/// Number of cells that a strategy filled in, or of guesses.
fn count(found: &Found, by: Option<Strategy>) -> usize {
    found.steps.iter().filter(|step| step.by == by).count()
}
