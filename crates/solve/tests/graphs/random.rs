//! Graph constraints of every kind on small graphs: grids and others.

use std::fmt;

use jigsat_cnf::{
    Bound, Formula, Literal, Model, Rule,
    graph::{Clue, Graph, Pairs, Regions, Root, Rooted},
    neg, pos,
};
use jigsat_solve::{Puzzle, Violation};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::reference;

const STATED: Rule = Rule::new("stated", "what is stated of the graph");
const MORE: Rule = Rule::new("more", "clause {0} besides");

/// A constraint on a graph, and some additional clauses: literals are variables with signs.
#[derive(Clone, Debug)]
pub struct Random {
    pub keys: usize,
    pub graph: Graph<usize>,
    pub what: What,
    pub clauses: Vec<Vec<Literal<usize>>>,
}

#[derive(Clone, Debug)]
pub enum What {
    Connected,
    Cover,
    OneLoop,
    Regions(Regions),
    Pairs(Pairs),
    Paths(Vec<[usize; 2]>),
    Matching,
    Acyclic,
    Closed,
}

/// Nodes and edges of a graph in which anything may happen: edges between the same nodes and from a node to itself, and
/// nodes without edges.
pub fn multigraph(rng: &mut ChaCha8Rng, most_nodes: usize) -> (usize, Vec<(usize, usize)>) {
    let nodes = rng.random_range(1..=most_nodes);
    let count = rng.random_range(0..=nodes + 3);
    let mut edges: Vec<(usize, usize)> = Vec::new();
    for _ in 0..count {
        let (one, other) = match edges.last() {
            Some(&(one, other)) if rng.random_bool(0.2) => (other, one),
            _ => (rng.random_range(0..nodes), rng.random_range(0..nodes)),
        };
        edges.push((one, if rng.random_bool(0.1) { one } else { other }));
    }
    (nodes, edges)
}

/// Nodes and edges of a grid, or of any graph.
pub fn shape(rng: &mut ChaCha8Rng, most_nodes: usize) -> (usize, Vec<(usize, usize)>) {
    if rng.random_bool(0.5) {
        let rows = rng.random_range(1..=3);
        let cols = rng.random_range(1..=(most_nodes / rows).min(4));
        let mut edges = Vec::new();
        for node in 0..rows * cols {
            if node % cols + 1 < cols {
                edges.push((node, node + 1));
            }
            if node + cols < rows * cols {
                edges.push((node, node + cols));
            }
        }
        (rows * cols, edges)
    } else {
        let nodes = rng.random_range(1..=most_nodes);
        let share = rng.random_range(0.2..0.9);
        let pairs = (0..nodes).flat_map(|a| (a + 1..nodes).map(move |b| (a, b)));
        (nodes, pairs.filter(|_| rng.random_bool(share)).collect())
    }
}

impl Random {
    pub fn new(seed: u64, most_nodes: usize, most_keys: usize) -> Self {
        Self::on(shape, seed, most_nodes, most_keys)
    }

    /// The same on a graph of another kind.
    pub fn on(
        shape: impl Fn(&mut ChaCha8Rng, usize) -> (usize, Vec<(usize, usize)>),
        seed: u64,
        most_nodes: usize,
        most_keys: usize,
    ) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        loop {
            let shape = shape(&mut rng, most_nodes);
            if let Some(random) = Self::attempt(&mut rng, shape, most_keys) {
                return random;
            }
        }
    }

    fn attempt(
        rng: &mut ChaCha8Rng,
        (nodes, edges): (usize, Vec<(usize, usize)>),
        most_keys: usize,
    ) -> Option<Self> {
        let kind = rng.random_range(0..12);
        let mut keys = 0;
        let mut key = |rng: &mut ChaCha8Rng, chance: f64| {
            rng.random_bool(chance).then(|| {
                // Occasionally two elements share a variable.
                let var = if keys > 0 && rng.random_bool(0.05) { rng.random_range(0..keys) } else { keys };
                keys = keys.max(var + 1);
                if rng.random_bool(0.2) { neg(var) } else { pos(var) }
            })
        };
        let pairs: Vec<[usize; 2]> = match kind {
            6 if nodes >= 2 => {
                let mut ends: Vec<usize> = (0..nodes).collect();
                let count = rng.random_range(0..=(nodes / 2).min(3));
                for place in 0..2 * count {
                    let other = rng.random_range(place..nodes);
                    ends.swap(place, other);
                }
                ends[..2 * count].chunks(2).map(|pair| [pair[0], pair[1]]).collect()
            }
            6 => return None,
            _ => Vec::new(),
        };
        let (of_nodes, of_edges) = match kind {
            2 | 6 | 10 | 11 => (if rng.random_bool(0.3) { 0.3 } else { 0.0 }, 0.95),
            1 | 7 => (0.95, 0.0),
            _ => (0.95, if rng.random_bool(0.4) { 0.4 } else { 0.0 }),
        };
        // The edges of a matching join two sides.
        let sides: Vec<bool> = (0..nodes).map(|_| kind == 7 && rng.random_bool(0.5)).collect();
        let mut graph = Graph::new();
        for node in 0..nodes {
            let chance = if pairs.iter().any(|pair| pair.contains(&node)) { 0.0 } else { of_nodes };
            graph.node(key(rng, chance));
        }
        for (one, other) in edges.into_iter().filter(|&(one, other)| kind != 7 || sides[one] != sides[other])
        {
            graph.edge(one, other, key(rng, of_edges));
        }
        if rng.random_bool(0.15)
            && let Some(condition) = key(rng, 1.0)
        {
            graph = graph.only_if(condition);
        }
        let what = match kind {
            0 => What::Connected,
            1 => What::Cover,
            2 => What::OneLoop,
            6 => What::Paths(pairs),
            7 => What::Matching,
            8 => What::Acyclic,
            11 => What::Closed,
            9 | 10 => What::Pairs(self::pairs(rng, nodes)),
            _ => What::Regions(regions(rng, nodes)),
        };
        if keys == 0 || keys > most_keys {
            return None;
        }
        let count = rng.random_range(0..4);
        let clauses = (0..count).map(|_| {
            let size = rng.random_range(1..=3);
            (0..size)
                .map(|_| {
                    if rng.random_bool(0.5) {
                        pos(rng.random_range(0..keys))
                    } else {
                        neg(rng.random_range(0..keys))
                    }
                })
                .collect()
        });
        let clauses = clauses.collect();
        Some(Random { keys, graph, what, clauses })
    }

    /// All assignments that satisfy the constraint and the clauses.
    pub fn solutions(&self) -> Vec<Vec<bool>> {
        let e = self.formula(false);
        let constraint = e.graphs().next().map(|(constraint, _)| constraint.clone());
        let constraint = constraint.expect("it is stated");
        let all =
            (0..1_u32 << self.keys).map(|bits| (0..self.keys).map(|key| bits >> key & 1 == 1).collect());
        let fits = |values: &Vec<bool>| {
            reference::holds(&constraint, &|lit| values[lit.vidx()] != lit.is_neg())
                && self.clauses.iter().all(|clause| {
                    clause.iter().any(|literal| {
                        let lit = e.lit(*literal);
                        values[lit.vidx()] != lit.is_neg()
                    })
                })
        };
        all.filter(fits).collect()
    }

    /// The constraint alone, cut lazily; with its first cuts or without.
    pub fn formula(&self, prunes: bool) -> Formula<usize> {
        let mut e = Formula::new(jigsat_cnf::Flavours::default());
        if prunes {
            e = e.pruning();
        }
        (0..self.keys).for_each(|key| e.declare_projected(key));
        self.state(&mut e);
        e
    }

    fn state(&self, e: &mut Formula<usize>) {
        let mut group = e.group(&STATED, ());
        match &self.what {
            What::Connected => _ = group.connected(&self.graph),
            What::Cover => _ = group.connected_cover(&self.graph),
            What::OneLoop => group.one_loop(&self.graph),
            What::Regions(regions) => _ = group.regions(&self.graph, regions.clone()),
            What::Pairs(pairs) => _ = group.regions_of_pairs(&self.graph, pairs.clone()),
            What::Matching => _ = group.matching(&self.graph),
            What::Acyclic => _ = group.acyclic(&self.graph),
            What::Closed => _ = group.closed(&self.graph),
            What::Paths(pairs) => group.paths(&self.graph, pairs.iter().copied()),
        }
    }
}

fn pairs(rng: &mut ChaCha8Rng, nodes: usize) -> Pairs {
    let share = rng.random_range(0.1..0.9);
    let mut clues = Vec::new();
    for node in 0..nodes as u32 {
        if rng.random_bool(share) {
            let number = rng.random_bool(0.8).then(|| rng.random_range(0..=(nodes as u64).min(7)));
            clues.push(Clue { node, number });
        }
    }
    Pairs { clues }
}

fn regions(rng: &mut ChaCha8Rng, nodes: usize) -> Regions {
    let bound = |rng: &mut ChaCha8Rng, chance: f64| {
        let size = rng.random_range(0..=(nodes as u64).min(5));
        let kind = [Bound::Exactly(size), Bound::AtLeast(size), Bound::AtMost(size)][rng.random_range(0..3)];
        let bound = if rng.random_bool(0.5) { Bound::Exactly(size) } else { kind };
        rng.random_bool(chance).then_some(bound)
    };
    let size = bound(rng, 0.5);
    let rooted = [Rooted::Free, Rooted::AtLeastOne, Rooted::ExactlyOne][rng.random_range(0..3)];
    let share = rng.random_range(0.0..0.5);
    let mut roots = Vec::new();
    for node in 0..nodes as u32 {
        if rng.random_bool(share) {
            roots.push(Root { node, size: bound(rng, 0.6) });
            if rng.random_bool(0.05) {
                roots.push(Root { node, size: bound(rng, 0.6) });
            }
        }
    }
    Regions { size, roots, rooted }
}

impl Puzzle for Random {
    type Atom = usize;
    type Encoding = ();
    type Solution = Vec<bool>;

    fn name(&self, atom: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x{atom}")
    }

    fn encode(&self, _how: (), e: &mut Formula<usize>) {
        (0..self.keys).for_each(|key| e.declare_projected(key));
        self.state(e);
        for (place, clause) in self.clauses.iter().enumerate() {
            e.group(&MORE, (place,)).clause(clause.iter().copied());
        }
    }

    fn decode(&self, _how: (), model: &Model<'_, usize>) -> Result<Vec<bool>, Violation> {
        Ok((0..self.keys).map(|key| model.holds(key)).collect())
    }

    fn check(&self, solution: &Vec<bool>) -> Result<(), Violation> {
        let e = self.formula(false);
        let (constraint, _) = e.graphs().next().expect("it is stated");
        let value = |lit: jigsat_cnf::Lit| solution[lit.vidx()] != lit.is_neg();
        if !reference::holds(constraint, &value) {
            return Err(Violation::new("the constraint is broken"));
        }
        let broken = self.clauses.iter().any(|clause| !clause.iter().any(|literal| value(e.lit(*literal))));
        if broken { Err(Violation::new("a clause is broken")) } else { Ok(()) }
    }
}
