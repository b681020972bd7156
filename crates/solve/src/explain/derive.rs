//! Unit propagation that derives each literal from as few reasons as it finds. This gives candidates for
//! small explanations without a search.
//!
//! Literals are settled in the order of how many reasons they need, like vertices by distance in E. Dijkstra:
//! A note on two problems in connexion with graphs, 1959; for clauses, D. Knuth: A generalization of
//! Dijkstra's algorithm, 1977. A literal needs the union of what its premises need, so the sets are small,
//! but not always the smallest.

use std::{cmp::Ordering, collections::BinaryHeap};

use jigsat_cnf::{Cnf, Lit, Stop};

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
    ///
    /// # Errors
    ///
    /// Why it was given up, by the limits of the formula. The next time, it goes on.
    pub fn extend(&mut self, e: &Cnf) -> Result<(), Stop> {
        self.occurrences.resize(2 * e.variables() as usize, Vec::new());
        for group in e.groups_from(self.loaded) {
            e.interrupt().step(group.clauses().len() + 1)?;
            for place in group.clauses() {
                self.groups.push(group.index() as u32);
                for lit in &e.clauses()[place] {
                    self.occurrences[lit.lidx()].push(place as u32);
                }
            }
            self.loaded = group.index() + 1;
        }
        Ok(())
    }
}

/// Some reasons, by their place among all that are kept.
#[derive(Clone, Copy, Default)]
struct Kept {
    start: u32,
    len: u32,
}

/// A literal that could be settled next, or a conflict, with its reasons.
struct Next {
    lit: Option<Lit>,
    reasons: Kept,
    number: u32,
}

impl Next {
    fn key(&self) -> (u32, u32) {
        (self.reasons.len, self.number)
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
pub struct Derived<'d> {
    network: &'d Network,
    e: &'d Cnf,
    values: Vec<Option<bool>>,
    /// By variable.
    why: Vec<Kept>,
    /// The numbers of all reasons that are kept, one set after the other: a set of its own for each literal would cost
    /// more time than finding it.
    kept: Vec<u32>,
    /// By the number of a reason: the last set that it became a member of.
    member: Vec<u32>,
    /// Number of sets that were joined.
    joined: u32,
    /// How many literals of each clause are not false.
    left: Vec<u32>,
    trail: Vec<Lit>,
    next: BinaryHeap<Next>,
    /// By literal: the fewest reasons with which it is in the queue.
    queued: Vec<u32>,
    number: u32,
    conflict: Option<Vec<Reason>>,
}

impl<'d> Derived<'d> {
    /// Derives what follows from the formula and some facts, which have reasons of their own. The network
    /// must contain the whole formula, whose limits are those of everything here.
    ///
    /// # Errors
    ///
    /// Why it was given up.
    pub fn new(
        network: &'d Network,
        e: &'d Cnf,
        facts: impl Iterator<Item = (Lit, Vec<Reason>)>,
    ) -> Result<Self, Stop> {
        let variables = e.variables() as usize;
        e.interrupt().step(variables + e.clauses().len())?;
        let mut derived = Derived {
            network,
            e,
            values: vec![None; variables],
            why: vec![Kept::default(); variables],
            kept: Vec::new(),
            member: vec![0; e.group_count() + 2 * variables],
            joined: 0,
            left: e.clauses().iter().map(|clause| clause.len() as u32).collect(),
            trail: Vec::new(),
            next: BinaryHeap::new(),
            queued: vec![u32::MAX; 2 * variables],
            number: 0,
            conflict: None,
        };
        for (lit, reasons) in facts {
            derived.push_reasons(lit, &reasons);
        }
        for (clause, lits) in e.clauses().iter().enumerate() {
            if lits.len() < 2 {
                let start = derived.kept.len();
                derived.kept.push(network.groups[clause]);
                derived.push(lits.first().copied(), start);
            }
        }
        derived.conflict = derived.propagate()?;
        Ok(derived)
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
    pub fn reasons(&self, lit: Lit) -> Option<Vec<Reason>> {
        (self.value(lit) == Some(true)).then(|| self.named(self.why[lit.vidx()]))
    }

    /// The reasons that rule a literal out, if assuming it leads to a conflict.
    pub fn refutation(&mut self, lit: Lit) -> Result<Option<Vec<Reason>>, Stop> {
        let (mark, kept) = (self.trail.len(), self.kept.len());
        self.push(Some(lit), kept);
        let conflict = self.propagate()?;
        self.undo(mark);
        self.kept.truncate(kept);
        Ok(conflict)
    }

    /// The values that are settled if a literal is assumed, by variable; `None` if that leads to a conflict.
    /// This takes far less time than finding the reasons as well.
    pub fn under(&mut self, lit: Lit) -> Result<Option<Vec<Option<bool>>>, Stop> {
        self.e.interrupt().step(self.values.len() / 16)?;
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
                    })?;
                }
            }
        }
        let values = fine.then(|| self.values.clone());
        self.undo(mark);
        Ok(values)
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
    pub fn learn(&mut self, lits: impl IntoIterator<Item = (Lit, Vec<Reason>)>) -> Result<(), Stop> {
        for (lit, reasons) in lits {
            self.push_reasons(lit, &reasons);
        }
        self.propagate()?;
        Ok(())
    }

    fn value(&self, lit: Lit) -> Option<bool> {
        self.values[lit.vidx()].map(|value| value != lit.is_neg())
    }

    /// Literals have the numbers behind those of the groups, so the order of numbers is that of reasons.
    fn number(&self, reason: Reason) -> u32 {
        match reason {
            Reason::Group(group) => group as u32,
            Reason::Fact(lit) => (self.e.group_count() + lit.lidx()) as u32,
        }
    }

    fn set(&self, kept: Kept) -> &[u32] {
        &self.kept[kept.start as usize..][..kept.len as usize]
    }

    /// In ascending order.
    fn named(&self, kept: Kept) -> Vec<Reason> {
        let mut numbers = self.set(kept).to_vec();
        numbers.sort_unstable();
        let groups = self.e.group_count();
        let named = |number: u32| match (number as usize).checked_sub(groups) {
            None => Reason::Group(number as usize),
            Some(lidx) => Reason::Fact(Lit::new(lidx as u32 / 2, lidx % 2 == 1)),
        };
        numbers.into_iter().map(named).collect()
    }

    fn push_reasons(&mut self, lit: Lit, reasons: &[Reason]) {
        let start = self.kept.len();
        for &reason in reasons {
            self.kept.push(self.number(reason));
        }
        self.push(Some(lit), start);
    }

    /// Its reasons are those that were kept last, from `start` on.
    fn push(&mut self, lit: Option<Lit>, start: usize) {
        let reasons = Kept { start: start as u32, len: (self.kept.len() - start) as u32 };
        if let Some(lit) = lit {
            let queued = &mut self.queued[lit.lidx()];
            *queued = reasons.len.min(*queued);
        }
        self.number += 1;
        self.next.push(Next { lit, reasons, number: self.number });
    }

    /// Settles literals. Returns the reasons of the first conflict.
    fn propagate(&mut self) -> Result<Option<Vec<Reason>>, Stop> {
        while let Some(next) = self.next.pop() {
            let Some(lit) = next.lit else {
                for other in self.next.drain().filter_map(|next| next.lit) {
                    self.queued[other.lidx()] = u32::MAX;
                }
                return Ok(Some(self.named(next.reasons)));
            };
            self.queued[lit.lidx()] = u32::MAX;
            // If it is false, its clause was already noticed as a conflict.
            if self.values[lit.vidx()].is_some() {
                continue;
            }
            self.why[lit.vidx()] = next.reasons;
            self.settle(lit, Self::check)?;
        }
        Ok(None)
    }

    /// Sets a literal, and checks each clause in which at most one literal is then not false.
    fn settle(&mut self, lit: Lit, mut look: impl FnMut(&mut Self, usize)) -> Result<(), Stop> {
        let network = self.network;
        self.e.interrupt().step(1 + network.occurrences[(!lit).lidx()].len())?;
        self.values[lit.vidx()] = Some(lit.is_pos());
        self.trail.push(lit);
        for &clause in &network.occurrences[(!lit).lidx()] {
            let clause = clause as usize;
            self.left[clause] -= 1;
            if self.left[clause] < 2 {
                look(self, clause);
            }
        }
        Ok(())
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
        // If the literal is already in the queue with as few reasons, that is enough.
        let fewest = open.map_or(u32::MAX, |lit| self.queued[lit.lidx()]) as usize;
        let start = self.kept.len();
        self.joined += 1;
        self.member[self.network.groups[clause] as usize] = self.joined;
        self.kept.push(self.network.groups[clause]);
        for &premise in &self.e.clauses()[clause] {
            if Some(premise) == open {
                continue;
            }
            let Kept { start: first, len } = self.why[premise.vidx()];
            for place in first..first + len {
                let number = self.kept[place as usize];
                if self.member[number as usize] != self.joined {
                    self.member[number as usize] = self.joined;
                    self.kept.push(number);
                }
            }
            if self.kept.len() - start >= fewest {
                self.kept.truncate(start);
                return;
            }
        }
        self.push(open, start);
    }
}

/// The last literal of a clause that is not false.
enum Last {
    Nothing,
    Open(Lit),
    Holds,
}
