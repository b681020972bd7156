//! The engines of the family's own: `rules` and `hybrid`.

use jigsat_cnf::Choice;
use jigsat_input::Message;
use jigsat_kit::{Engines, Error, Event, Outcome, Question, Rating, Run, ask_session};
use jigsat_solve::{Answer, Checked, Effort, Error as SolveError, Provenance, Solution as AnySolution};
use web_time::Instant;

use super::{FillominoFamily, rating::rating};
use crate::{
    Fillomino, Solution,
    rules::{self, Rules, Step, Strategy},
};

impl Engines<FillominoFamily> for FillominoFamily {
    fn names(&self) -> &'static [&'static str] {
        &["rules", "hybrid"]
    }

    fn refuses(&self, _puzzle: &Fillomino, engine: &str, is_plain: bool) -> Option<Message> {
        let message = "`encoding`, `solver`, `drop` and `seed` cannot be used with `engine: rules`, which builds no formula";
        (engine == "rules" && !is_plain).then(|| message.into())
    }

    fn solve(
        &self,
        puzzle: &Fillomino,
        question: &Question<FillominoFamily>,
        run: &Run<'_>,
    ) -> Result<Outcome<AnySolution>, Error> {
        match question.search.engine() {
            Some("rules") => by_rules(puzzle, question, run).map(Outcome::erased),
            Some("hybrid") => hybrid(puzzle, question, run),
            _ => Ok(ask_session(self, puzzle, question, run.limits)?),
        }
    }

    fn rate(&self, puzzle: &Fillomino, run: &Run<'_>) -> Result<Option<Rating>, Error> {
        let found = rules::solve(puzzle, &Rules::default(), 1, run.limits);
        Ok(Some(rating(&found)))
    }
}

/// Solves by the rules alone; reports each step to the first solution.
fn by_rules(
    puzzle: &Fillomino,
    question: &Question<FillominoFamily>,
    run: &Run<'_>,
) -> Result<Outcome<Solution>, Error> {
    let started = Instant::now();
    let rules = Rules { strategies: question.options.strategies.clone(), branch: question.options.branch };
    let found = rules::solve(puzzle, &rules, if question.unique { 2 } else { 1 }, run.limits);
    let solving = started.elapsed();
    for step in &found.steps {
        run.tell(Event::Step(&in_words(step)));
    }
    let by = Provenance { stage: Some(stage(found.depth).into()), ..Provenance::engine("rules") };
    let end = || found.stopped.map_or(Answer::Impossible(by.clone()), Answer::Unknown);
    let mut solutions = found.solutions.iter().cloned().map(|solution| {
        let refused = |violation| Error::from(SolveError::Refused { violation, by: by.clone() });
        Checked::by(puzzle, solution).map(Answer::Solved).map_err(refused)
    });
    let first = solutions.next().transpose()?;
    let second = match &first {
        Some(_) if question.unique => Some(solutions.next().transpose()?.unwrap_or_else(end)),
        _ => None,
    };
    let first = first.unwrap_or_else(end);
    let effort = Effort { solving, conflicts: found.guesses, ..Effort::default() };
    Ok(Outcome { second, ..Outcome::new(first, by.clone(), effort) })
}

/// Applies the rules until they stop, then solves a formula for the rest.
fn hybrid(
    puzzle: &Fillomino,
    question: &Question<FillominoFamily>,
    run: &Run<'_>,
) -> Result<Outcome<AnySolution>, Error> {
    let started = Instant::now();
    let deduced = rules::deduce(puzzle, &question.options.strategies, run.limits);
    let reasoning = started.elapsed();
    let by = Provenance { stage: Some("rules".into()), ..Provenance::engine("hybrid") };
    let effort = Effort { solving: reasoning, ..Effort::default() };
    let deduced = match deduced {
        Err(stop) => return Ok(Outcome::new(Answer::Unknown(stop), by, effort)),
        Ok(None) => return Ok(Outcome { effort, ..Outcome::none(by) }),
        Ok(Some(deduced)) => deduced,
    };
    let left = Fillomino { deduced, ..puzzle.clone() };
    let mut outcome = ask_session(&FillominoFamily, &left, question, run.limits)?;
    outcome.by.engine = "hybrid".into();
    outcome.effort.solving += reasoning;
    Ok(outcome)
}

/// The depth of guesses as the name of a stage.
fn stage(depth: usize) -> &'static str {
    const STAGES: [&str; 26] = [
        "no guess", "depth 1", "depth 2", "depth 3", "depth 4", "depth 5", "depth 6", "depth 7", "depth 8",
        "depth 9", "depth 10", "depth 11", "depth 12", "depth 13", "depth 14", "depth 15", "depth 16",
        "depth 17", "depth 18", "depth 19", "depth 20", "depth 21", "depth 22", "depth 23", "depth 24",
        "depth 25",
    ];
    STAGES.get(depth).copied().unwrap_or("depth over 25")
}

/// The cell, its number, and the reason, in words.
fn in_words(step: &Step) -> String {
    let by = step.by.map_or("guess", Strategy::name);
    format!("{}={} {by}, depth {}", step.cell, step.number, step.depth)
}
