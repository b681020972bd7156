//! Totals: the numbers of a house of Sudoku add up to 45, so what its cages leave is known, too.
//!
//! A *house* here is several constraints of a rule, each of which places one value, such as 'box 7 has exactly one 3': with
//! the values as multipliers, they add up to the total of all values. Sums that lie within the house are taken away.

use std::collections::BTreeMap;

use jigsat_cnf::{Bound, Cnf, Lit, Stop, rarely};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    How, Line, Term,
    overlap::{self, Place, Union},
};

/// The sums of a formula, and the houses that they may lie in.
pub struct Totals {
    sums: Vec<Part>,
    houses: Vec<House>,
    /// By literal: the constraints of which exactly one literal is true, with their literals.
    ones: FxHashMap<Lit, Vec<(usize, Vec<Lit>)>>,
    unions: Vec<Union>,
    places: Vec<Place>,
    /// By literal: its place.
    place_of: FxHashMap<Lit, usize>,
}

/// A sum with its weights.
pub(super) struct Part {
    pub group: usize,
    pub place: usize,
    pub weights: Vec<(Lit, u64)>,
    pub total: u64,
}

pub(super) struct House {
    pub parts: Vec<Term>,
    pub weights: BTreeMap<Lit, u64>,
    pub total: u64,
}

impl Totals {
    /// Those among these groups.
    ///
    /// # Errors
    ///
    /// Why it was given up, by the limits of the formula.
    pub fn new(e: &Cnf, groups: impl Iterator<Item = usize> + Clone) -> Result<Self, Stop> {
        let mut totals = Totals {
            sums: Vec::new(),
            houses: Vec::new(),
            ones: FxHashMap::default(),
            unions: Vec::new(),
            places: Vec::new(),
            place_of: FxHashMap::default(),
        };
        let mut weights: FxHashMap<Lit, u64> = FxHashMap::default();
        for group in groups.clone() {
            for (place, constraint) in e.group_at(group).constraints().enumerate() {
                let (Some(own), Bound::Exactly(total)) = (constraint.weights, constraint.bound) else {
                    continue;
                };
                e.interrupt().step(own.len() + 1)?;
                let own: Vec<(Lit, u64)> = constraint.lits.iter().copied().zip(own.iter().copied()).collect();
                weights.extend(own.iter().copied());
                totals.sums.push(Part { group, place, weights: own, total });
            }
        }
        if totals.sums.is_empty() {
            return Ok(totals);
        }
        let mut houses: FxHashMap<_, House> = FxHashMap::default();
        let mut ones: Vec<(usize, usize, &[Lit])> = Vec::new();
        for group in groups {
            let entry = e.group_at(group);
            for (place, constraint) in entry.constraints().enumerate() {
                if constraint.weights.is_some() || constraint.bound != Bound::Exactly(1) {
                    continue;
                }
                e.interrupt().step(constraint.lits.len() + 1)?;
                for &lit in constraint.lits {
                    totals.ones.entry(lit).or_default().push((group, constraint.lits.to_vec()));
                }
                let mut known = constraint.lits.iter().filter_map(|lit| weights.get(lit).copied());
                let Some(weight) = known.next().filter(|&weight| known.all(|other| other == weight)) else {
                    ones.push((group, place, constraint.lits));
                    continue;
                };
                let Some((_, args)) = entry.args().split_last() else { continue };
                let house = houses.entry((entry.rule_index(), args)).or_insert_with(|| House {
                    parts: Vec::new(),
                    weights: BTreeMap::new(),
                    total: 0,
                });
                house.parts.push(Term { times: weight as i64, group, place });
                house.weights.extend(constraint.lits.iter().map(|&lit| (lit, weight)));
                house.total += weight;
            }
        }
        totals.houses = houses.into_values().filter(|house| house.parts.len() > 1).collect();
        rarely::sort_by_key(&mut totals.houses, |house| house.parts[0].group);
        weights.extend(
            totals.houses.iter().flat_map(|house| &house.weights).map(|(&lit, &weight)| (lit, weight)),
        );
        for (group, place, lits) in ones {
            let weights: Option<Vec<(Lit, i64)>> =
                lits.iter().map(|&lit| Some((lit, *weights.get(&lit)? as i64))).collect();
            let Some(weights) = weights else { continue };
            totals.place_of.extend(lits.iter().map(|&lit| (lit, totals.places.len())));
            totals.places.push(Place { group, number: place, weights });
        }
        totals.unions = overlap::unions(e, &totals.houses, &totals.sums);
        Ok(totals)
    }

    /// Whether there are sums.
    pub fn has_sums(&self) -> bool {
        !self.sums.is_empty()
    }

    /// The lines in which houses and the sums that meet them rule out values of the few places that are left.
    ///
    /// # Errors
    ///
    /// As [`Totals::new`].
    pub fn find_around(&self, e: &Cnf, value: &dyn Fn(Lit) -> Option<bool>) -> Result<Vec<Line>, Stop> {
        overlap::find(e, &self.unions, &self.sums, &self.places, &self.place_of, value)
    }

    /// The lines in which a house and the sums within it leave one value for the only place that is left.
    ///
    /// # Errors
    ///
    /// As [`Totals::new`].
    pub fn find(&self, e: &Cnf, value: impl Fn(Lit) -> Option<bool>) -> Result<Vec<Line>, Stop> {
        let mut lines = Vec::new();
        for house in &self.houses {
            e.interrupt().step(house.weights.len() + self.sums.len())?;
            let is_within =
                |sum: &&Part| sum.weights.iter().all(|(lit, weight)| house.weights.get(lit) == Some(weight));
            let within: Vec<&Part> = self.sums.iter().filter(is_within).collect();
            let mut taken: FxHashSet<Lit> = FxHashSet::default();
            let are_apart = within.iter().all(|sum| sum.weights.iter().all(|&(lit, _)| taken.insert(lit)));
            let taken_away: u64 = within.iter().map(|sum| sum.total).sum();
            if within.is_empty() || !are_apart || taken_away > house.total {
                continue;
            }
            let rest: Vec<(Lit, u64)> = house
                .weights
                .iter()
                .filter(|(lit, _)| !taken.contains(lit))
                .map(|(&lit, &weight)| (lit, weight))
                .collect();
            let known: u64 =
                rest.iter().filter(|(lit, _)| value(*lit) == Some(true)).map(|(_, weight)| weight).sum();
            let Some(left) = (house.total - taken_away).checked_sub(known) else { continue };
            let open: Vec<(Lit, u64)> =
                rest.iter().copied().filter(|&(lit, _)| value(lit).is_none()).collect();
            let Some(&(first, _)) = open.first() else { continue };
            // All that is open is about one place.
            let is_closing = |(_, lits): &&(usize, Vec<Lit>)| open.iter().all(|(lit, _)| lits.contains(lit));
            let Some((with, lits)) = self.ones.get(&first).and_then(|ones| ones.iter().find(is_closing))
            else {
                continue;
            };
            if lits.iter().any(|&lit| value(lit).is_none() && !open.iter().any(|&(other, _)| other == lit)) {
                continue;
            }
            let mut fits = open.iter().filter(|(_, weight)| *weight == left);
            let (Some(&(only, _)), None) = (fits.next(), fits.next()) else { continue };
            let weight_of =
                |lit: Lit| rest.iter().find(|(other, _)| *other == lit).map(|(_, weight)| *weight);
            let of_rest = rest
                .iter()
                .filter(|(lit, _)| !lits.contains(lit))
                .filter_map(|&(lit, _)| value(lit).map(|holds| if holds { lit } else { !lit }));
            let of_place = lits.iter().filter(|&&lit| {
                value(lit) == Some(false) && weight_of(lit).is_none_or(|weight| weight == left)
            });
            let premises = of_rest.chain(of_place.map(|&lit| !lit)).collect();
            let sums = within.iter().map(|sum| Term { times: -1, group: sum.group, place: sum.place });
            let terms = house.parts.iter().copied().chain(sums).collect();
            lines.push(Line { how: How::Sum { terms, with: Some(*with) }, premises, gives: vec![only] });
        }
        Ok(lines)
    }
}
