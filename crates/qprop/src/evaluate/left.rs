//! What is left of a formula when everything in it is decided that facts decide.

use super::Evaluator;
use crate::theory::{Formula, Quantified, Quantifier};

/// Maximum number of parts of all asserts together; the referee evaluates a model with more of them as a whole.
pub(super) const MOST_PARTS: usize = 1_000_000;

/// What is left of a formula.
#[derive(Clone, Debug)]
pub(super) enum Left {
    Known(bool),
    Atom(u32),
    Not(Box<Left>),
    And(Vec<Left>),
    Or(Vec<Left>),
    Iff(Box<[Left; 2]>),
    /// At least the first number and at most the second number of these hold.
    Count(u64, u64, Vec<Left>),
}

impl Left {
    /// Shows its atoms.
    pub fn mentions(&self, show: &mut impl FnMut(u32)) {
        match self {
            Left::Known(_) => {}
            Left::Atom(atom) => show(*atom),
            Left::Not(inner) => inner.mentions(show),
            Left::And(parts) | Left::Or(parts) | Left::Count(_, _, parts) => {
                for part in parts {
                    part.mentions(show);
                }
            }
            Left::Iff(sides) => sides.iter().for_each(|side| side.mentions(show)),
        }
    }

    pub fn holds(&self, atoms: &[bool]) -> bool {
        match self {
            Left::Known(value) => *value,
            Left::Atom(atom) => atoms[*atom as usize],
            Left::Not(inner) => !inner.holds(atoms),
            Left::And(parts) => parts.iter().all(|part| part.holds(atoms)),
            Left::Or(parts) => parts.iter().any(|part| part.holds(atoms)),
            Left::Iff(sides) => sides[0].holds(atoms) == sides[1].holds(atoms),
            Left::Count(least, most, parts) => {
                let held = parts.iter().filter(|part| part.holds(atoms)).count() as u64;
                *least <= held && held <= *most
            }
        }
    }
}

impl<'t> Evaluator<'t> {
    /// What is left of a formula whose variables have values; `None` if a part has no truth, or compares searched values.
    pub(super) fn left(&self, formula: &'t Formula, env: &mut Vec<i64>, parts: &mut usize) -> Option<Left> {
        *parts += 1;
        if *parts > MOST_PARTS {
            return None;
        }
        Some(match formula {
            Formula::Bool(_) | Formula::Compare(..) | Formula::Fact(..) | Formula::Defined(..) => {
                Left::Known(self.truth(formula, env)?)
            }
            Formula::Arith(..) => return None,
            Formula::Atom(pred, args, _) => match self.atom(*pred, args, env) {
                Some(number) => Left::Atom(number),
                None => Left::Known(self.elsewhere(*pred, args, env)?),
            },
            Formula::Not(inner) => match self.left(inner, env, parts)? {
                Left::Known(value) => Left::Known(!value),
                left => Left::Not(Box::new(left)),
            },
            Formula::And(inner) => {
                joined(inner.iter().map(|part| self.left(part, env, parts)).collect::<Option<_>>()?, false)
            }
            Formula::Or(inner) => {
                joined(inner.iter().map(|part| self.left(part, env, parts)).collect::<Option<_>>()?, true)
            }
            Formula::Iff(a, b) => Left::Iff(Box::new([self.left(a, env, parts)?, self.left(b, env, parts)?])),
            Formula::Quantified(quantified) => self.left_of_all(quantified, env, parts)?,
        })
    }

    fn left_of_all(&self, quantified: &'t Quantified, env: &mut Vec<i64>, parts: &mut usize) -> Option<Left> {
        let all = self.each_row(&quantified.vars, quantified.guard.as_ref(), env, &mut |env| {
            self.left(&quantified.body, env, parts)
        })?;
        match (&quantified.quantifier, self.bounds(&quantified.quantifier, env)) {
            (Quantifier::Forall, _) => Some(joined(all, false)),
            (Quantifier::Exists, _) => Some(joined(all, true)),
            (_, Some(Ok((least, most)))) => Some(Left::Count(least, most, all)),
            _ => None,
        }
    }
}

/// A conjunction, or with `deciding` a disjunction, without the parts that change nothing.
fn joined(mut parts: Vec<Left>, deciding: bool) -> Left {
    let is = |part: &Left, value: bool| matches!(part, Left::Known(known) if *known == value);
    if parts.iter().any(|part| is(part, deciding)) {
        return Left::Known(deciding);
    }
    parts.retain(|part| !is(part, !deciding));
    match (parts.len(), deciding) {
        (0, _) => Left::Known(!deciding),
        (1, _) => parts.remove(0),
        (_, true) => Left::Or(parts),
        (_, false) => Left::And(parts),
    }
}
