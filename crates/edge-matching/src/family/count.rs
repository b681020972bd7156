//! Counting assemblies: up to rotation, up to looks, or each one separately.

use jigsat_kit::{Counted, Counting, Error, Question, Run, by_listing, listable, lister};
use jigsat_solve::{Answer, End, Limits};

use super::EdgeMatchingFamily;
use crate::{
    EdgeMatching,
    encode::symmetry::{CENTRE, SYMMETRY},
};

/// Counts the assemblies: all, and up to rotations of the board. If a piece distinguishes rotations, the formula has
/// one of each set, and the number is multiplied by the number of rotations.
pub(super) fn count(
    puzzle: &EdgeMatching,
    question: &Question<EdgeMatchingFamily>,
    wanted: &Counting,
    run: &Run<'_>,
) -> Result<Counted, Error> {
    let dropped = &question.formula.drop;
    if let Some(rule) = dropped.iter().find(|rule| [SYMMETRY.name(), CENTRE.name()].contains(&rule.as_str()))
    {
        return Err(Error::request(format!(
            "'count' has no rule '{rule}' to drop: it counts all rotations of the board, and the solutions up to them"
        )));
    }
    let is_weakened = !dropped.is_empty();
    let one_of_each = puzzle.turns_told_apart() && !is_weakened;
    let (listed, turns) = one_of_each_turn(puzzle, one_of_each);
    if wanted.labelled {
        return count_labelled(&listed, question, wanted, run.limits, turns as u128);
    }
    let limit = wanted.limit.map(|limit| limit.div_ceil(turns as u64));
    let counted = by_listing(&EdgeMatchingFamily, &listed, question, &Counting { limit, ..*wanted }, run)?;
    Ok(if one_of_each {
        Counted { count: counted.count * turns as u128, distinct: Some(counted.count), ..counted }
    } else {
        counted
    })
}

/// The puzzle with one of each set of rotations, if that is possible, and the number of rotations in a set.
pub(super) fn one_of_each_turn(puzzle: &EdgeMatching, is_wanted: bool) -> (EdgeMatching, usize) {
    let listed = EdgeMatching { turns_are_one: is_wanted, ..puzzle.clone() };
    (listed, if is_wanted { puzzle.turns().len() } else { 1 })
}

/// Counts exchanged equal pieces, and pieces turned onto themselves, separately: each rotation of the board then makes
/// another labelled assembly, as it turns every piece.
fn count_labelled(
    listed: &EdgeMatching,
    question: &Question<EdgeMatchingFamily>,
    wanted: &Counting,
    limits: &Limits,
    turns: u128,
) -> Result<Counted, Error> {
    listable(&EdgeMatchingFamily, question, "count")?;
    let mut lister = lister(&EdgeMatchingFamily, listed.into(), question, limits)
        .map_err(|error| Error::from(error).of_dropped(&question.formula.drop))?;
    let mut count: u128 = 0;
    let mut end = End::Enough;
    while wanted.limit.is_none_or(|limit| count < u128::from(limit)) {
        match lister.solve(limits)?.typed() {
            Answer::Solved(solution) => count += listed.labellings(&solution) * turns,
            // Without a rule, all models are counted.
            Answer::Refused { .. } => count += 1,
            Answer::Impossible(_) => {
                end = End::All;
                break;
            }
            Answer::Unknown(stop) => {
                end = End::Stopped(stop);
                break;
            }
        }
    }
    let distinct = Some(count / listed.turns().len() as u128);
    let (by, effort, size) = (lister.by(), lister.effort(), Some(lister.size()));
    Ok(Counted { count, distinct, end, by, effort, size })
}
