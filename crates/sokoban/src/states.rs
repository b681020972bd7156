//! The engine `states`: searches the places of all boxes and the player one by one, cheapest first,
//! without any formula. What it says is exhaustive: no plan means that there is none.
//!
//! What makes an optimum trustworthy: the search is A* (P. E. Hart, N. J. Nilsson, B. Raphael: A formal basis for the
//! heuristic determination of minimum cost paths, 1968), which is right if no estimate is too large and each state
//! that is passed over has no plan, or one no better than a state that is looked at. Each estimate and each rule
//! says in its own file why that is so: the assignment ([`crate::relaxed`]), pairs of boxes ([`conflict`]),
//! frozen boxes ([`freeze`]), corrals ([`corral`]), the halves of a search from both ends ([`back`]). Whoever trusts none of
//! that asks [`crate::search::confirm`] for the proof by formulas.

mod astar;
mod back;
mod conflict;
mod corral;
mod count;
mod feature;
mod field;
mod freeze;
mod frontier;
mod packing;
mod position;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use astar::Without;
pub(crate) use count::count;
pub(crate) use field::Field;

use jigsat_solve::{Limits, Stop};

use crate::{Level, Objective, Plan};

/// What a search came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// A plan; the best one, where the search was for that.
    Plan(Plan),
    /// There is no plan at all.
    Nothing,
    /// The budget is used up; the search may go on.
    Paused(Open),
    /// There are more states than fit in, or numbers out of range: it is no use to go on.
    TooMany(Open),
    /// A limit was reached.
    Stopped(Stop, Open),
}

/// What is known where a search did not end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Open {
    /// No plan has less of what is to be least in the first place.
    pub lower_bound: Option<u32>,
    /// The best plan so far.
    pub plan: Option<Plan>,
}

/// How much a search may do before it pauses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    /// This many new states.
    pub states: usize,
    /// So much memory in all.
    pub bytes: usize,
}

/// A search that can be continued.
pub(crate) trait Continue {
    /// Goes on until there is an answer, or the budget is used up, or a limit is reached.
    fn run(&mut self, budget: Budget, limits: &Limits) -> Found;

    /// Tells of a plan that was found elsewhere.
    fn know(&mut self, _plan: &Plan) {}
}

/// A search for a best plan; none where the level is too large. No box may be dead at first sight.
pub(crate) fn best<'s>(
    level: &'s Level,
    field: &'s Field<'s>,
    objective: Objective,
    without: Without,
) -> Option<Box<dyn Continue + 's>> {
    use astar::Search;
    Some(match field.live.len().div_ceil(64) {
        0 | 1 => Box::new(Search::<1>::new(level, field, objective, without)),
        2 => Box::new(Search::<2>::new(level, field, objective, without)),
        3 => Box::new(Search::<3>::new(level, field, objective, without)),
        4 => Box::new(Search::<4>::new(level, field, objective, without)),
        5..=8 => Box::new(Search::<8>::new(level, field, objective, without)),
        _ => return None,
    })
}

/// A search for any plan; none where the level is too large.
pub(crate) fn any<'s>(level: &'s Level, field: &'s Field<'s>) -> Option<Box<dyn Continue + 's>> {
    use feature::Search;
    Some(match field.live.len().div_ceil(64) {
        0 | 1 => Box::new(Search::<1>::new(level, field)),
        2 => Box::new(Search::<2>::new(level, field)),
        3 => Box::new(Search::<3>::new(level, field)),
        4 => Box::new(Search::<4>::new(level, field)),
        5..=8 => Box::new(Search::<8>::new(level, field)),
        9..=16 => Box::new(Search::<16>::new(level, field)),
        _ => return None,
    })
}
