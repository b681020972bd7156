//! Unit propagation that derives each literal from as few reasons as it finds. This gives candidates for
//! small explanations without a search.
//!
//! Literals are settled in the order of how many reasons they need, like vertices by distance in E. Dijkstra:
//! A note on two problems in connexion with graphs, 1959; for clauses, D. Knuth: A generalization of
//! Dijkstra's algorithm, 1977. A literal needs the union of what its premises need, so the sets are small,
//! but not always the smallest.

use std::{cmp::Ordering, collections::BinaryHeap};

use jigsat_cnf::{Atom, Formula, Lit};

use super::Reason;

/// The clauses in which each literal occurs.
#[derive(Default)]
pub struct Network {
    /// The group of each clause.
    groups: Vec<u32>,
    /// The clauses of each literal, by `Lit::lidx`.
    occurrences: Vec<Vec<u32>>,
    loaded: usize,
}

impl Network {
    /// Adds the groups that are new.
    pub fn extend<A: Atom>(&mut self, e: &Formula<A>) {
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

/// Fewer reasons are greater, because the heap returns the greatest.
impl Ord for Next {
    fn cmp(&self, other: &Self) -> Ordering {
        other.key().cmp(&self.key())
    }
}

/// The literals that were derived, with their reasons.
pub struct Derived<'d, A> {
    network: &'d Network,
    e: &'d Formula<A>,
    values: Vec<Option<bool>>,
    /// By variable.
    why: Vec<Vec<Reason>>,
    /// How many literals of each clause are not false.
    left: Vec<u32>,
    trail: Vec<Lit>,
    next: BinaryHeap<Next>,
    /// By literal: the fewest reasons with which it is in the queue.
    queued: Vec<u32>,
    number: u32,
    conflict: Option<Vec<Reason>>,
}

impl<'d, A: Atom> Derived<'d, A> {
    /// Derives what follows from the formula and some facts, which have reasons of their own. The network
    /// must contain the whole formula.
    pub fn new(
        network: &'d Network,
        e: &'d Formula<A>,
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
            queued: vec![u32::MAX; 2 * variables],
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

    /// The reasons that rule a literal out, if assuming it leads to a conflict.
    pub fn refutation(&mut self, lit: Lit) -> Option<Vec<Reason>> {
        let mark = self.trail.len();
        self.push(Some(lit), Vec::new());
        let conflict = self.propagate();
        self.undo(mark);
        conflict
    }

    /// The values that are settled if a literal is assumed, by variable; `None` if that leads to a conflict.
    /// This takes far less time than finding the reasons as well.
    pub fn under(&mut self, lit: Lit) -> Option<Vec<Option<bool>>> {
        let mark = self.trail.len();
        let mut todo = vec![lit];
        let mut fine = true;
        while let Some(lit) = todo.pop().filter(|_| fine) {
            match self.value(lit) {
                Some(true) => {}
                Some(false) => fine = false,
                None => {
                    self.settle(lit, |derived, clause| match derived.last_of(clause) {
                        Last::Nothing => fine = false,
                        Last::Open(lit) => todo.push(lit),
                        Last::Holds => {}
                    });
                }
            }
        }
        let values = fine.then(|| self.values.clone());
        self.undo(mark);
        values
    }

    fn undo(&mut self, mark: usize) {
        for lit in self.trail.drain(mark..) {
            self.values[lit.vidx()] = None;
            for &clause in &self.network.occurrences[(!lit).lidx()] {
                self.left[clause as usize] += 1;
            }
        }
    }

    /// Treats literals as derived from these reasons, and derives what follows.
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
        if let Some(lit) = lit {
            let queued = &mut self.queued[lit.lidx()];
            *queued = (reasons.len() as u32).min(*queued);
        }
        self.number += 1;
        self.next.push(Next { lit, reasons, number: self.number });
    }

    /// Settles literals. Returns the reasons of the first conflict.
    fn propagate(&mut self) -> Option<Vec<Reason>> {
        while let Some(next) = self.next.pop() {
            let Some(lit) = next.lit else {
                for other in self.next.drain().filter_map(|next| next.lit) {
                    self.queued[other.lidx()] = u32::MAX;
                }
                return Some(next.reasons);
            };
            self.queued[lit.lidx()] = u32::MAX;
            // Where it is false, its clause was noticed as a conflict when it became so.
            if self.values[lit.vidx()].is_some() {
                continue;
            }
            self.why[lit.vidx()] = next.reasons;
            self.settle(lit, Self::check);
        }
        None
    }

    /// Sets a literal, and checks each clause in which at most one literal is then not false.
    fn settle(&mut self, lit: Lit, mut look: impl FnMut(&mut Self, usize)) {
        self.values[lit.vidx()] = Some(lit.is_pos());
        self.trail.push(lit);
        let network = self.network;
        for &clause in &network.occurrences[(!lit).lidx()] {
            let clause = clause as usize;
            self.left[clause] -= 1;
            if self.left[clause] < 2 {
                look(self, clause);
            }
        }
    }

    /// The rest of a clause in which at most one literal is not false.
    fn last_of(&self, clause: usize) -> Last {
        let open = self.e.clauses()[clause].iter().copied().find(|&lit| self.value(lit) != Some(false));
        match open {
            None => Last::Nothing,
            Some(lit) if self.value(lit) == Some(true) => Last::Holds,
            Some(lit) => Last::Open(lit),
        }
    }

    /// Notes what follows from a clause with at most one literal that is not false.
    fn check(&mut self, clause: usize) {
        let open = match self.last_of(clause) {
            Last::Holds => return,
            Last::Nothing => None,
            Last::Open(lit) => Some(lit),
        };
        let lits = &self.e.clauses()[clause];
        let premises = || lits.iter().filter(|&&lit| Some(lit) != open).map(|lit| &self.why[lit.vidx()]);
        // It has more reasons than each of the premises; where the literal can be had for as few, that is enough.
        let more = premises().map(Vec::len).max().unwrap_or(0);
        if open.is_some_and(|lit| self.queued[lit.lidx()] as usize <= more) {
            return;
        }
        let mut reasons = vec![self.group(clause)];
        let mut merged = Vec::new();
        for more in premises() {
            merge(&reasons, more, &mut merged);
            std::mem::swap(&mut reasons, &mut merged);
        }
        self.push(open, reasons);
    }
}

/// Joins two ascending lists into a third one.
fn merge(one: &[Reason], other: &[Reason], into: &mut Vec<Reason>) {
    into.clear();
    let (mut one, mut other) = (one, other);
    while let ([first, rest @ ..], [second, more @ ..]) = (one, other) {
        into.push(*first.min(second));
        if first <= second {
            one = rest;
        }
        if second <= first {
            other = more;
        }
    }
    into.extend_from_slice(one);
    into.extend_from_slice(other);
}

/// The last literal of a clause that is not false.
enum Last {
    Nothing,
    Open(Lit),
    Holds,
}
