//! Formulas of facts and comparisons alone, which grounding decides: guards, and the definitions of facts.
//!
//! A quantifier ends at the first value that decides it. One over a stretch of a sort, such as `forall i: A | i <= k`, goes
//! on from where it ended last time if only the ends of the stretch have changed: for all k together, each i is tried
//! once. This is the idea of semi-naive evaluation, that a step looks only at what is new: J. D. Ullman, Principles of
//! Database and Knowledge-Base Systems, volume 1, 1988.

use std::cell::RefCell;

use super::{
    super::{
        Stop,
        node::{Truth, stated},
        plan::{Step, free},
        value,
    },
    Grounder, Walk,
};
use crate::{
    syntax::{Op, Span},
    theory::{Formula, Quantified, Quantifier, Slot, Term, Undefined, Why},
};

/// Such a formula, prepared for grounding: each quantifier has a plan for its values.
#[derive(Debug)]
pub(in crate::ground) enum Known<'t> {
    Bool(bool),
    Compare(Op, &'t Term, &'t Term),
    Fact(usize, &'t [Term], Span),
    Defined(usize, &'t [Term], Span),
    Not(Box<Known<'t>>),
    And(Vec<Known<'t>>),
    Or(Vec<Known<'t>>),
    Iff(Box<Known<'t>>, Box<Known<'t>>),
    Quantified(Box<Quantification<'t>>),
}

/// A quantifier with its body.
#[derive(Debug)]
pub(in crate::ground) struct Quantification<'t> {
    quantifier: &'t Quantifier,
    walk: Walk<'t>,
    body: Known<'t>,
    span: Span,
    stretch: Option<Stretch>,
}

/// What is known about a quantifier over a stretch of one sort.
#[derive(Debug)]
struct Stretch {
    /// The other variables of the body.
    others: Vec<Slot>,
    seen: RefCell<Seen>,
}

/// The places from `from` to before `to`, for which the body does not decide the quantifier; `decides` says whether it
/// does at `to`.
#[derive(Debug, Default)]
struct Seen {
    /// The values of the other variables.
    others: Vec<i64>,
    from: usize,
    to: usize,
    decides: bool,
}

/// Whether a formula has neither atoms nor searched values.
pub(super) fn is_known(formula: &Formula) -> bool {
    match formula {
        Formula::Bool(_) | Formula::Compare(..) | Formula::Fact(..) | Formula::Defined(..) => true,
        Formula::Arith(..) | Formula::Atom(..) => false,
        Formula::Not(inner) => is_known(inner),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().all(is_known),
        Formula::Iff(a, b) => is_known(a) && is_known(b),
        Formula::Quantified(quantified) => is_known(&quantified.body),
    }
}

impl<'t> Grounder<'t> {
    /// Prepares a formula for which [`is_known`] holds; any other part of it counts as false.
    pub fn known(&mut self, formula: &'t Formula, bound: &[Slot]) -> Known<'t> {
        let mut all = |parts: &'t [Formula]| parts.iter().map(|part| self.known(part, bound)).collect();
        match formula {
            Formula::Bool(value) => Known::Bool(*value),
            Formula::Arith(..) | Formula::Atom(..) => Known::Bool(false),
            Formula::Compare(op, a, b, _) => Known::Compare(*op, a, b),
            Formula::Fact(fact, args, span) => {
                // A function is its own table.
                if self.theory.facts[*fact].function.is_none() {
                    self.tables[*fact].number();
                }
                Known::Fact(*fact, args, *span)
            }
            Formula::Defined(fact, args, span) => Known::Defined(*fact, args, *span),
            Formula::Not(inner) => Known::Not(Box::new(self.known(inner, bound))),
            Formula::And(parts) => Known::And(all(parts)),
            Formula::Or(parts) => Known::Or(all(parts)),
            Formula::Iff(a, b) => Known::Iff(Box::new(self.known(a, bound)), Box::new(self.known(b, bound))),
            Formula::Quantified(quantified) => {
                Known::Quantified(Box::new(self.quantification(quantified, bound)))
            }
        }
    }

    fn quantification(&mut self, quantified: &'t Quantified, bound: &[Slot]) -> Quantification<'t> {
        let Quantified { quantifier, vars, guard, body: formula, span } = quantified;
        let walk = self.walk(vars, guard.as_ref(), bound);
        let inner: Vec<Slot> = bound.iter().copied().chain(vars.iter().map(|var| var.slot)).collect();
        let body = self.known(formula, &inner);
        let stretch = match (quantifier, &walk.plan.steps[..]) {
            (Quantifier::Forall | Quantifier::Exists, [Step::Each { slot, .. }]) => {
                let others = free(formula).into_iter().filter(|other| other != slot).collect();
                Some(Stretch { others, seen: RefCell::default() })
            }
            _ => None,
        };
        Quantification { quantifier, walk, body, span: *span, stretch }
    }

    /// Whether a formula holds for the current values.
    pub fn decide(&mut self, known: &Known<'t>) -> Result<Truth, Stop> {
        let theory = self.theory;
        let value = |grounder: &Self, term| value::value(term, &grounder.env, theory);
        Ok(match known {
            Known::Bool(value) => Ok(*value),
            Known::Compare(op, a, b) => {
                let sides = value::both(value(self, a), value(self, b));
                stated(sides.map(|(a, b)| value::compare(*op, &a, &b)))
            }
            Known::Fact(fact, args, span) => stated(self.has(*fact, args, *span)),
            Known::Defined(fact, args, span) => {
                stated(value::applied(*fact, args, *span, &self.env, theory).map(|_| true))
            }
            Known::Not(inner) => self.decide(inner)?.map(|truth| !truth),
            Known::And(parts) => self.decided(parts, false)?,
            Known::Or(parts) => self.decided(parts, true)?,
            Known::Iff(a, b) => {
                let (a, b) = (self.decide(a)?, self.decide(b)?);
                a.and_then(|a| Ok(a == b?))
            }
            Known::Quantified(whole) => self.quantified(whole)?,
        })
    }

    /// A part with the deciding truth decides, whatever the others are.
    pub fn decided(&mut self, parts: &[Known<'t>], deciding: bool) -> Result<Truth, Stop> {
        let mut truth = Ok(!deciding);
        for part in parts {
            match self.decide(part)? {
                Ok(part) if part == deciding => return Ok(Ok(deciding)),
                part => truth = truth.and(part),
            }
        }
        Ok(truth)
    }

    /// Whether a fact holds for these arguments.
    fn has(&self, fact: usize, args: &[Term], span: Span) -> Truth {
        let theory = self.theory;
        let table = &self.tables[fact];
        let mut code = Ok(0);
        // To the end: a later argument may decide.
        for (place, (arg, &sort)) in args.iter().zip(&theory.facts[fact].places).enumerate() {
            let index = value::index(arg, sort, &self.env, theory).map_err(|why| why.at(place, span));
            code = match (code, index) {
                (Ok(code), Ok(index)) => Ok(code + table.part(place, index)),
                (code, index) => value::both(code, index).map(|(code, _)| code),
            };
        }
        code.map(|code| match &theory.facts[fact].function {
            Some(function) => function.at(table.start(code)) == table.end(code),
            None => table.has(code),
        })
    }

    fn quantified(&mut self, whole: &Quantification<'t>) -> Result<Truth, Stop> {
        let deciding = match whole.quantifier {
            Quantifier::Forall => Some(false),
            Quantifier::Exists => Some(true),
            _ => None,
        };
        if let (Some(stretch), Some(deciding)) = (&whole.stretch, deciding)
            && let Some(truth) = self.continued(whole, stretch, deciding)?
        {
            return Ok(Ok(truth));
        }
        let mut held = 0;
        // Of the rows without a truth, the first in lexicographic order says why.
        let mut unknown: Option<(Vec<u32>, Undefined)> = None;
        let done = self.each(&whole.walk, &mut |grounder, row, undefined| {
            match undefined.map_or_else(|| grounder.decide(&whole.body), |why| Ok(Err(why)))? {
                Ok(truth) if Some(truth) == deciding => return Err(Stop::Decided),
                Ok(truth) => held += u64::from(truth),
                Err(why) if unknown.as_ref().is_none_or(|(first, _)| row < &first[..]) => {
                    unknown = Some((row.to_vec(), why));
                }
                Err(_) => {}
            }
            Ok(())
        });
        match (done, deciding) {
            (Err(Stop::Decided), Some(deciding)) => return Ok(Ok(deciding)),
            (done, _) => done?,
        }
        let unknown = unknown.map(|(_, why)| Err(why));
        Ok(match (self.bounds(whole.quantifier, whole.span), deciding) {
            (Some(Err(why)), _) => stated(Err(why)),
            (Some(Ok((least, most))), _) => unknown.unwrap_or(Ok(least <= held && held <= most)),
            (None, deciding) => unknown.unwrap_or(Ok(deciding == Some(false))),
        })
    }

    /// A quantifier over a stretch of a sort, from what is known of it; `None` if a part of it has no truth.
    fn continued(
        &mut self,
        whole: &Quantification<'t>,
        stretch: &Stretch,
        deciding: bool,
    ) -> Result<Option<bool>, Stop> {
        let [Step::Each { slot, sort, bounds }] = &whole.walk.plan.steps[..] else { return Ok(None) };
        let sort = &self.theory.sorts[*sort];
        let Ok(places) = value::within(bounds, sort, &self.env, self.theory) else { return Ok(None) };
        if places.is_empty() {
            return Ok(Some(!deciding));
        }
        let mut seen = stretch.seen.take();
        let others = stretch.others.iter().map(|&slot| self.env[slot]);
        if seen.from != places.start || !seen.others.iter().copied().eq(others.clone()) {
            seen = Seen { others: others.collect(), from: places.start, to: places.start, decides: false };
        }
        while seen.to < places.end && !seen.decides {
            self.tick()?;
            self.env[*slot] = sort.value(seen.to);
            match self.decide(&whole.body)? {
                Ok(truth) if truth == deciding => seen.decides = true,
                Ok(_) => seen.to += 1,
                Err(_) => return Ok(None),
            }
        }
        let is_decided = seen.decides && seen.to < places.end;
        stretch.seen.replace(seen);
        Ok(Some(is_decided == deciding))
    }

    /// The least and the most that a count allows; `None` for a quantifier that does not count.
    pub fn bounds(&self, quantifier: &Quantifier, span: Span) -> Option<Result<(u64, u64), Undefined>> {
        let count = |term: &Term| {
            let count = value::value(term, &self.env, self.theory)?;
            u64::try_from(count).map_err(|_| Undefined { why: Why::NegativeCount(count), span })
        };
        Some(match quantifier {
            Quantifier::Forall | Quantifier::Exists => return None,
            Quantifier::Exactly(k) => count(k).map(|k| (k, k)),
            Quantifier::AtMost(k) => count(k).map(|k| (0, k)),
            Quantifier::AtLeast(k) => count(k).map(|k| (k, u64::MAX)),
        })
    }
}
