//! Counting assemblies: as one where they are turns of each other, as one where they look the same, or apart.

use jigsat_edge_matching as em;
use jigsat_solve::{Answer, End, Limits};

use super::EdgeMatching;
use crate::{
    count::by_listing,
    exit::Failure,
    family::{Counted, Counting, Question},
    lister::Lister,
    solve::usage_of_drop,
};

/// Counts the assemblies: all, and up to turns of the board. Where a piece tells turns apart, the formula has one
/// of each, and there are as many times more as the board has turns.
pub fn count(
    puzzle: &em::EdgeMatching,
    question: &Question<'_, EdgeMatching>,
    wanted: &Counting,
    limits: &Limits,
) -> Result<Counted, Failure> {
    let is_weakened = !question.formula.drop.is_empty();
    let one_of_each = puzzle.turns_told_apart() && !is_weakened;
    let (listed, turns) = one_of_each_turn(puzzle, one_of_each);
    if wanted.labelled {
        return count_labelled(&listed, question, wanted, limits, turns as u128);
    }
    let limit = wanted.limit.map(|limit| limit.div_ceil(turns as u64));
    let counted = by_listing::<EdgeMatching>(&listed, question, &Counting { limit, ..*wanted }, limits)?;
    Ok(if one_of_each {
        Counted { count: counted.count * turns as u128, distinct: Some(counted.count), ..counted }
    } else {
        counted
    })
}

/// The puzzle with one of each turn, where there is that, and how many turns there are then.
pub fn one_of_each_turn(puzzle: &em::EdgeMatching, is_wanted: bool) -> (em::EdgeMatching, usize) {
    let listed = em::EdgeMatching { turns_are_one: is_wanted, ..puzzle.clone() };
    (listed, if is_wanted { puzzle.turns().len() } else { 1 })
}

/// Counts equal pieces that are exchanged, and pieces turned onto themselves, apart: each turn of the board makes
/// another labelled assembly then, as it turns every piece.
fn count_labelled(
    listed: &em::EdgeMatching,
    question: &Question<'_, EdgeMatching>,
    wanted: &Counting,
    limits: &Limits,
    turns: u128,
) -> Result<Counted, Failure> {
    question.needs_lister("count")?;
    let mut lister = Lister::<EdgeMatching>::new(listed, question)
        .map_err(|error| usage_of_drop(error, &question.formula.drop))?;
    let mut count: u128 = 0;
    let mut end = End::Enough;
    while wanted.limit.is_none_or(|limit| count < u128::from(limit)) {
        match lister.solve(limits)? {
            Answer::Solved(solution) => count += listed.labellings(&solution) * turns,
            // Without a rule, models are counted as they are.
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
