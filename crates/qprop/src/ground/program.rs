//! A ground model, flat: everything to be written into an encoding, in order.

mod known;
mod write;

use jigsat_cnf::{Bound, MAX_LITERALS, graph::Kind};
use rustc_hash::FxHashSet;

use crate::theory::SortId;

/// A literal: twice its variable, and one more if it is negated.
pub(super) type Lit = u32;

/// Numbers from here on are auxiliaries in their group.
pub(super) const FIRST_AUX: u32 = 1 << 30;

/// Ground constraints, group by group.
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    groups: Vec<Group>,
    /// The values of the variables that distinguish the groups of an assert.
    args: Vec<i64>,
    ops: Vec<Op>,
    lits: Vec<Lit>,
    weights: Vec<u32>,
    graphs: Vec<GroundGraph>,
    /// Number of clauses and constraints that were added, including those that were not kept.
    pub size: u64,
    /// Number of values of variables that were tried.
    pub steps: u64,
    /// Number of rows of values for which guards held.
    pub rows: u64,
    /// Nothing is kept beyond this size.
    pub max_size: u64,
    /// Number of auxiliaries of the current group.
    auxiliaries: u32,
    /// The first literals of the functions that have a value by the current group.
    valued: FxHashSet<Lit>,
}

#[derive(Clone, Copy, Debug)]
struct Group {
    assert: u32,
    first_arg: u32,
    first_op: u32,
}

#[derive(Clone, Copy, Debug)]
enum Op {
    /// One or more of the literals up to `end`.
    Clause { end: u32 },
    /// The same for the values of a function, which its own rule also says: only explanations need it here.
    HasValue { end: u32 },
    /// This many of them.
    Count { bound: Bound, end: u32 },
    /// Their weights add up to a number within the bound.
    Sum { bound: Bound, end: u32 },
    /// New auxiliaries.
    Aux { count: u32 },
    /// New auxiliaries that count the literals, up to this many.
    Counter { up_to: u32, end: u32 },
    /// The graph of that number.
    Graph { number: u32 },
}

impl Op {
    /// The end of its literals, if it has any.
    fn end(self) -> Option<usize> {
        match self {
            Op::Clause { end }
            | Op::HasValue { end }
            | Op::Count { end, .. }
            | Op::Sum { end, .. }
            | Op::Counter { end, .. } => Some(end as usize),
            Op::Aux { .. } | Op::Graph { .. } => None,
        }
    }
}

/// A graph with the literals of its nodes and edges; an element without a literal is always there.
#[derive(Clone, Debug)]
pub(crate) struct GroundGraph {
    pub(super) nodes: Vec<Option<Lit>>,
    pub(super) edges: Vec<(u32, u32, Option<Lit>)>,
    pub kind: Kind,
    condition: Option<Lit>,
    /// The value of each node, by its place in this sort.
    pub(super) sort: SortId,
    pub(super) values: Vec<u32>,
    /// The same of each edge, if edges are chosen.
    pub(super) edge_values: Option<(SortId, Vec<u32>)>,
}

impl GroundGraph {
    pub fn new(condition: Option<Lit>, sort: SortId) -> Self {
        let (nodes, edges, values) = (Vec::new(), Vec::new(), Vec::new());
        GroundGraph { nodes, edges, kind: Kind::Connected, condition, sort, values, edge_values: None }
    }
}

impl Program {
    pub fn new(max_size: u64) -> Self {
        // Half the range, so that larger sizes are recognised.
        Program { max_size: max_size.min(u64::MAX / 2), ..Program::default() }
    }

    pub fn open(&mut self, assert: usize, args: impl Iterator<Item = i64>) {
        let group = Group {
            assert: assert as u32,
            first_arg: self.args.len() as u32,
            first_op: self.ops.len() as u32,
        };
        self.groups.push(group);
        self.args.extend(args);
        self.auxiliaries = 0;
        self.valued.clear();
    }

    /// One of these literals of a function's values holds.
    pub fn has_value(&mut self, values: &[Lit]) {
        if values.first().is_none_or(|&first| self.valued.insert(first)) {
            self.add(values, |end| Op::HasValue { end });
        }
    }

    pub fn clause(&mut self, lits: &[Lit]) {
        self.add(lits, |end| Op::Clause { end });
    }

    pub fn count(&mut self, bound: Bound, lits: &[Lit]) {
        self.add(lits, |end| Op::Count { bound, end });
    }

    pub fn sum(&mut self, bound: Bound, terms: &[(Lit, u32)]) {
        let lits: Vec<Lit> = terms.iter().map(|&(lit, _)| lit).collect();
        // Weights are stored only for the literals of sums, in the same order.
        if self.size < self.max_size && self.lits.len() + lits.len() <= MAX_LITERALS {
            self.weights.extend(terms.iter().map(|&(_, weight)| weight));
        }
        self.add(&lits, |end| Op::Sum { bound, end });
    }

    /// A new variable.
    pub fn aux(&mut self) -> Lit {
        if self.size <= self.max_size {
            self.ops.push(Op::Aux { count: 1 });
        }
        self.auxiliaries += 1;
        2 * (FIRST_AUX + self.auxiliaries - 1)
    }

    /// Literals that hold if more than 0, 1, … of these do, at most this many literals.
    pub fn counter(&mut self, lits: &[Lit], up_to: usize) -> Vec<Lit> {
        let up_to = up_to.min(lits.len()) as u32;
        self.add(lits, |end| Op::Counter { up_to, end });
        let first = FIRST_AUX + self.auxiliaries;
        self.auxiliaries += up_to;
        (first..first + up_to).map(|var| 2 * var).collect()
    }

    /// States a graph constraint.
    pub fn graph(&mut self, graph: GroundGraph) {
        let elements = graph.nodes.len() + graph.edges.len();
        self.size += 1;
        if self.lits.len() + elements > MAX_LITERALS {
            self.size = self.size.max(self.max_size + 1);
        }
        if self.size <= self.max_size {
            self.ops.push(Op::Graph { number: self.graphs.len() as u32 });
            self.graphs.push(graph);
        }
    }

    /// The operations of a group.
    fn ops_of(&self, group: usize) -> &[Op] {
        let end = self.groups.get(group + 1).map_or(self.ops.len(), |next| next.first_op as usize);
        &self.ops[self.groups[group].first_op as usize..end]
    }

    fn add(&mut self, lits: &[Lit], op: impl FnOnce(u32) -> Op) {
        self.size += 1;
        if self.lits.len() + lits.len() > MAX_LITERALS {
            // Even few clauses can be too much if they are long.
            self.size = self.size.max(self.max_size + 1);
        }
        if self.size <= self.max_size {
            self.lits.extend_from_slice(lits);
            self.ops.push(op(self.lits.len() as u32));
        }
    }
}
