//! Statements about graphs and sequences, evaluated directly.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Evaluator, Truth,
    graph::{Demand, Graph, Root, There},
};
use crate::theory::{Formula, Selection, Shape, Structure, Term, Var};

impl<'t> Evaluator<'t> {
    /// Whether the chosen values have the structure; `None` if too little is known.
    pub fn structure(&self, structure: &'t Structure, env: &mut Vec<i64>) -> Truth {
        let mut chosen: BTreeMap<i64, Truth> = BTreeMap::new();
        let mut is_known = true;
        let (var, guard) = (&structure.var, structure.guard.as_ref());
        self.rows(std::slice::from_ref(var), guard, env, &mut |env, guard| {
            let truth = guard.and_then(|_| self.truth(&structure.body, env));
            is_known &= truth.is_some();
            chosen.insert(env[var.slot], truth);
            true
        });
        if !is_known && self.known.is_none() {
            return None;
        }
        let holds = match &structure.shape {
            Shape::Runs { nth, guard, length } => {
                let lengths = self.selected(nth, guard.as_ref(), length, env);
                let lengths: Vec<i64> =
                    lengths.into_values().flatten().filter(|&length| length > 0).collect();
                !is_known || runs(chosen.values().map(|&truth| truth == Some(true))) == lengths
            }
            Shape::Connected { along } => self.graph(*along, &chosen, true).1.is_connected(),
            Shape::Loop { along } => self.graph(*along, &chosen, false).1.is_loop(),
            Shape::Paths { along, ends: Selection { var, guard }, by } => {
                let (numbers, graph) = self.graph(*along, &chosen, false);
                let ends = self.selected(var, guard.as_ref(), by, env);
                graph.are_paths(&by_node(&numbers, |value| ends.get(&value).copied().flatten()))
            }
            Shape::Regions { along, root, size } => {
                let (numbers, graph) = self.graph(*along, &chosen, false);
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
                    Demand { roots: Some(by_node(&numbers, root)), size: None }
                } else {
                    // Without a value, regions have any size.
                    Demand { roots: None, size: self.value(size, env).filter(|_| has_size).map(to_size) }
                };
                graph.are_regions(&demand)
            }
        };
        if holds && !is_known { None } else { Some(holds) }
    }

    /// The selected values, with the value of a term, if it has one.
    fn selected(
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
    fn graph(
        &self,
        along: usize,
        chosen: &BTreeMap<i64, Truth>,
        is_piece: bool,
    ) -> (BTreeMap<i64, usize>, Graph) {
        let always = There { surely: true, maybe: true };
        let mut graph = Graph { nodes: Vec::new(), edges: Vec::new() };
        let tuples = self.facts[along].all();
        let &[_, node, _] = &self.theory.facts[along].places[..] else {
            let numbers: BTreeMap<i64, usize> = chosen.keys().copied().zip(0..).collect();
            graph.nodes.extend(chosen.values().map(|&truth| There::of(truth)));
            for tuple in tuples {
                if let (Some(&a), Some(&b)) = (numbers.get(&tuple[0]), numbers.get(&tuple[1])) {
                    graph.edges.push((a, b, always));
                }
            }
            return (numbers, graph);
        };
        let sort = &self.theory.sorts[node];
        let numbers: BTreeMap<i64, usize> = (0..sort.len()).map(|place| (sort.value(place), place)).collect();
        graph.nodes =
            vec![if is_piece { There { surely: false, maybe: false } } else { always }; numbers.len()];
        // An edge that is listed in both directions is still one.
        let mut listed: BTreeSet<[i64; 3]> = BTreeSet::new();
        for tuple in tuples {
            let (edge, [one, other]) = (tuple[0], [tuple[1].min(tuple[2]), tuple[1].max(tuple[2])]);
            let (Some(&truth), Some(&a), Some(&b)) =
                (chosen.get(&edge), numbers.get(&one), numbers.get(&other))
            else {
                continue;
            };
            if listed.insert([edge, one, other]) {
                let there = There::of(truth);
                graph.edges.push((a, b, there));
                if is_piece {
                    for node in [a, b] {
                        graph.nodes[node].surely |= there.surely;
                        graph.nodes[node].maybe |= there.maybe;
                    }
                }
            }
        }
        (numbers, graph)
    }
}

fn by_node<T: Clone>(numbers: &BTreeMap<i64, usize>, of: impl Fn(i64) -> Option<T>) -> Vec<Option<T>> {
    let mut all = vec![None; numbers.len()];
    for (&value, &node) in numbers {
        all[node] = of(value);
    }
    all
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
