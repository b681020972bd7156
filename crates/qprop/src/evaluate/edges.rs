//! What edges form that all are known, found by one pass over those that hold. [`super::graph`] does the same for graphs that
//! are partly known.

use super::left::Left;

/// Edges, and what those of them that hold must form.
#[derive(Debug)]
pub(super) struct Edges {
    /// The condition of each edge, and the nodes that it joins.
    all: Vec<(Left, [u32; 2])>,
    /// The number of nodes.
    nodes: usize,
    form: Form,
}

/// What edges form.
#[derive(Debug)]
pub(super) enum Form {
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
    /// The edges with these conditions; each pair of nodes comes with the number of the edge that joins them.
    pub fn new(
        conditions: &[Left],
        joins: impl Iterator<Item = (u32, [u32; 2])>,
        nodes: usize,
        form: Form,
    ) -> Self {
        // An edge that is listed in both directions is still one.
        let mut joins: Vec<(u32, [u32; 2])> =
            joins.map(|(edge, [a, b])| (edge, [a.min(b), a.max(b)])).collect();
        joins.sort_unstable();
        joins.dedup();
        let all = joins.into_iter().map(|(edge, ends)| (conditions[edge as usize].clone(), ends)).collect();
        Edges { all, nodes, form }
    }

    /// The condition of each edge.
    pub fn conditions(&self) -> impl Iterator<Item = &Left> {
        self.all.iter().map(|(condition, _)| condition)
    }

    /// Whether the edges that hold have the form. Linear in the number of edges and nodes.
    pub fn have_form(&self, atoms: &[bool]) -> bool {
        match &self.form {
            Form::Connected => {
                let (mut sets, mut joined) = (Sets::new(self.nodes), 0);
                let mut is_reached = vec![false; self.nodes];
                for [a, b] in self.held(atoms) {
                    joined += usize::from(sets.join(a, b));
                    is_reached[a as usize] = true;
                    is_reached[b as usize] = true;
                }
                is_reached.into_iter().filter(|&reached| reached).count() <= joined + 1
            }
            Form::Acyclic => {
                let mut sets = Sets::new(self.nodes);
                self.held(atoms).all(|[a, b]| sets.join(a, b))
            }
            Form::Closed => {
                let mut sets = Sets::new(self.nodes);
                for [a, b] in self.held(atoms) {
                    sets.join(a, b);
                }
                self.all.iter().all(|(edge, [a, b])| edge.holds(atoms) || sets.of(*a) != sets.of(*b))
            }
            Form::Loop => self.trace(atoms).is_some_and(|trace| self.is_loop(&trace)),
            Form::Paths(ends) => self.trace(atoms).is_some_and(|trace| self.are_paths(&trace, ends)),
        }
    }

    /// The nodes of each edge that holds.
    fn held(&self, atoms: &[bool]) -> impl Iterator<Item = [u32; 2]> {
        self.all.iter().filter(|(edge, _)| edge.holds(atoms)).map(|(_, ends)| *ends)
    }

    /// The edges that hold, by node; `None` if one joins a node with itself.
    fn trace(&self, atoms: &[bool]) -> Option<Trace> {
        let mut trace = Trace { at: vec![Passed::default(); self.nodes], held: 0, last: None };
        for (number, (edge, ends)) in (0..).zip(&self.all) {
            if !edge.holds(atoms) {
                continue;
            }
            if ends[0] == ends[1] {
                return None;
            }
            for &node in ends {
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
