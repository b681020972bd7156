//! Which asserts say what a single clue means.

use super::{Assert, Formula, Meaning, Quantifier, Shape, Term, Theory};
use crate::syntax::Op;

impl Theory {
    /// Whether each ground constraint of an assert is about a clue: it is there because a clue has a value
    /// (`number(c) = n`), or because of a clue without values that the assert names itself. That cells are open, apart from
    /// each other or in a room is not what a clue says.
    pub fn states_clue(&self, assert: &Assert) -> bool {
        let of_runs = match assert.structure.as_ref().map(|structure| &structure.shape) {
            Some(Shape::Runs { length, .. }) => self.is_value(length),
            _ => false,
        };
        of_runs || assert.guard.as_ref().is_some_and(|guard| self.needs_clue(guard, true))
    }

    /// Whether a formula is true only if some clue has a certain value, or, if it is the guard itself, if there is one.
    fn needs_clue(&self, formula: &Formula, is_guard: bool) -> bool {
        match formula {
            Formula::Compare(Op::Equal, a, b, _) => self.is_value(a) || self.is_value(b),
            // 'f(x) = y' may be a fact, too.
            Formula::Fact(fact, ..) if self.clues.contains(fact) => {
                is_guard || self.facts[*fact].function.is_some()
            }
            Formula::Defined(fact, ..) => is_guard && self.clues.contains(fact),
            Formula::Fact(fact, ..) => match &self.facts[*fact].meaning {
                Meaning::Computed { formula, .. } => self.needs_clue(formula, false),
                Meaning::Listed(_) => false,
            },
            Formula::And(parts) => parts.iter().any(|part| self.needs_clue(part, is_guard)),
            Formula::Or(parts) => parts.iter().all(|part| self.needs_clue(part, is_guard)),
            Formula::Quantified(some) => {
                let is_some = !matches!(some.quantifier, Quantifier::Forall | Quantifier::AtMost(_));
                let parts = some.guard.iter().chain([&some.body]);
                is_some && parts.into_iter().any(|part| self.needs_clue(part, is_guard))
            }
            _ => false,
        }
    }

    fn is_value(&self, term: &Term) -> bool {
        matches!(term, Term::Apply(fact, ..) if self.clues.contains(fact))
    }
}
