//! Clauses that the other rules imply, but that a solver would find too late.
//!
//! Without [`NO_MORE`], only the root shows that a subtree is too large, once the whole tree is known: on 10x10 boards
//! with few givens the search then took hundreds of times as many conflicts.

use jigsat_cnf::{Literal, Rule, Stop, neg};
use jigsat_grid::Cell;

use super::{Atom, Sizes, Tree, Writer, binary, incoming};
use crate::encode::small;

const FIRST: Rule = Rule::new("first", "the root of {0} is not a later cell").redundant();
const NO_MORE: Rule =
    Rule::new("no-more", "the size below {0} is at most its number, and less if it has a parent").redundant();

impl Tree {
    pub(super) fn redundant(&self, w: &mut Writer<'_>) -> Result<(), Stop> {
        self.first(w)?;
        for cell in 0..w.field.cells() {
            self.no_more(w, cell)?;
        }
        small::encode(w)
    }

    /// Among the trees of a group, allows only those with the first cell as root, so that a group has fewer trees.
    fn first(&self, w: &mut Writer<'_>) -> Result<(), Stop> {
        for index in 0..w.field.cells() {
            let (cell, arg) = (w.cell(index), w.arg(index));
            let mut group = w.e.group(&FIRST, [arg])?;
            for bit in (0..self.root_bits).filter(|bit| index >> bit & 1 == 0) {
                let higher = (bit + 1..self.root_bits).filter(|higher| index >> higher & 1 == 1);
                let at_least = higher.map(|higher| neg(Atom::RootBit { cell, bit: higher }));
                group.clause([neg(Atom::RootBit { cell, bit })].into_iter().chain(at_least));
            }
        }
        Ok(())
    }

    fn no_more(&self, w: &mut Writer<'_>, index: usize) -> Result<(), Stop> {
        let (cell, arg, incoming) = (w.cell(index), w.arg(index), incoming(w, index));
        let numbers: Vec<(usize, Atom)> =
            w.named(index).map(|number| (number, w.atom(index, number))).collect();
        let mut group = w.e.group(&NO_MORE, [arg])?;
        for (number, atom) in numbers {
            for clause in self.at_most(cell, number, self.largest[index]) {
                group.implies([atom], clause);
            }
            for clause in self.at_most(cell, number - 1, self.largest[index]) {
                for &edge in &incoming {
                    group.implies([atom, edge], clause.iter().copied());
                }
            }
        }
        Ok(())
    }

    /// Clauses for 'the subtree below a cell has at most this many cells'; `largest` is its maximum.
    fn at_most(&self, cell: Cell, count: usize, largest: usize) -> Vec<Vec<Literal<Atom>>> {
        match self.sizes {
            _ if count == 0 => vec![vec![]],
            Sizes::Unary if count < largest => {
                vec![vec![neg(Atom::SizeAtLeast { cell, count: count as u16 + 1 })]]
            }
            Sizes::Unary => vec![],
            Sizes::Binary => {
                let bits: Vec<Atom> = (0..self.size_bits).map(|bit| Atom::SizeBit { cell, bit }).collect();
                binary::at_most(&bits, count)
            }
        }
    }
}
