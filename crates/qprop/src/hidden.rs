//! Values of the hidden atoms that are consistent with the shown ones: the asserts, with everything known filled in,
//! become a formula of the referee's own for a solver. The grounder, whose formula is checked, takes no part in it,
//! unless a sum or a graph is about hidden atoms: then its formula proposes values. In any case, the referee evaluates
//! the asserts for the values that were found.

use jigsat_cnf::{self as cnf, Flavours, Group, Literal, Rule, neg, pos};
use jigsat_solve::{Answer, BuildOptions, Limits, Refusal, Sat, Session, Solver, Stop, Verdict, Violation};

use crate::{
    Atom, Encoding, Model,
    evaluate::{Absent, Evaluator, Truth},
    theory::{Assert, Formula, Quantified, Quantifier, Theory},
};

const HOLDS: Rule = Rule::new("holds", "assert {0} holds");

/// The rest of a formula when everything known is filled in.
enum Rest {
    Known(Truth),
    /// A hidden atom, by its number.
    Atom(u32),
    Not(Box<Rest>),
    All(Vec<Rest>),
    Any(Vec<Rest>),
    Same(Box<Rest>, Box<Rest>),
    /// From the first to the second number of them hold. It has no value if one of them has none.
    Count(usize, usize, Vec<Rest>),
}

/// Finds values of the hidden atoms with which all asserts hold, if there are any.
pub(crate) fn complete(model: &Model, holds: &mut [bool], limits: &Limits) -> Result<(), Refusal> {
    let theory = &model.theory;
    if theory.asserts.iter().any(|assert| speaks_of_hidden(assert, theory)) {
        return by_formula(model, holds, limits);
    }
    let found = {
        let known = holds.to_vec();
        let interrupt = limits.interrupt();
        let facts = model.facts(limits)?;
        let evaluator = Evaluator::new(theory, facts, &known, interrupt.clone());
        let mut e: cnf::Formula<u32> = cnf::Formula::new(Flavours::default());
        e.stop_when(interrupt);
        for pred in theory.preds.iter().filter(|pred| !pred.shown) {
            (pred.first..pred.first + pred.count).for_each(|atom| e.declare_projected(atom));
        }
        let mut sat = Solver::Batsat.start().map_err(|error| failed(&error))?;
        let mut loaded = 0;
        // Assert by assert, so that the first one that can't hold is found.
        for (number, assert) in theory.asserts.iter().enumerate() {
            let mut env = vec![0; assert.slots];
            evaluator.rows(&assert.vars, assert.guard.as_ref(), &mut env, &mut |env, guard| {
                let rest = match (guard, &assert.structure) {
                    (Some(true), None) => evaluator.rest(&assert.body, env),
                    (Some(true), Some(_)) => Rest::Known(evaluator.asserted(assert, env)),
                    _ => Rest::Known(None),
                };
                demand(rest, &mut e.group(&HOLDS, (number,)));
                e.given_up().is_none()
            });
            match e.given_up() {
                None => {}
                Some(Stop::TooLarge) => return Err(failed(&"there are too many").into()),
                Some(stop) => return Err(stop.into()),
            }
            load(sat.as_mut(), &e, &mut loaded).map_err(|error| failed(&error))?;
            match sat.solve(&[], limits).map_err(|error| failed(&error))? {
                Verdict::Sat => {}
                Verdict::Unsat => return Err(broken(theory, &assert.name).into()),
                Verdict::Stopped(stop) => return Err(stop.into()),
            }
        }
        e.atoms().map(|(atom, var)| (atom, sat.value(var))).collect::<Vec<_>>()
    };
    for (atom, value) in found {
        holds[atom as usize] = value;
    }
    Ok(())
}

/// The same by the model's own formula.
fn by_formula(model: &Model, holds: &mut [bool], limits: &Limits) -> Result<(), Refusal> {
    let theory = &model.theory;
    let is_shown: Vec<bool> = (0..theory.atoms).map(|atom| model.is_shown(Atom(atom))).collect();
    if let Some((_, sentence)) = model.broken(holds, Some(&is_shown), limits)?.into_iter().next() {
        return Err(Violation::new(format!("it breaks the rule that {sentence}")).into());
    }
    let options = BuildOptions { limits: limits.clone(), ..BuildOptions::default() };
    let session = Session::new(model, Encoding::Model, &options, &Solver::Batsat, None);
    let mut session = session.map_err(|error| refusal(&error))?;
    let shown = (0..theory.atoms).filter(|&atom| is_shown[atom as usize]);
    let shown: Vec<Literal<Atom>> =
        shown.map(|atom| if holds[atom as usize] { pos(Atom(atom)) } else { neg(Atom(atom)) }).collect();
    match session.solve_assuming(&shown, limits).map_err(|error| refusal(&error))? {
        Answer::Solved(solution) => {
            for atom in solution.into_inner().hidden.unwrap_or_default() {
                holds[atom.0 as usize] = true;
            }
            Ok(())
        }
        Answer::Impossible(_) => {
            let hidden = hidden_preds(theory);
            Err(Violation::new(format!("some assert is broken, whatever {hidden} is")).into())
        }
        Answer::Refused { violation, .. } => Err(violation.into()),
        Answer::Unknown(stop) => Err(stop.into()),
    }
}

fn refusal(error: &jigsat_solve::Error) -> Refusal {
    error.stopped().map_or_else(|| failed(error).into(), Refusal::Stopped)
}

fn failed(error: &dyn std::fmt::Display) -> Violation {
    Violation::new(format!("the hidden atoms can't be found: {error}"))
}

/// Whether hidden atoms occur in a sum or a structure of an assert, or in its condition.
fn speaks_of_hidden(assert: &Assert, theory: &Theory) -> bool {
    let is_hidden = |pred: usize| !theory.preds[pred].shown;
    let structure = assert.structure.as_ref();
    structure.is_some_and(|structure| structure.body.preds(&is_hidden) || assert.body.preds(&is_hidden))
        || assert.body.searched(&is_hidden)
}

fn broken(theory: &Theory, assert: &str) -> Violation {
    let hidden = hidden_preds(theory);
    Violation::new(format!("assert '{assert}' or one before it is broken, whatever {hidden} is"))
}

fn hidden_preds(theory: &Theory) -> String {
    let hidden: Vec<&str> =
        theory.preds.iter().filter(|pred| !pred.shown).map(|pred| pred.name.as_str()).collect();
    hidden.join(" or ")
}

fn load(sat: &mut dyn Sat, e: &cnf::Formula<u32>, loaded: &mut usize) -> Result<(), jigsat_solve::Error> {
    sat.reserve(e.variables())?;
    for clause in e.clauses().from(*loaded) {
        e.interrupt().step(clause.len() + 1)?;
        sat.add(clause)?;
    }
    *loaded = e.clauses().len();
    Ok(())
}

impl<'t> Evaluator<'t> {
    /// The rest of a formula if the values of hidden atoms are open.
    fn rest(&self, formula: &'t Formula, env: &mut Vec<i64>) -> Rest {
        match formula {
            Formula::Atom(pred, args, _) if !self.theory.preds[*pred].shown => {
                // Without a value of an argument, the atom is what `outside` says.
                self.atom(*pred, args, env).map_or_else(|| Rest::Known(self.truth(formula, env)), Rest::Atom)
            }
            Formula::Bool(_)
            | Formula::Compare(..)
            | Formula::Arith(..)
            | Formula::Fact(..)
            | Formula::Defined(..)
            | Formula::Atom(..) => Rest::Known(self.truth(formula, env)),
            Formula::Not(inner) => match self.rest(inner, env) {
                Rest::Known(truth) => Rest::Known(truth.map(|truth| !truth)),
                rest => Rest::Not(Box::new(rest)),
            },
            Formula::And(parts) => joined(parts.iter().map(|part| self.rest(part, env)), false),
            Formula::Or(parts) => joined(parts.iter().map(|part| self.rest(part, env)), true),
            Formula::Iff(a, b) => Rest::Same(Box::new(self.rest(a, env)), Box::new(self.rest(b, env))),
            Formula::Quantified(quantified) => self.quantified_rest(quantified, env),
        }
    }

    fn quantified_rest(&self, quantified: &'t Quantified, env: &mut Vec<i64>) -> Rest {
        let mut parts = Vec::new();
        self.rows(&quantified.vars, quantified.guard.as_ref(), env, &mut |env, guard| {
            // Values for which the guard is false are skipped.
            parts.push(match guard {
                Some(true) => self.rest(&quantified.body, env),
                Some(false) => return true,
                None => Rest::Known(None),
            });
            true
        });
        match (&quantified.quantifier, self.bounds(&quantified.quantifier, env)) {
            (_, Some(Ok((least, most)))) => {
                let short = |bound| usize::try_from(bound).unwrap_or(usize::MAX);
                Rest::Count(short(least), short(most), parts)
            }
            (_, Some(Err(Absent::Missing))) => Rest::Known(Some(false)),
            (_, Some(Err(Absent::Unknown))) => Rest::Known(None),
            (Quantifier::Forall, None) => joined(parts.into_iter(), false),
            (_, None) => joined(parts.into_iter(), true),
        }
    }
}

/// All parts, or one of them: a part that decides it whatever the others are, or the open parts.
fn joined(parts: impl Iterator<Item = Rest>, deciding: bool) -> Rest {
    let mut open = Vec::new();
    for part in parts {
        match part {
            Rest::Known(Some(truth)) if truth == deciding => return Rest::Known(Some(deciding)),
            Rest::Known(Some(_)) => {}
            part => open.push(part),
        }
    }
    match (open.len(), deciding) {
        (0, _) => Rest::Known(Some(!deciding)),
        (_, true) => Rest::Any(open),
        (_, false) => Rest::All(open),
    }
}

/// Clauses that say that a formula is true.
fn demand(rest: Rest, group: &mut Group<'_, u32>) {
    match rest {
        Rest::All(parts) => parts.into_iter().for_each(|part| demand(part, group)),
        Rest::Any(parts) => {
            let parts: Vec<Literal<u32>> = parts.iter().map(|part| is(part, true, group)).collect();
            group.clause(parts);
        }
        rest => {
            let holds = is(&rest, true, group);
            group.clause([holds]);
        }
    }
}

/// A literal that holds if and only if the formula is true, or false; a formula without a value is neither.
fn is(rest: &Rest, wanted: bool, group: &mut Group<'_, u32>) -> Literal<u32> {
    match rest {
        Rest::Known(truth) => {
            let literal = group.aux();
            let holds = *truth == Some(wanted);
            group.clause([if holds { literal } else { !literal }]);
            literal
        }
        Rest::Atom(atom) => {
            let literal = Literal::from(*atom);
            if wanted { literal } else { !literal }
        }
        Rest::Not(inner) => is(inner, !wanted, group),
        Rest::All(parts) if wanted => all(parts.iter().map(|part| (part, true)), group),
        Rest::All(parts) => any(parts.iter().map(|part| (part, false)), group),
        Rest::Any(parts) if wanted => any(parts.iter().map(|part| (part, true)), group),
        Rest::Any(parts) => all(parts.iter().map(|part| (part, false)), group),
        Rest::Same(a, b) => {
            let same = all([(&**a, true), (&**b, wanted)].into_iter(), group);
            let opposite = all([(&**a, false), (&**b, !wanted)].into_iter(), group);
            let either = group.aux();
            group.equals_any(either, [same, opposite]);
            either
        }
        Rest::Count(least, most, parts) => counted(*least, *most, parts, wanted, group),
    }
}

fn all<'r>(parts: impl Iterator<Item = (&'r Rest, bool)>, group: &mut Group<'_, u32>) -> Literal<u32> {
    let parts: Vec<Literal<u32>> = parts.map(|(part, wanted)| is(part, wanted, group)).collect();
    let all = group.aux();
    group.equals_all(all, parts);
    all
}

fn any<'r>(parts: impl Iterator<Item = (&'r Rest, bool)>, group: &mut Group<'_, u32>) -> Literal<u32> {
    let parts: Vec<Literal<u32>> = parts.map(|(part, wanted)| is(part, wanted, group)).collect();
    let any = group.aux();
    group.equals_any(any, parts);
    any
}

fn counted(
    least: usize,
    most: usize,
    parts: &[Rest],
    wanted: bool,
    group: &mut Group<'_, u32>,
) -> Literal<u32> {
    let held: Vec<Literal<u32>> = parts.iter().map(|part| is(part, true, group)).collect();
    let failed: Vec<Literal<u32>> = parts.iter().map(|part| is(part, false, group)).collect();
    // More than i of them hold.
    let more = group.counter(held.iter().copied(), held.len());
    let mut within: Vec<Literal<u32>> = Vec::new();
    match least.checked_sub(1).map(|place| more.get(place)) {
        None => {}
        Some(Some(&reached)) => within.push(reached),
        // There are not that many.
        Some(None) => within.push(is(&Rest::Known(Some(false)), true, group)),
    }
    within.extend(more.get(most).map(|&beyond| !beyond));
    let inside = group.aux();
    group.equals_all(inside, within);
    let mut needed = vec![if wanted { inside } else { !inside }];
    // And each of them has a value.
    for (held, failed) in held.into_iter().zip(failed) {
        let has_value = group.aux();
        group.equals_any(has_value, [held, failed]);
        needed.push(has_value);
    }
    let counted = group.aux();
    group.equals_all(counted, needed);
    counted
}
