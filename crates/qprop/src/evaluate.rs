//! The meaning of formulas, read off directly: the referee, and the oracle of the tests.
//!
//! Written apart from the grounder: it knows no plans, indexes or clauses, it tries the values of
//! variables in the order in which they are bound, and looks facts up in sorted lists.

use std::{cell::RefCell, collections::HashMap};

use crate::{
    syntax::Op,
    theory::{Formula, Meaning, Quantified, Quantifier, Term, Theory, Var},
};

/// True, false, or without a value.
pub(crate) type Truth = Option<bool>;

pub(crate) struct Evaluator<'t> {
    theory: &'t Theory,
    /// Whether each atom holds, by its number.
    holds: &'t [bool],
    /// What computed facts came to.
    computed: RefCell<HashMap<(usize, Vec<i64>), Truth>>,
}

impl<'t> Evaluator<'t> {
    pub fn new(theory: &'t Theory, holds: &'t [bool]) -> Self {
        Evaluator { theory, holds, computed: RefCell::default() }
    }

    /// The first assert that doesn't hold, and its sentence for the values for which it doesn't.
    pub fn broken(&self) -> Option<String> {
        self.theory.asserts.iter().find_map(|assert| {
            let mut env = vec![0; assert.slots];
            let mut broken = None;
            self.rows(&assert.vars, assert.guard.as_ref(), &mut env, &mut |env, guard| {
                if guard == Some(true) && self.truth(&assert.body, env) == Some(true) {
                    return true;
                }
                let mut sentence = assert.sentence.clone();
                for (place, &var) in assert.told_by.iter().enumerate() {
                    let var = &assert.vars[var];
                    let value = self.theory.sorts[var.sort].show(env[var.slot]);
                    sentence = sentence.replace(&format!("{{{place}}}"), &value);
                }
                broken = Some(sentence);
                false
            });
            broken
        })
    }

    /// Visits all values of the variables for which the guard isn't false, until `visit` says no.
    fn rows(
        &self,
        vars: &[Var],
        guard: Option<&Formula>,
        env: &mut Vec<i64>,
        visit: &mut dyn FnMut(&mut Vec<i64>, Truth) -> bool,
    ) -> bool {
        let conjuncts: Vec<&Formula> = guard.map_or_else(Vec::new, parts);
        // Each part of the guard is looked at when the last of its variables has a value.
        let last = |formula: &Formula| {
            vars.iter().rposition(|var| mentions(formula, var.slot)).map_or(0, |at| at + 1)
        };
        let at: Vec<usize> = conjuncts.iter().map(|conjunct| last(conjunct)).collect();
        self.row(vars, 0, &conjuncts, &at, env, visit)
    }

    fn row(
        &self,
        vars: &[Var],
        bound: usize,
        conjuncts: &[&Formula],
        at: &[usize],
        env: &mut Vec<i64>,
        visit: &mut dyn FnMut(&mut Vec<i64>, Truth) -> bool,
    ) -> bool {
        for (conjunct, _) in conjuncts.iter().zip(at).filter(|&(_, &at)| at == bound) {
            if self.truth(conjunct, env) == Some(false) {
                return true;
            }
        }
        let Some(var) = vars.get(bound) else {
            let guard =
                conjuncts.iter().map(|conjunct| self.truth(conjunct, env)).collect::<Option<Vec<bool>>>();
            return visit(env, guard.map(|parts| parts.into_iter().all(|part| part)));
        };
        let sort = &self.theory.sorts[var.sort];
        let listed = conjuncts
            .iter()
            .zip(at)
            .filter(|&(_, &at)| at > bound)
            .find_map(|(conjunct, _)| self.listed(conjunct, var, &vars[bound + 1..], env));
        let values = listed.unwrap_or_else(|| (0..sort.len()).map(|place| sort.value(place)).collect());
        for value in values {
            env[var.slot] = value;
            if !self.row(vars, bound + 1, conjuncts, at, env, visit) {
                return false;
            }
        }
        true
    }

    /// The values of a variable for which a listed fact has a tuple, if all places before it are known.
    fn listed(&self, conjunct: &Formula, var: &Var, later: &[Var], env: &[i64]) -> Option<Vec<i64>> {
        let Formula::Fact(fact, args, _) = conjunct else { return None };
        let fact = &self.theory.facts[*fact];
        let Meaning::Listed(tuples) = &fact.meaning else { return None };
        let place = args.iter().position(|arg| *arg == Term::Var(var.slot))?;
        let unknown = |arg: &Term| later.iter().chain([var]).any(|var| in_term(arg, var.slot));
        if args[..place].iter().any(unknown) {
            return None;
        }
        let prefix: Vec<i64> = args[..place].iter().map(|arg| self.value(arg, env)).collect::<Option<_>>()?;
        let inside = prefix
            .iter()
            .zip(&fact.places)
            .all(|(&value, &sort)| self.theory.sorts[sort].index(value).is_some());
        if !inside {
            return None;
        }
        let width = args.len();
        let row = |number: usize| &tuples[number * width..][..width];
        let count = tuples.len() / width;
        let first = partition(count, |number| row(number)[..place] < prefix[..]);
        let mut values: Vec<i64> = (first..count)
            .map(row)
            .take_while(|row| row[..place] == prefix[..])
            .map(|row| row[place])
            .collect();
        values.sort_unstable();
        values.dedup();
        Some(values)
    }

    /// The truth of a formula whose variables have values.
    pub fn truth(&self, formula: &Formula, env: &mut Vec<i64>) -> Truth {
        match formula {
            Formula::Bool(value) => Some(*value),
            Formula::Compare(op, a, b, _) => {
                let (a, b) = (self.value(a, env)?, self.value(b, env)?);
                Some(match op {
                    Op::Equal => a == b,
                    Op::NotEqual => a != b,
                    Op::Less => a < b,
                    Op::LessEqual => a <= b,
                    Op::Greater => a > b,
                    _ => a >= b,
                })
            }
            Formula::Fact(number, args, _) => {
                let fact = &self.theory.facts[*number];
                let values = self.arguments(args, &fact.places, env)?;
                match &fact.meaning {
                    Meaning::Listed(tuples) => {
                        let row = |number: usize| &tuples[number * values.len()..][..values.len()];
                        let count = tuples.len() / values.len();
                        let first = partition(count, |number| row(number) < &values[..]);
                        Some(first < count && row(first) == values)
                    }
                    Meaning::Computed { vars, slots, formula } => {
                        let key = (*number, values);
                        let known = self.computed.borrow().get(&key).copied();
                        known.unwrap_or_else(|| {
                            let mut inner = vec![0; *slots];
                            for (var, &value) in vars.iter().zip(&key.1) {
                                inner[var.slot] = value;
                            }
                            let truth = self.truth(formula, &mut inner);
                            self.computed.borrow_mut().insert(key, truth);
                            truth
                        })
                    }
                }
            }
            Formula::Atom(pred, args, _) => {
                let pred = &self.theory.preds[*pred];
                let values = self.arguments(args, &pred.places, env)?;
                let mut number = 0;
                for (value, &sort) in values.into_iter().zip(&pred.places) {
                    let sort = &self.theory.sorts[sort];
                    number = number * sort.len() + sort.index(value)?;
                }
                Some(self.holds[pred.first as usize + number])
            }
            Formula::Not(inner) => self.truth(inner, env).map(|truth| !truth),
            Formula::And(parts) => decided(parts.iter().map(|part| self.truth(part, env)), false),
            Formula::Or(parts) => decided(parts.iter().map(|part| self.truth(part, env)), true),
            Formula::Iff(a, b) => Some(self.truth(a, env)? == self.truth(b, env)?),
            Formula::Quantified(quantified) => self.quantified(quantified, env),
        }
    }

    fn quantified(&self, quantified: &Quantified, env: &mut Vec<i64>) -> Truth {
        let (mut held, mut failed, mut unknown) = (0u64, 0u64, false);
        self.rows(&quantified.vars, quantified.guard.as_ref(), env, &mut |env, guard| {
            match guard.and_then(|_| self.truth(&quantified.body, env)) {
                Some(true) => held += 1,
                Some(false) => failed += 1,
                None => unknown = true,
            }
            true
        });
        let number = |term: &Term, env: &[i64]| self.value(term, env).and_then(|k| u64::try_from(k).ok());
        match &quantified.quantifier {
            Quantifier::Forall if failed > 0 => Some(false),
            Quantifier::Exists if held > 0 => Some(true),
            _ if unknown => None,
            Quantifier::Forall => Some(true),
            Quantifier::Exists => Some(false),
            Quantifier::Exactly(k) => Some(held == number(k, env)?),
            Quantifier::AtMost(k) => Some(held <= number(k, env)?),
            Quantifier::AtLeast(k) => Some(held >= number(k, env)?),
        }
    }

    fn arguments(&self, args: &[Term], sorts: &[usize], env: &[i64]) -> Option<Vec<i64>> {
        let values = args.iter().zip(sorts).map(|(arg, &sort)| {
            let value = self.value(arg, env)?;
            self.theory.sorts[sort].index(value).map(|_| value)
        });
        values.collect()
    }

    fn value(&self, term: &Term, env: &[i64]) -> Option<i64> {
        match term {
            Term::Value(value) => Some(*value),
            Term::Var(slot) => Some(env[*slot]),
            Term::Op(op, a, b, _) => {
                let (a, b) = (self.value(a, env)?, self.value(b, env)?);
                match op {
                    Op::Plus => a.checked_add(b),
                    Op::Minus => a.checked_sub(b),
                    Op::Times => a.checked_mul(b),
                    // Rounded towards what leaves a remainder from 0 to |b| - 1.
                    Op::Div => a.checked_sub(a.checked_rem_euclid(b)?)?.checked_div(b),
                    _ => a.checked_rem_euclid(b),
                }
            }
            Term::Minus(a, _) => self.value(a, env)?.checked_neg(),
            Term::Abs(a, _) => self.value(a, env)?.checked_abs(),
            Term::In(sort, a, _) => {
                let value = self.value(a, env)?;
                self.theory.sorts[*sort].index(value).map(|_| value)
            }
        }
    }
}

/// What one part decides whatever the others are, or all parts together.
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

/// The first number below `count` for which `before` is false; it is true for those before that.
fn partition(count: usize, before: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = usize::midpoint(low, high);
        if before(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

/// The parts of a guard: of `a and b`, a and b.
fn parts(guard: &Formula) -> Vec<&Formula> {
    match guard {
        Formula::And(inner) => inner.iter().flat_map(parts).collect(),
        other => vec![other],
    }
}

fn mentions(formula: &Formula, slot: usize) -> bool {
    match formula {
        Formula::Bool(_) => false,
        Formula::Compare(_, a, b, _) => in_term(a, slot) || in_term(b, slot),
        Formula::Fact(_, args, _) | Formula::Atom(_, args, _) => args.iter().any(|arg| in_term(arg, slot)),
        Formula::Not(inner) => mentions(inner, slot),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().any(|part| mentions(part, slot)),
        Formula::Iff(a, b) => mentions(a, slot) || mentions(b, slot),
        Formula::Quantified(inner) => {
            let counted = match &inner.quantifier {
                Quantifier::Exactly(k) | Quantifier::AtMost(k) | Quantifier::AtLeast(k) => in_term(k, slot),
                Quantifier::Forall | Quantifier::Exists => false,
            };
            counted
                || inner.guard.as_ref().is_some_and(|guard| mentions(guard, slot))
                || mentions(&inner.body, slot)
        }
    }
}

fn in_term(term: &Term, slot: usize) -> bool {
    match term {
        Term::Value(_) => false,
        Term::Var(other) => *other == slot,
        Term::Op(_, a, b, _) => in_term(a, slot) || in_term(b, slot),
        Term::Minus(a, _) | Term::Abs(a, _) | Term::In(_, a, _) => in_term(a, slot),
    }
}
