//! Values of terms.

use std::ops::Range;

use super::plan;
use crate::{
    syntax::{Op, Span},
    theory::{Sort, Term, Theory, Undefined, Values, Why},
};

/// The value of a term whose variables are bound.
pub(super) fn value(term: &Term, env: &[i64], theory: &Theory) -> Result<i64, Undefined> {
    quick(term, env, theory).map_err(|at| reason(at, env, theory))
}

/// The value of a fact that is a function, for these arguments.
pub(super) fn applied(
    fact: usize,
    args: &[Term],
    span: Span,
    env: &[i64],
    theory: &Theory,
) -> Result<i64, Undefined> {
    let value = quick_applied(fact, args, env, theory).map_err(|at| reason(at, env, theory))?;
    value.ok_or(Undefined { why: Why::NoValue { fact }, span })
}

/// The value, or the part of the term that has none. Most of the time of some models is spent here, so the result is small.
fn quick<'t>(term: &'t Term, env: &[i64], theory: &Theory) -> Result<i64, &'t Term> {
    match term {
        Term::Value(value) => Ok(*value),
        Term::Var(slot) => Ok(env[*slot]),
        Term::Op(op, a, b, span) => {
            let (a, b) = quick_both(quick(a, env, theory), quick(b, env, theory))?;
            operation(*op, a, b, *span).map_err(|_| term)
        }
        Term::Minus(a, _) => quick(a, env, theory)?.checked_neg().ok_or(term),
        Term::Abs(a, _) => quick(a, env, theory)?.checked_abs().ok_or(term),
        Term::In(sort, a, _) => {
            let value = quick(a, env, theory)?;
            theory.sorts[*sort].index(value).map(|_| value).ok_or(term)
        }
        Term::Apply(fact, args, _) => quick_applied(*fact, args, env, theory)?.ok_or(term),
        // These occur only in comparisons of their own (`super::arith`).
        Term::Search(..) | Term::Fold(_) => Err(term),
    }
}

fn quick_applied<'t>(
    fact: usize,
    args: &'t [Term],
    env: &[i64],
    theory: &Theory,
) -> Result<Option<i64>, &'t Term> {
    let of = &theory.facts[fact];
    let mut at = Ok(Some(0));
    // To the end: a later value may decide.
    for (arg, &sort) in args.iter().zip(&of.places) {
        let sort = &theory.sorts[sort];
        let next = |(at, value): (Option<usize>, i64)| Some(at? * sort.len() + sort.index(value)?);
        at = quick_both(at, quick(arg, env, theory)).map(next);
    }
    Ok(at?.zip(of.function.as_ref()).and_then(|(at, function)| function.at(at)))
}

/// As [`both`].
fn quick_both<'t, T, U>(a: Result<T, &'t Term>, b: Result<U, &'t Term>) -> Result<(T, U), &'t Term> {
    match (a, b) {
        (Ok(a), Ok(b)) => Ok((a, b)),
        (_, Err(at)) if matches!(at, Term::Apply(..)) => Err(at),
        (Err(at), _) | (_, Err(at)) => Err(at),
    }
}

/// Why a term has no value, although its parts have theirs.
fn reason(term: &Term, env: &[i64], theory: &Theory) -> Undefined {
    let part = |term| quick(term, env, theory).unwrap_or_default();
    let overflow = |span: &Span| Undefined { why: Why::Overflow, span: *span };
    match term {
        Term::Apply(fact, _, span) => Undefined { why: Why::NoValue { fact: *fact }, span: *span },
        Term::In(sort, a, span) => {
            Undefined { why: Why::Outside { value: part(a), sort: *sort }, span: *span }
        }
        Term::Op(op, a, b, span) => operation(*op, part(a), part(b), *span).err().unwrap_or(overflow(span)),
        Term::Minus(_, span) | Term::Abs(_, span) | Term::Search(_, _, span) => overflow(span),
        Term::Fold(fold) => overflow(&fold.span),
        Term::Value(_) | Term::Var(_) => overflow(&Span::default()),
    }
}

/// The places of a sort's values that compare so with these terms; none if a function has no value.
pub(super) fn within(
    bounds: &[(Op, &Term)],
    sort: &Sort,
    env: &[i64],
    theory: &Theory,
) -> Result<Range<usize>, Undefined> {
    let mut places = Ok(0..sort.len());
    for (op, term) in bounds {
        places = both(places, value(term, env, theory)).map(|(places, value)| {
            let from = |value: Option<i64>| value.map_or(sort.len(), |value| place_from(sort, value));
            match op {
                Op::Less => places.start..places.end.min(from(Some(value))),
                Op::LessEqual => places.start..places.end.min(from(value.checked_add(1))),
                Op::Greater => places.start.max(from(value.checked_add(1)))..places.end,
                _ => places.start.max(from(Some(value)))..places.end,
            }
        });
    }
    match places {
        Err(why) if why.is_missing() => Ok(0..0),
        places => places,
    }
}

/// The place of the first value of a sort that is not less than this one.
fn place_from(sort: &Sort, value: i64) -> usize {
    match &sort.values {
        Values::Range { first, .. } => {
            let steps = i128::from(value) - i128::from(*first);
            steps.clamp(0, sort.len() as i128) as usize
        }
        Values::Numbers(numbers) => numbers.partition_point(|&number| number < value),
        Values::Symbols(_) => usize::try_from(value).unwrap_or(0).min(sort.len()),
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
