//! The certificate of a search of states.

use jigsat_solve::{Limits, Stop};

use crate::{
    Sokoban, Unit,
    states::{self, Field},
};

/// A certificate that no plan is shorter than a length, or that there is no plan at all: a text that
/// [`shorter_than`](crate::shorter_than) checks together with the assignment of [`grounds`](crate::grounds), and that the
/// guide describes. `None` if it would be too large, or there is a shorter plan.
///
/// # Errors
///
/// The limit that was reached.
pub fn certificate(
    puzzle: &Sokoban,
    unit: Unit,
    below: Option<u32>,
    limits: &Limits,
) -> Result<Option<String>, Stop> {
    let interrupt = limits.interrupt();
    let a = puzzle.analysis_within(&interrupt)?;
    match Field::new(&puzzle.level, a, &interrupt) {
        Some(field) => states::closed(&puzzle.level, &field, unit, below, limits),
        None => interrupt.check().map(|()| None),
    }
}
