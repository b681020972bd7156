//! How hard arguments are to follow: a table of weights, applied to a board.
//!
//! The smallest set of reasons is not what people prefer (MACHOP, arXiv 2511.10436, 2025), so arguments are compared by what has
//! to be looked up and kept in mind.

use std::collections::{BTreeMap, BTreeSet};

use jigsat_cnf::{Bound, Cnf, Lit, Var, rarely};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Argument, How, Line, Reason, is_seen};
use crate::Stop;

/// What each part of an argument costs. What a filled cell says about its own row, column or box is free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// A line that one constraint gives.
    pub line: u64,
    /// Something that such a line takes from an earlier line, or a fact without a place on the board.
    pub premise: u64,
    /// Each filled cell to be looked up outside the constraint's own places.
    pub fact: u64,
    /// The same for each cell between it and the constraint, at most 4.
    pub distance: u64,
    /// Of several singles: each cell across the constraint's own places. A row is harder to look over than a box.
    pub spread: u64,
    /// Each constraint in a sum.
    pub term: u64,
    /// Something supposed, besides the lines to the contradiction.
    pub suppose: u64,
    /// The same for something supposed while something else is supposed.
    pub nested: u64,
    /// Each constraint of a search.
    pub search: u64,
    /// What lines cost in addition, by the rules of their constraints.
    pub rules: BTreeMap<String, u64>,
}

/// The distance from which on it makes no difference how far away a fact is.
pub const FAR: u64 = 4;

impl Default for Weights {
    fn default() -> Self {
        Weights {
            line: 10,
            premise: 1,
            fact: 2,
            distance: 1,
            spread: 3,
            term: 12,
            suppose: 25,
            nested: 50,
            search: 10,
            rules: BTreeMap::new(),
        }
    }
}

impl Weights {
    /// The weights that have names of their own, with these.
    pub fn entries(&mut self) -> [(&'static str, &mut u64); 9] {
        [
            ("line", &mut self.line),
            ("premise", &mut self.premise),
            ("fact", &mut self.fact),
            ("distance", &mut self.distance),
            ("spread", &mut self.spread),
            ("term", &mut self.term),
            ("suppose", &mut self.suppose),
            ("nested", &mut self.nested),
            ("search", &mut self.search),
        ]
    }
}

/// The weights, and where things are on a board.
#[derive(Clone, Debug, Default)]
pub struct Scale {
    /// What things cost.
    pub weights: Weights,
    /// The row and the column of each variable that has one place; empty if distances don't matter.
    pub places: Vec<Option<(u16, u16)>>,
    /// By variable: the group that states that its place takes one value, if there is one.
    takes: FxHashMap<Var, usize>,
}

impl Scale {
    /// These weights on a board, where the variables of a formula have these places.
    ///
    /// # Errors
    ///
    /// Why it was given up, by the limits of the formula.
    pub fn new(e: &Cnf, weights: Weights, places: Vec<Option<(u16, u16)>>) -> Result<Self, Stop> {
        let mut scale = Scale { weights, places, takes: FxHashMap::default() };
        for group in e.groups() {
            let mut constraints = group.constraints();
            let (Some(only), None) = (constraints.next(), constraints.next()) else { continue };
            e.interrupt().step(1 + only.lits.len())?;
            let takes_one = only.bound == Bound::Exactly(1) && only.weights.is_none();
            let Some(place) = only.lits.first().and_then(|&lit| scale.place(lit)) else { continue };
            let is_there = |&lit: &Lit| lit.is_pos() && scale.place(lit) == Some(place);
            if takes_one && only.lits.len() > 1 && only.lits.iter().all(is_there) {
                scale.takes.extend(only.lits.iter().map(|lit| (lit.var(), group.index())));
            }
        }
        Ok(scale)
    }

    /// The group that states that the place of a variable takes one value, if there is one. A person takes that for granted.
    #[must_use]
    pub fn takes(&self, var: Var) -> Option<usize> {
        self.takes.get(&var).copied()
    }

    /// The same of the variables of some groups, without these groups.
    pub(super) fn taken_for_granted(&self, e: &Cnf, groups: &[usize]) -> Vec<usize> {
        if self.takes.is_empty() {
            return Vec::new();
        }
        let clauses = groups.iter().flat_map(|&group| e.group_at(group).clauses());
        let variables = clauses.flat_map(|place| e.clauses()[place].iter().map(|lit| lit.var()));
        let granted: BTreeSet<usize> = variables.filter_map(|var| self.takes(var)).collect();
        granted.into_iter().filter(|group| !groups.contains(group)).collect()
    }

    /// What it takes to follow an argument.
    #[must_use]
    pub fn cost(&self, e: &Cnf, argument: &Argument) -> u64 {
        self.costs(e, &argument.lines).iter().sum()
    }

    /// What each of these lines costs, one after the other.
    #[must_use]
    pub fn costs(&self, e: &Cnf, lines: &[Line]) -> Vec<u64> {
        Reader { scale: self, e, derived: FxHashSet::default(), seen: FxHashMap::default() }.lines(lines, 0)
    }

    /// What it takes to see that facts leave one of these literals, which a constraint demands: a single.
    pub(super) fn single(&self, e: &Cnf, group: usize, demanded: &[Lit], reasons: &[Reason]) -> u64 {
        let of_rule = self.of_rules(e, &[group]);
        let own = self.places_of(demanded.iter().copied());
        if own.is_empty() {
            return of_rule + reasons.len() as u64;
        }
        let facts = reasons.iter().filter_map(|&reason| match reason {
            Reason::Fact(lit) => self.place(lit),
            Reason::Group(_) => None,
        });
        let facts: BTreeSet<(u16, u16)> = rarely::set(facts);
        let spread = own.iter().map(|&one| apart(own[0], one)).max().unwrap_or_default();
        let look_up = |&fact: &(u16, u16)| self.look_up(&own, fact);
        of_rule + self.weights.spread * spread + facts.iter().map(look_up).sum::<u64>()
    }

    /// What is added for constraints of these groups, by their rules.
    fn of_rules(&self, e: &Cnf, groups: &[usize]) -> u64 {
        let rules = &self.weights.rules;
        if rules.is_empty() {
            return 0;
        }
        let weight = |&group: &usize| rules.get(e.group_at(group).rule().name());
        groups.iter().filter_map(weight).sum()
    }

    fn place(&self, lit: Lit) -> Option<(u16, u16)> {
        self.places.get(lit.vidx()).copied().flatten()
    }

    fn places_of(&self, lits: impl Iterator<Item = Lit>) -> Vec<(u16, u16)> {
        lits.filter_map(|lit| self.place(lit)).collect()
    }

    /// What it takes to look up a fact for a constraint with these places.
    fn look_up(&self, own: &[(u16, u16)], fact: (u16, u16)) -> u64 {
        match own.iter().map(|&own| apart(own, fact)).min().unwrap_or_default() {
            0 => 0,
            distance => self.weights.fact + self.weights.distance * distance.min(FAR),
        }
    }
}

fn apart(one: (u16, u16), other: (u16, u16)) -> u64 {
    u64::from(one.0.abs_diff(other.0).max(one.1.abs_diff(other.1)))
}

/// Reads an argument from its first line to its last.
struct Reader<'r> {
    scale: &'r Scale,
    e: &'r Cnf,
    /// The literals that are no facts.
    derived: FxHashSet<Lit>,
    /// What facts rule out directly, with the fact.
    seen: FxHashMap<Lit, Lit>,
}

impl Reader<'_> {
    fn lines(&mut self, lines: &[Line], depth: u32) -> Vec<u64> {
        let cost = |line| {
            let cost = self.line(line, depth);
            if let [fact] = line.premises[..]
                && is_seen(line)
                && !self.derived.contains(&fact)
            {
                self.seen.extend(line.gives.iter().map(|&lit| (lit, fact)));
            } else {
                self.derived.extend(&line.gives);
            }
            cost
        };
        lines.iter().map(cost).collect()
    }

    fn line(&mut self, line: &Line, depth: u32) -> u64 {
        let weights = &self.scale.weights;
        match &line.how {
            How::Constraint(..) if is_seen(line) && !self.derived.contains(&line.premises[0]) => 0,
            How::Constraint(..) if is_seen(line) => weights.line / 2,
            How::Constraint(group, within) => {
                let rules = [&[*group], &within[..]].concat();
                weights.line + self.of_rules(&rules) + self.looked_up(*group, &line.premises)
            }
            // A house is seen as one.
            How::Sum { with: Some(_), .. } if line.gives.iter().all(|lit| lit.is_pos()) => 3 * weights.term,
            // What is left of it are several places.
            How::Sum { with: Some(_), .. } => 5 * weights.term,
            How::Sum { terms, with: None } => {
                let groups: Vec<usize> = terms.iter().map(|term| term.group).collect();
                weights.term * terms.len() as u64 + self.of_rules(&groups)
            }
            How::Suppose(lit, within) => {
                let (derived, seen) = (self.derived.clone(), self.seen.clone());
                self.derived.insert(*lit);
                let inside: u64 = self.lines(within, depth + 1).iter().sum();
                (self.derived, self.seen) = (derived, seen);
                let weights = &self.scale.weights;
                inside + if depth == 0 { weights.suppose } else { weights.nested }
            }
            How::Search(groups) => weights.search * groups.len() as u64 + self.of_rules(groups),
        }
    }

    fn of_rules(&self, groups: &[usize]) -> u64 {
        self.scale.of_rules(self.e, groups)
    }

    /// What it takes to look up the premises of a constraint.
    fn looked_up(&self, group: usize, premises: &[Lit]) -> u64 {
        let clauses = self.e.group_at(group).clauses();
        let own = clauses.flat_map(|place| self.e.clauses()[place].iter().copied());
        let own = self.scale.places_of(own);
        let mut facts: BTreeSet<(u16, u16)> = BTreeSet::new();
        let mut others = 0;
        for &premise in premises {
            match self.seen.get(&premise).and_then(|&fact| self.scale.place(fact)) {
                Some(place) if !own.is_empty() => drop(facts.insert(place)),
                _ => others += self.scale.weights.premise,
            }
        }
        others + facts.iter().map(|&fact| self.scale.look_up(&own, fact)).sum::<u64>()
    }
}
