//! Asserts in which everything is decided that facts decide: what is left is about atoms.
//!
//! A search may ask the referee about thousands of solutions. Walks and facts are the same for all of them, so they are
//! done once. What needs more than atoms, counts and connected nodes, or has no truth, is evaluated as a whole each time.
//! Of the rest, what mentions no atom that has changed since all asserts held is not evaluated again.

use std::sync::Mutex;

use super::Evaluator;
use crate::theory::{Assert, Formula, Quantified, Quantifier, Shape, Structure};

/// Maximum number of parts of all asserts together; the referee evaluates a model with more of them as a whole.
const MOST_PARTS: usize = 1_000_000;

/// All asserts.
#[derive(Debug)]
pub(crate) struct Reduction {
    all: Vec<Reduced>,
    /// By atom: the numbers of those that mention it.
    mentioned: Vec<Vec<u32>>,
    /// The numbers of those that are evaluated as a whole.
    whole: Vec<u32>,
    /// Which atoms held when all asserts did, last time.
    last: Mutex<Option<Vec<bool>>>,
}

impl Reduction {
    fn new(all: Vec<Reduced>, atoms: usize) -> Self {
        let (mut mentioned, mut whole) = (vec![Vec::new(); atoms], Vec::new());
        for (number, one) in (0..).zip(&all) {
            let mut mention = |atom: u32| {
                let numbers: &mut Vec<u32> = &mut mentioned[atom as usize];
                if numbers.last() != Some(&number) {
                    numbers.push(number);
                }
            };
            match one {
                Reduced::Formula(left) => left.mentions(&mut mention),
                Reduced::Connected { nodes, .. } => nodes.iter().for_each(|node| node.mentions(&mut mention)),
                Reduced::Whole(_) => whole.push(number),
            }
        }
        Reduction { all, mentioned, whole, last: Mutex::default() }
    }

    /// The numbers of the asserts that may have changed since all held.
    fn concerned(&self, last: Option<&Vec<bool>>, holds: &[bool]) -> Vec<u32> {
        let Some(last) = last else { return (0..self.all.len() as u32).collect() };
        let changed = last.iter().zip(holds).zip(&self.mentioned).filter(|((before, now), _)| before != now);
        let mut numbers: Vec<u32> =
            changed.flat_map(|(_, numbers)| numbers).chain(&self.whole).copied().collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }
}

/// What must hold.
#[derive(Debug)]
enum Reduced {
    Formula(Left),
    /// The nodes that hold are connected along these edges.
    Connected {
        nodes: Vec<Left>,
        /// By node: its neighbours.
        around: Vec<Vec<u32>>,
    },
    /// The assert with this number.
    Whole(usize),
}

/// What is left of a formula.
#[derive(Clone, Debug)]
enum Left {
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
    fn mentions(&self, show: &mut impl FnMut(u32)) {
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

    fn holds(&self, atoms: &[bool]) -> bool {
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
    /// All asserts; `None` if there are too many parts. If interrupted, the result means nothing.
    pub fn reduced(&self) -> Option<Reduction> {
        let (mut all, mut parts) = (Vec::new(), 0);
        for (number, assert) in self.theory.asserts.iter().enumerate() {
            let own = self.reduced_assert(assert, &mut parts);
            if parts > MOST_PARTS {
                return None;
            }
            all.extend(own.unwrap_or_else(|| vec![Reduced::Whole(number)]));
        }
        Some(Reduction::new(all, self.holds.len()))
    }

    fn reduced_assert(&self, assert: &'t Assert, parts: &mut usize) -> Option<Vec<Reduced>> {
        let mut all = Some(Vec::new());
        self.rows(&assert.vars, assert.guard.as_ref(), &mut vec![0; assert.slots], &mut |env, guard| {
            let own = guard.and_then(|_| self.reduced_row(assert, env, parts));
            match (own, &mut all) {
                (Some(own), Some(all)) => all.push(own),
                _ => all = None,
            }
            all.is_some()
        });
        all
    }

    /// The assert for some values of its variables.
    fn reduced_row(&self, assert: &'t Assert, env: &mut Vec<i64>, parts: &mut usize) -> Option<Reduced> {
        match (self.left(&assert.body, env, parts)?, &assert.structure) {
            (Left::Known(false), Some(_)) => Some(Reduced::Formula(Left::Known(true))),
            (left, None) => Some(Reduced::Formula(left)),
            (Left::Known(true), Some(structure)) => self.connected(structure, env, parts),
            (_, Some(_)) => None,
        }
    }

    /// Nodes that must be connected; `None` for another structure.
    fn connected(&self, structure: &'t Structure, env: &mut Vec<i64>, parts: &mut usize) -> Option<Reduced> {
        let Shape::Connected { along } = structure.shape else { return None };
        if self.theory.facts[along].places.len() != 2 {
            return None;
        }
        let (var, guard) = (&structure.var, structure.guard.as_ref());
        let sort = &self.theory.sorts[var.sort];
        let mut numbers = vec![None; sort.len()];
        let mut nodes = Vec::new();
        let mut is_whole = true;
        self.rows(std::slice::from_ref(var), guard, env, &mut |env, guard| {
            let left = guard.and_then(|_| self.left(&structure.body, env, parts));
            match (left, sort.index(env[var.slot])) {
                (Some(left), Some(place)) => {
                    numbers[place] = Some(nodes.len() as u32);
                    nodes.push(left);
                }
                _ => is_whole = false,
            }
            is_whole
        });
        if !is_whole {
            return None;
        }
        let number = |value: i64| numbers[sort.index(value)?];
        let mut around = vec![Vec::new(); nodes.len()];
        for tuple in self.facts[along].all() {
            if let (Some(a), Some(b)) = (number(tuple[0]), number(tuple[1])) {
                around[a as usize].push(b);
                around[b as usize].push(a);
            }
        }
        Some(Reduced::Connected { nodes, around })
    }

    /// What is left of a formula whose variables have values; `None` if a part has no truth, or compares searched values.
    fn left(&self, formula: &'t Formula, env: &mut Vec<i64>, parts: &mut usize) -> Option<Left> {
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
        let mut all = Some(Vec::new());
        self.rows(&quantified.vars, quantified.guard.as_ref(), env, &mut |env, guard| {
            let left = guard.and_then(|_| self.left(&quantified.body, env, parts));
            match (left, &mut all) {
                (Some(left), Some(all)) => all.push(left),
                _ => all = None,
            }
            all.is_some()
        });
        let all = all?;
        match (&quantified.quantifier, self.bounds(&quantified.quantifier, env)) {
            (Quantifier::Forall, _) => Some(joined(all, false)),
            (Quantifier::Exists, _) => Some(joined(all, true)),
            (_, Some(Ok((least, most)))) => Some(Left::Count(least, most, all)),
            _ => None,
        }
    }

    /// Whether all asserts hold. If interrupted, the result means nothing.
    pub fn all_hold(&self, reduction: &Reduction) -> bool {
        // While another thread asks, everything is evaluated.
        let mut last = reduction.last.try_lock().ok();
        let concerned = reduction.concerned(last.as_deref().and_then(Option::as_ref), self.holds);
        let all_hold = concerned.into_iter().all(|number| self.one_holds(&reduction.all[number as usize]));
        if all_hold
            && self.interrupt.check().is_ok()
            && let Some(last) = &mut last
        {
            **last = Some(self.holds.to_vec());
        }
        all_hold
    }

    fn one_holds(&self, one: &Reduced) -> bool {
        match one {
            Reduced::Formula(left) => left.holds(self.holds),
            Reduced::Connected { nodes, around } => {
                are_connected(&nodes.iter().map(|node| node.holds(self.holds)).collect::<Vec<_>>(), around)
            }
            Reduced::Whole(number) => self.broken_by(&self.theory.asserts[*number]).is_none(),
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

/// Whether the nodes that are there are connected.
fn are_connected(is_there: &[bool], around: &[Vec<u32>]) -> bool {
    let Some(first) = is_there.iter().position(|&there| there) else { return true };
    let mut open = vec![first as u32];
    let mut is_left = is_there.to_vec();
    is_left[first] = false;
    while let Some(node) = open.pop() {
        for &next in &around[node as usize] {
            if std::mem::take(&mut is_left[next as usize]) {
                open.push(next);
            }
        }
    }
    !is_left.contains(&true)
}
