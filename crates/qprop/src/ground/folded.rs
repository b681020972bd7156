//! Sums of multiples of searched values, and products of them, compared with a number.

use super::{
    adder::Added,
    arith::{Ground, Searched},
    enumerate::Grounder,
    layers::Layers,
    node::Node,
    plan::mirrored,
    value,
};
use crate::syntax::Op;

/// A comparison of a sum of multiples of values, or of a product of values, with a number.
pub(super) struct Folded {
    op: Op,
    /// For a product, its known factor.
    product: Option<i64>,
    /// For each value, its factor in a sum, or its exponent in a product.
    factors: Vec<i64>,
    /// The number to compare with.
    number: i64,
}

impl Folded {
    /// The comparison of two sides with this many values, if it is one.
    pub fn of(op: Op, a: &Ground, b: &Ground, values: usize) -> Option<Self> {
        let mut factors = vec![0; values];
        let mut number = 0;
        if linear(a, 1, &mut factors, &mut number).is_some()
            && linear(b, -1, &mut factors, &mut number).is_some()
        {
            return Some(Folded { op, product: None, factors, number: number.checked_neg()? });
        }
        let (op, parts, number) = match (a, b) {
            (Ground::Product(parts), Ground::Known(number)) => (op, parts, *number),
            (Ground::Known(number), Ground::Product(parts)) => (mirrored(op), parts, *number),
            _ => return None,
        };
        let (mut factors, mut known) = (vec![0; values], 1_i64);
        for part in parts {
            match part {
                Ground::Value(at) => factors[*at] += 1,
                Ground::Known(factor) => known = known.checked_mul(*factor)?,
                _ => return None,
            }
        }
        Some(Folded { op, product: Some(known), factors, number })
    }

    /// `None` if there are too many states, or numbers too large to add.
    pub fn node(&self, values: &[Searched], grounder: &Grounder<'_>) -> Option<Node> {
        let choices = values.iter().zip(&self.factors).map(|(value, &factor)| {
            let sort = &grounder.theory.sorts[value.sort];
            (0..sort.len()).map(|index| (Some(value.lit(index)), (sort.value(index), factor))).collect()
        });
        let choices: Vec<Vec<_>> = choices.collect();
        let is_good = |total: i128| value::compare(self.op, &total, &i128::from(self.number));
        let layers = match self.product {
            Some(known) => {
                let step = |product: i128, (value, times): (i64, i64)| {
                    (0..times).fold(product, |product, _| product.saturating_mul(value.into()))
                };
                Layers::new(i128::from(known), &choices, step, is_good)
            }
            // Two values of large sorts have few states, but each leads to many others.
            None if values.len() < 3 => None,
            None => {
                let step =
                    |sum: i128, (value, factor): (i64, i64)| sum + i128::from(value) * i128::from(factor);
                Layers::new(0, &choices, step, is_good)
            }
        };
        match layers {
            Some(layers) => Some(Node::Layers(Box::new(layers))),
            None if self.product.is_none() => self.added(values, grounder),
            None => None,
        }
    }

    /// The sum in binary, where layers would have too many states.
    fn added(&self, values: &[Searched], grounder: &Grounder<'_>) -> Option<Node> {
        let mut number = i128::from(self.number);
        let mut terms = Vec::new();
        for (value, &factor) in values.iter().zip(&self.factors).filter(|(_, factor)| **factor != 0) {
            let sort = &grounder.theory.sorts[value.sort];
            let weights: Vec<i128> =
                (0..sort.len()).map(|index| i128::from(sort.value(index)) * i128::from(factor)).collect();
            // Without what each choice has at least, no weight is negative.
            let least = weights.iter().copied().min()?;
            number -= least;
            let weights = weights.into_iter().enumerate();
            let weights =
                weights.map(|(index, weight)| Some((value.lit(index), u64::try_from(weight - least).ok()?)));
            terms.push(weights.collect::<Option<Vec<_>>>()?);
        }
        let (least, most) = match self.op {
            Op::Equal | Op::NotEqual => (number, number),
            Op::Less => (0, number - 1),
            Op::LessEqual => (0, number),
            Op::Greater => (number + 1, i128::MAX),
            _ => (number, i128::MAX),
        };
        let node = Added::within(terms, least, most)?;
        Some(if self.op == Op::NotEqual { node.negated() } else { node })
    }
}

/// Adds a multiple of a term, if it is linear.
fn linear(ground: &Ground, times: i64, factors: &mut [i64], number: &mut i64) -> Option<()> {
    match ground {
        Ground::Known(value) => *number = number.checked_add(value.checked_mul(times)?)?,
        Ground::Value(at) => factors[*at] = factors[*at].checked_add(times)?,
        Ground::Minus(a) => linear(a, times.checked_neg()?, factors, number)?,
        Ground::Op(Op::Plus, a, b) => {
            linear(a, times, factors, number)?;
            linear(b, times, factors, number)?;
        }
        Ground::Op(Op::Minus, a, b) => {
            linear(a, times, factors, number)?;
            linear(b, times.checked_neg()?, factors, number)?;
        }
        Ground::Op(Op::Times, a, b) => match (&**a, &**b) {
            (Ground::Known(factor), term) | (term, Ground::Known(factor)) => {
                linear(term, times.checked_mul(*factor)?, factors, number)?;
            }
            _ => return None,
        },
        Ground::Sum(parts) => parts.iter().try_for_each(|part| linear(part, times, factors, number))?,
        Ground::Op(..) | Ground::Abs(_) | Ground::In(..) | Ground::Product(_) => return None,
    }
    Some(())
}
