//! Statements about graphs and sequences, evaluated directly.

use jigsat_cnf::rarely;
use std::collections::{BTreeMap, BTreeSet};

use super::{
    Evaluator, Truth,
    graph::{Demand, Graph, Root, There},
    pairs::are_paired,
};
use crate::{
    syntax::Rooted,
    theory::{Formula, Selection, Shape, Sort, Structure, Term, Var},
};

impl<'t> Evaluator<'t> {
    /// Whether the chosen values have the structure; `None` if too little is known.
    pub fn structure(&self, structure: &'t Structure, env: &mut Vec<i64>) -> Truth {
        let (var, guard) = (&structure.var, structure.guard.as_ref());
        let sort = &self.theory.sorts[var.sort];
        let mut chosen = vec![None; sort.len()];
        let mut is_known = true;
        self.rows(std::slice::from_ref(var), guard, env, &mut |env, guard| {
            let truth = guard.and_then(|_| self.truth(&structure.body, env));
            is_known &= truth.is_some();
            if let Some(place) = sort.index(env[var.slot]) {
                chosen[place] = Some(truth);
            }
            true
        });
        if !is_known && self.known.is_none() {
            return None;
        }
        let chosen = Chosen { sort, truths: chosen };
        let holds = match &structure.shape {
            Shape::Runs { nth, guard, length } => {
                let lengths = self.selected(nth, guard.as_ref(), length, env);
                let lengths: Vec<i64> =
                    lengths.into_values().flatten().filter(|&length| length > 0).collect();
                !is_known || runs(chosen.truths.iter().flatten().map(|&truth| truth == Some(true))) == lengths
            }
            Shape::Connected { along } => self.graph(*along, &chosen, true).1.is_connected(),
            Shape::Acyclic { along } => {
                let mut graph = self.graph(*along, &chosen, false).1;
                // A fact about nodes may list a pair in both orders, which is one edge.
                if self.theory.facts[*along].places.len() == 2 {
                    graph.pair_up();
                }
                graph.is_acyclic()
            }
            Shape::Closed { along } => self.graph(*along, &chosen, false).1.is_closed(),
            Shape::Loop { along } => self.graph(*along, &chosen, false).1.is_loop(),
            Shape::Matching { along, with: Selection { var, guard } } => {
                let with: Vec<i64> =
                    self.selected(var, guard.as_ref(), &Term::Value(0), env).into_keys().collect();
                let nodes = chosen.truths.iter().enumerate();
                let nodes: Vec<(i64, There)> = nodes
                    .filter_map(|(place, truth)| Some((sort.value(place), There::of((*truth)?))))
                    .collect();
                let tuples: BTreeSet<(i64, i64)> =
                    rarely::set(self.facts[*along].all().map(|tuple| (tuple[0], tuple[1])));
                let joins = |a: i64, b: i64| tuples.contains(&(a, b)) || tuples.contains(&(b, a));
                are_paired(&nodes, &with, &joins)
            }
            Shape::Paths { along, ends: Selection { var, guard }, by } => {
                let (nodes, graph) = self.graph(*along, &chosen, false);
                let ends = self.selected(var, guard.as_ref(), by, env);
                graph.are_paths(&nodes.with(|value| ends.get(&value).copied().flatten()))
            }
            Shape::Regions { along, root, rooted, size } => {
                let (nodes, graph) = self.graph(*along, &chosen, false);
                let to_size = |size: i64| usize::try_from(size).unwrap_or(0);
                let none = Term::Value(0);
                let has_size = size.is_some();
                let size = size.as_ref().unwrap_or(&none);
                let demand = if let Some(Selection { var, guard }) = root {
                    let roots = self.selected(var, guard.as_ref(), size, env);
                    let root = |value| {
                        let size: &Option<i64> = roots.get(&value)?;
                        Some(Root { size: size.filter(|_| has_size).map(to_size) })
                    };
                    Demand { roots: Some(nodes.with(root)), rooted: *rooted, size: None }
                } else {
                    // Without a value, regions have any size.
                    Demand {
                        roots: None,
                        rooted: Rooted::Any,
                        size: self.value(size, env).filter(|_| has_size).map(to_size),
                    }
                };
                graph.are_regions(&demand)
            }
        };
        if holds && !is_known { None } else { Some(holds) }
    }

    /// The selected values, with the value of a term, if it has one.
    pub(super) fn selected(
        &self,
        var: &'t Var,
        guard: Option<&'t Formula>,
        term: &Term,
        env: &mut Vec<i64>,
    ) -> BTreeMap<i64, Option<i64>> {
        let mut found = BTreeMap::new();
        self.rows(std::slice::from_ref(var), guard, env, &mut |env, guard| {
            if guard == Some(true) {
                found.insert(env[var.slot], self.value(term, env));
            }
            true
        });
        found
    }

    /// The graph of a fact, with the number of each node. If edges are chosen, every value of the sort of nodes is there;
    /// but if the edges must be connected, only nodes with an edge.
    fn graph(&self, along: usize, chosen: &Chosen<'t>, is_piece: bool) -> (Nodes<'t>, Graph) {
        let always = There { surely: true, maybe: true };
        let mut graph = Graph { nodes: Vec::new(), edges: Vec::new() };
        let tuples = self.facts[along].all();
        let &[_, node, _] = &self.theory.facts[along].places[..] else {
            let mut nodes = Nodes { sort: chosen.sort, numbers: vec![None; chosen.truths.len()] };
            for (number, truth) in nodes.numbers.iter_mut().zip(&chosen.truths) {
                if let Some(truth) = truth {
                    *number = Some(graph.nodes.len());
                    graph.nodes.push(There::of(*truth));
                }
            }
            for tuple in tuples {
                if let (Some(a), Some(b)) = (nodes.number(tuple[0]), nodes.number(tuple[1])) {
                    graph.edges.push((a, b, always));
                }
            }
            return (nodes, graph);
        };
        let sort = &self.theory.sorts[node];
        let nodes = Nodes { sort, numbers: (0..sort.len()).map(Some).collect() };
        graph.nodes = vec![if is_piece { There { surely: false, maybe: false } } else { always }; sort.len()];
        // An edge that is listed in both directions is still one.
        let mut listed: Vec<[i64; 3]> =
            tuples.map(|tuple| [tuple[0], tuple[1].min(tuple[2]), tuple[1].max(tuple[2])]).collect();
        rarely::sort(&mut listed);
        listed.dedup();
        for [edge, one, other] in listed {
            let (Some(truth), Some(a), Some(b)) =
                (chosen.truth(edge), nodes.number(one), nodes.number(other))
            else {
                continue;
            };
            let there = There::of(truth);
            graph.edges.push((a, b, there));
            if is_piece {
                for node in [a, b] {
                    graph.nodes[node].surely |= there.surely;
                    graph.nodes[node].maybe |= there.maybe;
                }
            }
        }
        (nodes, graph)
    }
}

/// Which values of a sort are chosen.
struct Chosen<'t> {
    sort: &'t Sort,
    /// By the place in the sort: the truth of the choice; none if the guard does not hold there.
    truths: Vec<Option<Truth>>,
}

impl Chosen<'_> {
    fn truth(&self, value: i64) -> Option<Truth> {
        self.truths[self.sort.index(value)?]
    }
}

/// The nodes of a graph, which are values of a sort.
struct Nodes<'t> {
    sort: &'t Sort,
    /// By the place in the sort: the number of the node, in the order of the values.
    numbers: Vec<Option<usize>>,
}

impl Nodes<'_> {
    fn number(&self, value: i64) -> Option<usize> {
        self.numbers[self.sort.index(value)?]
    }

    /// What belongs to each node, by its value.
    fn with<T>(&self, of: impl Fn(i64) -> Option<T>) -> Vec<Option<T>> {
        let places = (0..self.numbers.len()).filter(|&place| self.numbers[place].is_some());
        places.map(|place| of(self.sort.value(place))).collect()
    }
}

/// The lengths of the runs of chosen places.
fn runs(chosen: impl Iterator<Item = bool>) -> Vec<i64> {
    let mut runs = Vec::new();
    let mut is_in = false;
    for chosen in chosen {
        match (chosen, is_in) {
            (true, true) => {
                if let Some(last) = runs.last_mut() {
                    *last += 1;
                }
            }
            (true, false) => runs.push(1),
            (false, _) => {}
        }
        is_in = chosen;
    }
    runs
}
