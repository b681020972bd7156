//! The choice of the engine that solves.

use std::{ops::ControlFlow, sync::Arc};

use jigsat_cnf::Amo;
use jigsat_kit::{FormulaOptions, Outcome, Question, SearchOptions, ask_session};
use jigsat_solve::{Answer, Checked, Effort, Error, Limits, Provenance, Stop};
use web_time::Instant;

use super::{MANY_CELLS, TilingFamily};
use crate::{Solution, Tiling, search};

/// Number of steps of the bit-board search at first.
const STEPS: u64 = 50_000;
/// Number of steps of the beam search after that: most boards that it can fill at all are filled by then.
const FIRST_BEAM_STEPS: u64 = 1_000_000;
/// Number of conflicts of a solver after that, to find out that there is no solution if that is easy.
const FIRST_CONFLICTS: u64 = 1_000;
/// Number of steps of the beam search before a solver gets all the remaining time.
const BEAM_STEPS: u64 = 20_000_000;

fn outcome(first: Answer<Solution>, engine: &'static str, started: Instant, steps: u64) -> Outcome<Solution> {
    let effort = Effort { solving: started.elapsed(), conflicts: steps, ..Effort::default() };
    Outcome::new(first, Provenance::engine(engine), effort)
}

/// Colourings first, then bit boards, then the beam search and a solver taking turns; or the requested engine.
pub(super) fn solve_as_it_is(
    puzzle: &Tiling,
    question: &Question<TilingFamily>,
    limits: &Limits,
) -> Result<Outcome<Solution>, Error> {
    let engine = question.search.engine();
    let started = Instant::now();
    if matches!(engine, Some("colouring")) || engine.is_none() && question.is_plain() {
        if puzzle.contradiction(&limits.interrupt()).is_some() {
            return Ok(outcome(Answer::Impossible(Provenance::engine("colouring")), "colouring", started, 0));
        }
        if engine.is_some() {
            // Colouring can only refute.
            return Ok(outcome(Answer::Unknown(Stop::GaveUp), "colouring", started, 0));
        }
    }
    let small = puzzle.area() <= MANY_CELLS;
    if engine == Some("bitboard") || engine.is_none() && question.is_plain() && small {
        let steps = if engine.is_some() { None } else { Some(STEPS) };
        let steps = steps.into_iter().chain(limits.conflicts).min();
        let bounded = Limits { conflicts: steps, ..limits.clone() };
        if let Some(answered) = solve_bitboard(puzzle, question.unique, &bounded)? {
            let gave_up = |answer: &Answer<Solution>| matches!(answer, Answer::Unknown(Stop::Conflicts));
            let open = gave_up(&answered.first) || answered.second.as_ref().is_some_and(gave_up);
            if engine.is_some() || !open || steps == limits.conflicts {
                return Ok(answered);
            }
        } else if engine.is_some() {
            return Ok(outcome(Answer::Unknown(Stop::GaveUp), "bitboard", started, 0));
        }
    }
    if engine == Some("beam") {
        return solve_by_beam(puzzle, question.unique, limits);
    }
    if engine.is_some() || !question.is_plain() {
        return Ok(ask_session(&TilingFamily, puzzle, question, limits)?.typed());
    }
    in_turns(puzzle, question, limits)
}

/// The beam search and a solver, taking turns: neither a board that the beam search fills slowly nor one that a solver
/// refutes quickly has to wait for the other.
fn in_turns(
    puzzle: &Tiling,
    question: &Question<TilingFamily>,
    limits: &Limits,
) -> Result<Outcome<Solution>, Error> {
    let ask = |amo: Amo, search: Arc<SearchOptions>, limits: &Limits| {
        let formula = FormulaOptions { amo: Some(amo), ..(*question.formula).clone() }.into();
        let question = Question { formula, search, ..question.clone() };
        Ok(ask_session(&TilingFamily, puzzle, &question, limits)?.typed())
    };
    if question.unique {
        return ask(Amo::Ladder, Arc::clone(&question.search), limits);
    }
    let within = |most: u64| Limits {
        conflicts: Some(limits.conflicts.map_or(most, |wanted| wanted.min(most))),
        ..limits.clone()
    };
    let beam = solve_by_beam(puzzle, false, &within(FIRST_BEAM_STEPS))?;
    if let Answer::Solved(_) | Answer::Unknown(Stop::Timeout | Stop::Interrupted) = beam.first {
        return Ok(beam);
    }
    let tried = ask(Amo::Ladder, Arc::clone(&question.search), &within(FIRST_CONFLICTS))?;
    if !matches!(tried.first, Answer::Unknown(Stop::Conflicts))
        || limits.conflicts.is_some_and(|all| all <= FIRST_CONFLICTS)
    {
        return Ok(tried);
    }
    if !matches!(beam.first, Answer::Unknown(Stop::GaveUp)) {
        let beam = solve_by_beam(puzzle, false, &within(BEAM_STEPS))?;
        if let Answer::Solved(_) | Answer::Unknown(Stop::Timeout | Stop::Interrupted) = beam.first {
            return Ok(beam);
        }
    }
    if puzzle.area() <= MANY_CELLS {
        return ask(Amo::Ladder, Arc::clone(&question.search), limits);
    }
    // A puzzle that is not easily refuted most likely has a solution. Solver and flavour are those that filled most of
    // the boards in docs/src/guide/tiling.md.
    let solver = "cadical-sat".parse().ok();
    ask(Amo::Bitwise, SearchOptions { solver, ..(*question.search).clone() }.into(), limits)
}

/// Solves by the search on bit boards; `None` if there are too many cells.
fn solve_bitboard(
    puzzle: &Tiling,
    unique: bool,
    limits: &Limits,
) -> Result<Option<Outcome<Solution>>, Error> {
    let started = Instant::now();
    let wanted = if unique { 2 } else { 1 };
    let mut found: Vec<Solution> = Vec::new();
    let listed = search::list_bitboard(puzzle, limits, &mut |placements| {
        found.push(puzzle.solution(placements.iter().copied()));
        if found.len() < wanted { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let Some((steps, stopped)) = listed else { return Ok(None) };
    let refereed = |solution| refereed(puzzle, solution, "bitboard");
    let none = || match stopped {
        Some(stop) => Answer::Unknown(stop),
        None => Answer::Impossible(Provenance::engine("bitboard")),
    };
    let mut found = found.into_iter();
    let first = found.next().map_or_else(|| Ok(none()), refereed)?;
    let mut outcome = outcome(first, "bitboard", started, steps);
    if unique && matches!(outcome.first, Answer::Solved(_)) {
        outcome.second = Some(found.next().map_or_else(|| Ok(none()), refereed)?);
    }
    Ok(Some(outcome))
}

/// Solves by the search that keeps only the best states: it finds a solution or gives up.
fn solve_by_beam(puzzle: &Tiling, unique: bool, limits: &Limits) -> Result<Outcome<Solution>, Error> {
    let started = Instant::now();
    let filled = search::fill_by_beam(puzzle, limits).unwrap_or_default();
    let first = match filled.found {
        Some(placements) => refereed(puzzle, puzzle.solution(placements), "beam")?,
        None => Answer::Unknown(filled.stopped.unwrap_or(Stop::GaveUp)),
    };
    let second = (unique && matches!(first, Answer::Solved(_))).then_some(Answer::Unknown(Stop::GaveUp));
    Ok(Outcome { second, ..outcome(first, "beam", started, filled.nodes) })
}

pub(super) fn refereed(
    puzzle: &Tiling,
    solution: Solution,
    engine: &'static str,
) -> Result<Answer<Solution>, Error> {
    let refused = |violation| Error::Refused { violation, by: Provenance::engine(engine) };
    Checked::by(puzzle, solution).map(Answer::Solved).map_err(refused)
}
