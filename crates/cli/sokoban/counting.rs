//! How many shortest plans there are.

use std::time::Instant;

use jigsat_sokoban::{Objective, search};
use jigsat_solve::{By, Effort, End, Limits, Stop};

use super::Sokoban;
use crate::{
    count,
    exit::Failure,
    family::{Counted, Counting, Family, Question},
};

/// Counts the shortest plans: state by state, or, where there are too many states or a formula was asked for, by listing.
pub fn count(
    puzzle: &jigsat_sokoban::Sokoban,
    question: &Question<'_, Sokoban>,
    wanted: &Counting,
    limits: &Limits,
) -> Result<Counted, Failure> {
    let objective = question.options.optimal.unwrap_or_default();
    let by_states = question.is_plain() && puzzle.steps.is_none() && wanted.limit.is_none();
    if by_states && matches!(question.search.engine(), None | Some("states")) {
        let started = Instant::now();
        let moves = matches!(objective, Objective::Moves);
        let by = By { engine: "states", stage: None, solver: None, encoding: None };
        let counted = |count, end| {
            let effort = Effort { solving: started.elapsed(), ..Effort::default() };
            Counted { count, distinct: None, end, by: by.clone(), effort, size: None }
        };
        match search::count(puzzle, moves, limits) {
            Ok(Some((_, count))) => return Ok(counted(count, End::All)),
            Err(stop) => return Ok(counted(0, End::Stopped(stop))),
            Ok(None) if question.search.engine().is_some() => {
                return Ok(counted(0, End::Stopped(Stop::GaveUp)));
            }
            Ok(None) => {}
        }
    }
    let fixed = Sokoban::to_list(puzzle, question, limits)?;
    count::by_listing::<Sokoban>(fixed.as_ref().unwrap_or(puzzle), question, wanted, limits)
}
