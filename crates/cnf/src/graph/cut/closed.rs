//! Cuts for edges that separate: one that doesn't hold has its ends in different regions.
//!
//! A cut says that a cycle has none of these edges or several (the cycle inequalities of partitions: S. Chopra, M. R. Rao,
//! *The partition problem*, Mathematical Programming 1993).

use rustc_hash::FxHashMap;

use super::{Breach, View, regions::way};

pub(super) fn cut(view: &mut View<'_>) {
    let sets = view.components(|element| view.is_on(element));
    let nodes = view.constraint.nodes().len() as u32;
    let set_of = |node: u32| Some(sets.set_of[node as usize]).filter(|&set| set != u32::MAX);
    let regions = |edge: u32| {
        let ends = view.constraint.edge(edge)?.ends;
        let [one, other] = [set_of(ends[0])?, set_of(ends[1])?];
        Some((ends, [one.min(other), one.max(other)]))
    };
    // By two regions, an edge that separates them.
    let mut separated: FxHashMap<[u32; 2], u32> = FxHashMap::default();
    let mut found: Vec<(u32, u32)> = Vec::new();
    let edges = || nodes..view.constraint.elements() as u32;
    for edge in edges().filter(|&edge| state(view, edge) != Some(true)) {
        let Some((_, between)) = regions(edge) else { continue };
        if between[0] == between[1] {
            found.push((edge, edge));
        } else if state(view, edge) == Some(false) {
            separated.insert(between, edge);
        }
    }
    for open in edges().filter(|&edge| state(view, edge).is_none()) {
        let Some((_, between)) = regions(open) else { continue };
        found.extend(separated.get(&between).map(|&edge| (edge, open)));
    }
    for (edge, passed) in found {
        let Some([one, other]) = view.constraint.edge(edge).map(|edge| edge.ends) else { continue };
        let inside = |element: u32| element != edge && (view.is_on(element) || element == passed);
        if let Some(way) = way(view, &[one], inside, |element| element == other) {
            view.push(Breach::Within, way, vec![edge]);
        }
    }
}

/// Whether an edge holds, if that is known. An edge from a node to itself may be beyond the elements with a state.
fn state(view: &View<'_>, edge: u32) -> Option<bool> {
    match view.states.get(edge as usize) {
        Some(_) if view.is_on(edge) => Some(true),
        Some(_) if view.is_off(edge) => Some(false),
        Some(_) => None,
        // Without a literal, it holds.
        None => Some(true),
    }
}
