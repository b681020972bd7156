//! The engine `states`: searches the states of all boxes and the player one by one, cheapest first, without any
//! formula. It is exhaustive: if it finds no plan, there is none.
//!
//! Why an optimum can be trusted: the search is A* (P. E. Hart, N. J. Nilsson, B. Raphael: A formal basis for the
//! heuristic determination of minimum cost paths, 1968), which is right if no estimate is too large, and if each
//! skipped state has no plan, or none better than that of a state that is searched. Each file explains why that holds
//! for its estimate or rule: the assignment ([`crate::relaxed`]), pairs of boxes ([`conflict`]), frozen boxes
//! ([`freeze`]), goals that they cut off ([`cut_off`]), corrals ([`corral`]), the halves of a search from both ends
//! ([`back`]). If you don't trust them, [`closed`] writes a certificate, which [`crate::bounds`] checks, and
//! [`crate::search::confirm`] asks formulas.

mod astar;
mod back;
mod conflict;
mod corral;
mod count;
mod cut_off;
mod feature;
mod field;
mod freeze;
mod frontier;
mod packing;
mod position;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use astar::{Ends, Without};
pub(crate) use count::count;
pub(crate) use field::Field;

use jigsat_cnf::Interrupt;
use jigsat_solve::{Limits, Stop};

use crate::{Level, Objective, Plan, Unit};

/// Maximum number of words for the boxes of a state, a bit for each cell.
const MOST_WORDS: usize = 16;

/// Maximum memory of a search of states, in bytes.
pub(crate) const MOST_BYTES: usize = 1 << 30;

/// Maximum memory of all searches of states together, in bytes: less than what the process may have, because a table
/// grows by a part of its size at once, and formulas need memory, too.
pub(crate) fn share(limits: &Limits) -> usize {
    limits.memory_bytes.map_or(usize::MAX, |bytes| usize::try_from(bytes / 8 * 5).unwrap_or(usize::MAX))
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// A plan; an optimal one if the search was for that.
    Plan(Plan),
    /// There is no plan at all.
    Nothing,
    /// The budget is used up; the search may go on.
    Paused(Open),
    /// There are too many states for the memory, or numbers out of range: continuing is pointless.
    TooMany(Open),
    /// A limit was reached.
    Stopped(Stop, Open),
}

/// The results of a search that did not end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Open {
    /// No plan has a lower value of the primary objective.
    pub lower_bound: Option<u32>,
    /// The best plan so far.
    pub plan: Option<Plan>,
}

/// The amount of work that a search may do before it pauses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    /// Number of new states.
    pub states: usize,
    /// Total memory, in bytes.
    pub bytes: usize,
}

/// A search that can be continued.
pub(crate) trait Continue {
    /// Continues until there is an answer, the budget is used up, or a limit is reached.
    fn run(&mut self, budget: Budget, limits: &Limits) -> Found;

    /// Number of bytes in use.
    fn bytes(&self) -> usize;

    /// Number of states that it has reached.
    fn reached(&self) -> usize;

    /// Tells the search about a plan that was found elsewhere.
    fn know(&mut self, _plan: &Plan) {}
}

/// A search for an optimal plan; `None` if the level is too large. No box may be dead at first sight.
pub(crate) fn best<'s>(
    level: &'s Level,
    field: &'s Field<'s>,
    objective: Objective,
    ends: Ends,
    without: Without,
) -> Option<Box<dyn Continue + 's>> {
    astar(level, field, objective, ends, without, &[])
}

/// A search for any plan that prefers to fill the goals in this order; `None` if the level is too large. No box may be
/// dead at first sight.
pub(crate) fn in_order<'s>(
    level: &'s Level,
    field: &'s Field<'s>,
    order: &[u16],
) -> Option<Box<dyn Continue + 's>> {
    astar(level, field, Objective::None, Ends::Start, Without::default(), order)
}

fn astar<'s>(
    level: &'s Level,
    field: &'s Field<'s>,
    objective: Objective,
    ends: Ends,
    without: Without,
    order: &[u16],
) -> Option<Box<dyn Continue + 's>> {
    use astar::Search;
    Some(match field.live.len().div_ceil(64) {
        0 | 1 => Box::new(Search::<1>::new(level, field, objective, ends, without, order)),
        2 => Box::new(Search::<2>::new(level, field, objective, ends, without, order)),
        3 => Box::new(Search::<3>::new(level, field, objective, ends, without, order)),
        4 => Box::new(Search::<4>::new(level, field, objective, ends, without, order)),
        5..=8 => Box::new(Search::<8>::new(level, field, objective, ends, without, order)),
        _ => return None,
    })
}

/// A certificate that no plan is shorter than a length in some unit, or that there is none, by the bounds of
/// [`crate::bounds`]; `None` if it would be too large, the search needs too much memory, or there is a shorter
/// plan. No box may be dead at first sight.
///
/// # Errors
///
/// The limit that was reached.
pub(crate) fn closed(
    level: &Level,
    field: &Field<'_>,
    unit: Unit,
    below: Option<u32>,
    limits: &Limits,
) -> Result<Option<String>, Stop> {
    use astar::Search;
    match field.live.len().div_ceil(64) {
        0 | 1 => Search::<1>::closed(level, field, unit, below, limits),
        2 => Search::<2>::closed(level, field, unit, below, limits),
        3 => Search::<3>::closed(level, field, unit, below, limits),
        4 => Search::<4>::closed(level, field, unit, below, limits),
        5..=8 => Search::<8>::closed(level, field, unit, below, limits),
        _ => Ok(None),
    }
}

/// A search for any plan, which fills goals in this order; `None` if the level is too large.
pub(crate) fn any<'s>(
    level: &'s Level,
    field: &'s Field<'s>,
    order: &[u16],
    interrupt: &Interrupt,
) -> Option<Box<dyn Continue + 's>> {
    use feature::Search;
    Some(match field.live.len().div_ceil(64) {
        0 | 1 => Box::new(Search::<1>::new(level, field, order, interrupt)),
        2 => Box::new(Search::<2>::new(level, field, order, interrupt)),
        3 => Box::new(Search::<3>::new(level, field, order, interrupt)),
        4 => Box::new(Search::<4>::new(level, field, order, interrupt)),
        5..=8 => Box::new(Search::<8>::new(level, field, order, interrupt)),
        9..=MOST_WORDS => Box::new(Search::<16>::new(level, field, order, interrupt)),
        _ => return None,
    })
}

/// An order for the goals, for searches for any plan; empty if the level is too large for them.
pub(crate) fn order(field: &Field<'_>, interrupt: &Interrupt) -> Vec<u16> {
    let is_too_large = field.live.len().div_ceil(64) > MOST_WORDS;
    if is_too_large { Vec::new() } else { packing::order(field, interrupt) }
}
