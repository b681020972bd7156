//! Comparisons of terms with searched values.
//!
//! For one or two searched values with few combinations, each false combination is forbidden. Longer sums and products
//! are added up layer by layer ([`super::layers`]).

use super::{
    MAX_PARTS, Stop,
    enumerate::{Grounder, Walk, without_value},
    layers::Layers,
    node::{Lit, Node},
    value,
};
use crate::{
    syntax::{Op, Span},
    theory::{Slot, SortId, Term},
};

/// Maximum number of combinations of values to check one by one.
const FEW: u64 = 10_000;

/// A term, prepared for grounding.
#[derive(Debug)]
pub(super) enum Calc<'t> {
    Known(&'t Term),
    Search(usize, &'t [Term], Span),
    Op(Op, Box<Calc<'t>>, Box<Calc<'t>>),
    Minus(Box<Calc<'t>>),
    Abs(Box<Calc<'t>>),
    In(SortId, Box<Calc<'t>>),
    Fold(bool, Walk<'t>, Box<Calc<'t>>),
}

/// A term in which every variable has a value.
enum Ground {
    Known(i64),
    /// A searched value, by its place among those of the comparison.
    Value(usize),
    Op(Op, Box<Ground>, Box<Ground>),
    Minus(Box<Ground>),
    Abs(Box<Ground>),
    In(SortId, Box<Ground>),
    Sum(Vec<Ground>),
    Product(Vec<Ground>),
}

/// A function's value: the number of its first atom, and its sort.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Searched {
    first: u32,
    sort: SortId,
}

impl<'t> Grounder<'t> {
    pub fn calc(&mut self, term: &'t Term, bound: &[Slot]) -> Calc<'t> {
        let mut boxed = |term: &'t Term| Box::new(self.calc(term, bound));
        match term {
            Term::Search(pred, args, span) => Calc::Search(*pred, args, *span),
            Term::Op(op, a, b, _) => Calc::Op(*op, boxed(a), boxed(b)),
            Term::Minus(a, _) => Calc::Minus(boxed(a)),
            Term::Abs(a, _) => Calc::Abs(boxed(a)),
            Term::In(sort, a, _) => Calc::In(*sort, boxed(a)),
            Term::Fold(fold) => {
                let walk = self.walk(&fold.vars, fold.guard.as_ref(), bound);
                let vars = fold.vars.iter().map(|var| var.slot);
                let bound: Vec<Slot> = bound.iter().copied().chain(vars).collect();
                Calc::Fold(fold.is_product, walk, Box::new(self.calc(&fold.body, &bound)))
            }
            Term::Value(_) | Term::Var(_) | Term::Apply(..) => Calc::Known(term),
        }
    }

    /// The ground formula of a comparison.
    pub fn arith(&mut self, op: Op, a: &Calc<'t>, b: &Calc<'t>) -> Result<Node, Stop> {
        let mut values = Vec::new();
        let (a, b) = match (self.ground(a, &mut values)?, self.ground(b, &mut values)?) {
            (Ok(a), Ok(b)) => (a, b),
            (Err(why), _) | (_, Err(why)) => return Ok(why),
        };
        let sorts = &self.theory.sorts;
        let combinations =
            values.iter().map(|value| sorts[value.sort].len() as u64).fold(1, u64::saturating_mul);
        self.live += combinations.min(FEW);
        if self.live > MAX_PARTS {
            return Err(Stop::TooWide);
        }
        if values.len() > 2
            && let Some(folded) = Folded::of(&a, &b, values.len())
        {
            let node = folded.node(op, &values, self).ok_or(Stop::TooWide)?;
            return Ok(self.compared(node, &values));
        }
        if combinations > FEW {
            return Err(Stop::TooWide);
        }
        let mut chosen = Vec::new();
        let node = self.table(op, (&a, &b), &values, &mut chosen);
        Ok(self.compared(node, &values))
    }

    /// A comparison with the values that it needs; one value alone is part of its comparison.
    fn compared(&self, node: Node, values: &[Searched]) -> Node {
        if values.len() < 2 || matches!(node, Node::True | Node::False) {
            return node;
        }
        let literals = |value: &Searched| {
            (0..self.theory.sorts[value.sort].len()).map(|index| value.lit(index)).collect()
        };
        Node::Compared(Box::new(node), values.iter().map(literals).collect())
    }

    /// A term with the known values filled in; if a part has no value, the truth of the comparison.
    fn ground(&mut self, calc: &Calc<'t>, values: &mut Vec<Searched>) -> Result<Result<Ground, Node>, Stop> {
        macro_rules! known {
            ($calc:expr) => {
                match self.ground($calc, values)? {
                    Ok(ground) => Box::new(ground),
                    Err(why) => return Ok(Err(why)),
                }
            };
        }
        Ok(Ok(match calc {
            Calc::Known(term) => match value::value(term, &self.env, self.theory) {
                Ok(value) => Ground::Known(value),
                Err(why) => return Ok(Err(without_value(why))),
            },
            Calc::Search(pred, args, span) => {
                let of = &self.theory.preds[*pred];
                match (self.atom(*pred, args, *span), of.outside) {
                    (Ok(first), _) => {
                        let searched = Searched { first, sort: of.places[of.places.len() - 1] };
                        let known = values.iter().position(|value| *value == searched);
                        Ground::Value(known.unwrap_or_else(|| {
                            values.push(searched);
                            values.len() - 1
                        }))
                    }
                    (Err(_), Some(outside)) => Ground::Known(outside),
                    // Nothing is dropped silently: a function without a value is an error here.
                    (Err(why), None) => return Ok(Err(Node::Undefined(why))),
                }
            }
            Calc::Op(op, a, b) => Ground::Op(*op, known!(a), known!(b)),
            Calc::Minus(a) => Ground::Minus(known!(a)),
            Calc::Abs(a) => Ground::Abs(known!(a)),
            Calc::In(sort, a) => Ground::In(*sort, known!(a)),
            Calc::Fold(is_product, walk, body) => {
                let mut parts = Vec::new();
                let mut failed = None;
                self.each(walk, &mut |grounder, _, undefined| {
                    let part = match undefined {
                        Some(why) => Err(Node::Undefined(why)),
                        None => grounder.ground(body, values)?,
                    };
                    match part {
                        Ok(part) => parts.push(part),
                        Err(why) => failed = failed.take().or(Some(why)),
                    }
                    grounder.live += 1;
                    if grounder.live > MAX_PARTS { Err(Stop::TooWide) } else { Ok(()) }
                })?;
                match failed {
                    Some(why) => return Ok(Err(why)),
                    None if *is_product => Ground::Product(parts),
                    None => Ground::Sum(parts),
                }
            }
        }))
    }

    /// Value by value: forbids every combination that makes the comparison false.
    fn table(&self, op: Op, sides: (&Ground, &Ground), values: &[Searched], chosen: &mut Vec<i64>) -> Node {
        let Some(next) = values.get(chosen.len()) else {
            let value = |ground: &Ground| ground.value(chosen, self);
            return Node::constant(match (value(sides.0), value(sides.1)) {
                (Some(a), Some(b)) => value::compare(op, a, b),
                _ => false,
            });
        };
        let sort = &self.theory.sorts[next.sort];
        let is_last = chosen.len() + 1 == values.len();
        let (mut parts, mut good, mut bad) = (Vec::new(), Vec::new(), Vec::new());
        for index in 0..sort.len() {
            chosen.push(sort.value(index));
            let lit = next.lit(index);
            match self.table(op, sides, values, chosen) {
                rest if !is_last => parts.push(Node::any([Node::Lit(lit ^ 1), rest])),
                Node::True => good.push(Node::Lit(lit)),
                _ => bad.push(Node::Lit(lit ^ 1)),
            }
            chosen.pop();
        }
        if !is_last {
            Node::all(parts)
        } else if chosen.is_empty() || good.len() < bad.len() {
            Node::any(good)
        } else {
            Node::all(bad)
        }
    }
}

impl Searched {
    fn lit(self, index: usize) -> Lit {
        2 * (self.first + index as u32)
    }
}

impl Ground {
    /// The value for these chosen values.
    fn value(&self, chosen: &[i64], grounder: &Grounder<'_>) -> Option<i64> {
        match self {
            Ground::Known(value) => Some(*value),
            Ground::Value(at) => Some(chosen[*at]),
            Ground::Op(op, a, b) => {
                let (a, b) = (a.value(chosen, grounder)?, b.value(chosen, grounder)?);
                match op {
                    Op::Plus => a.checked_add(b),
                    Op::Minus => a.checked_sub(b),
                    Op::Times => a.checked_mul(b),
                    Op::Div => a.checked_div_euclid(b),
                    _ => a.checked_rem_euclid(b),
                }
            }
            Ground::Minus(a) => a.value(chosen, grounder)?.checked_neg(),
            Ground::Abs(a) => a.value(chosen, grounder)?.checked_abs(),
            Ground::In(sort, a) => {
                let value = a.value(chosen, grounder)?;
                grounder.theory.sorts[*sort].index(value).map(|_| value)
            }
            Ground::Sum(parts) => {
                parts.iter().try_fold(0i64, |sum, part| sum.checked_add(part.value(chosen, grounder)?))
            }
            Ground::Product(parts) => parts
                .iter()
                .try_fold(1i64, |product, part| product.checked_mul(part.value(chosen, grounder)?)),
        }
    }
}

/// A comparison of a sum of multiples of values, or of a product of values, with a number.
struct Folded {
    is_product: bool,
    /// For each value, its factor in a sum, or its exponent in a product.
    factors: Vec<i64>,
    /// The number to compare with.
    number: i64,
}

impl Folded {
    fn of(a: &Ground, b: &Ground, values: usize) -> Option<Self> {
        let mut factors = vec![0; values];
        let mut number = 0;
        if linear(a, 1, &mut factors, &mut number).is_some()
            && linear(b, -1, &mut factors, &mut number).is_some()
        {
            return Some(Folded { is_product: false, factors, number: number.checked_neg()? });
        }
        let mut factors = vec![0; values];
        match (a, b) {
            (Ground::Product(parts), Ground::Known(number)) => {
                for part in parts {
                    let Ground::Value(at) = part else { return None };
                    factors[*at] += 1;
                }
                Some(Folded { is_product: true, factors, number: *number })
            }
            _ => None,
        }
    }

    /// `None` if there are too many states.
    fn node(&self, op: Op, values: &[Searched], grounder: &Grounder<'_>) -> Option<Node> {
        let choices = values.iter().zip(&self.factors).map(|(value, &factor)| {
            let sort = &grounder.theory.sorts[value.sort];
            (0..sort.len()).map(|index| (Some(value.lit(index)), (sort.value(index), factor))).collect()
        });
        let choices: Vec<Vec<_>> = choices.collect();
        let layers = if self.is_product {
            let power =
                |value: i64, times: i64| u32::try_from(times).ok().and_then(|times| value.checked_pow(times));
            let step = |product: Option<i64>, (value, times)| product?.checked_mul(power(value, times)?);
            Layers::new(Some(1), &choices, step, |product| {
                product.is_some_and(|product| value::compare(op, product, self.number))
            })
        } else {
            let step =
                |sum: Option<i64>, (value, factor): (i64, i64)| sum?.checked_add(value.checked_mul(factor)?);
            Layers::new(Some(0), &choices, step, |sum| {
                sum.is_some_and(|sum| value::compare(op, sum, self.number))
            })
        };
        layers.map(|layers| Node::Layers(Box::new(layers)))
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
