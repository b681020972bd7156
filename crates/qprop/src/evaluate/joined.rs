//! Asserts such as 'at most one cell with number n in row r', for all n and r at once.

use rustc_hash::FxHashMap;

use super::Evaluator;
use crate::theory::{Assert, Formula, Quantifier, Term, Var};

impl<'t> Evaluator<'t> {
    /// Whether it is seen at once that an assert holds: its cells are counted by their numbers and rows, and not looked for again for
    /// each number and row.
    pub(super) fn holds_jointly(&self, assert: &'t Assert) -> bool {
        let (None, None, Formula::Quantified(inner)) = (&assert.guard, &assert.structure, &assert.body)
        else {
            return false;
        };
        let Quantifier::AtMost(Term::Value(most)) = inner.quantifier else { return false };
        let mut held: FxHashMap<Vec<i64>, i64> = FxHashMap::default();
        let all =
            self.joined_rows(&assert.vars, inner, &mut vec![0; assert.slots], &mut |env, guard| match guard
                .and_then(|_| self.truth(&inner.body, env))
            {
                Some(false) => true,
                Some(true) => {
                    let of = assert.vars.iter().map(|var: &Var| env[var.slot]).collect();
                    let count = held.entry(of).or_default();
                    *count += 1;
                    *count <= most
                }
                None => false,
            });
        most >= 0 && all.is_some()
    }
}
