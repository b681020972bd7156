//! Asserts in which everything is decided that facts decide: what is left is about atoms.
//!
//! A search may ask the referee about thousands of solutions. Walks and facts are the same for all of them, so they are
//! done once. What needs more than atoms, counts, connected nodes and regions, or has no truth, is evaluated as a whole each time.
//! Of the rest, what mentions no atom that has changed since all asserts held is not evaluated again.

use std::sync::Mutex;

use super::Evaluator;
use crate::{
    syntax::Rooted,
    theory::{Assert, Formula, Quantified, Quantifier, Selection, Shape, Structure},
};

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
    memory: Mutex<Memory>,
}

/// What is kept from one solution to the next.
#[derive(Debug, Default)]
struct Memory {
    /// Which atoms held when all asserts did, last time.
    last: Option<Vec<bool>>,
    /// By assert: the number of the last solution for which it was evaluated.
    seen: Vec<u64>,
    /// The number of solutions so far.
    solutions: u64,
    rest: Rest,
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
                Reduced::Connected { nodes, .. } | Reduced::Regions { nodes, .. } => {
                    for node in nodes {
                        node.mentions(&mut mention);
                    }
                }
                Reduced::Whole(_) => whole.push(number),
            }
        }
        let memory = Mutex::new(Memory { seen: vec![0; all.len()], ..Memory::default() });
        Reduction { all, mentioned, whole, memory }
    }
}

/// What must hold.
#[derive(Debug)]
enum Reduced {
    Formula(Left),
    /// The nodes that hold are connected along these edges.
    Connected {
        nodes: Vec<Left>,
        around: Neighbours,
    },
    /// The connected sets of nodes that hold have these sizes.
    Regions {
        nodes: Vec<Left>,
        around: Neighbours,
        /// By node: the size that its region must have, if it is a root with a number.
        sizes: Vec<Option<u64>>,
        /// By node: whether it is a root, if each region has one.
        roots: Option<Vec<bool>>,
        /// The size of every region.
        size: Option<u64>,
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
        let mut env = vec![0; assert.slots];
        self.each_row(&assert.vars, assert.guard.as_ref(), &mut env, &mut |env| {
            self.reduced_row(assert, env, parts)
        })
    }

    /// The assert for some values of its variables.
    fn reduced_row(&self, assert: &'t Assert, env: &mut Vec<i64>, parts: &mut usize) -> Option<Reduced> {
        match (self.left(&assert.body, env, parts)?, &assert.structure) {
            (Left::Known(false), Some(_)) => Some(Reduced::Formula(Left::Known(true))),
            (left, None) => Some(Reduced::Formula(left)),
            (Left::Known(true), Some(structure)) => self.reduced_structure(structure, env, parts),
            (_, Some(_)) => None,
        }
    }

    /// Nodes that must be connected, or regions; `None` for another structure.
    fn reduced_structure(
        &self,
        structure: &'t Structure,
        env: &mut Vec<i64>,
        parts: &mut usize,
    ) -> Option<Reduced> {
        let along = match structure.shape {
            Shape::Regions { rooted: Rooted::Two, .. } => return None,
            Shape::Connected { along } | Shape::Regions { along, .. } => along,
            _ => return None,
        };
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
        let tuples = self.facts[along].all();
        let pairs = tuples.filter_map(|tuple| Some([number(tuple[0])?, number(tuple[1])?]));
        let around = Neighbours::of(nodes.len(), pairs);
        let Shape::Regions { root, rooted, size, .. } = &structure.shape else {
            return Some(Reduced::Connected { nodes, around });
        };
        let to_size = |size: i64| u64::try_from(size).unwrap_or(0);
        let Some(Selection { var, guard }) = root else {
            let size = size.as_ref().and_then(|size| self.value(size, env)).map(to_size);
            let sizes = vec![None; nodes.len()];
            return Some(Reduced::Regions { nodes, around, sizes, roots: None, size });
        };
        let (mut sizes, mut roots) = (vec![None; nodes.len()], vec![false; nodes.len()]);
        self.rows(std::slice::from_ref(var), guard.as_ref(), env, &mut |env, guard| {
            if guard == Some(true)
                && let Some(node) = number(env[var.slot])
            {
                roots[node as usize] = true;
                sizes[node as usize] = size.as_ref().and_then(|size| self.value(size, env)).map(to_size);
            }
            true
        });
        let roots = (*rooted == Rooted::One).then_some(roots);
        Some(Reduced::Regions { nodes, around, sizes, roots, size: None })
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

    /// Whether all asserts hold. If interrupted, the result means nothing.
    pub fn all_hold(&self, reduction: &Reduction) -> bool {
        let Ok(mut memory) = reduction.memory.try_lock() else {
            // While another thread asks, everything is evaluated.
            let mut rest = Rest::default();
            return reduction.all.iter().all(|one| self.one_holds(one, &mut rest));
        };
        let Memory { last, seen, solutions, rest } = &mut *memory;
        let all_hold = match last {
            None => reduction.all.iter().all(|one| self.one_holds(one, rest)),
            Some(last) => {
                *solutions += 1;
                let changed = last.iter().zip(self.holds).zip(&reduction.mentioned);
                let changed = changed.filter(|((before, now), _)| before != now);
                let concerned = changed.flat_map(|(_, numbers)| numbers).chain(&reduction.whole);
                concerned.copied().all(|number| {
                    let number = number as usize;
                    std::mem::replace(&mut seen[number], *solutions) == *solutions
                        || self.one_holds(&reduction.all[number], rest)
                })
            }
        };
        if all_hold && self.interrupt.check().is_ok() {
            let last = last.get_or_insert_default();
            last.clear();
            last.extend_from_slice(self.holds);
        }
        all_hold
    }

    fn one_holds(&self, one: &Reduced, rest: &mut Rest) -> bool {
        match one {
            Reduced::Formula(left) => left.holds(self.holds),
            Reduced::Connected { nodes, around } => {
                rest.begin(nodes.iter().map(|node| node.holds(self.holds)));
                rest.is_connected(around)
            }
            Reduced::Regions { nodes, around, sizes, roots, size } => {
                rest.begin(nodes.iter().map(|node| node.holds(self.holds)));
                rest.are_regions(around, sizes, roots.as_deref(), *size)
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

/// The neighbours of each node in one list, and the place where those of each node start.
#[derive(Debug)]
struct Neighbours {
    starts: Vec<u32>,
    all: Vec<u32>,
}

impl Neighbours {
    fn of(nodes: usize, pairs: impl Iterator<Item = [u32; 2]>) -> Self {
        let mut around = vec![Vec::new(); nodes];
        for [a, b] in pairs {
            around[a as usize].push(b);
            around[b as usize].push(a);
        }
        let mut neighbours = Neighbours { starts: vec![0], all: Vec::new() };
        for mut own in around {
            own.sort_unstable();
            own.dedup();
            neighbours.all.extend(own);
            neighbours.starts.push(neighbours.all.len() as u32);
        }
        neighbours
    }

    fn around(&self, node: u32) -> &[u32] {
        let [start, end] = [self.starts[node as usize], self.starts[node as usize + 1]];
        &self.all[start as usize..end as usize]
    }
}

/// The nodes that a search has not reached so far.
#[derive(Debug, Default)]
struct Rest {
    /// By node.
    is_left: Vec<bool>,
    /// How many are left.
    left: usize,
    /// The nodes that it has reached since it began with one, in their order.
    reached: Vec<u32>,
}

impl Rest {
    /// Begins with the nodes that are there.
    fn begin(&mut self, is_there: impl Iterator<Item = bool>) {
        self.is_left.clear();
        self.is_left.extend(is_there);
        self.left = self.is_left.iter().filter(|&&left| left).count();
    }

    /// Whether the nodes that are there are connected.
    fn is_connected(&mut self, around: &Neighbours) -> bool {
        let Some(first) = self.is_left.iter().position(|&left| left) else { return true };
        self.reach(first as u32, around);
        self.left == 0
    }

    /// Whether each connected set of the nodes that are there has the sizes of its roots, and the size of all. With `roots`,
    /// each has one root.
    fn are_regions(
        &mut self,
        around: &Neighbours,
        sizes: &[Option<u64>],
        roots: Option<&[bool]>,
        size: Option<u64>,
    ) -> bool {
        let mut first = 0;
        while let Some(further) = self.is_left[first..].iter().position(|&left| left) {
            first += further;
            self.reach(first as u32, around);
            let found = self.reached.len() as u64;
            let mut demanded = self.reached.iter().filter_map(|&node| sizes[node as usize]).chain(size);
            let rooted = roots
                .is_none_or(|roots| self.reached.iter().filter(|&&node| roots[node as usize]).count() == 1);
            if !rooted || demanded.any(|size| size != found) {
                return false;
            }
        }
        true
    }

    /// Takes a node away and all that are connected with it.
    fn reach(&mut self, first: u32, around: &Neighbours) {
        self.is_left[first as usize] = false;
        self.reached.clear();
        self.reached.push(first);
        let mut next = 0;
        while let Some(&node) = self.reached.get(next) {
            next += 1;
            for &other in around.around(node) {
                if std::mem::take(&mut self.is_left[other as usize]) {
                    self.reached.push(other);
                }
            }
        }
        self.left -= self.reached.len();
    }
}
