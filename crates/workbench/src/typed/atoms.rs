//! The numbers of a puzzle's atoms.

#[cfg(debug_assertions)]
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{PoisonError, RwLock};

use jigsat_cnf::{Atom, Literal, Variable};
use rustc_hash::FxHashMap;

use crate::puzzle_formula::{AtomId, Known};

/// The atoms of a puzzle that have numbers: those that somebody has asked for.
pub(crate) struct Atoms<A> {
    table: RwLock<Table<A>>,
    #[cfg(debug_assertions)]
    board: u32,
}

struct Table<A> {
    all: Vec<A>,
    numbers: FxHashMap<A, u32>,
}

impl<A: Atom> Table<A> {
    fn number(&self, atom: &A) -> Option<u32> {
        self.numbers.get(atom).copied()
    }

    /// The number of an atom, which may be new.
    fn add(&mut self, atom: A) -> u32 {
        self.number(&atom).unwrap_or_else(|| {
            let number = self.all.len() as u32;
            self.all.push(atom);
            self.numbers.insert(atom, number);
            number
        })
    }
}

#[cfg(debug_assertions)]
static BOARDS: AtomicU32 = AtomicU32::new(0);

impl<A: Atom> Default for Atoms<A> {
    fn default() -> Self {
        Atoms {
            table: RwLock::new(Table { all: Vec::new(), numbers: FxHashMap::default() }),
            #[cfg(debug_assertions)]
            board: BOARDS.fetch_add(1, Relaxed),
        }
    }
}

impl<A: Atom> Atoms<A> {
    /// The number of an atom.
    pub fn id(&self, atom: A) -> AtomId {
        let known = self.table.read().unwrap_or_else(PoisonError::into_inner).number(&atom);
        let number =
            known.unwrap_or_else(|| self.table.write().unwrap_or_else(PoisonError::into_inner).add(atom));
        AtomId {
            number,
            #[cfg(debug_assertions)]
            board: self.board,
        }
    }

    /// The inverse.
    pub fn atom(&self, id: AtomId) -> A {
        #[cfg(debug_assertions)]
        assert_eq!(id.board, self.board, "an atom belongs to the board that has numbered it");
        self.table.read().unwrap_or_else(PoisonError::into_inner).all[id.number as usize]
    }

    /// A literal by number.
    pub fn known(&self, literal: Literal<A>) -> Known {
        let variable = match literal.variable {
            Variable::Atom(atom) => Variable::Atom(self.id(atom)),
            Variable::Aux(var) => Variable::Aux(var),
        };
        Literal { variable, negated: literal.negated }
    }

    /// The inverse.
    pub fn literal(&self, known: Known) -> Literal<A> {
        let variable = match known.variable {
            Variable::Atom(id) => Variable::Atom(self.atom(id)),
            Variable::Aux(var) => Variable::Aux(var),
        };
        Literal { variable, negated: known.negated }
    }

    /// Literals by number.
    pub fn all_known(&self, literals: Vec<Literal<A>>) -> Vec<Known> {
        literals.into_iter().map(|literal| self.known(literal)).collect()
    }

    /// The inverse.
    pub fn literals(&self, known: &[Known]) -> Vec<Literal<A>> {
        known.iter().map(|&literal| self.literal(literal)).collect()
    }
}
