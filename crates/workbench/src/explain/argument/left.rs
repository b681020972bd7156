//! What is left: the values of a place, or the last of several ways out.

use std::collections::{BTreeMap, BTreeSet};

use jigsat_cnf::{Lit, graph::Breach};
use jigsat_solve::explain::Line;

use super::{Composer, list};
use crate::explain::technique::{LAST_WAY_OUT, is_hidden_single};

/// The most values of a place that are told as what is left.
const FEW: usize = 4;

impl Composer<'_> {
    /// Literals as statements. A place for which few values are left has one of these: 'r1c2 is 3 or 5'.
    /// Of the premises and what has been told, nothing else is left; `possible` are the values that the constraint allows, if
    /// they are few.
    pub(super) fn left(&self, lits: &[Lit], premises: &[Lit], possible: Option<&BTreeSet<i64>>) -> String {
        // By what is left: the places.
        let mut few: BTreeMap<Vec<String>, Vec<String>> = BTreeMap::new();
        // That a place has one value says that it has no other.
        let has_value = lits.iter().filter(|lit| lit.is_pos()).filter_map(|lit| self.scale.takes(lit.var()));
        let of_filled = has_value.flat_map(|group| self.demanded(group)).map(|lit| !lit);
        let mut told: BTreeSet<Lit> = of_filled.collect();
        for group in lits.iter().filter(|lit| lit.is_neg()).filter_map(|lit| self.scale.takes(lit.var())) {
            let demanded = self.demanded(group);
            if demanded.first().is_none_or(|&lit| told.contains(&!lit)) {
                continue;
            }
            let is_impossible = |lit: &Lit| {
                let value =
                    self.board.placed(self.formula.literal(*lit)).and_then(|[_, value]| value.parse().ok());
                possible.zip(value).is_some_and(|(possible, value)| !possible.contains(&value))
            };
            let is_out = |lit: &Lit| {
                lits.contains(&!*lit)
                    || premises.contains(&!*lit)
                    || self.ruled_out.contains(&!*lit)
                    || is_impossible(lit)
            };
            let left: Vec<Lit> = demanded.iter().copied().filter(|lit| !is_out(lit)).collect();
            let out = demanded.iter().filter(|&&lit| lits.contains(&!lit)).count();
            if !(1..=FEW).contains(&left.len()) || out < left.len() {
                continue;
            }
            let placed = |&lit: &Lit| self.board.placed(self.formula.literal(lit));
            let Some(placed) = left.iter().map(placed).collect::<Option<Vec<_>>>() else { continue };
            let values = placed.iter().map(|[_, value]| value.clone()).collect();
            let [place, _] = &placed[0];
            few.entry(values).or_default().push(place.clone());
            told.extend(demanded.iter().map(|&lit| !lit));
        }
        let others: Vec<Lit> = lits.iter().copied().filter(|lit| !told.contains(lit)).collect();
        let few = few.into_iter().map(|(values, places)| {
            let are = if places.len() > 1 { "are" } else { "is" };
            format!("{} {are} {}", list(&places, "and"), list(&values, "or"))
        });
        let others = (!others.is_empty()).then(|| self.all(&others));
        list(&few.chain(others).collect::<Vec<_>>(), "and")
    }

    /// Keeps in mind that combinations have ruled out more values of some places than the line gives.
    pub(super) fn told_impossible(&mut self, lits: &[Lit], possible: &BTreeSet<i64>) {
        let places: BTreeSet<usize> = lits.iter().filter_map(|lit| self.scale.takes(lit.var())).collect();
        let values: Vec<Lit> = places.into_iter().flat_map(|group| self.demanded(group)).collect();
        for lit in values {
            let placed = self.board.placed(self.formula.literal(lit));
            let value = placed.and_then(|[_, value]| value.parse::<i64>().ok());
            if value.is_some_and(|value| !possible.contains(&value)) {
                self.ruled_out.insert(!lit);
            }
        }
    }

    /// Whether what has been told leaves a place nothing but this value.
    pub(super) fn is_told(&self, value: Lit) -> bool {
        let of_place = |group| self.demanded(group);
        let others = self.scale.takes(value.var()).map(of_place).unwrap_or_default();
        others.len() > 1 && others.iter().all(|&lit| lit == value || self.ruled_out.contains(&!lit))
    }

    /// That only one place is left, if a line rules out that others have the same value: 'only r1c2 is left'.
    pub(super) fn only_left(&self, group: usize, line: &Line) -> Option<String> {
        let [given] = line.gives[..] else { return None };
        let rule = self.formula.cnf().group_at(group).rule();
        let is_way_out = rule.technique(true, false) == Some(LAST_WAY_OUT);
        if !is_way_out && !is_hidden_single(self.formula, group, line, self.scale) {
            return None;
        }
        let [place, value] = self.board.placed(self.formula.literal(given)).filter(|_| given.is_pos())?;
        let has_same = |premise: &Lit| {
            let placed = self.board.placed(self.formula.literal(!*premise));
            premise.is_neg() && placed.is_some_and(|[_, other]| other == value)
        };
        line.premises.iter().any(has_same).then(|| format!("only {place} is left"))
    }

    /// The last of several ways by which cells can be connected, or by which a region can grow. Returns whether it is that.
    pub(super) fn last_way_out(&mut self, group: usize, line: &Line) -> bool {
        let Some(cut) = self.formula.cnf().group_at(group).cut() else { return false };
        let (Some((constraint, _)), [given]) = (self.formula.cnf().graphs().nth(cut.graph), &line.gives[..])
        else {
            return false;
        };
        let is_way = matches!(cut.witness.breach, Breach::Apart | Breach::TooSmall | Breach::NoRoot);
        let ways: Vec<Lit> =
            cut.witness.lacking.iter().filter_map(|&element| constraint.lit(element)).collect();
        let (closed, holding): (Vec<Lit>, Vec<Lit>) =
            line.premises.iter().partition(|&&premise| ways.contains(&!premise));
        if !is_way || !ways.contains(given) || closed.is_empty() {
            return false;
        }
        let left = match self.cells(*given)[..] {
            [cell] => self.board.cell_name(cell),
            _ => self.the(*given),
        };
        let sentence = self.formula.sentence(group);
        let holding = if holding.is_empty() { String::new() } else { format!("; {}", self.all(&holding)) };
        let closed = self.all(&closed);
        self.mark_lines(&line.premises, &line.gives);
        self.say(format!("{sentence}{holding}; {closed}, so only {left} is left"));
        true
    }
}
