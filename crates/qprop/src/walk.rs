//! The referee's walk over the values of variables for which a guard may hold.
//!
//! Variables get their values one after the other, as a plan says ([`plan`]). The values come from whatever leaves the
//! fewest of them: an equation, a fact, or comparisons with known numbers. Each part of the guard is tested when its last
//! variable has a value. Facts that the model computes are computed once, by the same walk.

mod plan;

use std::rc::Rc;

use crate::{
    evaluate::{Absent, Evaluator, SHORT, Truth},
    syntax::Op,
    theory::{Fact, Formula, Meaning, Quantified, Slot, Sort, Term, Var},
    tuples::{Tuples, Unsorted},
};
pub(crate) use plan::{Place, Plan};
use plan::{Run, Source, Step};

/// The function that `rows` calls for each row of values, with whether the guard holds. Returns whether to go on.
type Visit<'v> = &'v mut dyn FnMut(&mut Vec<i64>, Truth) -> bool;

/// The remaining values of a variable.
enum Values<'v> {
    One(i64),
    /// The places in its sort from one to before another.
    Places(usize, usize),
    Listed(&'v [i64]),
}

impl Values<'_> {
    fn len(&self) -> usize {
        match self {
            Values::One(_) => 1,
            Values::Places(from, to) => to.saturating_sub(*from),
            Values::Listed(values) => values.len(),
        }
    }

    fn get(&self, number: usize, sort: &Sort) -> i64 {
        match self {
            Values::One(value) => *value,
            Values::Places(from, _) => sort.value(from + number),
            Values::Listed(values) => values[number],
        }
    }
}

impl<'t> Evaluator<'t> {
    /// The values for which a fact holds, given the facts before it.
    pub fn tuples(&self, fact: &'t Fact) -> Tuples {
        let (mut holds, mut unknown) = (Unsorted::default(), Unsorted::default());
        let width = fact.places.len();
        match &fact.meaning {
            Meaning::Listed(values) => return Tuples::listed(width, values.clone()),
            Meaning::Computed { vars, slots, formula, ways, is_closed } => {
                let mut env = vec![0; *slots];
                for way in ways {
                    self.rows(&way.vars, Some(&way.condition), &mut env, &mut |env, part| {
                        // The walk goes on with its values, and the formula may give others to the same variables.
                        let whole =
                            if part == Some(true) { part } else { self.truth(formula, &mut env.clone()) };
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
                    let sort = &self.theory.sorts[fact.places[width - 1]];
                    holds = self.closed(&Tuples::new(width, holds, Unsorted::default()), sort);
                }
            }
        }
        Tuples::new(width, holds, unknown)
    }

    /// These tuples and all places that steps lead to, from the last place but one. Both places have this sort.
    fn closed(&self, steps: &Tuples, sort: &Sort) -> Unsorted {
        let steps: Vec<&[i64]> = steps.all().collect();
        let mut all = Unsorted::default();
        let mut is_reached = vec![false; sort.len()];
        // The steps from each place, by their numbers.
        let mut from = vec![0..0; sort.len()];
        let (mut reached, mut open) = (Vec::new(), Vec::new());
        for alike in steps.chunk_by(|a, b| a[..a.len() - 2] == b[..b.len() - 2]) {
            let before = &alike[0][..alike[0].len() - 2];
            let mut starts = Vec::new();
            let mut end = 0;
            for same in alike.chunk_by(|a, b| a[before.len()] == b[before.len()]) {
                if let Some(place) = sort.index(same[0][before.len()]) {
                    from[place] = end..end + same.len();
                    starts.push(place);
                }
                end += same.len();
            }
            for &start in &starts {
                open.push(start);
                while let Some(place) = open.pop() {
                    for step in &alike[from[place].clone()] {
                        let to = sort.index(step[before.len() + 1]);
                        let to = to.filter(|&to| !std::mem::replace(&mut is_reached[to], true));
                        open.extend(to);
                        reached.extend(to);
                    }
                    if self.interrupt.step(1).is_err() {
                        return all;
                    }
                }
                reached.sort_unstable();
                for place in reached.drain(..) {
                    all.push(before.iter().copied().chain([start, place].map(|place| sort.value(place))));
                    is_reached[place] = false;
                }
            }
            for start in starts {
                from[start] = 0..0;
            }
        }
        all
    }

    /// Visits all values of the variables for which the guard is not false, until `visit` says no or an interrupt
    /// comes.
    pub fn rows(
        &self,
        vars: &'t [Var],
        guard: Option<&'t Formula>,
        env: &mut Vec<i64>,
        visit: Visit<'_>,
    ) -> bool {
        let plan = self.plan(vars, guard);
        let mut is_known = true;
        for part in &plan.first {
            match self.truth(part, env) {
                Some(false) => return true,
                truth => is_known &= truth.is_some(),
            }
        }
        self.row(&plan.steps, is_known, env, visit)
    }

    /// As [`Self::rows`] for an inner quantifier, whose guard says the values of these outer variables, too; `None` if it doesn't, or
    /// if it was ended.
    pub fn joined_rows(
        &self,
        outer: &[Var],
        inner: &'t Quantified,
        env: &mut Vec<i64>,
        visit: Visit<'_>,
    ) -> Option<()> {
        let vars: Vec<Var> = inner.vars.iter().chain(outer).cloned().collect();
        let plan = self.planned(&vars, inner.guard.as_ref());
        let is_said =
            |step: &Step<'_>| !step.sources.is_empty() || inner.vars.iter().any(|var| var.slot == step.slot);
        let is_joined = plan.first.is_empty() && plan.steps.iter().all(is_said);
        (is_joined && self.row(&plan.steps, true, env, visit)).then_some(())
    }

    /// The plan for variables and their guard, made on first use.
    fn plan(&self, vars: &'t [Var], guard: Option<&'t Formula>) -> Rc<Plan<'t>> {
        let place = (vars.as_ptr(), guard.map(std::ptr::from_ref));
        if let Some(plan) = self.plans.borrow().get(&place) {
            return Rc::clone(plan);
        }
        let plan = Rc::new(self.planned(vars, guard));
        self.plans.borrow_mut().insert(place, Rc::clone(&plan));
        plan
    }

    /// The truth of 'for all' or 'exists' for the values of a variable within bounds, if it can go on from where it ended
    /// last time; `None` if it can't.
    ///
    /// For rising bounds, as in the definition of a fact by its nearest neighbours, each value is tried once.
    pub fn run(&self, quantified: &'t Quantified, deciding: bool, env: &mut Vec<i64>) -> Truth {
        let plan = self.plan(&quantified.vars, quantified.guard.as_ref());
        let [step] = &plan.steps[..] else { return None };
        let is_bounded = step.sources.iter().all(|source| {
            matches!(source, Source::Bound(_, term) if self.known(term, env) != Err(Absent::Unknown))
        });
        if !is_bounded || !plan.first.is_empty() || step.sources.len() != step.tests.len() {
            return None;
        }
        let sort = &self.theory.sorts[step.sort];
        let (Values::Places(from, to), _) = self.choose(step, sort, env) else { return None };
        let mut run = plan.run.take().unwrap_or_else(|| {
            let others = |&slot: &Slot| slot != step.slot && plan::mentions(&quantified.body, slot);
            Run { others: (0..env.len()).filter(others).collect(), ..Run::default() }
        });
        let values = run.others.iter().map(|&slot| env[slot]);
        if run.first != from || !values.clone().eq(run.values.iter().copied()) {
            run = Run {
                values: values.collect(),
                first: from,
                next: from,
                is_decided: false,
                others: run.others,
            };
        }
        while run.next < to && !run.is_decided {
            env[step.slot] = sort.value(run.next);
            if self.interrupt.step(1).is_err() {
                return None;
            }
            // An unknown part leaves the search for the deciding one to others.
            if self.truth(&quantified.body, env)? == deciding { run.is_decided = true } else { run.next += 1 }
        }
        let is_reached = run.is_decided && run.next < to;
        plan.run.replace(Some(run));
        Some(is_reached == deciding)
    }

    /// Goes through the remaining steps; `is_known` says whether all parts of the guard that were tested are known to hold.
    fn row(&self, steps: &[Step<'t>], is_known: bool, env: &mut Vec<i64>, visit: Visit<'_>) -> bool {
        if self.interrupt.step(1).is_err() {
            return false;
        }
        let Some((step, left)) = steps.split_first() else {
            return visit(env, is_known.then_some(true));
        };
        let sort = &self.theory.sorts[step.sort];
        let (values, used) = self.choose(step, sort, env);
        for number in 0..values.len() {
            let value = values.get(number, sort);
            if sort.index(value).is_none() {
                continue;
            }
            env[step.slot] = value;
            if self.interrupt.step(1).is_err() {
                return false;
            }
            let mut is_known = is_known;
            let mut tests = step.tests.iter().filter(|test| test.source.is_none() || test.source != used);
            let fails = tests.any(|test| {
                let truth = self.truth(test.formula, env);
                is_known &= truth.is_some();
                truth == Some(false)
            });
            if !fails && !self.row(left, is_known, env, visit) {
                return false;
            }
        }
        true
    }

    /// The values of a step's variable from the source that leaves the fewest, with its number.
    fn choose<'s>(&self, step: &'s Step<'_>, sort: &Sort, env: &[i64]) -> (Values<'s>, Option<usize>) {
        let mut best = (Values::Places(0, sort.len()), None);
        for (number, source) in step.sources.iter().enumerate() {
            let values = match source {
                Source::Equation(term, known) => {
                    let value = self.value(known, env);
                    value.and_then(|value| self.inverse(term, value, step.slot, env)).map(Values::One)
                }
                Source::Bound(op, term) => match (self.known(term, env), &best.0) {
                    (Ok(value), &Values::Places(from, to)) => Some(bounded(*op, value, sort, (from, to))),
                    (Err(Absent::Missing), _) => Some(Values::Places(0, 0)),
                    _ => None,
                },
                Source::Value { fact, args } => {
                    let of = &self.theory.facts[*fact];
                    // Without a value in its sort, an argument leaves the truth open.
                    let number = args.iter().zip(&of.places).try_fold(0, |number, (arg, &sort)| {
                        let sort = &self.theory.sorts[sort];
                        Some(number * sort.len() + sort.index(self.value(arg, env)?)?)
                    });
                    let value = |number| of.function.as_ref().and_then(|function| function.at(number));
                    number.map(|number| value(number).map_or(Values::Places(0, 0), Values::One))
                }
                Source::Fact { args, sorts, tuples } => {
                    let mut buffer = [0; SHORT];
                    let mut long = Vec::new();
                    let known = if let Some(buffer) = buffer.get_mut(..args.len()) {
                        buffer
                    } else {
                        long.resize(args.len(), 0);
                        &mut long[..]
                    };
                    // Without a value in its sort, an argument leaves the truth open.
                    let has_values = args.iter().zip(sorts).zip(&mut *known).all(|((arg, &sort), to)| {
                        let value = self.value(arg, env);
                        let value = value.filter(|&value| self.theory.sorts[sort].index(value).is_some());
                        value.map(|value| *to = value).is_some()
                    });
                    has_values.then(|| Values::Listed(tuples.values(known)))
                }
            };
            let Some(values) = values else { continue };
            if matches!(source, Source::Bound(..)) || values.len() < best.0.len() {
                best = (values, Some(number));
            }
            if best.0.len() == 0 {
                break;
            }
        }
        best
    }

    /// The value of a variable for which a sum has that value.
    fn inverse(&self, term: &Term, value: i64, slot: Slot, env: &[i64]) -> Option<i64> {
        let is_known = |term: &Term| !plan::in_term(term, slot);
        match term {
            Term::Var(own) if *own == slot => Some(value),
            Term::Minus(inner, _) => self.inverse(inner, value.checked_neg()?, slot, env),
            Term::Op(Op::Plus, a, b, _) if is_known(b) => {
                self.inverse(a, value.checked_sub(self.value(b, env)?)?, slot, env)
            }
            Term::Op(Op::Plus, a, b, _) if is_known(a) => {
                self.inverse(b, value.checked_sub(self.value(a, env)?)?, slot, env)
            }
            Term::Op(Op::Minus, a, b, _) if is_known(b) => {
                self.inverse(a, value.checked_add(self.value(b, env)?)?, slot, env)
            }
            Term::Op(Op::Minus, a, b, _) if is_known(a) => {
                self.inverse(b, self.value(a, env)?.checked_sub(value)?, slot, env)
            }
            _ => None,
        }
    }
}

/// The places within others whose values compare so with a number.
fn bounded(op: Op, number: i64, sort: &Sort, (mut from, mut to): (usize, usize)) -> Values<'static> {
    // Values rise with their places.
    let count = |is_before: &dyn Fn(i64) -> bool| {
        let (mut least, mut most) = (0, sort.len());
        while least < most {
            let middle = usize::midpoint(least, most);
            if is_before(sort.value(middle)) { least = middle + 1 } else { most = middle }
        }
        least
    };
    match op {
        Op::Less => to = to.min(count(&|value| value < number)),
        Op::LessEqual => to = to.min(count(&|value| value <= number)),
        Op::Greater => from = from.max(count(&|value| value <= number)),
        _ => from = from.max(count(&|value| value < number)),
    }
    Values::Places(from, to)
}
