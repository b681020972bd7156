//! Answers: a board completed, or as many matching edges as can be.

use std::time::{Duration, Instant};

use jigsat_edge_matching::{self as em, Solution, Ways};
use jigsat_solve::{Answer, By, Effort, Error, Limits, Stop};

use super::EdgeMatching;
use crate::{
    family::{self, Outcome, Question},
    lister::Lister,
};

/// So long, and no longer than a quarter of the time that there is, is spent on completing the board before
/// `--best` relaxes it.
const COMPLETING: Duration = Duration::from_secs(10);

pub fn impossible_by_counting(solving: Duration) -> Outcome<Solution> {
    let by = By { engine: "counting", stage: None, solver: None, encoding: None };
    let first = Answer::Impossible(by.clone());
    let effort = Effort { solving, ..Effort::default() };
    Outcome { first, second: None, none_within: None, left_open: None, by, effort, size: None }
}

/// A solution; and where that was asked for, another one that is no turn of it.
pub fn ask(
    puzzle: &em::EdgeMatching,
    question: &Question<'_, EdgeMatching>,
    limits: &Limits,
) -> Result<Outcome<Solution>, Error> {
    let mut search = match question.search.engine() {
        Some("backtrack") => Lister::<EdgeMatching>::new(puzzle, question)?,
        _ => Lister::Blocking(Box::new(family::session::<EdgeMatching>(puzzle, question)?)),
    };
    let first = search.solve(limits)?;
    let mut second = None;
    if let (Answer::Solved(first), true) = (&first, question.unique) {
        let images = if puzzle.turns_are_one { puzzle.images(first) } else { vec![first.clone()] };
        second = loop {
            match search.solve(limits)? {
                Answer::Solved(other) if images.contains(&other) => {}
                answer => break Some(answer),
            }
        };
    }
    let size = Some(search.size());
    let (by, effort) = (search.by(), search.effort());
    Ok(Outcome { first, second, none_within: None, left_open: None, by, effort, size })
}

/// A solution, or the assembly with the most matching edges.
pub fn best(
    puzzle: &em::EdgeMatching,
    question: &Question<'_, EdgeMatching>,
    limits: &Limits,
) -> Result<Outcome<Solution>, Error> {
    let mut is_impossible = puzzle.hopeless().is_some();
    if !is_impossible {
        let now = Instant::now();
        let quarter =
            limits.deadline.map_or(COMPLETING, |deadline| deadline.saturating_duration_since(now) / 4);
        let some = Limits { deadline: Some(now + quarter.min(COMPLETING)), ..limits.clone() };
        let outcome = ask(puzzle, question, &some)?;
        match outcome.first {
            Answer::Impossible(_) => is_impossible = true,
            Answer::Unknown(_) => {}
            Answer::Solved(_) | Answer::Refused { .. } => return Ok(outcome),
        }
    }
    let ways = Ways {
        recipe: question.formula.recipe(true),
        solver: question.search.solver().cloned().unwrap_or_default(),
        seed: question.search.seed,
    };
    let mut report = |solution: &Solution| {
        let (matched, edges) = (solution.matched.unwrap_or_default(), solution.edges.unwrap_or_default());
        eprintln!("{matched} of {edges} agree: {}", solution.to_line(puzzle));
    };
    let improved = em::improve(puzzle, &ways, is_impossible, limits, &mut report)?;
    let first = match improved.answer {
        // All edges agree: no partial solution after all.
        Answer::Solved(solution) if solution.matched == solution.edges => {
            Answer::Solved(Solution::new(solution.placements))
        }
        answer => answer,
    };
    let left_open = improved.stopped.filter(|_| matches!(first, Answer::Solved(_)));
    let left_open = left_open.map(|stop: Stop| format!("whether more can agree: {stop}"));
    let (by, effort, size) = (improved.by, improved.effort, improved.size);
    Ok(Outcome { first, second: None, none_within: None, left_open, by, effort, size })
}
