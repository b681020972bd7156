//! Graphs and sequences with the literals of their nodes, edges and places.

use std::slice::ChunksExact;

use jigsat_cnf::rarely;
use jigsat_cnf::{
    Bound,
    graph::{Clue, Kind, Pairs, Regions, Root, Rooted},
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    Stop, cnf,
    enumerate::{Code, Grounder, Walk},
    layers::Layers,
    node::{Lit, Node},
    program::{GroundGraph, Program},
    value,
};
use crate::syntax;
use crate::theory::{Meaning, Selection, Shape, Slot, SortId, Structure, Term, Undefined, Why};

/// A structure, prepared for grounding.
pub(super) struct Compiled<'t> {
    structure: &'t Structure,
    walk: Walk<'t>,
    body: Code<'t>,
    /// Roots, ends, or the numbers of runs.
    selected: Option<Walk<'t>>,
}

impl<'t> Grounder<'t> {
    pub fn structure(&mut self, structure: &'t Structure, bound: &[Slot]) -> Compiled<'t> {
        let walk = self.walk(std::slice::from_ref(&structure.var), structure.guard.as_ref(), bound);
        let inner: Vec<Slot> = bound.iter().copied().chain([structure.var.slot]).collect();
        let body = self.compile(&structure.body, &inner);
        let selected = match &structure.shape {
            Shape::Paths { ends: Selection { var, guard }, .. }
            | Shape::Matching { with: Selection { var, guard }, .. }
            | Shape::Regions { root: Some(Selection { var, guard }), .. }
            | Shape::Runs { nth: var, guard, .. } => {
                Some(self.walk(std::slice::from_ref(var), guard.as_ref(), bound))
            }
            _ => None,
        };
        if let Some(along) = along(&structure.shape) {
            self.tables[along].fill();
        }
        Compiled { structure, walk, body, selected }
    }

    /// Adds the demands of a structure under a condition.
    pub fn demand_structure(
        &mut self,
        condition: Node,
        compiled: &Compiled<'t>,
        to: &mut Program,
    ) -> Result<(), Stop> {
        // The values that may be chosen, and the formulas that say whether they are.
        let mut chosen: Vec<(u32, Node)> = Vec::new();
        self.each(&compiled.walk, &mut |grounder, row, undefined| {
            let node =
                undefined.map_or_else(|| grounder.build(&compiled.body), |why| Err(Stop::Undefined(why)))?;
            match node {
                Node::Undefined(why) => return Err(Stop::Undefined(why)),
                node => chosen.push((row[0], node)),
            }
            Ok(())
        })?;
        rarely::sort_by_key(&mut chosen, |&(value, _)| value);
        if let Shape::Runs { length, .. } = &compiled.structure.shape {
            let lengths =
                self.selected(compiled, length)?.into_iter().filter_map(|(_, length)| length).collect();
            let node = runs(chosen, lengths, to).ok_or(Stop::TooWide)?;
            cnf::demand(Node::any([condition.negated(), node]), to);
            return Ok(());
        }
        let condition = cnf::literal(condition, to);
        let Some(along) = along(&compiled.structure.shape) else { return Ok(()) };
        // Nodes are the values of the variable, or their ends.
        let sort = match self.theory.facts[along].places[..] {
            [_, end, _] => end,
            _ => compiled.structure.var.sort,
        };
        let ends = match &compiled.structure.shape {
            Shape::Paths { by, .. } => self.selected(compiled, by)?,
            _ => Vec::new(),
        };
        let mut graph = Builder { numbers: FxHashMap::default(), graph: GroundGraph::new(condition, sort) };
        let literals = chosen.into_iter().filter(|(_, node)| *node != Node::False);
        let literals: Vec<(u32, Option<Lit>)> =
            literals.map(|(value, node)| (value, cnf::literal(node, to))).collect();
        if let Shape::Matching { .. } = &compiled.structure.shape {
            let with = self.selected(compiled, &Term::Value(0))?;
            graph.of_pairs(&literals, with.into_iter().map(|(value, _)| value), self.joined(along));
        } else if self.theory.facts[along].places.len() == 2 {
            graph.of_nodes(&literals, self.joined(along));
        } else {
            // Nodes without an edge count if they are to be joined, or in a region.
            let lone: Vec<u32> = match &compiled.structure.shape {
                Shape::Paths { .. } => ends.iter().map(|&(node, _)| node).collect(),
                Shape::Regions { .. } => (0..self.theory.sorts[sort].len() as u32).collect(),
                _ => Vec::new(),
            };
            let is_connected = matches!(compiled.structure.shape, Shape::Connected { .. });
            let edges = (compiled.structure.var.sort, is_connected);
            graph.of_edges(&literals, self.joined(along), lone, edges, to);
        }
        graph.graph.kind = match &compiled.structure.shape {
            Shape::Connected { .. } | Shape::Runs { .. } => Kind::Connected,
            Shape::Loop { .. } => Kind::OneLoop,
            Shape::Acyclic { .. } => Kind::Acyclic,
            Shape::Closed { .. } => Kind::Closed,
            Shape::Matching { .. } => Kind::Matching,
            Shape::Paths { .. } => {
                let Some(pairs) = graph.pairs(&ends) else {
                    let never: Vec<Lit> = condition.map(|lit| lit ^ 1).into_iter().collect();
                    to.clause(&never);
                    return Ok(());
                };
                Kind::Paths(pairs)
            }
            Shape::Regions { root, rooted, size, .. } => {
                let size = |grounder: &mut Self| match size {
                    None => Ok(None),
                    Some(size) => grounder.number(size, compiled).map_err(Stop::Undefined),
                };
                if root.is_some() {
                    let none = Term::Value(0);
                    let selected = self.selected(compiled, compiled.size().unwrap_or(&none))?;
                    let roots = selected.into_iter().filter_map(|(value, length)| {
                        let number = compiled.size().and(length).map(|size| size as u64);
                        Some((*graph.numbers.get(&value)?, number))
                    });
                    let root =
                        |(node, number): (u32, Option<u64>)| Root { node, size: number.map(Bound::Exactly) };
                    let regions = |rooted, roots| Kind::Regions(Regions { size: None, roots, rooted });
                    match rooted {
                        syntax::Rooted::Any => regions(Rooted::Free, roots.map(root).collect()),
                        syntax::Rooted::One => regions(Rooted::ExactlyOne, roots.map(root).collect()),
                        syntax::Rooted::Two => {
                            let clue = |(node, number)| Clue { node, number };
                            Kind::Pairs(Pairs { clues: roots.map(clue).collect() })
                        }
                    }
                } else {
                    let size = size(self)?.map(|size| Bound::Exactly(size as u64));
                    Kind::Regions(Regions { size, ..Regions::default() })
                }
            }
        };
        to.graph(graph.graph);
        Ok(())
    }

    /// The selected values, by their places in their sort, with the value of a term, if it has one.
    fn selected(&mut self, compiled: &Compiled<'t>, term: &Term) -> Result<Vec<(u32, Option<i64>)>, Stop> {
        let mut found = Vec::new();
        let Some(walk) = &compiled.selected else { return Ok(found) };
        self.each(walk, &mut |grounder, row, undefined| {
            if let Some(why) = undefined {
                return Err(Stop::Undefined(why));
            }
            found.push((row[0], grounder.number(term, compiled).map_err(Stop::Undefined)?));
            Ok(())
        })?;
        rarely::sort_by_key(&mut found, |&(value, _)| value);
        Ok(found)
    }

    /// The value of a term, if it has one; a negative number is an error.
    fn number(&self, term: &Term, compiled: &Compiled<'_>) -> Result<Option<i64>, Undefined> {
        match value::value(term, &self.env, self.theory) {
            Ok(number) if number < 0 => {
                Err(Undefined { why: Why::NegativeCount(number), span: compiled.structure.span })
            }
            Ok(number) => Ok(Some(number)),
            Err(Undefined { why: Why::NoValue { .. }, .. }) => Ok(None),
            Err(why) => Err(why),
        }
    }

    /// The rows of a fact, by the places of the values in their sorts.
    fn joined(&self, fact: usize) -> ChunksExact<'_, u32> {
        let of = &self.theory.facts[fact];
        debug_assert!(matches!(of.meaning, Meaning::Listed(_) | Meaning::Computed { .. }));
        self.tables[fact].rows()
    }
}

impl Compiled<'_> {
    fn size(&self) -> Option<&Term> {
        match &self.structure.shape {
            Shape::Regions { size, .. } => size.as_ref(),
            _ => None,
        }
    }
}

/// The fact whose tuples are joined.
fn along(shape: &Shape) -> Option<usize> {
    match shape {
        Shape::Connected { along }
        | Shape::Loop { along }
        | Shape::Acyclic { along }
        | Shape::Closed { along }
        | Shape::Matching { along, .. }
        | Shape::Paths { along, .. }
        | Shape::Regions { along, .. } => Some(*along),
        Shape::Runs { .. } => None,
    }
}

/// A graph whose nodes get numbers in the order of their first use.
struct Builder {
    numbers: FxHashMap<u32, u32>,
    graph: GroundGraph,
}

impl Builder {
    fn of_nodes(&mut self, nodes: &[(u32, Option<Lit>)], joined: ChunksExact<'_, u32>) {
        for &(value, lit) in nodes {
            self.numbers.insert(value, self.graph.nodes.len() as u32);
            self.graph.nodes.push(lit);
            self.graph.values.push(value);
        }
        let mut edges: Vec<(u32, u32)> = Vec::new();
        for row in joined {
            if let (Some(&a), Some(&b)) = (self.numbers.get(&row[0]), self.numbers.get(&row[1]))
                && a != b
            {
                edges.push((a.min(b), a.max(b)));
            }
        }
        edges.sort_unstable();
        edges.dedup();
        self.graph.edges.extend(edges.into_iter().map(|(a, b)| (a, b, None)));
    }

    /// The chosen nodes are one side, and the values that need a partner the other: a value on both sides is two nodes.
    fn of_pairs(
        &mut self,
        nodes: &[(u32, Option<Lit>)],
        with: impl Iterator<Item = u32>,
        joined: ChunksExact<'_, u32>,
    ) {
        self.of_nodes(nodes, [].chunks_exact(1));
        let mut others: FxHashMap<u32, u32> = FxHashMap::default();
        for value in with {
            others.insert(value, self.graph.nodes.len() as u32);
            self.graph.nodes.push(None);
            self.graph.values.push(value);
        }
        let mut edges: Vec<(u32, u32)> = Vec::new();
        for (a, b) in joined.flat_map(|row| [(row[0], row[1]), (row[1], row[0])]) {
            edges.extend(self.numbers.get(&a).copied().zip(others.get(&b).copied()));
        }
        edges.sort_unstable();
        edges.dedup();
        self.graph.edges.extend(edges.into_iter().map(|(a, b)| (a, b, None)));
    }

    /// The edges are values of this sort. The nodes are those that edges join, and `lone` ones. If the chosen edges must be
    /// connected (`is_piece`), a node is there if one of its edges is.
    fn of_edges(
        &mut self,
        edges: &[(u32, Option<Lit>)],
        joined: ChunksExact<'_, u32>,
        lone: Vec<u32>,
        (sort, is_piece): (SortId, bool),
        to: &mut Program,
    ) {
        let lits: FxHashMap<u32, Option<Lit>> = edges.iter().copied().collect();
        let mut nodes = lone;
        nodes.extend(joined.clone().flat_map(|row| [row[1], row[2]]));
        nodes.sort_unstable();
        nodes.dedup();
        for node in nodes {
            self.numbers.insert(node, self.graph.nodes.len() as u32);
            self.graph.nodes.push(None);
            self.graph.values.push(node);
        }
        let mut listed: FxHashSet<(u32, u32, u32)> = FxHashSet::default();
        let mut values = Vec::new();
        for row in joined {
            let (Some(&lit), Some(&a), Some(&b)) =
                (lits.get(&row[0]), self.numbers.get(&row[1]), self.numbers.get(&row[2]))
            else {
                continue;
            };
            // Both directions of an edge are one edge.
            if listed.insert((row[0], a.min(b), a.max(b))) {
                self.graph.edges.push((a, b, lit));
                values.push(row[0]);
            }
        }
        self.graph.edge_values = Some((sort, values));
        if is_piece {
            for node in 0..self.graph.nodes.len() as u32 {
                let at = self.graph.edges.iter().filter(|&&(a, b, _)| a == node || b == node);
                let lits = at.map(|&(_, _, lit)| lit.map_or(Node::True, Node::Lit));
                let any = Node::any(lits.collect::<Vec<_>>());
                self.graph.nodes[node as usize] = cnf::literal(any, to);
            }
        }
    }

    /// The ends in pairs with the same value; `None` if some value does not have exactly two.
    fn pairs(&self, ends: &[(u32, Option<i64>)]) -> Option<Vec<[u32; 2]>> {
        let mut by_value: Vec<(i64, u32)> =
            ends.iter().filter_map(|&(node, value)| Some((value?, *self.numbers.get(&node)?))).collect();
        rarely::sort(&mut by_value);
        let groups = by_value.chunk_by(|a, b| a.0 == b.0);
        groups.map(|group| if let [one, other] = group { Some([one.1, other.1]) } else { None }).collect()
    }
}

/// Formulas that chosen places form runs of these lengths: even states are before a run, odd ones in it.
fn runs(places: Vec<(u32, Node)>, lengths: Vec<i64>, to: &mut Program) -> Option<Node> {
    let choices: Vec<Vec<(Option<Lit>, bool)>> = places
        .into_iter()
        .map(|(_, node)| match node {
            Node::False => vec![(None, false)],
            node => match cnf::literal(node, to) {
                None => vec![(None, true)],
                Some(lit) => vec![(Some(lit ^ 1), false), (Some(lit), true)],
            },
        })
        .collect();
    let lengths: Vec<i64> = lengths.into_iter().filter(|&length| length > 0).collect();
    // The number of runs that have begun, and the number of places of the last one; `None` after a mistake.
    let step = |state: Option<(usize, i64)>, is_chosen: bool| -> Option<(usize, i64)> {
        let (begun, there) = state?;
        match (is_chosen, there) {
            (false, 0) => Some((begun, 0)),
            (false, there) => (there == lengths[begun - 1]).then_some((begun, 0)),
            (true, 0) => (begun < lengths.len()).then_some((begun + 1, 1)),
            (true, there) => (there < lengths[begun - 1]).then_some((begun, there + 1)),
        }
    };
    let good = |state: Option<(usize, i64)>| {
        state.is_some_and(|(begun, there)| {
            begun == lengths.len() && (there == 0 || there == lengths[begun - 1])
        })
    };
    Layers::new(Some((0, 0)), &choices, step, good).map(|layers| Node::Layers(Box::new(layers)))
}
