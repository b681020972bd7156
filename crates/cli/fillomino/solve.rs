//! The engines besides the solver alone: `rules`, and `hybrid`.

use std::{fmt::Write, time::Instant};

use jigsat_cnf::Choice;
use jigsat_fillomino::{
    Fillomino as Puzzle, Solution,
    rules::{self, Found, Rules, Strategy},
};
use jigsat_solve::{Answer, By, Effort, Error, Limits};

use super::{Fillomino, SolveOptions};
use crate::{
    family::{self, Outcome, Question},
    output::write_file,
};

pub fn by_rules(
    puzzle: &Puzzle,
    question: &Question<'_, Fillomino>,
    own: &SolveOptions,
    limits: &Limits,
) -> Result<Outcome<Solution>, Error> {
    let started = Instant::now();
    let rules = Rules { strategies: own.strategies.0.clone(), branch: own.branch };
    let found = rules::solve(puzzle, &rules, if question.unique { 2 } else { 1 }, limits);
    let solving = started.elapsed();
    let by = By { engine: "rules", stage: Some(stage(found.depth)), solver: None, encoding: None };
    if let Some(path) = &own.log {
        let replaces = false;
        write_file(path, &log(&found), replaces)
            .map_err(|failure| Error::External { command: "--log".into(), message: failure.to_string() })?;
    }
    let end = || found.stopped.map_or(Answer::Impossible(by.clone()), Answer::Unknown);
    let mut solutions = found.solutions.iter().cloned();
    let first = solutions.next();
    let second = first.is_some() && question.unique;
    let second = second.then(|| solutions.next().map_or_else(end, Answer::Solved));
    let first = first.map_or_else(end, Answer::Solved);
    let effort = Effort { solving, conflicts: found.guesses, ..Effort::default() };
    Ok(Outcome { first, second, none_within: None, left_open: None, by, effort, size: None })
}

/// The rules until they stop, then a formula of what is left.
pub fn hybrid(
    puzzle: &Puzzle,
    question: &Question<'_, Fillomino>,
    own: &SolveOptions,
    limits: &Limits,
) -> Result<Outcome<Solution>, Error> {
    let started = Instant::now();
    let deduced = rules::deduce(puzzle, &own.strategies.0);
    let reasoning = started.elapsed();
    let Some(deduced) = deduced else {
        let by = By { engine: "hybrid", stage: Some("rules"), solver: None, encoding: None };
        let effort = Effort { solving: reasoning, ..Effort::default() };
        return Ok(Outcome { effort, ..Outcome::none(by) });
    };
    let left = Puzzle { deduced, ..puzzle.clone() };
    let mut outcome = family::ask_session::<Fillomino>(&left, question, limits)?;
    outcome.by.engine = "hybrid";
    outcome.effort.solving += reasoning;
    Ok(outcome)
}

/// The depth of guesses as a stage of the engine.
fn stage(depth: usize) -> &'static str {
    const STAGES: [&str; 26] = [
        "no guess", "depth 1", "depth 2", "depth 3", "depth 4", "depth 5", "depth 6", "depth 7", "depth 8",
        "depth 9", "depth 10", "depth 11", "depth 12", "depth 13", "depth 14", "depth 15", "depth 16",
        "depth 17", "depth 18", "depth 19", "depth 20", "depth 21", "depth 22", "depth 23", "depth 24",
        "depth 25",
    ];
    STAGES.get(depth).copied().unwrap_or("depth over 25")
}

fn log(found: &Found) -> String {
    let mut text = String::new();
    for step in &found.steps {
        let by = step.by.map_or("guess", Strategy::name);
        let _ = writeln!(text, "{}={} {by}, depth {}", step.cell, step.number, step.depth);
    }
    text
}
