//! Asserts in which everything is decided that facts decide: what is left is about atoms.
//!
//! A search may ask the referee about thousands of solutions. Walks and facts are the same for all of them, so they are
//! done once. What needs more than atoms, counts and graphs, or has no truth, is evaluated as a whole each time.
//! Of the rest, what mentions no atom that has changed since all asserts held is not evaluated again.

use std::sync::Mutex;

use jigsat_cnf::rarely;

use super::{
    Evaluator,
    edges::{Edges, Kind},
    left::{Left, MOST_PARTS},
    rest::{Neighbours, Rest},
};
use crate::{
    syntax::Rooted,
    theory::{Assert, Selection, Shape, Sort, Structure, Term},
};

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
                Reduced::Edges(edges) => {
                    for edge in edges.conditions() {
                        edge.mentions(&mut mention);
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
    /// The edges that hold form what they must.
    Edges(Edges),
    /// The assert with this number.
    Whole(usize),
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

    /// What a structure demands of nodes or edges; `None` of another structure.
    fn reduced_structure(
        &self,
        structure: &'t Structure,
        env: &mut Vec<i64>,
        parts: &mut usize,
    ) -> Option<Reduced> {
        let (along, kind) = match &structure.shape {
            Shape::Connected { along } => (*along, Kind::Connected),
            Shape::Acyclic { along } => (*along, Kind::Acyclic),
            Shape::Closed { along } => (*along, Kind::Closed),
            Shape::Loop { along } => (*along, Kind::Loop),
            Shape::Paths { along, ends, by } => match self.paired(*along, ends, by, env) {
                Some(ends) => (*along, Kind::Paths(ends)),
                None => return Some(Reduced::Formula(Left::Known(false))),
            },
            Shape::Regions { rooted: Rooted::Two, .. } | Shape::Matching { .. } | Shape::Runs { .. } => {
                return None;
            }
            Shape::Regions { .. } => return self.regions(structure, env, parts),
        };
        let chosen = self.chosen(structure, env, parts)?;
        Some(match (&self.theory.facts[along].places[..], kind) {
            (&[_, node, _], kind) => {
                let nodes = &self.theory.sorts[node];
                let node = |value: i64| nodes.index(value).map(|place| place as u32);
                let joins = self.facts[along]
                    .all()
                    .filter_map(|tuple| Some((chosen.number(tuple[0])?, [node(tuple[1])?, node(tuple[2])?])));
                let joins = joins.collect();
                Reduced::Edges(Edges::listed(chosen.all, joins, nodes.len(), kind))
            }
            (_, Kind::Connected) => {
                let around = Neighbours::of(chosen.all.len(), self.joined_nodes(along, &chosen));
                Reduced::Connected { nodes: chosen.all, around }
            }
            (_, kind) => {
                let pairs = self.joined_nodes(along, &chosen).collect();
                Reduced::Edges(Edges::between(chosen.all, pairs, kind))
            }
        })
    }

    /// The pairs of chosen nodes that a fact joins.
    fn joined_nodes(&self, along: usize, chosen: &Chosen<'t>) -> impl Iterator<Item = [u32; 2]> {
        let pairs = self.facts[along].all();
        pairs.filter_map(|tuple| Some([chosen.number(tuple[0])?, chosen.number(tuple[1])?]))
    }

    /// By node of a fact's edges: its number, if it is an end; `None` if a number is not that of two ends.
    fn paired(
        &self,
        along: usize,
        ends: &'t Selection,
        by: &'t Term,
        env: &mut Vec<i64>,
    ) -> Option<Vec<Option<i64>>> {
        let nodes = &self.theory.sorts[self.theory.facts[along].places[1]];
        let numbers = self.selected(&ends.var, ends.guard.as_ref(), by, env);
        let number = |place| numbers.get(&nodes.value(place)).copied().flatten();
        let ends: Vec<Option<i64>> = (0..nodes.len()).map(number).collect();
        let mut twice: Vec<i64> = ends.iter().copied().flatten().collect();
        rarely::sort(&mut twice);
        twice.chunk_by(|a, b| a == b).all(|same| same.len() == 2).then_some(ends)
    }

    /// Regions with a size or with roots; `None` if edges are chosen, not nodes.
    fn regions(&self, structure: &'t Structure, env: &mut Vec<i64>, parts: &mut usize) -> Option<Reduced> {
        let Shape::Regions { along, root, rooted, size } = &structure.shape else { return None };
        if self.theory.facts[*along].places.len() != 2 {
            return None;
        }
        let chosen = self.chosen(structure, env, parts)?;
        let around = Neighbours::of(chosen.all.len(), self.joined_nodes(*along, &chosen));
        let to_size = |size: i64| u64::try_from(size).unwrap_or(0);
        let mut sizes = vec![None; chosen.all.len()];
        let Some(Selection { var, guard }) = root else {
            let size = size.as_ref().and_then(|size| self.value(size, env)).map(to_size);
            return Some(Reduced::Regions { nodes: chosen.all, around, sizes, roots: None, size });
        };
        let mut roots = vec![false; chosen.all.len()];
        self.rows(std::slice::from_ref(var), guard.as_ref(), env, &mut |env, guard| {
            if guard == Some(true)
                && let Some(node) = chosen.number(env[var.slot])
            {
                roots[node as usize] = true;
                sizes[node as usize] = size.as_ref().and_then(|size| self.value(size, env)).map(to_size);
            }
            true
        });
        let roots = (*rooted == Rooted::One).then_some(roots);
        Some(Reduced::Regions { nodes: chosen.all, around, sizes, roots, size: None })
    }

    /// The values that a structure is about, with their conditions; `None` if something else than atoms is left of one.
    fn chosen(&self, structure: &'t Structure, env: &mut Vec<i64>, parts: &mut usize) -> Option<Chosen<'t>> {
        let (var, guard) = (&structure.var, structure.guard.as_ref());
        let sort = &self.theory.sorts[var.sort];
        let (mut numbers, mut all) = (vec![None; sort.len()], Vec::new());
        let mut is_whole = true;
        self.rows(std::slice::from_ref(var), guard, env, &mut |env, guard| {
            let left = guard.and_then(|_| self.left(&structure.body, env, parts));
            match (left, sort.index(env[var.slot])) {
                (Some(left), Some(place)) => {
                    numbers[place] = Some(all.len() as u32);
                    all.push(left);
                }
                _ => is_whole = false,
            }
            is_whole
        });
        is_whole.then_some(Chosen { sort, numbers, all })
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
            Reduced::Edges(edges) => edges.is_met(self.holds),
            Reduced::Whole(number) => self.broken_by(&self.theory.asserts[*number]).is_none(),
        }
    }
}

/// The values that a structure is about.
#[derive(Debug)]
struct Chosen<'t> {
    sort: &'t Sort,
    /// By the place in the sort: the number of the value; none if the guard does not hold there.
    numbers: Vec<Option<u32>>,
    /// By number: the condition under which it is chosen.
    all: Vec<Left>,
}

impl Chosen<'_> {
    fn number(&self, value: i64) -> Option<u32> {
        self.numbers[self.sort.index(value)?]
    }
}
