//! The choice of the engine that counts.

use jigsat_kit::{Counted, Counting, Error, Question, Run, by_listing};
use jigsat_solve::{Effort, End, Provenance, Stop};
use web_time::Instant;

use super::TilingFamily;
use crate::{
    Tiling, search,
    search::{FEW_STATES, Frontier, MANY_STATES},
};

/// Colourings first, then the frontier programme with few states, then bit boards; or the requested engine.
pub(super) fn count_as_it_is(
    puzzle: &Tiling,
    question: &Question<TilingFamily>,
    wanted: &Counting,
    run: &Run<'_>,
) -> Result<Counted, Error> {
    let limits = run.limits;
    let engine = question.search.engine();
    if matches!(engine, Some("backtrack" | "blocking" | "sat"))
        || !question.is_plain()
        || wanted.limit.is_some()
    {
        if wanted.labelled {
            return Err(Error::request(
                "only the engines bitboard and frontier count labelled solutions, and without `limit`",
            ));
        }
        return by_listing(&TilingFamily, puzzle, question, wanted, run);
    }
    if engine == Some("beam") {
        return Err(Error::request("engine 'beam' finds one solution and cannot count"));
    }
    let started = Instant::now();
    let answer = |counted: search::Counted, engine: &'static str| -> Result<Counted, Error> {
        let effort = Effort { solving: started.elapsed(), conflicts: counted.nodes, ..Effort::default() };
        let count = match (wanted.labelled, counted.labelled) {
            (false, _) => counted.count,
            (true, Some(labelled)) => labelled,
            (true, None) => return Err(Error::request("there are more than 2^128 labelled solutions")),
        };
        let distinct = counted.distinct.filter(|_| !wanted.labelled);
        let end = counted.stopped.map_or(End::All, End::Stopped);
        Ok(Counted { count, distinct, end, by: Provenance::engine(engine), effort, size: None })
    };
    let none = || search::Counted { distinct: Some(0), labelled: Some(0), ..search::Counted::default() };
    if matches!(engine, None | Some("colouring")) {
        if puzzle.contradiction(&limits.interrupt()).is_some() {
            return answer(none(), "colouring");
        }
        if engine.is_some() {
            let counted = search::Counted { stopped: Some(Stop::GaveUp), ..search::Counted::default() };
            return answer(counted, "colouring");
        }
    }
    if matches!(engine, None | Some("frontier")) {
        let states = if engine.is_some() { MANY_STATES } else { FEW_STATES };
        match search::count_frontier(puzzle, states, limits) {
            Frontier::Counted(counted) if !wanted.labelled || counted.labelled.is_some() => {
                return answer(counted, "frontier");
            }
            Frontier::Stopped(stop) => {
                let counted = search::Counted { stopped: Some(stop), ..search::Counted::default() };
                return answer(counted, "frontier");
            }
            Frontier::Refused(why) if engine.is_some() => {
                return Err(Error::request(format!("engine 'frontier' can't count this: {why}")));
            }
            Frontier::Counted(_) if engine.is_some() => {
                return Err(Error::request("engine 'frontier' can't tell labelled solutions apart here"));
            }
            Frontier::Counted(_) | Frontier::Refused(_) => {}
        }
    }
    match search::count_bitboard(puzzle, wanted.jobs, limits) {
        Some(counted) => answer(counted, "bitboard"),
        None if engine.is_some() || wanted.labelled => {
            let most = search::MAX_ITEMS;
            Err(Error::request(format!("engine 'bitboard' is for at most {most} cells and pieces together")))
        }
        None => by_listing(&TilingFamily, puzzle, question, wanted, run),
    }
}
