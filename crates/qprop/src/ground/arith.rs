//! Comparisons of terms with searched values.
//!
//! For one or two searched values with few combinations, each false combination is forbidden. Longer sums and products
//! are added up piece by piece ([`super::folded`]).

use super::{
    MAX_PARTS, Stop,
    enumerate::{Grounder, Walk},
    folded::Folded,
    node::{Lit, Node},
    value::{self, both},
};
use crate::{
    syntax::{Op, Span},
    theory::{Slot, SortId, Term, Undefined, Why},
};

/// Maximum number of combinations of values to check one by one.
pub(super) const FEW: u64 = 10_000;
/// Terms that can be larger are refused, so that no number overflows.
const LARGEST: i128 = 1 << 100;

/// A term, prepared for grounding.
#[derive(Debug)]
pub(super) enum Calc<'t> {
    Known(&'t Term),
    Search(usize, &'t [Term], Span),
    Op(Op, Box<Calc<'t>>, Box<Calc<'t>>, Span),
    Minus(Box<Calc<'t>>, Span),
    Abs(Box<Calc<'t>>, Span),
    In(SortId, Box<Calc<'t>>, Span),
    Fold(bool, Walk<'t>, Box<Calc<'t>>, Span),
}

/// A term in which every variable has a value.
pub(super) enum Ground {
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
pub(super) struct Searched {
    first: u32,
    pub sort: SortId,
}

/// What a searched function is for some arguments.
enum Found {
    /// This value, because they are outside of their sorts.
    Known(i64),
    Searched(Searched),
}

/// A ground term, or why it has no value.
type Grounded = Result<Ground, Undefined>;

impl<'t> Grounder<'t> {
    pub fn calc(&mut self, term: &'t Term, bound: &[Slot]) -> Calc<'t> {
        let mut boxed = |term: &'t Term| Box::new(self.calc(term, bound));
        match term {
            Term::Search(pred, args, span) => Calc::Search(*pred, args, *span),
            Term::Op(op, a, b, span) => Calc::Op(*op, boxed(a), boxed(b), *span),
            Term::Minus(a, span) => Calc::Minus(boxed(a), *span),
            Term::Abs(a, span) => Calc::Abs(boxed(a), *span),
            Term::In(sort, a, span) => Calc::In(*sort, boxed(a), *span),
            Term::Fold(fold) => {
                let walk = self.walk(&fold.vars, fold.guard.as_ref(), bound);
                let vars = fold.vars.iter().map(|var| var.slot);
                let bound: Vec<Slot> = bound.iter().copied().chain(vars).collect();
                Calc::Fold(fold.is_product, walk, Box::new(self.calc(&fold.body, &bound)), fold.span)
            }
            Term::Value(_) | Term::Var(_) | Term::Apply(..) => Calc::Known(term),
        }
    }

    /// The ground formula of a comparison.
    pub fn arith(&mut self, op: Op, a: &Calc<'t>, b: &Calc<'t>, span: Span) -> Result<Node, Stop> {
        if let (Op::Equal, Calc::Search(pred, args, of), Calc::Known(term)) = (op, a, b) {
            return self.equation(self.search(*pred, args, *of), term);
        }
        let mut values = Vec::new();
        let (a, b) = (self.ground(a, &mut values)?, self.ground(b, &mut values)?);
        let (a, b) = match both(a, b) {
            Ok(sides) => sides,
            Err(why) => return Ok(Node::stated(Err(why))),
        };
        if !self.has_bounds(&a, &b, &values) {
            return Ok(Node::Undefined(Undefined { why: Why::Overflow, span }));
        }
        let sorts = &self.theory.sorts;
        let combinations =
            values.iter().map(|value| sorts[value.sort].len() as u64).fold(1, u64::saturating_mul);
        self.live += combinations.min(FEW);
        if self.live > MAX_PARTS {
            return Err(Stop::TooWide);
        }
        if let (Op::Equal, &[only]) = (op, &values[..])
            && let (Ground::Value(_), &Ground::Known(value)) | (&Ground::Known(value), Ground::Value(_)) =
                (&a, &b)
        {
            return Ok(self.is(only, value));
        }
        self.interrupt.step(combinations.min(FEW) as usize)?;
        // The values of one function are always few enough.
        let is_large = combinations > FEW && values.len() > 1;
        if (values.len() > 2 || is_large)
            && let Some(folded) = Folded::of(op, &a, &b, values.len())
        {
            let node = folded.node(&values, self).ok_or(Stop::TooMixed(span, combinations))?;
            return Ok(self.compared(node, &values));
        }
        if is_large {
            return Err(Stop::TooMixed(span, combinations));
        }
        let node = match (op, &a, &b, &values[..]) {
            (Op::NotEqual, Ground::Value(0), Ground::Value(1), &[a, b]) => self.different(a, b),
            _ => self.table(op, (&a, &b), &values, &mut Vec::new()),
        };
        Ok(self.compared(node, &values))
    }

    /// A searched function has a known value: the most frequent comparison.
    fn equation(&mut self, found: Result<Found, Undefined>, term: &Term) -> Result<Node, Stop> {
        match both(found, value::value(term, &self.env, self.theory)) {
            Ok((Found::Searched(searched), value)) => {
                self.live += (self.theory.sorts[searched.sort].len() as u64).min(FEW);
                if self.live > MAX_PARTS { Err(Stop::TooWide) } else { Ok(self.is(searched, value)) }
            }
            Ok((Found::Known(outside), value)) => Ok(Node::constant(outside == value)),
            Err(why) => Ok(Node::stated(Err(why))),
        }
    }

    fn is(&self, searched: Searched, value: i64) -> Node {
        let place = self.theory.sorts[searched.sort].index(value);
        place.map_or(Node::False, |place| Node::Lit(searched.lit(place)))
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

    /// A term with the known values filled in.
    fn ground(&mut self, calc: &Calc<'t>, values: &mut Vec<Searched>) -> Result<Grounded, Stop> {
        let operation = |op, a, b, span| value::operation(op, a, b, span).map(Ground::Known);
        Ok(match calc {
            Calc::Known(term) => value::value(term, &self.env, self.theory).map(Ground::Known),
            Calc::Search(pred, args, span) => self.search(*pred, args, *span).map(|found| match found {
                Found::Known(value) => Ground::Known(value),
                Found::Searched(searched) => {
                    let known = values.iter().position(|value| *value == searched);
                    Ground::Value(known.unwrap_or_else(|| {
                        values.push(searched);
                        values.len() - 1
                    }))
                }
            }),
            Calc::Op(op, a, b, span) => {
                let (a, b) = (self.ground(a, values)?, self.ground(b, values)?);
                both(a, b).and_then(|sides| match sides {
                    (Ground::Known(a), Ground::Known(b)) => operation(*op, a, b, *span),
                    (_, Ground::Known(0)) if matches!(op, Op::Div | Op::Mod) => operation(*op, 0, 0, *span),
                    (a, b) => Ok(Ground::Op(*op, Box::new(a), Box::new(b))),
                })
            }
            Calc::Minus(a, span) => self.ground(a, values)?.and_then(|a| match a {
                Ground::Known(a) => operation(Op::Minus, 0, a, *span),
                a => Ok(Ground::Minus(Box::new(a))),
            }),
            Calc::Abs(a, span) => self.ground(a, values)?.and_then(|a| match a {
                Ground::Known(a) if a < 0 => operation(Op::Minus, 0, a, *span),
                Ground::Known(a) => Ok(Ground::Known(a)),
                a => Ok(Ground::Abs(Box::new(a))),
            }),
            Calc::In(sort, a, span) => self.ground(a, values)?.and_then(|a| match a {
                Ground::Known(value) if self.theory.sorts[*sort].index(value).is_none() => {
                    Err(Undefined { why: Why::Outside { value, sort: *sort }, span: *span })
                }
                Ground::Known(value) => Ok(Ground::Known(value)),
                a => Ok(Ground::In(*sort, Box::new(a))),
            }),
            Calc::Fold(is_product, walk, body, span) => {
                let mut parts = Ok(Vec::new());
                self.each(walk, &mut |grounder, _, undefined| {
                    let part = match undefined {
                        Some(why) => Err(why),
                        None => grounder.ground(body, values)?,
                    };
                    parts =
                        both(std::mem::replace(&mut parts, Ok(Vec::new())), part).map(|(mut parts, part)| {
                            parts.push(part);
                            parts
                        });
                    grounder.live += 1;
                    if grounder.live > MAX_PARTS { Err(Stop::TooWide) } else { Ok(()) }
                })?;
                parts.and_then(|parts| {
                    let is_known = parts.iter().all(|part| matches!(part, Ground::Known(_)));
                    let all = if *is_product { Ground::Product(parts) } else { Ground::Sum(parts) };
                    if !is_known {
                        return Ok(all);
                    }
                    let total = all.value(&[], self).and_then(|total| i64::try_from(total).ok());
                    total.map(Ground::Known).ok_or(Undefined { why: Why::Overflow, span: *span })
                })
            }
        })
    }

    /// The value of a searched function.
    fn search(&self, pred: usize, args: &[Term], span: Span) -> Result<Found, Undefined> {
        let of = &self.theory.preds[pred];
        let sort = of.places[of.places.len() - 1];
        let first = match (self.atom(pred, args, span), of.outside) {
            (Ok(first), _) => first,
            (Err(_), Some(outside)) => return Ok(Found::Known(outside)),
            // Nothing is dropped silently: an argument without a value is an error here.
            (Err(Undefined { why: Why::NoValue { fact }, span }), None) => {
                return Err(Undefined { why: Why::NoArgument { fact }, span });
            }
            (Err(why), None) => return Err(why),
        };
        // The combinations of arguments are numbered as in the table.
        let code = u64::from(first - of.first) / self.theory.sorts[sort].len() as u64;
        if of.defined.is_some_and(|fact| !self.tables[fact].has(code)) {
            return Err(Undefined { why: Why::NoSearchedValue, span });
        }
        Ok(Found::Searched(Searched { first, sort }))
    }

    /// Whether no part of the two sides can be too large. A product on one side alone can: it is compared as it is.
    fn has_bounds(&self, a: &Ground, b: &Ground, values: &[Searched]) -> bool {
        match (a, b) {
            (Ground::Product(parts), other) | (other, Ground::Product(parts))
                if !matches!(other, Ground::Product(_)) =>
            {
                parts.iter().chain([other]).all(|part| part.bounds(values, self).is_some())
            }
            _ => a.bounds(values, self).is_some() && b.bounds(values, self).is_some(),
        }
    }

    /// Two searched values differ: forbids each value that both may have.
    fn different(&self, a: Searched, b: Searched) -> Node {
        let [of_a, of_b] = [a, b].map(|searched| &self.theory.sorts[searched.sort]);
        let both = |place: usize| Some((place, of_b.index(of_a.value(place))?));
        let pairs = (0..of_a.len()).filter_map(both);
        let apart = |(x, y)| Node::Or(vec![Node::Lit(a.lit(x) ^ 1), Node::Lit(b.lit(y) ^ 1)]);
        Node::all(pairs.map(apart).collect::<Vec<_>>())
    }

    /// Value by value: forbids every combination that makes the comparison false.
    fn table(&self, op: Op, sides: (&Ground, &Ground), values: &[Searched], chosen: &mut Vec<i64>) -> Node {
        let Some(next) = values.get(chosen.len()) else {
            let value = |ground: &Ground| ground.value(chosen, self);
            return Node::constant(match (value(sides.0), value(sides.1)) {
                (Some(a), Some(b)) => value::compare(op, &a, &b),
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
    pub fn lit(self, index: usize) -> Lit {
        2 * (self.first + index as u32)
    }
}

impl Ground {
    /// The value for these chosen values. Products beyond the type keep its largest or smallest value.
    fn value(&self, chosen: &[i64], grounder: &Grounder<'_>) -> Option<i128> {
        Some(match self {
            Ground::Known(value) => i128::from(*value),
            Ground::Value(at) => i128::from(chosen[*at]),
            Ground::Op(op, a, b) => {
                let (a, b) = (a.value(chosen, grounder)?, b.value(chosen, grounder)?);
                match op {
                    Op::Plus => a.saturating_add(b),
                    Op::Minus => a.saturating_sub(b),
                    Op::Times => a.saturating_mul(b),
                    Op::Div => a.checked_div_euclid(b)?,
                    _ => a.checked_rem_euclid(b)?,
                }
            }
            Ground::Minus(a) => -a.value(chosen, grounder)?,
            Ground::Abs(a) => a.value(chosen, grounder)?.abs(),
            Ground::In(sort, a) => {
                let value = a.value(chosen, grounder)?;
                grounder.theory.sorts[*sort].index(i64::try_from(value).ok()?)?;
                value
            }
            Ground::Sum(parts) => parts
                .iter()
                .try_fold(0_i128, |sum, part| Some(sum.saturating_add(part.value(chosen, grounder)?)))?,
            Ground::Product(parts) => parts.iter().try_fold(1_i128, |product, part| {
                Some(product.saturating_mul(part.value(chosen, grounder)?))
            })?,
        })
    }

    /// The smallest and the largest value that it may have; `None` if a part of it may be larger than [`LARGEST`].
    fn bounds(&self, values: &[Searched], grounder: &Grounder<'_>) -> Option<(i128, i128)> {
        let of = |ground: &Ground| ground.bounds(values, grounder);
        let times = |(a, b): (i128, i128), (c, d): (i128, i128)| {
            let all = [(a, c), (a, d), (b, c), (b, d)].map(|(x, y)| x.saturating_mul(y));
            (all.into_iter().min().unwrap_or(0), all.into_iter().max().unwrap_or(0))
        };
        let plus = |(a, b): (i128, i128), (c, d): (i128, i128)| (a + c, b + d);
        let minus = |(a, b): (i128, i128)| (-b, -a);
        let within = |(a, b): (i128, i128)| (-LARGEST <= a && b <= LARGEST).then_some((a, b));
        let largest = |(a, b): (i128, i128)| a.abs().max(b.abs());
        within(match self {
            Ground::Known(value) => (i128::from(*value), i128::from(*value)),
            Ground::Value(at) => {
                let sort = &grounder.theory.sorts[values[*at].sort];
                // They rise.
                let value = |index: usize| i128::from(sort.value(index));
                sort.len().checked_sub(1).map_or((0, 0), |last| (value(0), value(last)))
            }
            Ground::Op(Op::Plus, a, b) => plus(of(a)?, of(b)?),
            Ground::Op(Op::Minus, a, b) => plus(of(a)?, minus(of(b)?)),
            Ground::Op(Op::Times, a, b) => times(of(a)?, of(b)?),
            Ground::Op(Op::Div, a, b) => {
                of(b)?;
                let most = largest(of(a)?) + 1;
                (-most, most)
            }
            Ground::Op(_, a, b) => {
                of(a)?;
                (0, largest(of(b)?))
            }
            Ground::Minus(a) => minus(of(a)?),
            Ground::Abs(a) => (0, largest(of(a)?)),
            Ground::In(_, a) => of(a)?,
            Ground::Sum(parts) => parts.iter().try_fold((0, 0), |sum, part| within(plus(sum, of(part)?)))?,
            Ground::Product(parts) => {
                parts.iter().try_fold((1, 1), |product, part| within(times(product, of(part)?)))?
            }
        })
    }
}
