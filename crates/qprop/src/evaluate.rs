//! The meaning of formulas, evaluated directly: the referee, and the oracle of the tests.
//!
//! Independent of the grounder, and without a line in common with it: no clauses, and plans of its own
//! ([`crate::walk`]).

mod graph;
mod structure;

use std::sync::Arc;

use jigsat_cnf::{Interrupt, fill_sentence};

use crate::{
    syntax::Op,
    theory::{Assert, Formula, Quantified, Quantifier, Term, Theory, Var},
    tuples::Tuples,
};

/// True, false, or without a value.
pub(crate) type Truth = Option<bool>;

pub(crate) struct Evaluator<'t> {
    pub theory: &'t Theory,
    /// Whether each atom holds, by its number.
    holds: &'t [bool],
    /// Whether each atom is known; `None` means that all are. An unknown atom has no value.
    known: Option<&'t [bool]>,
    /// The values for which each fact holds; only the facts before the current one.
    pub facts: Arc<Vec<Tuples>>,
    pub interrupt: Interrupt,
}

impl<'t> Evaluator<'t> {
    /// Evaluates the asserts for these atoms, with known facts ([`facts`]). If interrupted, the results mean nothing.
    pub fn new(theory: &'t Theory, facts: Arc<Vec<Tuples>>, holds: &'t [bool], interrupt: Interrupt) -> Self {
        Evaluator { theory, holds, known: None, facts, interrupt }
    }

    /// The same if only these atoms are known: what is broken stays broken whatever the others are.
    pub fn knowing(self, known: &'t [bool]) -> Self {
        Evaluator { known: Some(known), ..self }
    }

    /// The asserts that don't hold: the name of each, and its sentence for the first values for which it doesn't hold.
    pub fn broken(&self) -> impl Iterator<Item = (&'t str, String)> {
        self.theory.asserts.iter().filter_map(|assert| Some((assert.name.as_str(), self.broken_by(assert)?)))
    }

    /// All broken constraints of these asserts: the values of each one's variables, as the name of the sort and the place
    /// there.
    pub fn broken_for(&self, asserts: &[&Assert]) -> Vec<Vec<(String, usize)>> {
        let mut broken = Vec::new();
        for assert in asserts {
            let mut env = vec![0; assert.slots];
            self.rows(&assert.vars, assert.guard.as_ref(), &mut env, &mut |env, guard| {
                if guard.and_then(|_| self.asserted(assert, env)) != Some(true) {
                    let value = |var: &Var| {
                        let sort = &self.theory.sorts[var.sort];
                        (sort.name.clone(), sort.index(env[var.slot]).unwrap_or_default())
                    };
                    broken.push(assert.vars.iter().map(value).collect());
                }
                true
            });
        }
        broken
    }

    /// The values of an assert's first variable for which its guard holds, as places in their sort.
    pub fn guarded(&self, assert: &Assert) -> Vec<usize> {
        let mut places = Vec::new();
        let Some(first) = assert.vars.first() else { return places };
        self.rows(&assert.vars, assert.guard.as_ref(), &mut vec![0; assert.slots], &mut |env, guard| {
            if guard == Some(true) {
                places.extend(self.theory.sorts[first.sort].index(env[first.slot]));
            }
            true
        });
        places
    }

    fn broken_by(&self, assert: &Assert) -> Option<String> {
        let mut env = vec![0; assert.slots];
        // Plans may visit values in another order.
        let mut broken: Option<Vec<i64>> = None;
        self.rows(&assert.vars, assert.guard.as_ref(), &mut env, &mut |env, guard| {
            let truth = guard.and_then(|_| self.asserted(assert, env));
            if if self.known.is_some() { truth == Some(false) } else { truth != Some(true) } {
                let values: Vec<i64> = assert.vars.iter().map(|var| env[var.slot]).collect();
                if broken.as_ref().is_none_or(|first| values < *first) {
                    broken = Some(values);
                }
            }
            true
        });
        broken.map(|values| {
            fill_sentence(&assert.sentence, false, |place| {
                let var = assert.told_by[place];
                self.theory.sorts[assert.vars[var].sort].told(values[var])
            })
        })
    }

    pub fn asserted(&self, assert: &Assert, env: &mut Vec<i64>) -> Truth {
        let truth = self.truth(&assert.body, env);
        match (&assert.structure, truth) {
            (None, truth) => truth,
            (Some(_), Some(false)) => Some(true),
            (Some(structure), Some(true)) => self.structure(structure, env),
            (Some(_), None) => None,
        }
    }

    /// The truth of a formula whose variables have values.
    pub fn truth(&self, formula: &Formula, env: &mut Vec<i64>) -> Truth {
        match formula {
            Formula::Bool(value) => Some(*value),
            Formula::Compare(op, a, b, _) => {
                let (Some(x), Some(y)) = (self.value(a, env), self.value(b, env)) else {
                    return self.without_value(&[a, b], env);
                };
                Some(compare(*op, x, y))
            }
            Formula::Arith(op, a, b, _) => {
                let (Some(x), Some(y)) = (self.searched(a, env), self.searched(b, env)) else {
                    return self.without_value(&[a, b], env);
                };
                Some(compare(*op, x, y))
            }
            Formula::Fact(number, args, _) => {
                match self.arguments(args, &self.theory.facts[*number].places, env) {
                    Some(values) => self.facts[*number].truth(&values),
                    None => self.without_value(&args.iter().collect::<Vec<_>>(), env),
                }
            }
            Formula::Defined(number, args, span) => {
                let applied = Term::Apply(*number, args.clone(), *span);
                match self.value(&applied, env) {
                    Some(_) => Some(true),
                    None => self.without_value(&[&applied], env),
                }
            }
            Formula::Atom(pred, args, _) => match self.atom(*pred, args, env) {
                Some(number) => self.holds(number),
                None => self.theory.preds[*pred].outside.map(|_| false),
            },
            Formula::Not(inner) => self.truth(inner, env).map(|truth| !truth),
            Formula::And(parts) => decided(parts.iter().map(|part| self.truth(part, env)), false),
            Formula::Or(parts) => decided(parts.iter().map(|part| self.truth(part, env)), true),
            Formula::Iff(a, b) => Some(self.truth(a, env)? == self.truth(b, env)?),
            Formula::Quantified(quantified) => self.quantified(quantified, env),
        }
    }

    fn quantified(&self, quantified: &Quantified, env: &mut Vec<i64>) -> Truth {
        let (mut held, mut failed, mut unknown) = (0u64, 0u64, 0u64);
        self.rows(&quantified.vars, quantified.guard.as_ref(), env, &mut |env, guard| {
            match guard.and_then(|_| self.truth(&quantified.body, env)) {
                Some(true) => held += 1,
                Some(false) => failed += 1,
                None => unknown += 1,
            }
            true
        });
        let number = |term: &Term, env: &[i64]| self.value(term, env).and_then(|k| u64::try_from(k).ok());
        match &quantified.quantifier {
            Quantifier::Forall if failed > 0 => Some(false),
            Quantifier::Exists if held > 0 => Some(true),
            Quantifier::Forall => (unknown == 0).then_some(true),
            Quantifier::Exists => (unknown == 0).then_some(false),
            // At least `held` hold, and at most `held + unknown`.
            Quantifier::Exactly(k) => within(held, held + unknown, number(k, env)?, number(k, env)?),
            Quantifier::AtMost(k) => within(held, held + unknown, 0, number(k, env)?),
            Quantifier::AtLeast(k) => within(held, held + unknown, number(k, env)?, u64::MAX),
        }
    }

    /// Whether an atom holds; `None` if that is not known.
    fn holds(&self, number: u32) -> Truth {
        let is_known = self.known.is_none_or(|known| known[number as usize]);
        is_known.then(|| self.holds[number as usize])
    }

    /// The truth of an atomic formula that has no value: false, if a function has none for its arguments.
    fn without_value(&self, terms: &[&Term], env: &[i64]) -> Truth {
        terms.iter().any(|term| self.lacks(term, env)).then_some(false)
    }

    /// Whether a given function in the term has no value for its arguments.
    fn lacks(&self, term: &Term, env: &[i64]) -> bool {
        match term {
            Term::Value(_) | Term::Var(_) | Term::Search(..) | Term::Fold(_) => false,
            Term::Op(_, a, b, _) => self.lacks(a, env) || self.lacks(b, env),
            Term::Minus(a, _) | Term::Abs(a, _) | Term::In(_, a, _) => self.lacks(a, env),
            Term::Apply(_, args, _) => {
                let has_args = args.iter().all(|arg| self.value(arg, env).is_some());
                if has_args {
                    self.value(term, env).is_none()
                } else {
                    args.iter().any(|arg| self.lacks(arg, env))
                }
            }
        }
    }

    /// The value of a term with functions that are searched for.
    fn searched(&self, term: &Term, env: &mut Vec<i64>) -> Option<i64> {
        match term {
            Term::Search(pred, args, _) => {
                let of = &self.theory.preds[*pred];
                let (&sort, sorts) = of.places.split_last()?;
                let Some(values) = self.arguments(args, sorts, env) else { return of.outside };
                let index = |number: u32, (value, &sort): (i64, &usize)| {
                    let sort = &self.theory.sorts[sort];
                    Some(number * sort.len() as u32 + sort.index(value)? as u32)
                };
                let number = values.into_iter().zip(sorts).try_fold(0, index)?;
                let sort = &self.theory.sorts[sort];
                let first = of.first + number * sort.len() as u32;
                let mut values =
                    (0..sort.len()).filter(|&index| self.holds(first + index as u32) == Some(true));
                let value = values.next().map(|index| sort.value(index));
                value.filter(|_| values.next().is_none())
            }
            Term::Fold(fold) => {
                let mut total = Some(i64::from(fold.is_product));
                self.rows(&fold.vars, fold.guard.as_ref(), env, &mut |env, guard| {
                    let value = guard.and_then(|_| self.searched(&fold.body, env));
                    let with = |total: i64, value: i64| {
                        if fold.is_product { total.checked_mul(value) } else { total.checked_add(value) }
                    };
                    total = total.zip(value).and_then(|(total, value)| with(total, value));
                    total.is_some()
                });
                total
            }
            Term::Op(op, a, b, _) => arithmetic(*op, self.searched(a, env)?, self.searched(b, env)?),
            Term::Minus(a, _) => self.searched(a, env)?.checked_neg(),
            Term::Abs(a, _) => self.searched(a, env)?.checked_abs(),
            Term::In(sort, a, _) => {
                let value = self.searched(a, env)?;
                self.theory.sorts[*sort].index(value).map(|_| value)
            }
            Term::Value(_) | Term::Var(_) | Term::Apply(..) => self.value(term, env),
        }
    }

    /// The number of a predicate's atom with these arguments.
    pub fn atom(&self, pred: usize, args: &[Term], env: &[i64]) -> Option<u32> {
        let pred = &self.theory.preds[pred];
        let values = self.arguments(args, &pred.places, env)?;
        let mut number = 0;
        for (value, &sort) in values.into_iter().zip(&pred.places) {
            let sort = &self.theory.sorts[sort];
            number = number * sort.len() as u32 + sort.index(value)? as u32;
        }
        Some(pred.first + number)
    }

    pub fn arguments(&self, args: &[Term], sorts: &[usize], env: &[i64]) -> Option<Vec<i64>> {
        let values = args.iter().zip(sorts).map(|(arg, &sort)| {
            let value = self.value(arg, env)?;
            self.theory.sorts[sort].index(value).map(|_| value)
        });
        values.collect()
    }

    pub fn value(&self, term: &Term, env: &[i64]) -> Option<i64> {
        match term {
            Term::Value(value) => Some(*value),
            Term::Var(slot) => Some(env[*slot]),
            Term::Op(op, a, b, _) => arithmetic(*op, self.value(a, env)?, self.value(b, env)?),
            Term::Apply(fact, args, _) => {
                let of = &self.theory.facts[*fact];
                let args: Vec<i64> = args.iter().map(|arg| self.value(arg, env)).collect::<Option<_>>()?;
                of.function.as_ref()?.get(&args, &of.places, &self.theory.sorts)
            }
            Term::Search(..) | Term::Fold(_) => None,
            Term::Minus(a, _) => self.value(a, env)?.checked_neg(),
            Term::Abs(a, _) => self.value(a, env)?.checked_abs(),
            Term::In(sort, a, _) => {
                let value = self.value(a, env)?;
                self.theory.sorts[*sort].index(value).map(|_| value)
            }
        }
    }
}

/// Whether a number that is at least `least` and at most `most` is from `first` to `last`.
fn within(least: u64, most: u64, first: u64, last: u64) -> Truth {
    if least > last || most < first { Some(false) } else { (first <= least && most <= last).then_some(true) }
}

fn compare(op: Op, a: i64, b: i64) -> bool {
    match op {
        Op::Equal => a == b,
        Op::NotEqual => a != b,
        Op::Less => a < b,
        Op::LessEqual => a <= b,
        Op::Greater => a > b,
        _ => a >= b,
    }
}

fn arithmetic(op: Op, a: i64, b: i64) -> Option<i64> {
    match op {
        Op::Plus => a.checked_add(b),
        Op::Minus => a.checked_sub(b),
        Op::Times => a.checked_mul(b),
        // Rounded towards what leaves a remainder from 0 to |b| - 1.
        Op::Div => a.checked_sub(a.checked_rem_euclid(b)?)?.checked_div(b),
        _ => a.checked_rem_euclid(b),
    }
}

/// The values for which those facts hold that are needed, with the facts in their definitions; `None` if interrupted.
pub(crate) fn facts(theory: &Theory, is_needed: &[bool], interrupt: &Interrupt) -> Option<Arc<Vec<Tuples>>> {
    let mut known = Vec::new();
    for (fact, is_needed) in theory.facts.iter().zip(is_needed) {
        if !is_needed {
            known.push(Tuples::default());
            continue;
        }
        let evaluator = Evaluator::new(theory, Arc::new(known), &[], interrupt.clone());
        let tuples = evaluator.tuples(fact);
        known = Arc::into_inner(evaluator.facts)?;
        known.push(tuples);
    }
    (!interrupt.is_stopped()).then(|| Arc::new(known))
}

/// A value that one part decides whatever the others are, or that all parts decide together.
fn decided(parts: impl Iterator<Item = Truth>, deciding: bool) -> Truth {
    let mut all_known = true;
    for part in parts {
        if part == Some(deciding) {
            return Some(deciding);
        }
        all_known &= part.is_some();
    }
    all_known.then_some(!deciding)
}
