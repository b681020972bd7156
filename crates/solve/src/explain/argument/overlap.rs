//! Innies and outies: houses, such as two boxes of a killer Sudoku, and cages that lie in them or reach out of them. What the
//! cages leave of the houses' total bounds the few places that are left, inside and outside.

use std::collections::BTreeMap;

use jigsat_cnf::{Cnf, Lit, Stop, rarely};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    How, Line, Term,
    totals::{House, Part},
};

/// The number of open places up to which what is left is looked at.
const FEW: usize = 3;

/// A place and the weights of its values.
pub(super) struct Place {
    pub group: usize,
    pub number: usize,
    pub weights: Vec<(Lit, i64)>,
}

/// Houses without a common place, and the sums that meet them.
pub(super) struct Union {
    parts: Vec<Term>,
    weights: BTreeMap<Lit, i64>,
    total: i64,
    /// Sums within the houses, and those that are partly outside, by their places.
    within: Vec<usize>,
    across: Vec<usize>,
}

/// Each house, and each two of the same kind that a sum joins.
pub(super) fn unions(e: &Cnf, houses: &[House], sums: &[Part]) -> Vec<Union> {
    let of = |houses: &[&House]| {
        let weights: BTreeMap<Lit, i64> = houses
            .iter()
            .flat_map(|house| house.weights.iter().map(|(&lit, &weight)| (lit, weight as i64)))
            .collect();
        let inside = |sum: &Part| sum.weights.iter().filter(|(lit, _)| weights.contains_key(lit)).count();
        let those = |fits: &dyn Fn(&Part) -> bool| (0..sums.len()).filter(|&sum| fits(&sums[sum])).collect();
        let within = those(&|sum| inside(sum) == sum.weights.len());
        let across = those(&|sum| inside(sum) > 0 && inside(sum) < sum.weights.len());
        let parts = houses.iter().flat_map(|house| house.parts.iter().copied()).collect();
        let total = houses.iter().map(|house| house.total as i64).sum();
        Union { parts, weights, total, within, across }
    };
    let mut unions: Vec<Union> = houses.iter().map(|house| of(&[house])).collect();
    for (place, one) in houses.iter().enumerate() {
        for other in &houses[place + 1..] {
            let rule = |house: &House| e.group_at(house.parts[0].group).rule_index();
            let meets = |sum: &Part, house: &House| {
                sum.weights.iter().any(|(lit, _)| house.weights.contains_key(lit))
            };
            let are_apart = || !one.weights.keys().any(|lit| other.weights.contains_key(lit));
            if rule(one) == rule(other)
                && sums.iter().any(|sum| meets(sum, one) && meets(sum, other))
                && are_apart()
            {
                unions.push(of(&[one, other]));
            }
        }
    }
    unions
}

/// What is left of some houses after their sums.
struct Left<'l> {
    terms: Vec<Term>,
    /// By literal, of places inside and, with the opposite sign, of those outside.
    weights: FxHashMap<Lit, i64>,
    total: i64,
    /// The open places, with their signs.
    open: Vec<(&'l Place, i64)>,
}

/// The lines in which houses and sums rule out values of the places that are left.
pub(super) fn find(
    e: &Cnf,
    unions: &[Union],
    sums: &[Part],
    places: &[Place],
    place_of: &FxHashMap<Lit, usize>,
    value: &dyn Fn(Lit) -> Option<bool>,
) -> Result<Vec<Line>, Stop> {
    let mut lines = Vec::new();
    for union in unions {
        e.interrupt().step(union.weights.len() + 1)?;
        let Some(left) = left(union, sums, places, place_of, value) else { continue };
        for place in 0..left.open.len() {
            for sign in [1, -1] {
                lines.extend(rule_out(&left, place, sign, place_of, value));
            }
        }
    }
    Ok(lines)
}

fn left<'l>(
    union: &Union,
    sums: &[Part],
    places: &'l [Place],
    place_of: &FxHashMap<Lit, usize>,
    value: &dyn Fn(Lit) -> Option<bool>,
) -> Option<Left<'l>> {
    let is_open = |lit: &Lit| value(*lit).is_none();
    let open_places = |lits: &mut dyn Iterator<Item = Lit>| -> FxHashSet<usize> {
        lits.filter(is_open).filter_map(|lit| place_of.get(&lit).copied()).collect()
    };
    // A sum that reaches out is worth it if it has fewer open places outside than inside.
    let is_worth_it = |&&sum: &&usize| {
        let side = |inside: bool| {
            let lits = sums[sum].weights.iter().map(|&(lit, _)| lit);
            open_places(&mut lits.filter(|lit| union.weights.contains_key(lit) == inside)).len()
        };
        side(false) < side(true)
    };
    let taken_away: Vec<usize> =
        union.within.iter().chain(union.across.iter().filter(is_worth_it)).copied().collect();
    if taken_away.is_empty() {
        return None;
    }
    let (mut terms, mut weights, mut total) = (union.parts.clone(), FxHashMap::default(), union.total);
    weights.extend(union.weights.iter().map(|(&lit, &weight)| (lit, weight)));
    let mut taken: FxHashSet<Lit> = FxHashSet::default();
    for sum in taken_away {
        let sum = &sums[sum];
        for &(lit, weight) in &sum.weights {
            if !taken.insert(lit) {
                return None;
            }
            *weights.entry(lit).or_default() -= weight as i64;
        }
        terms.push(Term { times: -1, group: sum.group, place: sum.place });
        total -= sum.total as i64;
    }
    weights.retain(|_, weight| *weight != 0);
    let mut open: BTreeMap<usize, i64> = BTreeMap::new();
    for (&lit, &weight) in &weights {
        match value(lit) {
            Some(true) => total -= weight,
            Some(false) => {}
            None => drop(open.insert(*place_of.get(&lit)?, weight.signum())),
        }
    }
    let has_few = (1..=FEW).contains(&open.len());
    let open = open.into_iter().map(|(place, sign)| (&places[place], sign)).collect();
    has_few.then_some(Left { terms, weights, total, open })
}

/// The values of one place that are too small (or, with the other sign, too large) for what the others can be.
fn rule_out(
    left: &Left<'_>,
    place: usize,
    side: i64,
    place_of: &FxHashMap<Lit, usize>,
    value: &dyn Fn(Lit) -> Option<bool>,
) -> Option<Line> {
    let (own, sign) = left.open[place];
    let mut terms = left.terms.clone();
    let mut weights = left.weights.clone();
    // What the others add at most; with the other side, at least.
    let mut rest = 0;
    for &(other, sign) in left.open.iter().enumerate().filter(|(at, _)| *at != place).map(|(_, other)| other)
    {
        let open =
            other.weights.iter().filter(|(lit, _)| value(*lit).is_none()).map(|(_, weight)| sign * weight);
        let most = open.max_by_key(|weight| side * weight)?;
        rest += most;
        terms.push(Term { times: -most, group: other.group, place: other.number });
        for &(lit, _) in &other.weights {
            *weights.entry(lit).or_default() -= most;
        }
    }
    let needed = left.total - rest;
    let lacks = |weight: i64| side * (needed - sign * weight);
    let out: Vec<(Lit, i64)> = own
        .weights
        .iter()
        .copied()
        .filter(|&(lit, weight)| value(lit).is_none() && lacks(weight) > 0)
        .collect();
    // What is missing beyond one does not need all premises.
    let mut spare = out.iter().map(|&(_, weight)| lacks(weight) - 1).min()?;
    let is_own = |lit: Lit| own.weights.iter().any(|(other, _)| *other == lit);
    let mut known: Vec<(Lit, i64)> = weights
        .into_iter()
        .filter(|&(lit, weight)| weight != 0 && place_of.contains_key(&lit) && !is_own(lit))
        .collect();
    rarely::sort(&mut known);
    let mut premises = Vec::new();
    for (lit, weight) in known {
        match value(lit) {
            Some(true) => premises.push(lit),
            Some(false) if side * weight > 0 => {
                if side * weight <= spare {
                    spare -= side * weight;
                } else {
                    premises.push(!lit);
                }
            }
            Some(false) | None => {}
        }
    }
    let gives = out.into_iter().map(|(lit, _)| !lit).collect();
    Some(Line { how: How::Sum { terms, with: Some(own.group) }, premises, gives })
}
