//! The values of terms.
//!
//! A term may lack a value in two ways. If a function has none for its arguments, the comparison or fact around it is
//! false, whatever else it mentions. A mistake, such as a division by 0, leaves it without a truth.

use super::Evaluator;
use crate::{
    syntax::Op,
    theory::{Fold, Quantifier, SortId, Term},
};

/// Why a term has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Absent {
    /// A function has none.
    Missing,
    /// It is a mistake, or depends on atoms that are not known.
    Unknown,
}

/// The value of a term with searched functions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    /// Products beyond this type keep its largest or smallest value.
    pub value: i128,
    /// Whether it depends on searched values. Otherwise, an operation without a result is a mistake.
    is_found: bool,
}

/// Where the value of a searched function is to be found.
pub(super) enum Sought {
    /// It has this value for arguments outside of their sorts.
    Outside(i64),
    /// One of the atoms from this one on holds, as many as the sort has values.
    Atoms { first: u32, sort: SortId },
}

impl From<i64> for Number {
    fn from(value: i64) -> Self {
        Number { value: value.into(), is_found: false }
    }
}

impl Number {
    /// The same, if it is found or has at most 64 bits.
    fn fitting(self) -> Result<Self, Absent> {
        if self.is_found || i64::try_from(self.value).is_ok() { Ok(self) } else { Err(Absent::Unknown) }
    }

    fn with(self, other: Number, value: i128) -> Result<Self, Absent> {
        Number { value, is_found: self.is_found || other.is_found }.fitting()
    }
}

impl<'t> Evaluator<'t> {
    /// The value of a term without searched functions, if it has one.
    pub fn value(&self, term: &Term, env: &[i64]) -> Option<i64> {
        self.known(term, env).ok()
    }

    /// The same, with the reason if it has none.
    pub fn known(&self, term: &Term, env: &[i64]) -> Result<i64, Absent> {
        let short = |value: i128| i64::try_from(value).map_err(|_| Absent::Unknown);
        match term {
            Term::Value(value) => Ok(*value),
            Term::Var(slot) => Ok(env[*slot]),
            Term::Op(op, a, b, _) => {
                let (a, b) = both(self.known(a, env), self.known(b, env))?;
                short(arithmetic(*op, a.into(), b.into()).ok_or(Absent::Unknown)?)
            }
            Term::Apply(fact, args, _) => self.applied(*fact, args, env),
            Term::Search(..) | Term::Fold(_) => Err(Absent::Unknown),
            Term::Minus(a, _) => short(-i128::from(self.known(a, env)?)),
            Term::Abs(a, _) => short(i128::from(self.known(a, env)?).abs()),
            Term::In(sort, a, _) => {
                let value = self.known(a, env)?;
                self.theory.sorts[*sort].index(value).map(|_| value).ok_or(Absent::Unknown)
            }
        }
    }

    /// The value of a function for these arguments.
    pub fn applied(&self, fact: usize, args: &[Term], env: &[i64]) -> Result<i64, Absent> {
        let of = &self.theory.facts[fact];
        let mut number = Ok(Some(0));
        // To the end: a later value may decide.
        for (arg, &sort) in args.iter().zip(&of.places) {
            let sort = &self.theory.sorts[sort];
            number = both(number, self.known(arg, env))
                .map(|(number, value)| Some(number? * sort.len() + sort.index(value)?));
        }
        let number = number?;
        let function = of.function.as_ref().ok_or(Absent::Unknown)?;
        number.and_then(|number| function.at(number)).ok_or(Absent::Missing)
    }

    /// The number that a count is compared with.
    pub fn bound(&self, term: &Term, env: &[i64]) -> Result<u64, Absent> {
        u64::try_from(self.known(term, env)?).map_err(|_| Absent::Unknown)
    }

    /// The least and the most that a count allows; `None` for a quantifier that doesn't count.
    pub fn bounds(&self, quantifier: &Quantifier, env: &[i64]) -> Option<Result<(u64, u64), Absent>> {
        Some(match quantifier {
            Quantifier::Forall | Quantifier::Exists => return None,
            Quantifier::Exactly(k) => self.bound(k, env).map(|k| (k, k)),
            Quantifier::AtMost(k) => self.bound(k, env).map(|k| (0, k)),
            Quantifier::AtLeast(k) => self.bound(k, env).map(|k| (k, u64::MAX)),
        })
    }

    /// The value of a term with functions that are searched for.
    pub(super) fn searched(&self, term: &'t Term, env: &mut Vec<i64>) -> Result<Number, Absent> {
        match term {
            Term::Search(pred, args, _) => self.found(*pred, args, env),
            Term::Fold(fold) => self.folded(fold, env),
            Term::Op(op, a, b, _) => {
                let (a, b) = both(self.searched(a, env), self.searched(b, env))?;
                let none = if b.is_found { Absent::Missing } else { Absent::Unknown };
                a.with(b, arithmetic(*op, a.value, b.value).ok_or(none)?)
            }
            Term::Minus(a, _) => {
                let a = self.searched(a, env)?;
                a.with(a, a.value.saturating_neg())
            }
            Term::Abs(a, _) => {
                let a = self.searched(a, env)?;
                a.with(a, a.value.saturating_abs())
            }
            Term::In(sort, a, _) => {
                let a = self.searched(a, env)?;
                let none = if a.is_found { Absent::Missing } else { Absent::Unknown };
                let has_it = |value| self.theory.sorts[*sort].index(value).is_some();
                if i64::try_from(a.value).is_ok_and(has_it) { Ok(a) } else { Err(none) }
            }
            Term::Value(_) | Term::Var(_) | Term::Apply(..) => self.known(term, env).map(Number::from),
        }
    }

    /// The value of a searched function.
    fn found(&self, pred: usize, args: &[Term], env: &[i64]) -> Result<Number, Absent> {
        let (first, sort) = match self.sought(pred, args, env)? {
            Sought::Outside(value) => return Ok(Number::from(value)),
            Sought::Atoms { first, sort } => (first, &self.theory.sorts[sort]),
        };
        let mut held = (0..sort.len()).filter(|&index| self.holds(first + index as u32) == Some(true));
        match (held.next(), held.next()) {
            (Some(index), None) => Ok(Number { value: sort.value(index).into(), is_found: true }),
            _ => Err(Absent::Unknown),
        }
    }

    /// Where the value of a searched function for these arguments is to be found.
    pub(super) fn sought(&self, pred: usize, args: &[Term], env: &[i64]) -> Result<Sought, Absent> {
        let of = &self.theory.preds[pred];
        let (&sort, sorts) = of.places.split_last().ok_or(Absent::Unknown)?;
        let Some(values) = self.arguments(args, sorts, env) else {
            return of.outside.map(Sought::Outside).ok_or(Absent::Unknown);
        };
        match of.defined.map(|fact| self.facts[fact].truth(&values)) {
            None | Some(Some(true)) => {}
            Some(Some(false)) => return Err(Absent::Missing),
            Some(None) => return Err(Absent::Unknown),
        }
        let index = |number: u32, (value, &sort): (i64, &usize)| {
            let sort = &self.theory.sorts[sort];
            Some(number * sort.len() as u32 + sort.index(value)? as u32)
        };
        let number = values.into_iter().zip(sorts).try_fold(0, index).ok_or(Absent::Unknown)?;
        Ok(Sought::Atoms { first: of.first + number * self.theory.sorts[sort].len() as u32, sort })
    }

    /// The value of a sum or a product, which lacks one if a part does.
    fn folded(&self, fold: &'t Fold, env: &mut Vec<i64>) -> Result<Number, Absent> {
        let mut total = Ok(Number::from(i64::from(fold.is_product)));
        self.rows(&fold.vars, fold.guard.as_ref(), env, &mut |env, guard| {
            let part = match guard {
                Some(_) => self.searched(&fold.body, env),
                None => Err(Absent::Unknown),
            };
            total = both(total, part).map(|(total, part)| {
                let (a, b) = (total.value, part.value);
                let value = if fold.is_product { a.saturating_mul(b) } else { a.saturating_add(b) };
                Number { value, is_found: total.is_found || part.is_found }
            });
            !matches!(total, Err(Absent::Missing))
        });
        total?.fitting()
    }

    /// The values of arguments, if each has one in its sort.
    pub fn arguments(&self, args: &[Term], sorts: &[usize], env: &[i64]) -> Option<Vec<i64>> {
        let values = args.iter().zip(sorts).map(|(arg, &sort)| {
            let value = self.value(arg, env)?;
            self.theory.sorts[sort].index(value).map(|_| value)
        });
        values.collect()
    }
}

/// Two values, or the reason why one of them is absent: that it is missing, if one is.
pub(super) fn both<T, U>(a: Result<T, Absent>, b: Result<U, Absent>) -> Result<(T, U), Absent> {
    match (a, b) {
        (Ok(a), Ok(b)) => Ok((a, b)),
        (Err(Absent::Missing), _) | (_, Err(Absent::Missing)) => Err(Absent::Missing),
        _ => Err(Absent::Unknown),
    }
}

/// `None` for a division by 0.
fn arithmetic(op: Op, a: i128, b: i128) -> Option<i128> {
    Some(match op {
        Op::Plus => a.saturating_add(b),
        Op::Minus => a.saturating_sub(b),
        Op::Times => a.saturating_mul(b),
        // Rounded towards what leaves a remainder from 0 to |b| - 1.
        Op::Div => a.saturating_sub(a.checked_rem_euclid(b)?).checked_div(b)?,
        _ => a.checked_rem_euclid(b)?,
    })
}
