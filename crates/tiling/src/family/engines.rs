//! Engines of tiling, and pieces that are rotated only if nothing fits otherwise.

use jigsat_input::Message;
use jigsat_kit::{Counted, Counting, Engines, Error, Outcome, OwnListing, Question, Run};
use jigsat_solve::{Answer, End, Held, Limits, Solution as AnySolution};

use super::{
    TilingFamily, TilingOptions, Turning,
    count::count_as_it_is,
    list::{list_as_it_is, list_in_turn},
    solve::solve_as_it_is,
};
use crate::Tiling;

impl Engines<TilingFamily> for TilingFamily {
    fn names(&self) -> &'static [&'static str] {
        &["bitboard", "beam", "frontier", "colouring"]
    }

    fn refuses(&self, _puzzle: &Tiling, engine: &str, is_plain: bool) -> Option<Message> {
        match engine {
            "frontier" => Some("engine 'frontier' counts solutions but finds none".into()),
            "bitboard" | "beam" | "colouring" if !is_plain => Some(Message::with(
                "`encoding`, `solver`, `drop` and `seed` cannot be used with `engine: {}`, which builds no formula",
                &[&engine],
            )),
            _ => None,
        }
    }

    fn solve(
        &self,
        puzzle: &Tiling,
        question: &Question<TilingFamily>,
        run: &Run<'_>,
    ) -> Result<Outcome<AnySolution>, Error> {
        let outcome = solve_as_it_is(puzzle, question, run.limits)?;
        if matches!(outcome.first, Answer::Impossible(_))
            && let Some(turned) = fallback(puzzle, question)
        {
            return Ok(solve_as_it_is(&turned, question, run.limits)?.erased());
        }
        Ok(outcome.erased())
    }

    fn listers(&self) -> &'static [&'static str] {
        &["bitboard"]
    }

    fn list<'p>(
        &self,
        puzzle: Held<'p, Tiling>,
        question: &Question<TilingFamily>,
        limits: &Limits,
    ) -> Result<OwnListing<'p>, Error> {
        match fallback(&puzzle, question) {
            Some(turned) => list_in_turn(puzzle, turned, question, limits).map(Some),
            None => list_as_it_is(puzzle, question, limits),
        }
    }

    fn count(
        &self,
        puzzle: &Tiling,
        question: &Question<TilingFamily>,
        wanted: &Counting,
        run: &Run<'_>,
    ) -> Result<Option<Counted>, Error> {
        let as_it_is = without_fallback(question);
        let counted = count_as_it_is(puzzle, &as_it_is, wanted, run)?;
        if counted.count == 0
            && counted.end == End::All
            && let Some(turned) = fallback(puzzle, question)
        {
            return count_as_it_is(&turned, &as_it_is, wanted, run).map(Some);
        }
        Ok(Some(counted))
    }
}

/// The puzzle with pieces that may be rotated; `None` if that was not asked for, changes nothing, or makes no valid
/// puzzle.
fn fallback(puzzle: &Tiling, question: &Question<TilingFamily>) -> Option<Tiling> {
    let is_wanted = question.options.rotate == Some(Turning::Fallback);
    if !is_wanted || puzzle.spec().pieces.iter().all(|piece| piece.freedom.rotate) {
        return None;
    }
    let mut spec = puzzle.spec().clone();
    for piece in &mut spec.pieces {
        piece.freedom.rotate = true;
    }
    Tiling::new(spec).ok()
}

/// The question for each of the two puzzles of a fallback.
pub(super) fn without_fallback(question: &Question<TilingFamily>) -> Question<TilingFamily> {
    let options = TilingOptions { rotate: None };
    Question { options, ..question.clone() }
}
