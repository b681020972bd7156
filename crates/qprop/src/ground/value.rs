//! Values of terms.

use super::plan;
use crate::{
    syntax::{Op, Span},
    theory::{Term, Theory, Undefined, Why},
};

/// The value of a term whose variables are bound.
pub(super) fn value(term: &Term, env: &[i64], theory: &Theory) -> Result<i64, Undefined> {
    let overflow = |span| Undefined { why: Why::Overflow, span };
    match term {
        Term::Value(value) => Ok(*value),
        Term::Var(slot) => Ok(env[*slot]),
        Term::Op(op, a, b, span) => {
            let (a, b) = both(value(a, env, theory), value(b, env, theory))?;
            operation(*op, a, b, *span)
        }
        Term::Minus(a, span) => value(a, env, theory)?.checked_neg().ok_or(overflow(*span)),
        Term::Abs(a, span) => value(a, env, theory)?.checked_abs().ok_or(overflow(*span)),
        Term::In(sort, a, span) => {
            let value = value(a, env, theory)?;
            match theory.sorts[*sort].index(value) {
                Some(_) => Ok(value),
                None => Err(Undefined { why: Why::Outside { value, sort: *sort }, span: *span }),
            }
        }
        Term::Apply(fact, args, span) => {
            let values = all(args.iter().map(|arg| value(arg, env, theory)))?;
            let of = &theory.facts[*fact];
            let found =
                of.function.as_ref().and_then(|function| function.get(&values, &of.places, &theory.sorts));
            found.ok_or(Undefined { why: Why::NoValue { fact: *fact }, span: *span })
        }
        // These occur only in comparisons of their own (`super::arith`).
        Term::Search(_, _, span) => Err(overflow(*span)),
        Term::Fold(fold) => Err(overflow(fold.span)),
    }
}

/// The result of an operation on known numbers.
pub(super) fn operation(op: Op, a: i64, b: i64, span: Span) -> Result<i64, Undefined> {
    if b == 0 && matches!(op, Op::Div | Op::Mod) {
        return Err(Undefined { why: Why::DivisionByZero, span });
    }
    let result = match op {
        Op::Plus => a.checked_add(b),
        Op::Minus => a.checked_sub(b),
        Op::Times => a.checked_mul(b),
        Op::Div => a.checked_div_euclid(b),
        _ => a.checked_rem_euclid(b),
    };
    result.ok_or(Undefined { why: Why::Overflow, span })
}

/// Two values, or why there is none: a missing value comes before a mistake, because it decides.
pub(super) fn both<T, U>(a: Result<T, Undefined>, b: Result<U, Undefined>) -> Result<(T, U), Undefined> {
    match (a, b) {
        (Ok(a), Ok(b)) => Ok((a, b)),
        (_, Err(why)) if why.is_missing() => Err(why),
        (Err(why), _) | (_, Err(why)) => Err(why),
    }
}

/// All values, or why one is missing, as for [`both`].
pub(super) fn all<T>(values: impl Iterator<Item = Result<T, Undefined>>) -> Result<Vec<T>, Undefined> {
    let mut all = Ok(Vec::new());
    // To the end: a later value may decide.
    for value in values {
        all = both(all, value).map(|(mut all, value)| {
            all.push(value);
            all
        });
    }
    all
}

/// The place of a term's value in its sort; the caller adds its position to errors.
pub(super) fn index(term: &Term, sort: usize, env: &[i64], theory: &Theory) -> Result<usize, Undefined> {
    let value = value(term, env, theory)?;
    let outside = || Undefined { why: Why::Argument { value, sort, place: 0 }, span: Span::default() };
    theory.sorts[sort].index(value).ok_or_else(outside)
}

/// Whether a comparison holds.
pub(super) fn compare<T: Ord>(op: Op, a: &T, b: &T) -> bool {
    match op {
        Op::Equal => a == b,
        Op::NotEqual => a != b,
        Op::Less => a < b,
        Op::LessEqual => a <= b,
        Op::Greater => a > b,
        _ => a >= b,
    }
}

/// The slots in a term.
pub(super) fn slots(term: &Term, into: &mut Vec<usize>) {
    match term {
        Term::Value(_) => {}
        Term::Var(slot) => into.push(*slot),
        Term::Op(_, a, b, _) => {
            slots(a, into);
            slots(b, into);
        }
        Term::Minus(a, _) | Term::Abs(a, _) | Term::In(_, a, _) => slots(a, into),
        Term::Apply(_, args, _) | Term::Search(_, args, _) => args.iter().for_each(|arg| slots(arg, into)),
        Term::Fold(fold) => {
            let mut inside = Vec::new();
            slots(&fold.body, &mut inside);
            if let Some(guard) = &fold.guard {
                inside.extend(plan::free(guard));
            }
            inside.retain(|slot| !fold.vars.iter().any(|var| var.slot == *slot));
            into.extend(inside);
        }
    }
}
