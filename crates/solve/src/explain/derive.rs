//! Unit propagation that derives each literal from as few reasons as it finds: candidates for small explanations, found
//! without a search.
//!
//! Literals are settled in the order of how many reasons they need, as vertices by distance in E. Dijkstra: A note on two
//! problems in connexion with graphs, 1959; for clauses, D. Knuth: A generalization of Dijkstra's algorithm, 1977. What a
//! literal needs is the union of what its premises need; so the sets are small, but not always the smallest.

use std::{cmp::Ordering, collections::BinaryHeap};

use jigsat_cnf::{Atom, Encoding, Lit};

use super::Reason;

/// Which clauses each literal occurs in.
#[derive(Default)]
pub struct Network {
    /// The group of each clause.
    groups: Vec<u32>,
    /// The clauses of each literal, by `Lit::lidx`.
    occurrences: Vec<Vec<u32>>,
    loaded: usize,
}

impl Network {
    /// Takes in the groups that are new.
    pub fn extend<A: Atom>(&mut self, e: &Encoding<A>) {
        self.occurrences.resize(2 * e.variables() as usize, Vec::new());
        for group in e.groups_from(self.loaded) {
            for place in group.clauses() {
                self.groups.push(group.index() as u32);
                for lit in &e.clauses()[place] {
                    self.occurrences[lit.lidx()].push(place as u32);
                }
            }
        }
        self.loaded = e.group_count();
    }
}

/// A literal that could be settled next, or a conflict, with its reasons.
struct Next {
    lit: Option<Lit>,
    reasons: Vec<Reason>,
    number: u32,
}

impl Next {
    fn key(&self) -> (usize, u32) {
        (self.reasons.len(), self.number)
    }
}

impl PartialEq for Next {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Next {}

impl PartialOrd for Next {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Fewer reasons are greater: the heap gives the greatest.
impl Ord for Next {
    fn cmp(&self, other: &Self) -> Ordering {
        other.key().cmp(&self.key())
    }
}

/// What was derived, and from which reasons.
pub struct Derived<'d, A> {
    network: &'d Network,
    e: &'d Encoding<A>,
    values: Vec<Option<bool>>,
    /// By variable.
    why: Vec<Vec<Reason>>,
    /// How many literals of each clause are not false.
    left: Vec<u32>,
    trail: Vec<Lit>,
    next: BinaryHeap<Next>,
    number: u32,
    conflict: Option<Vec<Reason>>,
}

impl<'d, A: Atom> Derived<'d, A> {
    /// Derives what follows from the formula and some facts, which have reasons of their own. The network must have taken in all of the formula.
    pub fn new(
        network: &'d Network,
        e: &'d Encoding<A>,
        facts: impl Iterator<Item = (Lit, Vec<Reason>)>,
    ) -> Self {
        let variables = e.variables() as usize;
        let mut derived = Derived {
            network,
            e,
            values: vec![None; variables],
            why: vec![Vec::new(); variables],
            left: e.clauses().iter().map(|clause| clause.len() as u32).collect(),
            trail: Vec::new(),
            next: BinaryHeap::new(),
            number: 0,
            conflict: None,
        };
        for (lit, reasons) in facts {
            derived.push(Some(lit), reasons);
        }
        for (clause, lits) in e.clauses().iter().enumerate() {
            if lits.len() < 2 {
                derived.push(lits.first().copied(), vec![derived.group(clause)]);
            }
        }
        derived.conflict = derived.propagate();
        derived
    }

    /// The reasons of the conflict that the facts lead to, if they do.
    pub fn conflict(&self) -> Option<&[Reason]> {
        self.conflict.as_deref()
    }

    /// The variables that are settled, by their numbers.
    pub fn values(&self) -> &[Option<bool>] {
        &self.values
    }

    /// The reasons of a literal that is settled and true.
    pub fn reasons(&self, lit: Lit) -> Option<&[Reason]> {
        (self.value(lit) == Some(true)).then(|| &self.why[lit.vidx()][..])
    }

    /// Assumes a literal, and looks at what follows; or the reasons that rule it out, where assuming it leads to a conflict.
    pub fn under<T>(&mut self, lit: Lit, look: impl FnOnce(&Self) -> T) -> Result<T, Vec<Reason>> {
        let mark = self.trail.len();
        self.push(Some(lit), Vec::new());
        let result = match self.propagate() {
            Some(conflict) => Err(conflict),
            None => Ok(look(self)),
        };
        self.next.clear();
        for lit in self.trail.drain(mark..) {
            self.values[lit.vidx()] = None;
            for &clause in &self.network.occurrences[(!lit).lidx()] {
                self.left[clause as usize] += 1;
            }
        }
        result
    }

    /// Takes literals as derived from these reasons, and derives what follows.
    pub fn learn(&mut self, lits: impl IntoIterator<Item = (Lit, Vec<Reason>)>) {
        for (lit, reasons) in lits {
            self.push(Some(lit), reasons);
        }
        self.propagate();
    }

    fn value(&self, lit: Lit) -> Option<bool> {
        self.values[lit.vidx()].map(|value| value != lit.is_neg())
    }

    fn group(&self, clause: usize) -> Reason {
        Reason::Group(self.network.groups[clause] as usize)
    }

    fn push(&mut self, lit: Option<Lit>, reasons: Vec<Reason>) {
        self.number += 1;
        self.next.push(Next { lit, reasons, number: self.number });
    }

    /// Settles literals; the reasons of the first conflict.
    fn propagate(&mut self) -> Option<Vec<Reason>> {
        while let Some(next) = self.next.pop() {
            let Some(lit) = next.lit else { return Some(next.reasons) };
            // Where it is false, its clause was noticed as a conflict when it became so.
            if self.values[lit.vidx()].is_some() {
                continue;
            }
            self.values[lit.vidx()] = Some(lit.is_pos());
            self.why[lit.vidx()] = next.reasons;
            self.trail.push(lit);
            let network = self.network;
            for &clause in &network.occurrences[(!lit).lidx()] {
                let clause = clause as usize;
                self.left[clause] -= 1;
                if self.left[clause] < 2 {
                    self.check(clause);
                }
            }
        }
        None
    }

    /// Looks at a clause of which at most one literal is not false.
    fn check(&mut self, clause: usize) {
        let e = self.e;
        let open = e.clauses()[clause].iter().copied().find(|&lit| self.value(lit) != Some(false));
        if open.is_some_and(|lit| self.value(lit) == Some(true)) {
            return;
        }
        let mut reasons = vec![self.group(clause)];
        for lit in e.clauses()[clause].iter().filter(|&&lit| Some(lit) != open) {
            reasons.extend(&self.why[lit.vidx()]);
        }
        reasons.sort_unstable();
        reasons.dedup();
        self.push(open, reasons);
    }
}
