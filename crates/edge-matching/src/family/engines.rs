//! Uses the general engines, unless counting colours settles the puzzle, or `best` relaxes it.

use jigsat_kit::{Counted, Counting, Engines, Error, Outcome, Question, Run};
use jigsat_solve::Solution;
use web_time::Instant;

use super::{EdgeMatchingFamily, count::count, solve};
use crate::EdgeMatching;

impl Engines<EdgeMatchingFamily> for EdgeMatchingFamily {
    fn names(&self) -> &'static [&'static str] {
        &[]
    }

    fn solve(
        &self,
        puzzle: &EdgeMatching,
        question: &Question<EdgeMatchingFamily>,
        run: &Run<'_>,
    ) -> Result<Outcome<Solution>, Error> {
        let is_weakened = !question.formula.drop.is_empty();
        let started = Instant::now();
        if question.options.best {
            return Ok(solve::best(puzzle, question, run)?.erased());
        }
        if !is_weakened && question.search.engine().is_none() && puzzle.contradiction().is_some() {
            return Ok(solve::impossible_by_counting(started.elapsed()).erased());
        }
        Ok(solve::ask(puzzle, question, run.limits)?.erased())
    }

    fn count(
        &self,
        puzzle: &EdgeMatching,
        question: &Question<EdgeMatchingFamily>,
        wanted: &Counting,
        run: &Run<'_>,
    ) -> Result<Option<Counted>, Error> {
        count(puzzle, question, wanted, run).map(Some)
    }
}
