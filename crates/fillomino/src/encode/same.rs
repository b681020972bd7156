//! Which neighbours have the same number: the basis of the eager encodings.

use jigsat_cnf::{Rule, Stop, neg, pos};
use jigsat_grid::Direction;

use super::{Atom, Writer};

const SAME: Rule =
    Rule::new("same", "{0} and {1} are marked as equal if and only if they have the same number");

impl Writer<'_> {
    /// The atom of a pair of neighbours, in any order.
    pub(super) fn same(&self, a: usize, b: usize) -> Atom {
        let (first, second) = (a.min(b), a.max(b));
        let cols = usize::from(self.field.size.cols);
        let side = if second - first == cols && cols > 1 { Direction::Down } else { Direction::Right };
        let cell = self.cell(first);
        // On a board of one column both differences are 1.
        let side = if self.field.size.step(cell, side).is_some() { side } else { Direction::Down };
        Atom::Same { cell, side }
    }

    pub(super) fn declare_same(&mut self) -> Result<(), Stop> {
        let pairs: Vec<_> = self.field.pairs().collect();
        for (a, b) in pairs {
            self.e.declare(self.same(a, b))?;
        }
        Ok(())
    }

    /// For numbers up to the most.
    pub(super) fn define_same(&mut self) -> Result<(), Stop> {
        let pairs: Vec<_> = self.field.pairs().collect();
        for (a, b) in pairs {
            let same = self.same(a, b);
            let numbers = (1..=self.domains.most).map(|number| {
                let atom = |cell| self.domains.has(cell, number).then(|| self.atom(cell, number));
                (atom(a), atom(b))
            });
            let numbers: Vec<(Option<Atom>, Option<Atom>)> = numbers.collect();
            let args = [self.arg(a), self.arg(b)];
            let mut group = self.e.group(&SAME, args)?;
            for pair in numbers {
                match pair {
                    (Some(one), Some(other)) => {
                        group.clause([neg(same), neg(one), pos(other)]);
                        group.clause([neg(same), pos(one), neg(other)]);
                        group.clause([pos(same), neg(one), neg(other)]);
                    }
                    (Some(alone), None) | (None, Some(alone)) => {
                        group.clause([neg(same), neg(alone)]);
                    }
                    (None, None) => {}
                }
            }
        }
        Ok(())
    }
}
