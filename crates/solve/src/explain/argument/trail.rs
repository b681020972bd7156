//! The literals that are known so far, in rounds: those of a round follow at once from those of earlier rounds.

use jigsat_cnf::{Lit, Var};
use rustc_hash::FxHashMap;

use super::Line;

/// Why a literal is on the trail.
#[derive(Clone)]
pub(super) enum Why {
    /// It is a fact, or it is supposed.
    Assumed,
    /// Each of these constraints, by its place, gives it.
    By(Vec<usize>),
    /// A line that is finished.
    Line(Box<Line>),
}

pub(super) struct Entry {
    pub lit: Lit,
    pub round: u32,
    pub why: Why,
}

#[derive(Default)]
pub(super) struct Trail {
    entries: Vec<Entry>,
    place: FxHashMap<Var, usize>,
    round: u32,
}

impl Trail {
    pub fn value(&self, lit: Lit) -> Option<bool> {
        self.place.get(&lit.var()).map(|&place| self.entries[place].lit == lit)
    }

    /// When a variable got its value.
    pub fn round(&self, var: Var) -> Option<u32> {
        self.place.get(&var).map(|&place| self.entries[place].round)
    }

    pub fn entry(&self, lit: Lit) -> &Entry {
        &self.entries[self.place[&lit.var()]]
    }

    /// The round that is written now.
    pub fn now(&self) -> u32 {
        self.round
    }

    pub fn next_round(&mut self) {
        self.round += 1;
    }

    /// Sets a literal in this round, unless it is set.
    pub fn push(&mut self, lit: Lit, why: Why) {
        let place = self.entries.len();
        if *self.place.entry(lit.var()).or_insert(place) == place {
            self.entries.push(Entry { lit, round: self.round, why });
        }
    }

    /// The literals from a place on, which `len` returned.
    pub fn since(&self, place: usize) -> impl Iterator<Item = Lit> + '_ {
        self.entries[place..].iter().map(|entry| entry.lit)
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Forgets what came after that place and round.
    pub fn undo(&mut self, place: usize, round: u32) {
        for entry in self.entries.drain(place..) {
            self.place.remove(&entry.lit.var());
        }
        self.round = round;
    }
}
