//! Cuts for loops and paths. The edges that hold form chains; ordinary clauses say how many meet in a node.

use super::{Breach, View, connected};
use crate::rarely;

/// Edges that hold and are connected.
struct Chain {
    edges: Vec<u32>,
    nodes: Vec<u32>,
    /// The nodes at which it ends; none for a cycle.
    ends: Vec<u32>,
}

/// The chains of edges that hold. Components in which more than two edges meet in a node are not chains, and
/// are left out.
fn chains(view: &View<'_>) -> Vec<Chain> {
    let on = |element: u32| view.is_on(element) && !view.constraint.is_node(element);
    let meets = |element: u32| {
        view.constraint.is_node(element) && view.constraint.around(element).iter().any(|&edge| on(edge))
    };
    let sets = view.components(|element| on(element) || meets(element));
    let mut chains = Vec::new();
    for set in sets.sets() {
        let (nodes, edges): (Vec<u32>, Vec<u32>) =
            set.iter().partition(|&&element| view.constraint.is_node(element));
        let degree = |node: u32| view.constraint.around(node).iter().filter(|&&edge| on(edge)).count();
        // An edge from a node to itself meets none.
        if !nodes.is_empty() && nodes.iter().all(|&node| degree(node) <= 2) {
            let ends = nodes.iter().copied().filter(|&node| degree(node) == 1).collect();
            chains.push(Chain { edges, nodes, ends });
        }
    }
    chains
}

/// Cuts for a single cycle: a closed one must be all there is.
pub(super) fn cut_loop(view: &mut View<'_>) {
    let constraint = view.constraint;
    let chains = chains(view);
    // Nodes that must be on the loop and have no known edge.
    let is_lone = |node: u32| {
        let has_edge = constraint.around(node).iter().any(|&edge| view.is_on(edge));
        constraint.lit(node).is_some() && view.is_on(node) && !has_edge
    };
    let lone: Vec<u32> = view.nodes().filter(|&node| is_lone(node)).collect();
    let mut by_length: Vec<usize> = (0..chains.len()).collect();
    rarely::sort_by_key(&mut by_length, |&chain| std::cmp::Reverse(chains[chain].edges.len()));
    for (number, chain) in chains.iter().enumerate() {
        if !view.searches(chain.edges.len()) {
            return;
        }
        let other = by_length.iter().find(|&&other| other != number).map(|&other| chains[other].edges[0]);
        let Some(beside) = other.or_else(|| lone.first().copied()) else { continue };
        if chain.ends.is_empty() {
            let mut holding = chain.edges.clone();
            holding.push(beside);
            view.push(Breach::Cycle, holding, vec![]);
        }
        for closing in closing_edges(view, chain) {
            let mut holding = chain.edges.clone();
            holding.extend([closing, beside]);
            view.push(Breach::Cycle, holding, vec![]);
        }
    }
    let whole = view.elements().all(|element| !view.is_open(element));
    if !whole || chains.is_empty() {
        let must = |element: u32| !constraint.is_node(element) || constraint.lit(element).is_some();
        connected::apart(view, &must);
    }
}

/// Open edges that would close a chain.
fn closing_edges(view: &View<'_>, chain: &Chain) -> Vec<u32> {
    let [one, other] = chain.ends[..] else { return Vec::new() };
    let joins = |edge: &u32| view.is_open(*edge) && view.constraint.around(*edge).contains(&other);
    view.constraint.around(one).iter().copied().filter(joins).collect()
}

/// Cuts for paths between the ends of each pair: no cycle, no path from one pair to another, and no pair
/// apart.
pub(super) fn cut_paths(view: &mut View<'_>, pairs: &[[u32; 2]]) {
    let pair_of = |node: u32| pairs.iter().position(|pair| pair.contains(&node));
    let chains = chains(view);
    for chain in &chains {
        if !view.searches(chain.nodes.len() * pairs.len()) {
            return;
        }
        let ends: Vec<usize> = chain.nodes.iter().filter_map(|&node| pair_of(node)).collect();
        if chain.ends.is_empty() {
            view.push(Breach::Cycle, chain.edges.clone(), vec![]);
        } else if ends.iter().any(|&end| end != ends[0]) {
            view.push(Breach::WrongEnds, chain.edges.clone(), vec![]);
        }
        for closing in closing_edges(view, chain) {
            let mut holding = chain.edges.clone();
            holding.push(closing);
            view.push(Breach::Cycle, holding, vec![]);
        }
    }
    joined_wrongly(view, &chains, pairs.len(), &pair_of);
    for &[one, other] in pairs {
        let flood = view.flood(&[one], |element| !view.is_off(element));
        if !flood.has(other) {
            let border = view.border(&flood);
            let separator = view.separator(&border, other);
            view.push(Breach::Apart, vec![], separator);
        }
    }
}

/// Open edges between chains that come from ends of different pairs. An end alone is a chain as well.
fn joined_wrongly(
    view: &mut View<'_>,
    chains: &[Chain],
    pair_count: usize,
    pair_of: &dyn Fn(u32) -> Option<usize>,
) {
    let mut chain_at = vec![None; view.constraint.nodes().len()];
    for (number, chain) in chains.iter().enumerate() {
        for &node in &chain.ends {
            chain_at[node as usize] = Some(number);
        }
    }
    let is_open = |&element: &u32| !view.constraint.is_node(element) && view.is_open(element);
    let open: Vec<u32> = view.elements().filter(is_open).collect();
    for edge in open {
        if !view.searches(pair_count) {
            return;
        }
        let mut known = Vec::new();
        let mut holding = vec![edge];
        for &node in view.constraint.around(edge) {
            if let Some(chain) = chain_at[node as usize].map(|number| &chains[number]) {
                known.extend(chain.nodes.iter().filter_map(|&node| pair_of(node)));
                holding.extend(&chain.edges);
            } else {
                known.extend(pair_of(node));
            }
        }
        if known.iter().any(|&pair| pair != known[0]) {
            view.push(Breach::WrongEnds, holding, vec![]);
        }
    }
}
