//! Cuts for graphs without cycles: what holds is a forest, and each further edge or node may close a cycle in it.

use super::{Breach, View};

const NONE: u32 = u32::MAX;

pub(super) fn cut(view: &mut View<'_>) {
    let forest = Forest::of(view);
    let nodes = view.constraint.nodes().len() as u32;
    let edges: Vec<u32> = (nodes..view.constraint.elements() as u32).collect();
    for edge in edges {
        let &[one, other] = view.constraint.around(edge) else { continue };
        if view.is_off(edge) || forest.edges[edge as usize] || !view.is_on(one) || !view.is_on(other) {
            continue;
        }
        if let Some(mut cycle) = forest.way(view, one, other) {
            cycle.push(edge);
            view.push(Breach::Cycle, cycle, vec![]);
        }
    }
    // An open node, with two neighbours that are joined already.
    for node in view.nodes().filter(|&node| view.is_open(node)).collect::<Vec<_>>() {
        let mut first: Vec<(u32, u32, u32)> = Vec::new();
        let around: Vec<u32> =
            view.constraint.around(node).iter().copied().filter(|&edge| view.is_on(edge)).collect();
        for edge in around {
            let beyond = view.constraint.around(edge).iter().find(|&&other| other != node);
            let Some(&beyond) = beyond.filter(|&&other| view.is_on(other)) else { continue };
            let tree = forest.tree[beyond as usize];
            let Some(&(_, before, way)) = first.iter().find(|(known, ..)| *known == tree) else {
                first.push((tree, beyond, edge));
                continue;
            };
            if let Some(mut cycle) = forest.way(view, before, beyond) {
                cycle.extend([node, way, edge]);
                view.push(Breach::Cycle, cycle, vec![]);
            }
        }
    }
}

/// Trees of nodes and edges that hold, found level by level.
struct Forest {
    /// By node, the number of its tree.
    tree: Vec<u32>,
    /// By node: the edge to the node before it.
    to: Vec<u32>,
    before: Vec<u32>,
    depth: Vec<u32>,
    /// By element, whether it is an edge of a tree.
    edges: Vec<bool>,
}

impl Forest {
    fn of(view: &View<'_>) -> Self {
        let none = || vec![NONE; view.constraint.nodes().len()];
        let mut forest = Forest {
            tree: none(),
            to: none(),
            before: none(),
            depth: none(),
            edges: vec![false; view.constraint.elements()],
        };
        if !view.searches(view.constraint.span()) {
            return forest;
        }
        for start in view.nodes() {
            if forest.tree[start as usize] != NONE || !view.is_on(start) {
                continue;
            }
            forest.tree[start as usize] = start;
            forest.depth[start as usize] = 0;
            let mut reached = vec![start];
            let mut next = 0;
            while let Some(&node) = reached.get(next) {
                next += 1;
                for &edge in view.constraint.around(node).iter().filter(|&&edge| view.is_on(edge)) {
                    for &other in view.constraint.around(edge) {
                        if forest.tree[other as usize] == NONE && view.is_on(other) {
                            forest.tree[other as usize] = start;
                            forest.depth[other as usize] = forest.depth[node as usize] + 1;
                            forest.edges[edge as usize] = true;
                            forest.to[other as usize] = edge;
                            forest.before[other as usize] = node;
                            reached.push(other);
                        }
                    }
                }
            }
        }
        forest
    }

    /// The nodes and edges between two nodes of a tree, these included.
    fn way(&self, view: &View<'_>, mut one: u32, mut other: u32) -> Option<Vec<u32>> {
        if self.tree[one as usize] != self.tree[other as usize] {
            return None;
        }
        let mut way = vec![one, other];
        while one != other {
            if self.depth[one as usize] < self.depth[other as usize] {
                std::mem::swap(&mut one, &mut other);
            }
            way.push(self.to[one as usize]);
            one = self.before[one as usize];
            way.push(one);
        }
        view.searches(way.len()).then(|| {
            way.sort_unstable();
            way.dedup();
            way
        })
    }
}
