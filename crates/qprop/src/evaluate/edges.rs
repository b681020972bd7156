//! What edges form that all are known, found by one pass over those that hold. [`super::graph`] does the same for graphs that
//! are partly known.

use jigsat_cnf::rarely;

use super::left::Left;

/// Edges, and what those of them that hold must form.
#[derive(Debug)]
pub(super) struct Edges {
    conditions: Vec<Left>,
    all: Vec<Edge>,
    /// The number of nodes.
    nodes: usize,
    kind: Kind,
}

/// The two conditions that must both hold for an edge to hold (they may be the same), and the nodes that it joins.
type Edge = ([u32; 2], [u32; 2]);

/// What edges form.
#[derive(Debug)]
pub(super) enum Kind {
    /// A connected graph, or none.
    Connected,
    /// No loop.
    Acyclic,
    /// Connected sets of which no other edge joins two nodes.
    Closed,
    /// A single closed line.
    Loop,
    /// Paths between two ends with the same number. By node: its number, if it is an end.
    Paths(Vec<Option<i64>>),
}

impl Edges {
    /// The edges that a fact lists: the number of an edge's condition, and the nodes that it joins.
    pub fn listed(conditions: Vec<Left>, joins: Vec<(u32, [u32; 2])>, nodes: usize, kind: Kind) -> Self {
        let all = joins.into_iter().map(|(edge, [a, b])| ([edge, edge], [a.min(b), a.max(b)]));
        Edges { conditions, all: once(all), nodes, kind }
    }

    /// The edges between chosen nodes: each holds if both of its nodes do, and all between the same two are one.
    pub fn between(conditions: Vec<Left>, pairs: Vec<[u32; 2]>, kind: Kind) -> Self {
        let pairs = pairs.into_iter().filter(|[a, b]| a != b).map(|[a, b]| [a.min(b), a.max(b)]);
        let nodes = conditions.len();
        Edges { conditions, all: once(pairs.map(|pair| (pair, pair))), nodes, kind }
    }

    /// The conditions of the edges.
    pub fn conditions(&self) -> &[Left] {
        &self.conditions
    }

    /// Whether the edges that hold form what they must. Takes time that is linear in the number of edges and nodes for loops and
    /// paths, and a logarithm more for the others.
    pub fn is_met(&self, atoms: &[bool]) -> bool {
        let holds: Vec<bool> = self.conditions.iter().map(|condition| condition.holds(atoms)).collect();
        let is_held = |([one, other], _): &Edge| holds[*one as usize] && holds[*other as usize];
        let held = || {
            (0..).zip(&self.all).filter(|(_, edge)| is_held(edge)).map(|(number, (_, ends))| (number, *ends))
        };
        match &self.kind {
            Kind::Connected => {
                let (mut sets, mut joined) = (Sets::new(self.nodes), 0);
                let mut is_reached = vec![false; self.nodes];
                for (_, [a, b]) in held() {
                    joined += usize::from(sets.join(a, b));
                    is_reached[a as usize] = true;
                    is_reached[b as usize] = true;
                }
                is_reached.into_iter().filter(|&reached| reached).count() <= joined + 1
            }
            Kind::Acyclic => {
                let mut sets = Sets::new(self.nodes);
                held().all(|(_, [a, b])| sets.join(a, b))
            }
            Kind::Closed => {
                let mut sets = Sets::new(self.nodes);
                for (_, [a, b]) in held() {
                    sets.join(a, b);
                }
                self.all.iter().all(|edge| is_held(edge) || sets.of(edge.1[0]) != sets.of(edge.1[1]))
            }
            Kind::Loop => self.trace(held()).is_some_and(|trace| self.is_loop(&trace)),
            Kind::Paths(ends) => self.trace(held()).is_some_and(|trace| self.are_paths(&trace, ends)),
        }
    }

    /// The edges that hold, by node; `None` if one joins a node with itself.
    fn trace(&self, held: impl Iterator<Item = (u32, [u32; 2])>) -> Option<Trace> {
        let mut trace = Trace { at: vec![Passed::default(); self.nodes], held: 0, last: None };
        for (number, ends) in held {
            if ends[0] == ends[1] {
                return None;
            }
            for node in ends {
                let passed = &mut trace.at[node as usize];
                passed.edges += 1;
                passed.xor ^= number;
            }
            trace.held += 1;
            trace.last = Some(number);
        }
        Some(trace)
    }

    /// The node at the other end of an edge.
    fn across(&self, edge: u32, node: u32) -> u32 {
        let [a, b] = self.all[edge as usize].1;
        a ^ b ^ node
    }

    fn is_loop(&self, trace: &Trace) -> bool {
        let Some(last) = trace.last else { return false };
        if trace.at.iter().any(|passed| passed.edges != 0 && passed.edges != 2) {
            return false;
        }
        let start = self.all[last as usize].1[0];
        let (mut edge, mut node, mut length) = (last, self.across(last, start), 1);
        while node != start {
            edge ^= trace.at[node as usize].xor;
            node = self.across(edge, node);
            length += 1;
        }
        length == trace.held
    }

    fn are_paths(&self, trace: &Trace, ends: &[Option<i64>]) -> bool {
        let fits = |(passed, end): (&Passed, &Option<i64>)| match end {
            Some(_) => passed.edges == 1,
            None => passed.edges == 0 || passed.edges == 2,
        };
        if !trace.at.iter().zip(ends).all(fits) {
            return false;
        }
        // Each path is followed from both of its ends; what is on a loop is on no path.
        let mut length = 0;
        for (start, number) in (0..).zip(ends).filter(|(_, end)| end.is_some()) {
            let (mut edge, mut node) = (0, start);
            while node == start || ends[node as usize].is_none() {
                edge ^= trace.at[node as usize].xor;
                node = self.across(edge, node);
                length += 1;
            }
            if ends[node as usize] != *number {
                return false;
            }
        }
        length == 2 * trace.held
    }
}

/// The edges, each once: one that is listed in both directions is still one.
fn once(edges: impl Iterator<Item = Edge>) -> Vec<Edge> {
    let mut edges: Vec<Edge> = edges.collect();
    rarely::sort(&mut edges);
    edges.dedup();
    edges
}

/// The edges that hold.
#[derive(Debug)]
struct Trace {
    /// By node.
    at: Vec<Passed>,
    /// How many hold.
    held: usize,
    /// The number of the last of them.
    last: Option<u32>,
}

/// The edges that hold at a node.
#[derive(Clone, Copy, Debug, Default)]
struct Passed {
    /// How many there are.
    edges: u32,
    /// The exclusive or of their numbers: of two, with one it gives the other.
    xor: u32,
}

/// Disjoint sets of nodes, as trees (Galler and Fischer, 1964).
#[derive(Debug)]
struct Sets {
    /// By node: one that is nearer to the root of its tree; a root is its own.
    above: Vec<u32>,
}

impl Sets {
    /// Each node is alone.
    fn new(nodes: usize) -> Self {
        Sets { above: (0..nodes as u32).collect() }
    }

    /// The root of a node's tree.
    fn of(&mut self, mut node: u32) -> u32 {
        while self.above[node as usize] != node {
            let above = self.above[node as usize];
            self.above[node as usize] = self.above[above as usize];
            node = above;
        }
        node
    }

    /// Makes one set of the sets of two nodes; returns whether there were two.
    fn join(&mut self, a: u32, b: u32) -> bool {
        let [a, b] = [self.of(a), self.of(b)];
        self.above[a as usize] = b;
        a != b
    }
}
