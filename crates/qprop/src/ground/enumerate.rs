//! The walk over the values of variables, and the ground formula for each.

mod decide;

use jigsat_cnf::Interrupt;

use super::{
    MAX_PARTS, MAX_STEPS, Stop,
    arith::Calc,
    node::Node,
    plan::{Plan, Step, plan},
    table::Table,
    value,
};
use crate::{
    syntax::{Op, Span},
    theory::{Formula, Quantifier, Slot, SortId, Term, Theory, Undefined, Var, Why},
};
use decide::Known;

/// A formula prepared for grounding: each quantifier has a plan for its values.
#[derive(Debug)]
pub(super) enum Code<'t> {
    /// Facts and comparisons alone.
    Known(Known<'t>),
    Arith(Op, Calc<'t>, Calc<'t>, Span),
    Atom(usize, &'t [Term], Span),
    Not(Box<Code<'t>>),
    And(Vec<Code<'t>>),
    Or(Vec<Code<'t>>),
    Iff(Box<Code<'t>>, Box<Code<'t>>),
    Quantified {
        quantifier: &'t Quantifier,
        walk: Walk<'t>,
        body: Box<Code<'t>>,
        span: Span,
    },
}

/// A plan with the prepared parts of its guard.
#[derive(Debug)]
pub(super) struct Walk<'t> {
    pub plan: Plan<'t>,
    guard: Vec<Known<'t>>,
}

impl Walk<'_> {
    /// Whether the values come in lexicographic order.
    pub fn in_order(&self) -> bool {
        self.plan.in_order
    }
}

/// The function that a walk calls for each row of values: with their places in the sorts and, if it is unknown whether
/// the guard holds, the reason.
pub(super) type Visit<'v, 't> =
    &'v mut dyn FnMut(&mut Grounder<'t>, &[u32], Option<Undefined>) -> Result<(), Stop>;

pub(super) struct Grounder<'t> {
    pub theory: &'t Theory,
    pub tables: Vec<Table<'t>>,
    /// The value in each slot.
    pub env: Vec<i64>,
    places: Vec<&'t [SortId]>,
    /// The variables that take all values of their sorts, because nothing guards them.
    spread: Vec<Slot>,
    /// Number of values tried and tests made so far.
    pub steps: u64,
    /// Number of rows of values for which a guard held.
    pub rows: u64,
    /// Number of parts of the current constraint.
    pub live: u64,
    pub interrupt: &'t Interrupt,
    /// Memory for rows of values.
    spare: Vec<Vec<u32>>,
}

impl<'t> Grounder<'t> {
    pub fn new(theory: &'t Theory, interrupt: &'t Interrupt) -> Self {
        let places = theory.facts.iter().map(|fact| fact.places.as_slice()).collect();
        Grounder {
            theory,
            tables: Vec::new(),
            env: Vec::new(),
            places,
            spread: Vec::new(),
            steps: 0,
            rows: 0,
            live: 0,
            interrupt,
            spare: Vec::new(),
        }
    }

    /// Plans the walk over the values of `vars` for which the guard holds.
    pub fn walk(&mut self, vars: &[Var], guard: Option<&'t Formula>, bound: &[Slot]) -> Walk<'t> {
        self.spread.retain(|slot| bound.contains(slot));
        let (sorts, facts) = (&self.theory.sorts, &self.theory.facts);
        let plan = plan(vars, guard, bound, &self.spread, sorts, &mut self.tables, facts);
        if guard.is_none() {
            self.spread.extend(vars.iter().map(|var| var.slot));
        }
        let bound: Vec<Slot> = bound.iter().copied().chain(vars.iter().map(|var| var.slot)).collect();
        let guard = plan.conjuncts.iter().map(|conjunct| self.known(conjunct, &bound)).collect();
        Walk { plan, guard }
    }

    pub fn compile(&mut self, formula: &'t Formula, bound: &[Slot]) -> Code<'t> {
        let mut all = |parts: &'t [Formula]| parts.iter().map(|part| self.compile(part, bound)).collect();
        match formula {
            formula if decide::is_known(formula) => Code::Known(self.known(formula, bound)),
            Formula::Bool(_) | Formula::Compare(..) | Formula::Fact(..) | Formula::Defined(..) => {
                Code::Known(self.known(formula, bound))
            }
            Formula::Arith(op, a, b, span) => {
                Code::Arith(*op, self.calc(a, bound), self.calc(b, bound), *span)
            }
            Formula::Atom(pred, args, span) => Code::Atom(*pred, args, *span),
            Formula::Not(inner) => Code::Not(Box::new(self.compile(inner, bound))),
            Formula::And(parts) => Code::And(all(parts)),
            Formula::Or(parts) => Code::Or(all(parts)),
            Formula::Iff(a, b) => {
                Code::Iff(Box::new(self.compile(a, bound)), Box::new(self.compile(b, bound)))
            }
            Formula::Quantified(quantified) => {
                let walk = self.walk(&quantified.vars, quantified.guard.as_ref(), bound);
                let vars = quantified.vars.iter().map(|var| var.slot);
                let bound: Vec<Slot> = bound.iter().copied().chain(vars).collect();
                let body = Box::new(self.compile(&quantified.body, &bound));
                Code::Quantified { quantifier: &quantified.quantifier, walk, body, span: quantified.span }
            }
        }
    }

    /// Visits all rows of values for which the guard holds, or may hold.
    pub fn each(&mut self, walk: &Walk<'t>, visit: Visit<'_, 't>) -> Result<(), Stop> {
        self.step(walk, 0, false, visit)
    }

    /// Gives variables the values at these places of their sorts.
    pub fn set(&mut self, vars: &[Var], row: &[u32]) {
        for (var, &index) in vars.iter().zip(row) {
            self.env[var.slot] = self.theory.sorts[var.sort].value(index as usize);
        }
    }

    /// Counts a step; fails if there were too many.
    pub fn tick(&mut self) -> Result<(), Stop> {
        self.steps += 1;
        self.interrupt.step(1)?;
        if self.steps > MAX_STEPS { Err(Stop::TooLong) } else { Ok(()) }
    }

    /// Continues from a step; `doubtful` if some part of the guard has no value so far.
    fn step(&mut self, walk: &Walk<'t>, at: usize, doubtful: bool, visit: Visit<'_, 't>) -> Result<(), Stop> {
        self.tick()?;
        let theory = self.theory;
        match walk.plan.steps.get(at) {
            None => self.row(walk, doubtful, visit),
            Some(Step::Each { slot, sort, bounds }) => {
                let places = value::within(bounds, &theory.sorts[*sort], &self.env, theory);
                let doubtful = doubtful || places.is_err();
                for index in places.unwrap_or(0..theory.sorts[*sort].len()) {
                    self.env[*slot] = theory.sorts[*sort].value(index);
                    self.step(walk, at + 1, doubtful, visit)?;
                }
                Ok(())
            }
            Some(Step::Set { slot, sort, term }) => match value::value(term, &self.env, theory) {
                Ok(value) if theory.sorts[*sort].index(value).is_some() => {
                    self.env[*slot] = value;
                    self.step(walk, at + 1, doubtful, visit)
                }
                Ok(_) => Ok(()),
                Err(why) if why.is_missing() => Ok(()),
                Err(_) => self.all_values(walk, at, (*slot, *sort), true, visit),
            },
            Some(Step::Test(conjunct)) => match self.decide(&walk.guard[*conjunct])? {
                Ok(false) => Ok(()),
                Ok(true) => self.step(walk, at + 1, doubtful, visit),
                Err(_) => self.step(walk, at + 1, true, visit),
            },
            Some(Step::Lookup { fact, index, known, binds, is_function }) => {
                let places = self.places[*fact];
                let (mut code, mut is_outside) = (0, false);
                for &(place, term) in known {
                    match value::index(term, places[place], &self.env, theory) {
                        Ok(index) => code += self.tables[*fact].part(place, index),
                        Err(why) if why.is_missing() => return Ok(()),
                        // A function has no value for an argument outside of its sort.
                        Err(Undefined { why: Why::Argument { .. }, .. }) if *is_function => is_outside = true,
                        // Without the index: the guard is checked again when all variables are bound.
                        Err(_) => return self.all_rows(walk, at, binds, 0, visit),
                    }
                }
                if is_outside {
                    return Ok(());
                }
                let Some(index) = *index else {
                    let of = &theory.facts[*fact];
                    let found =
                        of.function.as_ref().and_then(|function| function.at(self.tables[*fact].start(code)));
                    return match (found, &binds[..]) {
                        (Some(value), &[(_, slot)]) => {
                            self.env[slot] = value;
                            self.step(walk, at + 1, doubtful, visit)
                        }
                        _ => Ok(()),
                    };
                };
                for number in 0..self.tables[*fact].matching(index, code).len() {
                    let table = &self.tables[*fact];
                    let row = table.row(table.matching(index, code)[number]);
                    for &(place, slot) in binds {
                        self.env[slot] = theory.sorts[places[place]].value(row[place] as usize);
                    }
                    self.step(walk, at + 1, doubtful, visit)?;
                }
                Ok(())
            }
        }
    }

    fn all_values(
        &mut self,
        walk: &Walk<'t>,
        at: usize,
        (slot, sort): (Slot, SortId),
        doubtful: bool,
        visit: Visit<'_, 't>,
    ) -> Result<(), Stop> {
        let sort = &self.theory.sorts[sort];
        for index in 0..sort.len() {
            self.env[slot] = sort.value(index);
            self.step(walk, at + 1, doubtful, visit)?;
        }
        Ok(())
    }

    /// All combinations of the variables that a lookup would have bound.
    fn all_rows(
        &mut self,
        walk: &Walk<'t>,
        at: usize,
        binds: &[(usize, Slot)],
        from: usize,
        visit: Visit<'_, 't>,
    ) -> Result<(), Stop> {
        let Some(&(_, slot)) = binds.get(from) else { return self.step(walk, at + 1, true, visit) };
        let var = walk.plan.vars.iter().find(|var| var.slot == slot);
        let sort = &self.theory.sorts[var.map_or(0, |var| var.sort)];
        for index in 0..sort.len() {
            self.env[slot] = sort.value(index);
            self.all_rows(walk, at, binds, from + 1, visit)?;
        }
        Ok(())
    }

    /// All variables are bound: checks a doubtful guard as a whole.
    fn row(&mut self, walk: &Walk<'t>, doubtful: bool, visit: Visit<'_, 't>) -> Result<(), Stop> {
        let mut undefined = None;
        if doubtful {
            match self.decided(&walk.guard, false)? {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(why) => undefined = Some(why),
            }
        }
        let index = |var: &Var| self.theory.sorts[var.sort].index(self.env[var.slot]).unwrap_or(0) as u32;
        let mut row = self.spare.pop().unwrap_or_default();
        row.clear();
        row.extend(walk.plan.vars.iter().map(index));
        self.rows += 1;
        let done = visit(self, &row, undefined);
        self.spare.push(row);
        done
    }

    /// The ground formula for the current values.
    pub fn build(&mut self, code: &Code<'t>) -> Result<Node, Stop> {
        let theory = self.theory;
        Ok(match code {
            Code::Known(known) => Node::stated(self.decide(known)?),
            Code::Arith(op, a, b, span) => self.arith(*op, a, b, *span)?,
            Code::Atom(pred, args, span) => {
                match (self.atom(*pred, args, *span), theory.preds[*pred].outside) {
                    (Ok(atom), _) => Node::Lit(2 * atom),
                    (Err(_), Some(outside)) => Node::constant(self.is_outside(*pred, args, outside)),
                    (Err(why), None) => Node::Undefined(why),
                }
            }
            Code::Not(inner) => self.build(inner)?.negated(),
            Code::And(parts) => Node::all(self.parts(parts, false)?),
            Code::Or(parts) => Node::any(self.parts(parts, true)?),
            Code::Iff(a, b) => Node::iff(self.build(a)?, self.build(b)?),
            Code::Quantified { quantifier, walk, body, span } => {
                let parts = self.instances(walk, body, matches!(quantifier, Quantifier::Forall))?;
                match (quantifier, self.bounds(quantifier, *span)) {
                    (Quantifier::Forall, _) => Node::all(parts),
                    (_, None) => Node::any(parts),
                    (_, Some(Ok((least, most)))) => Node::count(least, most, parts),
                    (_, Some(Err(why))) => Node::stated(Err(why)),
                }
            }
        })
    }

    /// The number of the first atom with these arguments.
    pub fn atom(&self, pred: usize, args: &[Term], span: Span) -> Result<u32, Undefined> {
        let (theory, pred) = (self.theory, &self.theory.preds[pred]);
        let mut number = 0;
        for (place, &sort) in pred.places.iter().enumerate() {
            number *= theory.sorts[sort].len() as u32;
            if let Some(arg) = args.get(place) {
                let index = value::index(arg, sort, &self.env, theory).map_err(|why| why.at(place, span))?;
                number += index as u32;
            }
        }
        Ok(pred.first + number)
    }

    /// Whether an atom whose arguments have no values in their sorts holds: `f(x, v)` of a function is `f(x) = v`.
    fn is_outside(&self, pred: usize, args: &[Term], outside: i64) -> bool {
        let (theory, places) = (self.theory, &self.theory.preds[pred].places);
        let Some((last, args)) = args.split_last().filter(|_| theory.preds[pred].is_function) else {
            return false;
        };
        let mut values =
            args.iter().zip(places).map(|(arg, &sort)| value::index(arg, sort, &self.env, theory));
        values.any(|value| value.is_err()) && value::value(last, &self.env, theory) == Ok(outside)
    }

    /// The parts, up to the first one with the truth that decides.
    fn parts(&mut self, parts: &[Code<'t>], deciding: bool) -> Result<Vec<Node>, Stop> {
        let mut built = Vec::with_capacity(parts.len());
        for part in parts {
            built.push(self.build(part)?);
            if built.last().is_some_and(|node| node.is(deciding)) {
                break;
            }
        }
        Ok(built)
    }

    /// The body for each row of values, in their lexicographic order, without those that change nothing.
    fn instances(&mut self, walk: &Walk<'t>, body: &Code<'t>, neutral: bool) -> Result<Vec<Node>, Stop> {
        let mut rows: Vec<Vec<u32>> = Vec::new();
        let mut nodes: Vec<Node> = Vec::new();
        let sorted = walk.in_order();
        self.each(walk, &mut |grounder, row, undefined| {
            let node = match undefined {
                Some(why) => Node::Undefined(why),
                None => grounder.build(body)?,
            };
            if node.is(neutral) {
                return Ok(());
            }
            grounder.live += 1;
            if grounder.live > MAX_PARTS {
                return Err(Stop::TooWide);
            }
            if !sorted {
                rows.push(row.to_vec());
            }
            nodes.push(node);
            Ok(())
        })?;
        if sorted {
            return Ok(nodes);
        }
        let mut keyed: Vec<(Vec<u32>, Node)> = rows.into_iter().zip(nodes).collect();
        keyed.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(keyed.into_iter().map(|(_, node)| node).collect())
    }
}
