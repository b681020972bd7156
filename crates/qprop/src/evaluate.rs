//! The meaning of formulas, evaluated directly: the referee, and the oracle of the tests.
//!
//! Independent of the grounder, and without a line in common with it: no clauses, and plans of its own
//! ([`crate::walk`]).

mod edges;
mod forms;
mod graph;
mod joined;
mod left;
mod pairs;
mod reduced;
mod rest;
mod structure;
mod term;

use std::{cell::RefCell, rc::Rc, sync::Arc};

use jigsat_cnf::{Interrupt, Stop, fill_sentence};
use rustc_hash::FxHashMap;

use crate::{
    syntax::Op,
    theory::{Assert, Formula, Quantified, Quantifier, Term, Theory, Var},
    tuples::Tuples,
    walk::{Place, Plan},
};
pub(crate) use reduced::Reduction;
pub(crate) use term::Absent;
use term::both;

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
    pub plans: RefCell<FxHashMap<Place, Rc<Plan<'t>>>>,
}

impl<'t> Evaluator<'t> {
    /// Evaluates the asserts for these atoms, with known facts ([`facts`]). If interrupted, the results mean nothing.
    pub fn new(theory: &'t Theory, facts: Arc<Vec<Tuples>>, holds: &'t [bool], interrupt: Interrupt) -> Self {
        Evaluator { theory, holds, known: None, facts, interrupt, plans: RefCell::default() }
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
    pub fn broken_for(&self, asserts: &[&'t Assert]) -> Vec<Vec<(String, usize)>> {
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
    pub fn guarded(&self, assert: &'t Assert) -> Vec<usize> {
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

    fn broken_by(&self, assert: &'t Assert) -> Option<String> {
        if self.holds_jointly(assert) {
            return None;
        }
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

    /// What a function says of each row of values for which a guard holds; `None` if it says nothing of one, or if the guard has
    /// no truth there.
    fn each_row<T>(
        &self,
        vars: &'t [Var],
        guard: Option<&'t Formula>,
        env: &mut Vec<i64>,
        of: &mut dyn FnMut(&mut Vec<i64>) -> Option<T>,
    ) -> Option<Vec<T>> {
        let mut all = Some(Vec::new());
        self.rows(vars, guard, env, &mut |env, guard| {
            match (guard.and_then(|_| of(env)), &mut all) {
                (Some(one), Some(all)) => all.push(one),
                _ => all = None,
            }
            all.is_some()
        });
        all
    }

    pub fn asserted(&self, assert: &'t Assert, env: &mut Vec<i64>) -> Truth {
        let truth = self.truth(&assert.body, env);
        match (&assert.structure, truth) {
            (None, truth) => truth,
            (Some(_), Some(false)) => Some(true),
            (Some(structure), Some(true)) => self.structure(structure, env),
            (Some(_), None) => None,
        }
    }

    /// The truth of a formula whose variables have values.
    pub fn truth(&self, formula: &'t Formula, env: &mut Vec<i64>) -> Truth {
        match formula {
            Formula::Bool(value) => Some(*value),
            Formula::Compare(op, a, b, _) => {
                stated(both(self.known(a, env), self.known(b, env)).map(|(a, b)| compare(*op, &a, &b)))
            }
            Formula::Arith(op, a, b, _) => {
                let values = both(self.searched(a, env), self.searched(b, env));
                stated(values.map(|(a, b)| compare(*op, &a.value, &b.value)))
            }
            Formula::Fact(number, args, _) => self.fact(*number, args, env),
            Formula::Defined(number, args, _) => stated(self.applied(*number, args, env).map(|_| true)),
            Formula::Atom(pred, args, _) => match self.atom(*pred, args, env) {
                Some(number) => self.holds(number),
                None => self.elsewhere(*pred, args, env),
            },
            Formula::Not(inner) => self.truth(inner, env).map(|truth| !truth),
            Formula::And(parts) => decided(parts.iter().map(|part| self.truth(part, env)), false),
            Formula::Or(parts) => decided(parts.iter().map(|part| self.truth(part, env)), true),
            Formula::Iff(a, b) => Some(self.truth(a, env)? == self.truth(b, env)?),
            Formula::Quantified(quantified) => self.quantified(quantified, env),
        }
    }

    /// Whether a fact holds.
    fn fact(&self, number: usize, args: &[Term], env: &[i64]) -> Truth {
        let places = &self.theory.facts[number].places;
        let mut buffer = [0; SHORT];
        let mut long = Vec::new();
        let values = if let Some(buffer) = buffer.get_mut(..args.len()) {
            buffer
        } else {
            long.resize(args.len(), 0);
            &mut long[..]
        };
        let mut is_known = Ok(());
        // To the end: a later value may decide.
        for ((arg, &sort), to) in args.iter().zip(places).zip(&mut *values) {
            let value = self
                .known(arg, env)
                .and_then(|value| self.theory.sorts[sort].index(value).map(|_| value).ok_or(Absent::Unknown));
            is_known = both(is_known, value).map(|((), value)| *to = value);
        }
        match is_known {
            Ok(()) => self.facts[number].truth(values),
            absent => stated(absent.map(|()| false)),
        }
    }

    fn quantified(&self, quantified: &'t Quantified, env: &mut Vec<i64>) -> Truth {
        let deciding = match quantified.quantifier {
            Quantifier::Forall => Some(false),
            Quantifier::Exists => Some(true),
            _ => None,
        };
        if let Some(truth) = deciding.and_then(|deciding| self.run(quantified, deciding, env)) {
            return Some(truth);
        }
        let (mut held, mut failed, mut unknown) = (0u64, 0u64, 0u64);
        self.rows(&quantified.vars, quantified.guard.as_ref(), env, &mut |env, guard| {
            let truth = guard.and_then(|_| self.truth(&quantified.body, env));
            match truth {
                Some(true) => held += 1,
                Some(false) => failed += 1,
                None => unknown += 1,
            }
            // The others matter only if none decides.
            truth.is_none() || truth != deciding
        });
        match (&quantified.quantifier, self.bounds(&quantified.quantifier, env)) {
            (_, Some(Err(absent))) => stated(Err(absent)),
            // At least `held` hold, and at most `held + unknown`.
            (_, Some(Ok((first, last)))) => within(held, held + unknown, first, last),
            (Quantifier::Forall, None) if failed > 0 => Some(false),
            (Quantifier::Forall, None) => (unknown == 0).then_some(true),
            (_, None) if held > 0 => Some(true),
            (_, None) => (unknown == 0).then_some(false),
        }
    }

    /// The truth of an atom whose arguments have no values in their sorts.
    fn elsewhere(&self, pred: usize, args: &[Term], env: &[i64]) -> Truth {
        let pred = &self.theory.preds[pred];
        let outside = pred.outside?;
        // `f(x, v)` of a function is `f(x) = v`.
        let has_value = |arg: &Term| pred.is_function && self.known(arg, env) == Ok(outside);
        Some(
            args.last().is_some_and(has_value)
                && self.arguments(&args[..args.len() - 1], &pred.places, env).is_none(),
        )
    }

    /// Whether an atom holds; `None` if that is not known.
    fn holds(&self, number: u32) -> Truth {
        let is_known = self.known.is_none_or(|known| known[number as usize]);
        is_known.then(|| self.holds[number as usize])
    }

    /// The number of a predicate's atom with these arguments.
    pub fn atom(&self, pred: usize, args: &[Term], env: &[i64]) -> Option<u32> {
        let pred = &self.theory.preds[pred];
        let mut number = 0;
        for (arg, &sort) in args.iter().zip(&pred.places) {
            let sort = &self.theory.sorts[sort];
            number = number * sort.len() as u32 + sort.index(self.value(arg, env)?)? as u32;
        }
        Some(pred.first + number)
    }
}

/// Facts with at most this many places need no memory of their own for each lookup.
pub(crate) const SHORT: usize = 8;

/// Whether a number that is at least `least` and at most `most` is from `first` to `last`.
fn within(least: u64, most: u64, first: u64, last: u64) -> Truth {
    if least > last || most < first { Some(false) } else { (first <= least && most <= last).then_some(true) }
}

/// The truth of a comparison or fact: false if a function in it has no value.
fn stated(truth: Result<bool, Absent>) -> Truth {
    match truth {
        Ok(truth) => Some(truth),
        Err(Absent::Missing) => Some(false),
        Err(Absent::Unknown) => None,
    }
}

fn compare<T: Ord>(op: Op, a: &T, b: &T) -> bool {
    match op {
        Op::Equal => a == b,
        Op::NotEqual => a != b,
        Op::Less => a < b,
        Op::LessEqual => a <= b,
        Op::Greater => a > b,
        _ => a >= b,
    }
}

/// The values for which those facts hold that are needed, with the facts in their definitions.
///
/// # Errors
///
/// Why it was given up.
pub(crate) fn facts(
    theory: &Theory,
    is_needed: &[bool],
    interrupt: &Interrupt,
) -> Result<Arc<Vec<Tuples>>, Stop> {
    let mut known = Vec::new();
    for (fact, is_needed) in theory.facts.iter().zip(is_needed) {
        if !is_needed {
            known.push(Tuples::default());
            continue;
        }
        let evaluator = Evaluator::new(theory, Arc::new(known), &[], interrupt.clone());
        let tuples = evaluator.tuples(fact);
        known = Arc::into_inner(evaluator.facts).expect("nobody else has them");
        known.push(tuples);
    }
    interrupt.check()?;
    Ok(Arc::new(known))
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
