//! The walks that find where a fact holds: one for each alternative of its definition.
//!
//! `fact beside(r, s) := exists a, b | across(a, b) . room(a) = r and room(b) = s` is a join of three facts. Its rooms
//! follow from the cells, so all four variables are walked over together, in any order. With an `exists` for each pair of
//! rooms in turn, the cost would be that of all pairs, not of those that hold (J. D. Ullman: Principles of Database and
//! Knowledge-Base Systems, 1988, chapter 3).

use super::{Formula, Meaning, Quantified, Quantifier, SortId, Term, Theory, Var};
use crate::syntax::Op;

/// An alternative of a fact's definition.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    /// The variables of the fact, then those of an `exists` that is joined with them.
    pub vars: Vec<Var>,
    pub condition: Formula,
}

impl Theory {
    /// A fact that holds for the values of these variables for which a formula is true, given the facts before it.
    pub fn computed(&self, vars: Vec<Var>, slots: usize, formula: Formula, is_closed: bool) -> Meaning {
        let ways = self.ways(&vars, &formula);
        Meaning::Computed { vars, slots, formula, ways, is_closed }
    }

    /// The alternatives of a formula: for `a or b`, those of a and of b.
    fn ways(&self, vars: &[Var], formula: &Formula) -> Vec<Way> {
        match formula {
            Formula::Or(parts) => return parts.iter().flat_map(|part| self.ways(vars, part)).collect(),
            Formula::Quantified(some) => {
                if let Some(ways) = self.joined(vars, some) {
                    return ways;
                }
            }
            _ => {}
        }
        vec![Way { vars: vars.to_vec(), condition: formula.clone() }]
    }

    /// The alternatives of an `exists`, if each of them finds all variables by facts and equations, and one of the fact's own as
    /// the value of a term: otherwise, the first values that are found for these end the search, which a join goes on with. The
    /// guard must have a truth for all values: where it has none, neither has the `exists`, but a join may be false
    /// because of the rest.
    fn joined(&self, own: &[Var], some: &Quantified) -> Option<Vec<Way>> {
        let vars: Vec<Var> = own.iter().chain(&some.vars).cloned().collect();
        let has_truth = some.guard.as_ref().is_none_or(|guard| self.has_truth(guard, &vars));
        if !matches!(some.quantifier, Quantifier::Exists) || !has_truth {
            return None;
        }
        let bodies = match &some.body {
            Formula::Or(parts) => &parts[..],
            body => std::slice::from_ref(body),
        };
        let way = |body| {
            let condition = Formula::And(some.guard.iter().chain([body]).cloned().collect());
            let are_found = vars.iter().all(|var| finds(&condition, &Term::Var(var.slot)));
            let has_value = own.iter().any(|var| self.says_value(&condition, &Term::Var(var.slot)));
            (are_found && has_value).then(|| Way { vars: vars.clone(), condition })
        };
        bodies.iter().map(way).collect()
    }

    /// Whether a part of a conjunction says that a variable is the value of a term.
    fn says_value(&self, formula: &Formula, var: &Term) -> bool {
        match formula {
            Formula::And(parts) => parts.iter().any(|part| self.says_value(part, var)),
            Formula::Fact(fact, args, _) => self.facts[*fact].function.is_some() && args.last() == Some(var),
            Formula::Compare(Op::Equal, a, b, _) => a == var || b == var,
            _ => false,
        }
    }

    /// Whether a formula is true or false whatever the values of its variables.
    fn has_truth(&self, formula: &Formula, vars: &[Var]) -> bool {
        match formula {
            Formula::Bool(_) => true,
            Formula::Compare(_, a, b, _) => {
                [a, b].iter().all(|term| matches!(term, Term::Value(_)) || self.sort_of(term, vars).is_some())
            }
            Formula::Fact(fact, args, _) | Formula::Defined(fact, args, _) => self.fit(args, *fact, vars),
            Formula::Not(inner) => self.has_truth(inner, vars),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().all(|part| self.has_truth(part, vars)),
            _ => false,
        }
    }

    /// Whether these arguments are in the sorts of a fact's places.
    fn fit(&self, args: &[Term], fact: usize, vars: &[Var]) -> bool {
        args.iter().zip(&self.facts[fact].places).all(|(arg, &place)| match arg {
            Term::Value(value) => self.sorts[place].index(*value).is_some(),
            arg => {
                let sort = self.sort_of(arg, vars);
                sort.is_some_and(|sort| self.sorts[sort].same_as == self.sorts[place].same_as)
            }
        })
    }

    /// The sort of a variable, or of a function's value; where the function has none, comparisons and facts are false.
    fn sort_of(&self, term: &Term, vars: &[Var]) -> Option<SortId> {
        match term {
            Term::Var(slot) => vars.iter().find(|var| var.slot == *slot).map(|var| var.sort),
            Term::Apply(fact, args, _) if self.fit(args, *fact, vars) => {
                self.facts[*fact].places.last().copied()
            }
            _ => None,
        }
    }
}

/// Whether a part of a conjunction is a fact about a variable, or an equation for it.
fn finds(formula: &Formula, var: &Term) -> bool {
    match formula {
        Formula::And(parts) => parts.iter().any(|part| finds(part, var)),
        Formula::Fact(_, args, _) => args.contains(var),
        Formula::Compare(Op::Equal, a, b, _) => a == var || b == var,
        _ => false,
    }
}
