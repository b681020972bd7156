//! Paths without detours: for the question whether there is a solution, and whether it is the only one.
//!
//! Where nothing but a constraint on paths says which edges hold, a solution may be changed by two moves, and stays a
//! solution. If two nodes of a path are neighbours and not joined, the edge between them replaces what lies between: the
//! path gets shorter. If a path goes x, y, z, and a node before y (in their order) is free and a neighbour of x and z, it replaces y. No
//! solution can be changed forever, so if there is one, there is one that can't be changed: the clauses leave out all others.
//! That is dominance breaking: G. Chu, P. J. Stuckey, Dominance breaking constraints, Constraints 2015.
//!
//! If a single solution is left, and there is another one, then moves change that one into the first. The last of them can
//! be undone on the first solution ([`detour`] tries), so it needs no search.

use rustc_hash::{FxHashMap, FxHashSet};
use rustsat::types::Lit;

use super::{GraphConstraint, Kind};
use crate::{Cnf, Rule, cnf::OpenGroup};

/// The rule of the clauses that leave out detours.
const DIRECT: Rule = Rule::new("direct", "no path takes a detour");

/// Maximum number of clauses about four nodes; with more, paths keep their detours.
const MOST_CLAUSES: usize = 5_000_000;

impl Cnf {
    /// Leaves out solutions in which a path takes a detour, for constraints on paths whose edges occur in nothing else. If
    /// there are solutions, some are left. If one is left, [`Cnf::detour`] tells whether it is the only one.
    pub fn leave_out_detours(&mut self) {
        for place in 0..self.graphs.len() {
            let Some(paths) = self.free_paths(place) else { continue };
            let labels = self.graphs[place].labels.clone();
            paths.write(&labels, &mut self.open(&DIRECT, ()));
            self.graphs[place].is_direct = true;
        }
    }

    /// The values of a solution without detours, with a detour somewhere that makes another solution of it; `None` if there is
    /// none, or detours are not left out.
    #[must_use]
    pub fn detour(&self, values: &[bool]) -> Option<Vec<bool>> {
        let is_direct = |&place: &usize| self.graphs[place].is_direct;
        (0..self.graphs.len()).filter(is_direct).find_map(|place| {
            let paths = FreePaths::new(&self.graphs[place].constraint)?;
            let changes = paths.detour(&|lit| values[lit.vidx()] != lit.is_neg())?;
            let mut other = values.to_vec();
            for lit in changes {
                other[lit.vidx()] = lit.is_pos();
            }
            Some(other)
        })
    }

    /// The paths of a constraint with labels if they may be moved: a solution has its edges, and no other group or graph does.
    fn free_paths(&self, place: usize) -> Option<FreePaths> {
        let entry = &self.graphs[place];
        if entry.labels.is_empty() {
            return None;
        }
        let paths = FreePaths::new(&entry.constraint)?;
        let edges: FxHashSet<u32> = paths.lits.values().map(|lit| lit.var().idx32()).collect();
        let projected = self.projected_variables().filter(|var| edges.contains(&var.idx32())).count();
        let has_edge = |lits: &[Lit]| lits.iter().any(|lit| edges.contains(&lit.var().idx32()));
        let mut own: FxHashSet<u32> = FxHashSet::from_iter([entry.group]);
        own.extend(
            self.graph_nodes.iter().filter(|node| node.graph as usize == place).map(|node| node.group),
        );
        let others = (0..self.group_count()).filter(|&group| !own.contains(&(group as u32)));
        // If it was given up, nothing is left out.
        let is_elsewhere = others.map(|group| self.group_at(group)).any(|group| {
            self.step(1 + group.clauses().len()).is_err()
                || group.clauses().any(|clause| has_edge(&self.clauses()[clause]))
        });
        let in_graph =
            self.graphs.iter().enumerate().filter(|&(other, _)| other != place).any(|(_, other)| {
                let nodes = other.constraint.nodes().iter().copied().flatten();
                let lits = nodes.chain(other.constraint.edges().iter().filter_map(|edge| edge.lit));
                lits.chain(other.constraint.condition()).any(|lit| has_edge(&[lit]))
            });
        (projected == edges.len() && !is_elsewhere && !in_graph).then_some(paths)
    }
}

/// A graph whose paths may be moved: its edges are variables of their own, and nothing else is open.
struct FreePaths {
    /// By node: its neighbours.
    around: Vec<Vec<u32>>,
    /// By both ends, in either order: the literal of the edge.
    lits: FxHashMap<(u32, u32), Lit>,
    is_end: Vec<bool>,
}

impl FreePaths {
    fn new(constraint: &GraphConstraint) -> Option<Self> {
        let Kind::Paths(pairs) = constraint.kind() else { return None };
        if constraint.condition().is_some() || constraint.nodes().iter().any(Option::is_some) {
            return None;
        }
        let count = constraint.nodes().len();
        let mut around = vec![Vec::new(); count];
        let mut lits = FxHashMap::default();
        let mut vars = FxHashSet::default();
        for edge in constraint.edges() {
            let ([one, other], lit) = (edge.ends, edge.lit?);
            let is_new = vars.insert(lit.var()) && lits.insert((one, other), lit).is_none();
            if one == other || !is_new || lits.insert((other, one), lit).is_some() {
                return None;
            }
            around[one as usize].push(other);
            around[other as usize].push(one);
        }
        let most = around.iter().map(Vec::len).max().unwrap_or(0);
        if count.saturating_mul(most.saturating_pow(3)) > MOST_CLAUSES {
            return None;
        }
        let mut is_end = vec![false; count];
        pairs.iter().flatten().for_each(|&end| is_end[end as usize] = true);
        Some(FreePaths { around, lits, is_end })
    }

    fn lit(&self, one: u32, other: u32) -> Lit {
        self.lits[&(one, other)]
    }

    /// The nodes that are neighbours of two others.
    fn between(&self, one: u32, other: u32) -> impl Iterator<Item = u32> {
        self.around[one as usize].iter().copied().filter(move |&node| self.lits.contains_key(&(node, other)))
    }

    /// Leaves out what the moves change. The labels are those of each node.
    fn write(&self, labels: &[Vec<Lit>], group: &mut OpenGroup<'_>) {
        for (node, around) in (0..).zip(&self.around) {
            if group.step(1).is_err() {
                return;
            }
            let own = &labels[node as usize];
            let edges: Vec<Lit> = around.iter().map(|&other| self.lit(node, other)).collect();
            for &label in own {
                group.implies(&[label], &edges);
            }
            for &other in around.iter().filter(|&&other| other > node) {
                for (&label, &next) in own.iter().zip(&labels[other as usize]) {
                    group.implies(&[label, next], &[self.lit(node, other)]);
                }
            }
            for (place, &from) in around.iter().enumerate() {
                for &to in &around[..place] {
                    self.corner([from, node, to], labels, group);
                }
            }
        }
    }

    /// Leaves out that a path takes this corner if it could take another way.
    fn corner(&self, [from, node, to]: [u32; 3], labels: &[Vec<Lit>], group: &mut OpenGroup<'_>) {
        let corner = [self.lit(from, node), self.lit(node, to)];
        if self.lits.contains_key(&(from, to)) {
            group.implies(&corner, &[]);
        }
        for other in self.between(from, to).filter(|&other| other != node) {
            if other < node && !self.is_end[node as usize] && !self.is_end[other as usize] {
                group.implies(&corner, &labels[other as usize]);
            }
            // Three edges of four in a circle have the fourth as a shorter way. The smaller end of the middle one says so.
            for (beside, third) in [(from, (from, other)), (to, (other, to))] {
                if node < beside {
                    group.implies(&[corner[0], corner[1], self.lits[&third]], &[]);
                }
            }
        }
    }

    /// What changes a solution into another one by a detour: the literals that become true.
    fn detour(&self, is_true: &dyn Fn(Lit) -> bool) -> Option<Vec<Lit>> {
        let joined = |one: u32, other: u32| is_true(self.lit(one, other));
        let is_free: Vec<bool> = (0..)
            .zip(&self.around)
            .map(|(node, around)| {
                !self.is_end[node as usize] && !around.iter().any(|&other| joined(node, other))
            })
            .collect();
        let free = |node: u32| is_free[node as usize];
        for (node, around) in (0..).zip(&self.around) {
            let on: Vec<u32> = around.iter().copied().filter(|&other| joined(node, other)).collect();
            if let [from, to] = on[..]
                && let Some(other) = self.between(from, to).find(|&other| free(other))
            {
                let instead = [self.lit(from, other), self.lit(other, to)];
                return Some(
                    [!self.lit(from, node), !self.lit(node, to)].into_iter().chain(instead).collect(),
                );
            }
            for to in on.into_iter().filter(|&to| to > node) {
                if let Some(way) = self.way(node, to, &free) {
                    let edges = way.windows(2).map(|pair| self.lit(pair[0], pair[1]));
                    return Some([!self.lit(node, to)].into_iter().chain(edges).collect());
                }
            }
        }
        None
    }

    /// A way between two nodes over free ones, at least one of them.
    fn way(&self, from: u32, to: u32, is_free: &dyn Fn(u32) -> bool) -> Option<Vec<u32>> {
        let mut before: FxHashMap<u32, u32> = FxHashMap::default();
        let mut open = vec![from];
        while let Some(node) = open.pop() {
            if node != from && self.lits.contains_key(&(node, to)) {
                let mut way = vec![to, node];
                while let Some(&node) = way.last().and_then(|last| before.get(last)) {
                    way.push(node);
                }
                return Some(way);
            }
            for &next in &self.around[node as usize] {
                if is_free(next) && !before.contains_key(&next) {
                    before.insert(next, node);
                    open.push(next);
                }
            }
        }
        None
    }
}
