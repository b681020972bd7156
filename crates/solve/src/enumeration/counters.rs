use std::ops::Range;

use jigsat_cnf::{Bound, Constraint, Lit};

use super::assignment::{Assignment, Kind, Reason};

/// Counting constraints as the search propagates them: each counts the weight of its true and of its open
/// literals.
#[derive(Clone, Debug, Default)]
pub struct Counters {
    all: Vec<Counter>,
    lits: Vec<Lit>,
    weights: Vec<u64>,
    /// By `Lit::lidx`: the counters with that literal, and its weight there.
    occurrences: Vec<Vec<(u32, u64)>>,
    /// The counters that demand something.
    demands: Vec<u32>,
    /// Those of them with a projection variable: the search branches on them.
    branching: Vec<u32>,
}

#[derive(Clone, Debug)]
struct Counter {
    lits: Range<u32>,
    at_least: u64,
    at_most: u64,
    /// The largest weight.
    step: u64,
    /// The weight of all literals.
    total: u64,
    /// The weight of the true literals.
    held: u64,
    /// The weight of the literals that are not false.
    possible: u64,
}

impl Counter {
    /// Makes open literals false that would exceed the bound. Returns false if the true ones exceed it.
    #[inline]
    fn forbid(&self, index: u32, lits: &[Lit], weights: &[u64], assignment: &mut Assignment) -> bool {
        if self.held > self.at_most {
            assignment.clash = Some((None, Reason::AtMost(index)));
            return false;
        }
        let room = self.at_most - self.held;
        if room < self.step {
            for (lit, weight) in self.literals(lits, weights) {
                if weight > room && assignment.is_open(lit) {
                    assignment.set(!lit, Reason::AtMost(index));
                }
            }
        }
        true
    }

    /// Makes open literals true that the bound needs. Returns false if all open ones are too few.
    #[inline]
    fn demand(&self, index: u32, lits: &[Lit], weights: &[u64], assignment: &mut Assignment) -> bool {
        if self.held >= self.at_least {
            return true;
        }
        if self.possible < self.at_least {
            assignment.clash = Some((None, Reason::AtLeast(index)));
            return false;
        }
        let spare = self.possible - self.at_least;
        if spare < self.step {
            for (lit, weight) in self.literals(lits, weights) {
                if weight > spare && assignment.is_open(lit) {
                    assignment.set(lit, Reason::AtLeast(index));
                }
            }
        }
        true
    }

    /// Its literals with their weights, from those of all counters.
    fn literals(&self, lits: &[Lit], weights: &[u64]) -> impl Iterator<Item = (Lit, u64)> {
        let range = self.lits.start as usize..self.lits.end as usize;
        lits[range.clone()].iter().copied().zip(weights[range].iter().copied())
    }
}

impl Counters {
    /// Makes room for variables 0 to `count - 1`.
    pub fn reserve(&mut self, count: usize) {
        self.occurrences.resize(2 * count, Vec::new());
    }

    /// Adds a constraint, before any variable has a value.
    pub fn add(&mut self, constraint: &Constraint<'_>) {
        let (at_least, at_most) = match constraint.bound {
            Bound::AtMost(k) => (0, k),
            Bound::AtLeast(k) => (k, u64::MAX),
            Bound::Exactly(k) => (k, k),
        };
        let index = self.all.len() as u32;
        let start = self.lits.len() as u32;
        let mut counter =
            Counter { lits: start..start, at_least, at_most, step: 0, total: 0, held: 0, possible: 0 };
        for (place, &lit) in constraint.lits.iter().enumerate() {
            let weight = constraint.weights.map_or(1, |weights| weights[place]);
            self.lits.push(lit);
            self.weights.push(weight);
            self.occurrences[lit.lidx()].push((index, weight));
            counter.possible += weight;
            counter.step = counter.step.max(weight);
        }
        counter.lits.end = self.lits.len() as u32;
        counter.total = counter.possible;
        if at_least > 0 {
            self.demands.push(index);
        }
        self.all.push(counter);
    }

    /// Notes which constraints have projection variables, whenever some become such.
    pub fn note_keys(&mut self, assignment: &Assignment) {
        let has_key = |index: &u32| {
            let lits = &self.all[*index as usize].lits;
            let mut lits = self.lits[lits.start as usize..lits.end as usize].iter();
            lits.any(|lit| assignment.kind(lit.var()) == Kind::Key)
        };
        self.branching = self.demands.iter().copied().filter(has_key).collect();
    }

    /// Number of constraints that demand something.
    pub fn demands(&self) -> usize {
        self.demands.len()
    }

    /// Sets what follows from each constraint before any choice. Returns false at a conflict.
    pub fn start(&self, assignment: &mut Assignment) -> bool {
        (0..).zip(&self.all).all(|(index, counter)| {
            counter.at_least <= counter.possible
                && counter.forbid(index, &self.lits, &self.weights, assignment)
                && counter.demand(index, &self.lits, &self.weights, assignment)
        })
    }

    /// Counts a literal that became true and sets what follows. Returns false at a conflict, after everything
    /// was counted.
    pub fn assigned(&mut self, lit: Lit, assignment: &mut Assignment) -> bool {
        let Counters { all, lits, weights, occurrences, .. } = self;
        let mut fine = true;
        for &(index, weight) in &occurrences[lit.lidx()] {
            let counter = &mut all[index as usize];
            counter.held += weight;
            fine = fine && counter.forbid(index, lits, weights, assignment);
        }
        for &(index, weight) in &occurrences[(!lit).lidx()] {
            let counter = &mut all[index as usize];
            counter.possible -= weight;
            fine = fine && counter.demand(index, lits, weights, assignment);
        }
        fine
    }

    /// Undoes what [`Counters::assigned`] counted.
    pub fn unassigned(&mut self, lit: Lit) {
        for &(index, weight) in &self.occurrences[lit.lidx()] {
            self.all[index as usize].held -= weight;
        }
        for &(index, weight) in &self.occurrences[(!lit).lidx()] {
            self.all[index as usize].possible += weight;
        }
    }

    /// Appends false literals that make a literal follow from a counter, or that contradict it. They all became false
    /// before this place of the trail.
    pub fn explain(
        &self,
        index: u32,
        is_at_most: bool,
        lit: Option<Lit>,
        before: u32,
        assignment: &Assignment,
        out: &mut Vec<Lit>,
    ) {
        let counter = &self.all[index as usize];
        let literals = || counter.literals(&self.lits, &self.weights);
        // In an 'at most', the opposite of the literal is counted.
        let own = lit.map(|lit| if is_at_most { !lit } else { lit });
        let weights = literals().filter(|&(other, _)| Some(other) == own).map(|(_, weight)| weight);
        let spare = if is_at_most { counter.at_most } else { counter.total - counter.at_least };
        let mut left = i128::from(spare) - i128::from(weights.max().unwrap_or(0));
        for (other, weight) in literals() {
            if left < 0 {
                return;
            }
            let counts = if is_at_most { assignment.is_true(other) } else { assignment.is_false(other) };
            if counts && assignment.place(other) < before {
                out.push(if is_at_most { !other } else { other });
                left -= i128::from(weight);
            }
        }
    }

    /// The open literals on projection variables of the constraint that leaves the fewest choices, and
    /// whether at most one of its literals may be true.
    pub fn fewest(&self, assignment: &Assignment) -> Option<(impl Iterator<Item = Lit>, bool)> {
        let mut best: Option<(u64, &Counter)> = None;
        for &index in &self.branching {
            let counter = &self.all[index as usize];
            let choices = counter.possible - counter.held;
            if counter.held < counter.at_least
                && best.is_none_or(|(fewest, _)| choices < fewest)
                && self.open_keys(counter, assignment).next().is_some()
            {
                best = Some((choices, counter));
            }
        }
        let (_, counter) = best?;
        Some((self.open_keys(counter, assignment), counter.at_most == 1))
    }

    fn open_keys(&self, counter: &Counter, assignment: &Assignment) -> impl Iterator<Item = Lit> {
        let lits = &self.lits[counter.lits.start as usize..counter.lits.end as usize];
        lits.iter().copied().filter(|lit| assignment.is_open(*lit) && assignment.kind(lit.var()) == Kind::Key)
    }
}
