//! An open group, whose literals are variables by number.

use rustsat::types::Lit;

use super::{
    Cnf, ConstraintEntry,
    normal::{Normal, are_distinct, normal},
};
use crate::{constraint::Bound, flavour::Amo, interrupt::Stop, rustsat_encoders as encoders};

/// Up to this many literals, a bound is written out, as a clause for each set that breaks it. Up to this
/// number, that takes fewer clauses than any encoder, and no auxiliaries.
const WRITTEN_OUT: usize = 6;

/// An open group of a [`Cnf`]. A group of a dropped rule keeps no clauses and no constraints.
#[derive(Debug)]
pub(crate) struct OpenGroup<'e> {
    pub cnf: &'e mut Cnf,
    /// Whether its rule is dropped, or the formula was given up.
    closed: bool,
}

impl<'e> OpenGroup<'e> {
    pub(super) fn new(cnf: &'e mut Cnf, closed: bool) -> Self {
        OpenGroup { cnf, closed }
    }

    /// Whether it takes nothing: its rule is dropped, or the formula was given up. Such work is a step, too.
    pub fn is_closed(&self) -> bool {
        if self.closed {
            let _ = self.cnf.interrupt().step(1);
        }
        self.closed
    }

    pub fn into_cnf(self) -> &'e mut Cnf {
        self.cnf
    }

    /// As [`Cnf::step`].
    pub fn step(&self, steps: usize) -> Result<(), Stop> {
        self.cnf.step(steps)
    }

    /// How many more literals the formula may have.
    pub fn literals_left(&self) -> usize {
        self.cnf.max_literals().saturating_sub(self.cnf.clauses().literals())
    }

    /// Like [`Cnf::refuse`], for literals beyond those that are there.
    pub fn refuse(&mut self, more: usize) {
        let literals = self.cnf.clauses().literals() + more;
        self.cnf.refuse(literals);
    }

    /// Makes a new auxiliary variable. For a formula that was given up, it is no new one.
    pub fn aux(&mut self) -> Lit {
        if self.step(1).is_err() {
            return Lit::positive(0);
        }
        self.cnf.new_aux().pos_lit()
    }

    /// Makes a new auxiliary variable with a meaning.
    pub fn named_aux(&mut self, name: impl Into<Box<str>>) -> Lit {
        let lit = self.aux();
        self.cnf.label(lit.var(), name);
        lit
    }

    /// States that one of the literals is true.
    pub fn clause(&mut self, lits: &[Lit]) {
        if !self.is_closed() {
            self.push(lits.iter().copied());
        }
    }

    /// States that if all of the first literals are true, at least one of the second is.
    pub fn implies(&mut self, if_all: &[Lit], then_any: &[Lit]) {
        if !self.is_closed() {
            self.push(if_all.iter().map(|&lit| !lit).chain(then_any.iter().copied()));
        }
    }

    /// States that the literal is true if and only if at least one of the others is.
    pub fn equals_any(&mut self, lit: Lit, any_of: &[Lit]) {
        for &one in any_of {
            self.implies(&[!lit], &[!one]);
        }
        let others: Vec<Lit> = any_of.iter().map(|&one| !one).collect();
        self.implies(&others, &[!lit]);
    }

    /// States a bound on how many of the literals are true.
    pub fn count(&mut self, bound: Bound, lits: &[Lit]) {
        if self.is_closed() {
            return;
        }
        if !are_distinct(lits) {
            let mut of = normal(bound, lits.iter().map(|&lit| (1, lit)));
            if let Bound::AtLeast(k) = of.bound {
                // More than the bound says no more.
                of.weights.iter_mut().for_each(|weight| *weight = (*weight).min(k.max(1)));
            }
            return self.count_repeated(&of);
        }
        let first_clause = self.cnf.clauses.len();
        self.encode(bound, lits);
        self.keep(bound, lits, None, first_clause);
    }

    /// States a bound on literals some of which count several times.
    fn count_repeated(&mut self, of: &Normal) {
        let most = match of.bound {
            Bound::AtMost(k) | Bound::Exactly(k) => k,
            Bound::AtLeast(_) => u64::MAX,
        };
        let (heavy, others): (Vec<(u64, Lit)>, Vec<_>) =
            of.weights.iter().copied().zip(of.lits.iter().copied()).partition(|&(weight, _)| weight > most);
        if others.iter().any(|&(weight, _)| weight > 1) {
            return self.weighted(of);
        }
        // What alone exceeds the bound is false, and the others count once.
        let first_clause = self.cnf.clauses.len();
        self.units(heavy.iter().map(|&(_, lit)| !lit));
        let others: Vec<Lit> = others.into_iter().map(|(_, lit)| lit).collect();
        self.encode(of.bound, &others);
        let weights = (!heavy.is_empty()).then_some(&of.weights[..]);
        self.keep(of.bound, &of.lits, weights, first_clause);
    }

    /// States a bound on how many of the literals are true, if other constraints state the same for each class, which
    /// ends at one of these places: the pairwise flavour leaves the pairs within classes out.
    pub fn count_classes(&mut self, bound: Bound, lits: &[Lit], ends: &[usize]) {
        if self.is_closed() || self.cnf.flavours().amo != Amo::Pairwise || !are_distinct(lits) {
            return self.count(bound, lits);
        }
        let first_clause = self.cnf.clauses.len();
        if bound == Bound::Exactly(1) {
            self.push(lits.iter().copied());
        }
        let mut start = 0;
        for &end in ends {
            for &first in &lits[start..end] {
                if self.step(1).is_err() {
                    return;
                }
                for &second in &lits[end..] {
                    self.push([!first, !second]);
                }
            }
            start = end;
        }
        self.keep(bound, lits, None, first_clause);
    }

    fn encode(&mut self, bound: Bound, lits: &[Lit]) {
        let n = lits.len() as u64;
        match bound {
            Bound::AtMost(k) if k >= n => {}
            Bound::AtLeast(0) => {}
            Bound::AtLeast(k) | Bound::Exactly(k) if k > n => self.push([]),
            Bound::AtMost(0) | Bound::Exactly(0) => self.units(lits.iter().map(|&lit| !lit)),
            Bound::AtLeast(1) => self.push(lits.iter().copied()),
            Bound::AtLeast(k) | Bound::Exactly(k) if k == n => self.units(lits.iter().copied()),
            Bound::AtMost(1) => self.at_most_one_of(lits),
            Bound::Exactly(1) => {
                self.push(lits.iter().copied());
                self.at_most_one_of(lits);
            }
            _ if lits.len() <= WRITTEN_OUT => self.write_out(bound, lits),
            _ => encoders::card(self.cnf, bound, lits),
        }
    }

    /// Writes a clause for each set of literals that would be one too many, or one too few.
    fn write_out(&mut self, bound: Bound, lits: &[Lit]) {
        let most = match bound {
            Bound::AtMost(k) | Bound::Exactly(k) => Some(k as usize),
            Bound::AtLeast(_) => None,
        };
        let least = match bound {
            Bound::AtLeast(k) | Bound::Exactly(k) => Some(k as usize),
            Bound::AtMost(_) => None,
        };
        for chosen in 0_u32..1 << lits.len() {
            let count = chosen.count_ones() as usize;
            let these = || lits.iter().enumerate().filter(move |(place, _)| chosen >> place & 1 == 1);
            if most.is_some_and(|most| count == most + 1) {
                self.push(these().map(|(_, &lit)| !lit));
            }
            // At least one of this many literals holds, because all others would be too few.
            if least.is_some_and(|least| count == lits.len() - least + 1) {
                self.push(these().map(|(_, &lit)| lit));
            }
        }
    }

    fn at_most_one_of(&mut self, lits: &[Lit]) {
        match self.cnf.flavours().amo {
            // Written here and not by rustsat, which would allocate each clause: it is the hot one.
            Amo::Pairwise => {
                for (place, &first) in lits.iter().enumerate() {
                    if self.step(1).is_err() {
                        return;
                    }
                    for &second in &lits[place + 1..] {
                        self.push([!first, !second]);
                    }
                }
            }
            amo => encoders::at_most_one(self.cnf, amo, lits),
        }
    }

    /// States a bound on the sum of the weights of the true literals.
    pub fn sum(&mut self, bound: Bound, terms: &[(u32, Lit)]) {
        if self.is_closed() {
            return;
        }
        let terms = terms.iter().filter(|&&(weight, _)| weight > 0);
        self.weighted(&normal(bound, terms.map(|&(weight, lit)| (u64::from(weight), lit))));
    }

    fn weighted(&mut self, of: &Normal) {
        let first_clause = self.cnf.clauses.len();
        let total: u64 = of.weights.iter().sum();
        match of.bound {
            Bound::AtMost(k) if k >= total => {}
            Bound::AtLeast(0) => {}
            Bound::AtLeast(k) | Bound::Exactly(k) if k > total => self.push([]),
            Bound::AtMost(0) | Bound::Exactly(0) => self.units(of.lits.iter().map(|&lit| !lit)),
            Bound::AtLeast(k) | Bound::Exactly(k) if k == total => self.units(of.lits.iter().copied()),
            bound => encoders::sum(self.cnf, bound, &of.lits, &of.weights),
        }
        self.keep(of.bound, &of.lits, Some(&of.weights), first_clause);
    }

    /// Literals for 'more than i of the literals are true', i from 0 to `up_to - 1`.
    pub fn counter(&mut self, lits: &[Lit], up_to: usize) -> Vec<Lit> {
        let up_to = up_to.min(lits.len());
        if self.is_closed() {
            return (0..up_to).map(|_| self.aux()).collect();
        }
        encoders::counter(self.cnf, lits, up_to)
    }

    fn push(&mut self, clause: impl IntoIterator<Item = Lit>) {
        let to = &mut *self.cnf;
        if self.closed || to.is_too_large() {
            let _ = to.interrupt().step(1);
            return;
        }
        let before = to.clauses.literals();
        to.clauses.push(clause);
        self.closed = to.interrupt().step(to.clauses.literals() - before + 1).is_err();
    }

    fn units(&mut self, lits: impl Iterator<Item = Lit>) {
        for lit in lits {
            self.push([lit]);
        }
    }

    fn keep(&mut self, bound: Bound, lits: &[Lit], weights: Option<&[u64]>, first_clause: usize) {
        let to = &mut *self.cnf;
        let start = to.statement_lits.len() as u32;
        to.statement_lits.extend_from_slice(lits);
        let weights = weights.map(|weights| {
            to.statement_weights.extend_from_slice(weights);
            (to.statement_weights.len() - weights.len()) as u32
        });
        to.constraints.push(ConstraintEntry {
            bound,
            lits: start..to.statement_lits.len() as u32,
            weights,
            clauses: first_clause as u32..to.clauses.len() as u32,
        });
    }
}
