//! The order in which the variables of a quantifier get their values, and when its guard is tested.
//!
//! A conjunct of the guard is tested as soon as its last variable is bound. `x = term` binds x directly. A fact, or a
//! function that must have a value, binds its other variables from an index of its known places, if that promises no
//! more values than the sorts have. Otherwise the next variable is one that brings a conjunct closest to its test, with
//! the fewest values; it takes those within the bounds that comparisons with known terms say.

use super::{table::Table, value};
use crate::{
    syntax::Op,
    theory::{Fact, Formula, Slot, Sort, SortId, Term, Var},
};

/// A plan to enumerate the values of some variables for which a guard holds.
#[derive(Debug)]
pub(super) struct Plan<'t> {
    pub steps: Vec<Step<'t>>,
    pub vars: Vec<Var>,
    /// The guard's parts, as written.
    pub conjuncts: Vec<&'t Formula>,
    /// Whether the values come in lexicographic order of `vars`.
    pub in_order: bool,
}

#[derive(Debug)]
pub(super) enum Step<'t> {
    /// All values of the sort that compare so with these terms.
    Each { slot: Slot, sort: SortId, bounds: Vec<(Op, &'t Term)> },
    /// The only value of a term, plus or minus others, if it is in the sort.
    Set { slot: Slot, sort: SortId, term: Term },
    /// The rows of a fact that have these values in the known places; or the arguments for which a function has a value.
    Lookup {
        fact: usize,
        /// `None` for the value of a function, which needs no index.
        index: Option<usize>,
        known: Vec<(usize, &'t Term)>,
        binds: Vec<(usize, Slot)>,
        is_function: bool,
    },
    /// Continues only if this conjunct may hold.
    Test(usize),
}

/// Plans a walk below variables that are `bound`; those that are `spread` take all values of their sorts.
pub(super) fn plan<'t>(
    vars: &[Var],
    guard: Option<&'t Formula>,
    bound: &[Slot],
    spread: &[Slot],
    sorts: &[Sort],
    tables: &mut [Table<'t>],
    facts: &[Fact],
) -> Plan<'t> {
    let mut conjuncts = Vec::new();
    if let Some(guard) = guard {
        flatten(guard, &mut conjuncts);
    }
    let mut planner = Planner {
        bound: bound.to_vec(),
        spread,
        open: vars.to_vec(),
        waiting: conjuncts.iter().copied().enumerate().collect(),
        steps: Vec::new(),
        sorts,
    };
    while planner.tests() || planner.sets() || planner.lookup(tables, facts) || planner.each() {}
    let mut order = Vec::new();
    for step in &planner.steps {
        match step {
            Step::Each { slot, .. } | Step::Set { slot, .. } => order.push(*slot),
            Step::Lookup { binds, .. } => order.extend(binds.iter().map(|&(_, slot)| slot)),
            Step::Test(_) => {}
        }
    }
    let in_order = order.iter().eq(vars.iter().map(|var| &var.slot));
    Plan { steps: planner.steps, vars: vars.to_vec(), conjuncts, in_order }
}

/// The parts of a conjunction.
fn flatten<'t>(formula: &'t Formula, into: &mut Vec<&'t Formula>) {
    match formula {
        Formula::And(parts) => parts.iter().for_each(|part| flatten(part, into)),
        part => into.push(part),
    }
}

struct Planner<'t, 's> {
    bound: Vec<Slot>,
    /// Bound variables that take all values of their sorts.
    spread: &'s [Slot],
    open: Vec<Var>,
    /// Conjuncts not yet tested or used up.
    waiting: Vec<(usize, &'t Formula)>,
    steps: Vec<Step<'t>>,
    sorts: &'s [Sort],
}

impl<'t> Planner<'t, '_> {
    fn is_bound(&self, slots: &[Slot]) -> bool {
        slots.iter().all(|slot| self.bound.contains(slot))
    }

    fn open_var(&self, term: &Term) -> Option<&Var> {
        match term {
            Term::Var(slot) => self.open.iter().find(|var| var.slot == *slot),
            _ => None,
        }
    }

    fn bind(&mut self, slot: Slot) {
        self.open.retain(|var| var.slot != slot);
        self.bound.push(slot);
    }

    /// Tests everything that can be tested.
    fn tests(&mut self) -> bool {
        let is_ready = |(_, formula): &(usize, &Formula)| self.is_bound(&free(formula));
        let Some(place) = self.waiting.iter().position(is_ready) else { return false };
        let (conjunct, _) = self.waiting.remove(place);
        self.steps.push(Step::Test(conjunct));
        true
    }

    /// Binds a variable by an equation.
    fn sets(&mut self) -> bool {
        let set = self.waiting.iter().enumerate().find_map(|(place, (_, formula))| {
            let Formula::Compare(Op::Equal, a, b, _) = formula else { return None };
            let (slot, term) = self.solved(a, b).or_else(|| self.solved(b, a))?;
            Some((place, slot, term))
        });
        let Some((place, slot, term)) = set else { return false };
        self.waiting.remove(place);
        let sort = self.open.iter().find(|var| var.slot == slot).map_or(0, |var| var.sort);
        self.steps.push(Step::Set { slot, sort, term });
        self.bind(slot);
        true
    }

    /// Solves `left = right` for a variable that occurs in `left` once, under + and - alone.
    fn solved(&self, left: &Term, right: &Term) -> Option<(Slot, Term)> {
        let is_known = |term: &Term| {
            let mut slots = Vec::new();
            value::slots(term, &mut slots);
            self.is_bound(&slots)
        };
        if !is_known(right) {
            return None;
        }
        if let Some(var) = self.open_var(left) {
            return Some((var.slot, right.clone()));
        }
        let Term::Op(op @ (Op::Plus | Op::Minus), a, b, span) = left else { return None };
        let made = |op, x: &Term, y: &Term| Term::Op(op, Box::new(x.clone()), Box::new(y.clone()), *span);
        if is_known(b) {
            let back = if *op == Op::Plus { Op::Minus } else { Op::Plus };
            self.solved(a, &made(back, right, b))
        } else if is_known(a) {
            let rest = if *op == Op::Plus { made(Op::Minus, right, a) } else { made(Op::Minus, a, right) };
            self.solved(b, &rest)
        } else {
            None
        }
    }

    /// Binds variables from a fact, if that promises few values.
    fn lookup(&mut self, tables: &mut [Table<'_>], facts: &[Fact]) -> bool {
        let mut best: Option<(u64, usize)> = None;
        for (place, &(_, formula)) in self.waiting.iter().enumerate() {
            let Some((fact, args)) = looked_up(formula) else { continue };
            let Some((known, binds)) = self.known(args) else { continue };
            let table = &mut tables[fact];
            let expected = if known.is_empty() {
                table.len()
            } else if is_value(&facts[fact], &known, &binds) {
                1
            } else {
                let index = table.index(&flags(&known, facts[fact].places.len()));
                let keys = self.keys(&known, &facts[fact].places).unwrap_or(table.distinct(index));
                table.len().div_ceil(keys.max(1))
            } as u64;
            let sizes = binds.iter().map(|&(at, _)| self.sorts[facts[fact].places[at]].len() as u64);
            let combinations = sizes.fold(1, u64::saturating_mul);
            if expected <= combinations && best.is_none_or(|(least, _)| expected < least) {
                best = Some((expected, place));
            }
        }
        let Some((_, place)) = best else { return false };
        let (_, formula) = self.waiting.remove(place);
        let Some((fact, args)) = looked_up(formula) else { return false };
        let Some((known, binds)) = self.known(args) else { return false };
        let index = if is_value(&facts[fact], &known, &binds) {
            None
        } else {
            Some(tables[fact].index(&flags(&known, facts[fact].places.len())))
        };
        for &(_, slot) in &binds {
            self.bind(slot);
        }
        let is_function = matches!(formula, Formula::Defined(..));
        self.steps.push(Step::Lookup { fact, index, known, binds, is_function });
        true
    }

    /// Number of combinations that these places are looked up with, if their terms take all values of the sorts.
    fn keys(&self, known: &[(usize, &Term)], places: &[SortId]) -> Option<usize> {
        let is_spread = |term: &Term| matches!(term, Term::Var(slot) if self.spread.contains(slot));
        let mut sizes =
            known.iter().map(|&(place, term)| is_spread(term).then(|| self.sorts[places[place]].len()));
        sizes.try_fold(1, |keys: usize, size| Some(keys.saturating_mul(size?)))
    }

    /// The places of a fact whose terms have values, and those of variables without a value; `None` if another term has
    /// no value yet, or one variable would be bound twice.
    #[allow(clippy::type_complexity, reason = "two lists of places")]
    fn known(&self, args: &'t [Term]) -> Option<(Vec<(usize, &'t Term)>, Vec<(usize, Slot)>)> {
        let (mut known, mut binds) = (Vec::new(), Vec::new());
        for (place, arg) in args.iter().enumerate() {
            if let Some(var) = self.open_var(arg) {
                if binds.iter().any(|&(_, slot)| slot == var.slot) {
                    return None;
                }
                binds.push((place, var.slot));
            } else {
                let mut slots = Vec::new();
                value::slots(arg, &mut slots);
                if !self.is_bound(&slots) {
                    return None;
                }
                known.push((place, arg));
            }
        }
        Some((known, binds))
    }

    /// Lets a variable take all values.
    fn each(&mut self) -> bool {
        let missing =
            |formula: &Formula| free(formula).iter().filter(|slot| !self.bound.contains(slot)).count();
        let nearness = |var: &Var| {
            let with_it = self.waiting.iter().filter(|(_, formula)| free(formula).contains(&var.slot));
            with_it.map(|(_, formula)| missing(formula)).min().unwrap_or(usize::MAX)
        };
        let chosen = self.open.iter().min_by_key(|var| (nearness(var), self.sorts[var.sort].len()));
        let Some(Var { slot, sort, .. }) = chosen.cloned() else { return false };
        let mut bounds = Vec::new();
        for (conjunct, formula) in std::mem::take(&mut self.waiting) {
            match self.bound_of(slot, formula) {
                Some(bound) => bounds.push(bound),
                None => self.waiting.push((conjunct, formula)),
            }
        }
        self.steps.push(Step::Each { slot, sort, bounds });
        self.bind(slot);
        true
    }

    /// The bound of a variable that a comparison says: `x < t` for a term t that has a value.
    fn bound_of(&self, slot: Slot, formula: &'t Formula) -> Option<(Op, &'t Term)> {
        let Formula::Compare(op, a, b, _) = formula else { return None };
        let (op, term) = match (a, b) {
            (Term::Var(var), term) if *var == slot => (*op, term),
            (term, Term::Var(var)) if *var == slot => (mirrored(*op), term),
            _ => return None,
        };
        let mut slots = Vec::new();
        value::slots(term, &mut slots);
        let is_order = matches!(op, Op::Less | Op::LessEqual | Op::Greater | Op::GreaterEqual);
        (is_order && self.is_bound(&slots)).then_some((op, term))
    }
}

/// The operator with its sides exchanged.
pub(super) fn mirrored(op: Op) -> Op {
    match op {
        Op::Less => Op::Greater,
        Op::LessEqual => Op::GreaterEqual,
        Op::Greater => Op::Less,
        Op::GreaterEqual => Op::LessEqual,
        op => op,
    }
}

/// The fact in whose table a formula can be looked up, with the arguments.
fn looked_up(formula: &Formula) -> Option<(usize, &[Term])> {
    match formula {
        Formula::Fact(fact, args, _) | Formula::Defined(fact, args, _) => Some((*fact, args)),
        _ => None,
    }
}

/// Whether the value of a function is all that is looked up.
fn is_value(fact: &Fact, known: &[(usize, &Term)], binds: &[(usize, Slot)]) -> bool {
    let last = fact.places.len() - 1;
    fact.function.is_some() && known.len() == last && matches!(binds, [(place, _)] if *place == last)
}

/// For each place of a fact, whether it is one of the known ones.
fn flags(known: &[(usize, &Term)], places: usize) -> Vec<bool> {
    (0..places).map(|at| known.iter().any(|&(place, _)| place == at)).collect()
}

/// The variables that a formula takes from outside, each once.
pub(super) fn free(formula: &Formula) -> Vec<Slot> {
    let mut slots = Vec::new();
    collect(formula, &mut slots);
    slots.sort_unstable();
    slots.dedup();
    slots
}

fn collect(formula: &Formula, into: &mut Vec<Slot>) {
    match formula {
        Formula::Bool(_) => {}
        Formula::Compare(_, a, b, _) | Formula::Arith(_, a, b, _) => {
            value::slots(a, into);
            value::slots(b, into);
        }
        Formula::Fact(_, args, _) | Formula::Defined(_, args, _) | Formula::Atom(_, args, _) => {
            for arg in args {
                value::slots(arg, into);
            }
        }
        Formula::Not(inner) => collect(inner, into),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| collect(part, into)),
        Formula::Iff(a, b) => {
            collect(a, into);
            collect(b, into);
        }
        Formula::Quantified(quantified) => {
            let mut inside = Vec::new();
            if let Some(guard) = &quantified.guard {
                collect(guard, &mut inside);
            }
            collect(&quantified.body, &mut inside);
            inside.retain(|slot| !quantified.vars.iter().any(|var| var.slot == *slot));
            into.extend(inside);
            match &quantified.quantifier {
                crate::theory::Quantifier::Exactly(k)
                | crate::theory::Quantifier::AtMost(k)
                | crate::theory::Quantifier::AtLeast(k) => value::slots(k, into),
                _ => {}
            }
        }
    }
}
