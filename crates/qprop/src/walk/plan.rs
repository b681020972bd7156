//! Plans of walks: the order of the variables, where the values of each come from, and when parts of the guard are tested.
//!
//! The next variable is the one with the fewest values, as far as that is to be expected, of those that an equation or a
//! fact joins with known values; if there are none, the first one as written.

use std::{cell::RefCell, sync::Arc};

use crate::{
    evaluate::Evaluator,
    syntax::Op,
    theory::{Formula, Quantifier, Slot, SortId, Term, Var},
    tuples::Ends,
};

/// A plan for the variables of a quantifier and its guard.
pub(crate) struct Plan<'t> {
    /// The parts of the guard that mention no variable of the walk.
    pub first: Vec<&'t Formula>,
    pub steps: Vec<Step<'t>>,
    /// How far a quantifier has come.
    pub run: RefCell<Option<Run>>,
}

/// A place in the model that has a plan: its variables, and its guard.
pub(crate) type Place = (*const Var, Option<*const Formula>);

/// From the place `first` of the sort to before `next`, a quantifier's body does not decide it; `is_decided` says whether it
/// does at `next`.
#[derive(Debug, Default)]
pub(crate) struct Run {
    pub first: usize,
    pub next: usize,
    pub is_decided: bool,
    /// The other variables of the body, and their values.
    pub others: Vec<Slot>,
    pub values: Vec<i64>,
}

/// The next variable.
pub(crate) struct Step<'t> {
    pub slot: Slot,
    pub sort: SortId,
    /// Bounds come first.
    pub sources: Vec<Source<'t>>,
    /// The parts of the guard whose last variable it is.
    pub tests: Vec<Test<'t>>,
}

pub(crate) struct Test<'t> {
    pub formula: &'t Formula,
    /// The source that makes this test unnecessary, by its number.
    pub source: Option<usize>,
}

/// What may leave few values of a variable.
pub(crate) enum Source<'t> {
    /// A term with the variable is equal to a known one.
    Equation(&'t Term, &'t Term),
    /// It compares so with a known term.
    Bound(Op, &'t Term),
    /// It is the value of a function for known arguments.
    Value { fact: usize, args: &'t [Term] },
    /// A fact holds for known arguments, in these sorts.
    Fact { args: Vec<&'t Term>, sorts: Vec<SortId>, tuples: Arc<Ends> },
}

/// A part of a guard, with the variables of the walk that it mentions.
struct Part<'t> {
    formula: &'t Formula,
    slots: Vec<Slot>,
}

impl<'t> Evaluator<'_> {
    /// Makes a plan.
    pub(super) fn planned(&self, vars: &[Var], guard: Option<&'t Formula>) -> Plan<'t> {
        let mut conjuncts = Vec::new();
        if let Some(guard) = guard {
            flattened(guard, &mut conjuncts);
        }
        let part = |formula| {
            let slots = vars.iter().map(|var| var.slot).filter(|&slot| mentions(formula, slot)).collect();
            Part { formula, slots }
        };
        let parts: Vec<Part<'t>> = conjuncts.into_iter().map(part).collect();
        let first = parts.iter().filter(|part| part.slots.is_empty()).map(|part| part.formula).collect();
        let mut open: Vec<&Var> = vars.iter().collect();
        let mut steps = Vec::with_capacity(open.len());
        while !open.is_empty() {
            let expected = open.iter().map(|var| self.expected(var, &open, &parts)).enumerate();
            let fewest = expected.filter_map(|(place, count)| Some((count?, place))).min();
            let next = fewest.map_or(0, |(_, place)| place);
            steps.push(self.step(open[next], &open, &parts));
            open.remove(next);
        }
        Plan { first, steps, run: RefCell::default() }
    }

    /// The number of values of a variable, if an equation or a fact joins it with known values, or leaves few of them.
    fn expected(&self, var: &Var, open: &[&Var], parts: &[Part<'t>]) -> Option<usize> {
        let size = self.theory.sorts[var.sort].len();
        let left = parts.iter().filter(|part| part.slots.contains(&var.slot)).filter_map(|part| {
            match (part.formula, looked_up(part.formula)) {
                (Formula::Compare(Op::Equal, a, b, _), _) if part.ends_with(var, open) => {
                    solvable(a, b, var.slot).map(|_| 1)
                }
                (_, Some((fact, args))) => {
                    place_of(args, var.slot)?;
                    let count = self.share(fact, args, open);
                    let is_joined = args.iter().any(|arg| !in_terms(arg, open));
                    (is_joined || count < size).then_some(count.min(size))
                }
                _ => None,
            }
        });
        left.min()
    }

    /// The number of tuples of a fact for each combination of values in the known places, if they were spread evenly.
    fn share(&self, fact: usize, args: &[Term], open: &[&Var]) -> usize {
        let known = args.iter().zip(&self.theory.facts[fact].places).filter(|(arg, _)| !in_terms(arg, open));
        let sizes = known.map(|(_, &sort)| self.theory.sorts[sort].len().max(1));
        self.facts[fact].len().div_ceil(sizes.fold(1, usize::saturating_mul))
    }

    fn step(&self, var: &Var, open: &[&Var], parts: &[Part<'t>]) -> Step<'t> {
        let (mut sources, mut tests) = (Vec::new(), Vec::new());
        let with_it = || parts.iter().filter(|part| part.slots.contains(&var.slot));
        let (bounds, others): (Vec<_>, Vec<_>) =
            with_it().partition(|part| part.ends_with(var, open) && bound(part.formula, var.slot).is_some());
        sources.extend(bounds.iter().filter_map(|part| bound(part.formula, var.slot)));
        // A bound without a value leaves the truth open, and another source may be used: so bounds are tested, too.
        tests.extend(bounds.iter().map(|part| Test { formula: part.formula, source: None }));
        let has_last =
            others.iter().any(|part| part.ends_with(var, open) && looked_up(part.formula).is_some());
        for part in others {
            let is_last = part.ends_with(var, open);
            let mut source = None;
            if let Formula::Compare(Op::Equal, a, b, _) = part.formula
                && is_last
            {
                sources.extend(solvable(a, b, var.slot).map(|(a, b)| Source::Equation(a, b)));
            } else if let Some((fact, args)) = looked_up(part.formula)
                && (is_last || !has_last)
            {
                let (found, is_enough) = self.looked_up_in(fact, args, var, open);
                source = (is_enough && found.is_some()).then_some(sources.len());
                sources.extend(found);
            }
            tests.extend(is_last.then_some(Test { formula: part.formula, source }));
        }
        Step { slot: var.slot, sort: var.sort, sources, tests }
    }

    /// A fact as the source of a variable's values, if that is worthwhile, and whether they need no test.
    fn looked_up_in(
        &self,
        fact: usize,
        args: &'t [Term],
        var: &Var,
        open: &[&Var],
    ) -> (Option<Source<'t>>, bool) {
        let Some(place) = place_of(args, var.slot) else { return (None, false) };
        let (places, tuples) = (&self.theory.facts[fact].places, &self.facts[fact]);
        let is_known: Vec<bool> =
            (0..places.len()).map(|at| args.get(at).is_some_and(|arg| !in_terms(arg, open))).collect();
        let known = || (0..args.len()).filter(|&at| is_known[at]);
        let is_whole = known().count() + 1 == args.len();
        if self.theory.facts[fact].function.is_some() && is_whole && place + 1 == places.len() {
            return (Some(Source::Value { fact, args: &args[..place] }), true);
        }
        if !is_whole && self.share(fact, args, open) >= self.theory.sorts[var.sort].len() {
            return (None, false);
        }
        let source = Source::Fact {
            args: known().map(|at| &args[at]).collect(),
            sorts: known().map(|at| places[at]).collect(),
            tuples: tuples.by(&is_known, place),
        };
        // What the fact leaves open is tested.
        (Some(source), is_whole && tuples.is_decided())
    }
}

impl Part<'_> {
    /// Whether a variable is the last one of the part that is open.
    fn ends_with(&self, var: &Var, open: &[&Var]) -> bool {
        self.slots.contains(&var.slot)
            && !self.slots.iter().any(|slot| *slot != var.slot && is_open(*slot, open))
    }
}

/// The fact, and the arguments, that must be among its tuples; for a function that must have a value, without the value.
fn looked_up(formula: &Formula) -> Option<(usize, &[Term])> {
    match formula {
        Formula::Fact(fact, args, _) | Formula::Defined(fact, args, _) => Some((*fact, args)),
        _ => None,
    }
}

fn is_open(slot: Slot, open: &[&Var]) -> bool {
    open.iter().any(|var| var.slot == slot)
}

/// Whether a term mentions one of the variables.
fn in_terms(term: &Term, open: &[&Var]) -> bool {
    open.iter().any(|var| in_term(term, var.slot))
}

/// The place of a variable among arguments.
fn place_of(args: &[Term], slot: Slot) -> Option<usize> {
    args.iter().position(|arg| *arg == Term::Var(slot))
}

/// The side of an equation with a variable, and the other one without it.
fn solvable<'t>(a: &'t Term, b: &'t Term, slot: Slot) -> Option<(&'t Term, &'t Term)> {
    match (in_term(a, slot), in_term(b, slot)) {
        (true, false) => Some((a, b)),
        (false, true) => Some((b, a)),
        _ => None,
    }
}

/// The bound of a variable that a comparison says.
fn bound(formula: &Formula, slot: Slot) -> Option<Source<'_>> {
    let Formula::Compare(op, a, b, _) = formula else { return None };
    let (op, term) = match (a, b) {
        (Term::Var(own), term) if *own == slot => (*op, term),
        (term, Term::Var(own)) if *own == slot => (turned(*op), term),
        _ => return None,
    };
    let is_order = matches!(op, Op::Less | Op::LessEqual | Op::Greater | Op::GreaterEqual);
    (is_order && !in_term(term, slot)).then_some(Source::Bound(op, term))
}

/// The comparison that says the same with its sides exchanged.
fn turned(op: Op) -> Op {
    match op {
        Op::Less => Op::Greater,
        Op::Greater => Op::Less,
        Op::LessEqual => Op::GreaterEqual,
        Op::GreaterEqual => Op::LessEqual,
        other => other,
    }
}

/// The parts of a guard: for `a and b`, a and b.
fn flattened<'f>(guard: &'f Formula, into: &mut Vec<&'f Formula>) {
    match guard {
        Formula::And(inner) => inner.iter().for_each(|part| flattened(part, into)),
        other => into.push(other),
    }
}

pub(super) fn mentions(formula: &Formula, slot: usize) -> bool {
    match formula {
        Formula::Bool(_) => false,
        Formula::Compare(_, a, b, _) | Formula::Arith(_, a, b, _) => in_term(a, slot) || in_term(b, slot),
        Formula::Fact(_, args, _) | Formula::Defined(_, args, _) | Formula::Atom(_, args, _) => {
            args.iter().any(|arg| in_term(arg, slot))
        }
        Formula::Not(inner) => mentions(inner, slot),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().any(|part| mentions(part, slot)),
        Formula::Iff(a, b) => mentions(a, slot) || mentions(b, slot),
        Formula::Quantified(inner) => {
            let counted = match &inner.quantifier {
                Quantifier::Exactly(k) | Quantifier::AtMost(k) | Quantifier::AtLeast(k) => in_term(k, slot),
                Quantifier::Forall | Quantifier::Exists => false,
            };
            counted
                || inner.guard.as_ref().is_some_and(|guard| mentions(guard, slot))
                || mentions(&inner.body, slot)
        }
    }
}

pub(super) fn in_term(term: &Term, slot: usize) -> bool {
    match term {
        Term::Value(_) => false,
        Term::Var(other) => *other == slot,
        Term::Op(_, a, b, _) => in_term(a, slot) || in_term(b, slot),
        Term::Minus(a, _) | Term::Abs(a, _) | Term::In(_, a, _) => in_term(a, slot),
        Term::Apply(_, args, _) | Term::Search(_, args, _) => args.iter().any(|arg| in_term(arg, slot)),
        Term::Fold(fold) => {
            in_term(&fold.body, slot) || fold.guard.as_ref().is_some_and(|guard| mentions(guard, slot))
        }
    }
}
