//! The referee's walk over the values of variables for which a guard may hold.
//!
//! Variables get their values one after the other: first one that an equation gives a single value, then one for which
//! a fact leaves fewer values than its sort has, otherwise the next as written. Each part of the guard is tested when
//! its last variable has a value. Facts that the model computes are computed once, by the same walk.

use std::collections::BTreeSet;

use crate::{
    evaluate::{Evaluator, Truth},
    syntax::Op,
    theory::{Fact, Formula, Meaning, Quantifier, Slot, Term, Var},
    tuples::{Tuples, Unsorted},
};

/// The function that `rows` calls for each row of values, with whether the guard holds. Returns whether to go on.
type Visit<'v> = &'v mut dyn FnMut(&mut Vec<i64>, Truth) -> bool;

/// A part of a guard.
struct Conjunct<'f> {
    formula: &'f Formula,
    /// The variables of the walk that it mentions.
    slots: Vec<Slot>,
}

/// The remaining values of a variable.
enum Choice {
    Few(Vec<i64>),
    All,
}

impl Evaluator<'_> {
    /// The values for which a fact holds, given the facts before it.
    pub fn tuples(&self, fact: &Fact) -> Tuples {
        let (mut holds, mut unknown) = (Unsorted::default(), Unsorted::default());
        let width = fact.places.len();
        match &fact.meaning {
            Meaning::Listed(values) => {
                values.chunks_exact(width).for_each(|tuple| holds.push(tuple.iter().copied()));
            }
            Meaning::Computed { vars, slots, formula, is_closed } => {
                let mut env = vec![0; *slots];
                // Each part of an `or` has a walk of its own, so that it restricts values.
                for part in alternatives(formula) {
                    self.rows(vars, Some(part), &mut env, &mut |env, part| {
                        let whole = if part == Some(true) { part } else { self.truth(formula, env) };
                        let values = vars.iter().map(|var| env[var.slot]);
                        match whole {
                            Some(true) => holds.push(values),
                            None => unknown.push(values),
                            Some(false) => {}
                        }
                        true
                    });
                }
                if *is_closed {
                    holds = self.closed(&Tuples::new(width, holds, Unsorted::default()));
                }
            }
        }
        Tuples::new(width, holds, unknown)
    }

    /// These tuples and all places that steps lead to, from the last place but one.
    fn closed(&self, steps: &Tuples) -> Unsorted {
        let mut all = Unsorted::default();
        let mut last = None;
        for step in steps.all() {
            let start = &step[..step.len() - 1];
            if last.replace(start) == Some(start) {
                continue;
            }
            let (before, first) = start.split_at(start.len() - 1);
            let mut known: Vec<Option<i64>> = before.iter().copied().map(Some).collect();
            known.extend([None, None]);
            let mut reached = BTreeSet::new();
            let mut open = first.to_vec();
            while let Some(at) = open.pop() {
                known[before.len()] = Some(at);
                let next = steps.values(&known, start.len());
                open.extend(next.into_iter().filter(|&to| reached.insert(to)));
                if self.interrupt.step(1).is_err() {
                    return all;
                }
            }
            for to in reached {
                all.push(start.iter().copied().chain([to]));
            }
        }
        all
    }

    /// Visits all values of the variables for which the guard is not false, until `visit` says no or an interrupt
    /// comes.
    pub fn rows(&self, vars: &[Var], guard: Option<&Formula>, env: &mut Vec<i64>, visit: Visit<'_>) -> bool {
        let mut parts = Vec::new();
        if let Some(guard) = guard {
            conjuncts(guard, &mut parts);
        }
        let slots =
            |formula| vars.iter().map(|var| var.slot).filter(|&slot| mentions(formula, slot)).collect();
        let parts: Vec<Conjunct<'_>> =
            parts.into_iter().map(|formula| Conjunct { formula, slots: slots(formula) }).collect();
        let ready = parts.iter().filter(|part| part.slots.is_empty());
        if ready.map(|part| self.truth(part.formula, env)).any(|truth| truth == Some(false)) {
            return true;
        }
        self.row(&vars.iter().collect::<Vec<_>>(), &parts, env, visit)
    }

    fn row(&self, open: &[&Var], parts: &[Conjunct<'_>], env: &mut Vec<i64>, visit: Visit<'_>) -> bool {
        if self.interrupt.step(1).is_err() {
            return false;
        }
        if open.is_empty() {
            let guard: Option<Vec<bool>> = parts.iter().map(|part| self.truth(part.formula, env)).collect();
            return visit(env, guard.map(|parts| parts.into_iter().all(|part| part)));
        }
        let (place, choice) = self.next(open, parts, env);
        let var = open[place];
        let left: Vec<&Var> = open.iter().copied().filter(|other| other.slot != var.slot).collect();
        let is_open = |slot: &Slot| left.iter().any(|var| var.slot == *slot);
        let ready: Vec<&Conjunct<'_>> = parts
            .iter()
            .filter(|part| part.slots.contains(&var.slot) && !part.slots.iter().any(is_open))
            .collect();
        let sort = &self.theory.sorts[var.sort];
        let count = if let Choice::Few(values) = &choice { values.len() } else { sort.len() };
        for number in 0..count {
            env[var.slot] =
                if let Choice::Few(values) = &choice { values[number] } else { sort.value(number) };
            if self.interrupt.step(1).is_err() {
                return false;
            }
            if ready.iter().any(|part| self.truth(part.formula, env) == Some(false)) {
                continue;
            }
            if !self.row(&left, parts, env, visit) {
                return false;
            }
        }
        true
    }

    /// The next variable, and its values.
    fn next(&self, open: &[&Var], parts: &[Conjunct<'_>], env: &[i64]) -> (usize, Choice) {
        let open_slots: Vec<Slot> = open.iter().map(|var| var.slot).collect();
        let mut best: Option<(usize, Vec<i64>)> = None;
        for (place, var) in open.iter().enumerate() {
            let sort = &self.theory.sorts[var.sort];
            for part in parts.iter().filter(|part| part.slots.contains(&var.slot)) {
                let values = match part.formula {
                    Formula::Compare(Op::Equal, a, b, _) => {
                        self.solved(a, b, var.slot, &open_slots, env).map(|value| vec![value])
                    }
                    Formula::Fact(fact, args, _) => self.of_fact(*fact, args, var.slot, &open_slots, env),
                    _ => None,
                };
                let Some(mut values) = values else { continue };
                values.retain(|&value| sort.index(value).is_some());
                let least = best.as_ref().map_or(sort.len(), |(_, least)| least.len());
                if values.len() < least {
                    best = Some((place, values));
                }
            }
            if best.as_ref().is_some_and(|(_, values)| values.len() <= 1) {
                break;
            }
        }
        best.map_or((0, Choice::All), |(place, values)| (place, Choice::Few(values)))
    }

    /// The only value of a variable for which two terms are equal, if the other variables in them are known.
    fn solved(&self, a: &Term, b: &Term, slot: Slot, open: &[Slot], env: &[i64]) -> Option<i64> {
        let is_known = |term: &Term| !open.iter().any(|&slot| in_term(term, slot));
        match (is_known(a), is_known(b)) {
            (false, true) => self.inverse(a, self.value(b, env)?, slot, open, env),
            (true, false) => self.inverse(b, self.value(a, env)?, slot, open, env),
            _ => None,
        }
    }

    /// The value of a variable for which a sum has that value.
    fn inverse(&self, term: &Term, value: i64, slot: Slot, open: &[Slot], env: &[i64]) -> Option<i64> {
        let is_known = |term: &Term| !open.iter().any(|&slot| in_term(term, slot));
        match term {
            Term::Var(own) if *own == slot => Some(value),
            Term::Minus(inner, _) => self.inverse(inner, value.checked_neg()?, slot, open, env),
            Term::Op(Op::Plus, a, b, _) if is_known(b) => {
                self.inverse(a, value.checked_sub(self.value(b, env)?)?, slot, open, env)
            }
            Term::Op(Op::Plus, a, b, _) if is_known(a) => {
                self.inverse(b, value.checked_sub(self.value(a, env)?)?, slot, open, env)
            }
            Term::Op(Op::Minus, a, b, _) if is_known(b) => {
                self.inverse(a, value.checked_add(self.value(b, env)?)?, slot, open, env)
            }
            Term::Op(Op::Minus, a, b, _) if is_known(a) => {
                self.inverse(b, self.value(a, env)?.checked_sub(value)?, slot, open, env)
            }
            _ => None,
        }
    }

    /// The values of a variable for which a fact may hold; `None` if that is unknown, because one of the known places
    /// has no value in its sort.
    fn of_fact(
        &self,
        fact: usize,
        args: &[Term],
        slot: Slot,
        open: &[Slot],
        env: &[i64],
    ) -> Option<Vec<i64>> {
        let place = args.iter().position(|arg| *arg == Term::Var(slot))?;
        let places = &self.theory.facts[fact].places;
        let mut known = Vec::with_capacity(args.len());
        for (arg, &sort) in args.iter().zip(places) {
            known.push(if open.iter().any(|&slot| in_term(arg, slot)) {
                None
            } else {
                let value = self.value(arg, env)?;
                self.theory.sorts[sort].index(value)?;
                Some(value)
            });
        }
        Some(self.facts[fact].values(&known, place))
    }
}

/// The parts of a guard: for `a and b`, a and b.
fn conjuncts<'f>(guard: &'f Formula, into: &mut Vec<&'f Formula>) {
    match guard {
        Formula::And(inner) => inner.iter().for_each(|part| conjuncts(part, into)),
        other => into.push(other),
    }
}

/// For `a or b`, a and b.
fn alternatives(formula: &Formula) -> Vec<&Formula> {
    match formula {
        Formula::Or(parts) => parts.iter().flat_map(alternatives).collect(),
        other => vec![other],
    }
}

fn mentions(formula: &Formula, slot: usize) -> bool {
    match formula {
        Formula::Bool(_) => false,
        Formula::Compare(_, a, b, _) | Formula::Arith(_, a, b, _) => in_term(a, slot) || in_term(b, slot),
        Formula::Fact(_, args, _) | Formula::Defined(_, args, _) | Formula::Atom(_, args, _) => {
            args.iter().any(|arg| in_term(arg, slot))
        }
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
        Term::Apply(_, args, _) | Term::Search(_, args, _) => args.iter().any(|arg| in_term(arg, slot)),
        Term::Fold(fold) => {
            in_term(&fold.body, slot) || fold.guard.as_ref().is_some_and(|guard| mentions(guard, slot))
        }
    }
}
