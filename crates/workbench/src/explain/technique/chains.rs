//! Names for suppositions in which each constraint has few possibilities left: wings and chains.

use std::collections::BTreeSet;

use jigsat_cnf::Lit;
use jigsat_kit::Unit;
use jigsat_solve::explain::{How, Line, is_seen};

use super::Direction;
use crate::puzzle_formula::PuzzleFormula;

/// A constraint of a chain, with the possibilities that were left before something was supposed.
pub(in crate::explain) struct Link {
    pub group: usize,
    pub unit: Unit,
    pub left: Vec<Lit>,
    /// What it gives; `None` if it has nothing left.
    gives: Option<Lit>,
    /// Whether it uses what is supposed.
    is_first: bool,
}

impl Link {
    fn is_place(&self) -> bool {
        matches!(self.unit, Unit::Place(_))
    }
}

/// The constraints of a chain; `None` if one of its lines is of another kind. The literals are those that are ruled out before.
pub(in crate::explain) fn links(
    formula: &dyn PuzzleFormula,
    supposed: Lit,
    within: &[Line],
    ruled_out: &BTreeSet<Lit>,
) -> Option<Vec<Link>> {
    let mut links = Vec::new();
    let mut seen_by_supposed = vec![supposed];
    for line in within {
        let How::Constraint(group, _) = line.how else { return None };
        if is_seen(line) {
            if line.premises[0] == supposed {
                seen_by_supposed.extend(&line.gives);
            }
            continue;
        }
        let unit = formula.unit(group).filter(|unit| !matches!(unit, Unit::Other { .. }))?;
        let known = formula.cnf().group_at(group);
        let demanded = known.constraints().next().map_or(&[][..], |constraint| constraint.lits);
        let left = demanded.iter().copied().filter(|lit| !ruled_out.contains(lit)).collect();
        let is_first = line.premises.iter().any(|lit| seen_by_supposed.contains(lit));
        links.push(Link { group, unit, left, gives: line.gives.first().copied(), is_first });
    }
    (links.len() > 1).then_some(links)
}

/// The name of a chain from what is supposed to a contradiction.
pub(super) fn name(
    formula: &dyn PuzzleFormula,
    supposed: Lit,
    within: &[Line],
    ruled_out: &BTreeSet<Lit>,
) -> Option<String> {
    let Some(links) = links(formula, supposed, within, ruled_out) else {
        let is_nested = within.iter().any(|line| !matches!(line.how, How::Constraint(..)));
        return (is_nested && is_of_units(formula, within)).then(|| "nested forcing chains".into());
    };
    let all_have_two = links.iter().all(|link| link.left.len() == 2);
    // What is not there is somewhere else first: from there on it is the same as if that had been supposed.
    let from_there = match &links[..] {
        [first, rest @ ..]
            if supposed.is_neg() && first.left.len() == 2 && rest.iter().all(|link| !link.is_first) =>
        {
            rest
        }
        all => all,
    };
    if let Some(name) = wing(formula, from_there) {
        return Some(name.into());
    }
    if !all_have_two {
        return Some("forcing chain".into());
    }
    let what = match links.iter().filter(|link| link.is_place()).count() {
        0 => "two places left",
        all if all == links.len() => "two values left",
        _ => "two left",
    };
    Some(format!("chain of {} '{what}'", super::super::number(links.len())))
}

/// Whether all constraints, also of what is supposed in between, place values.
fn is_of_units(formula: &dyn PuzzleFormula, lines: &[Line]) -> bool {
    let places = |group: usize| formula.unit(group).is_some_and(|unit| !matches!(unit, Unit::Other { .. }));
    lines.iter().all(|line| match &line.how {
        How::Constraint(group, _) => places(*group),
        How::Sum { terms, with: None } => terms.iter().all(|term| places(term.group)),
        How::Suppose(_, within) => is_of_units(formula, within),
        How::Sum { .. } | How::Search(_) => false,
    })
}

/// The name of a wing, or of a chain of two constraints about the same value.
fn wing(formula: &dyn PuzzleFormula, links: &[Link]) -> Option<&'static str> {
    let left: Vec<usize> = links.iter().map(|link| link.left.len()).collect();
    match links {
        [one, other, last]
            if one.is_first
                && other.is_first
                && last.gives.is_none()
                && one.is_place()
                && other.is_place() =>
        {
            match (&left[..], &last.unit) {
                ([2, 2, 2], Unit::Place(_)) => Some("XY-wing"),
                ([2, 2, 3], Unit::Place(_)) => Some("XYZ-wing"),
                ([2, 2, 2], Unit::Value { .. }) => Some("W-wing"),
                _ => None,
            }
        }
        [one, other] if left == [2, 2] && !one.is_place() && one.unit.value() == other.unit.value() => {
            let lines = [one, other].map(|link| Direction::of(formula, link.group));
            Some(match lines {
                [Direction::Row, Direction::Row] | [Direction::Column, Direction::Column] => "skyscraper",
                [Direction::Row, Direction::Column] | [Direction::Column, Direction::Row] => {
                    "two-string kite"
                }
                _ => "turbot fish",
            })
        }
        _ => None,
    }
}
