//! Cuts for connectedness: separators, one for each component.

use super::{Breach, Kind, State, View};

pub(super) fn cut(view: &mut View<'_>) {
    let constraint = view.constraint;
    apart(view, &|element| constraint.is_node(element));
}

/// Cuts for elements that must be joined, such as the nodes.
pub(super) fn apart(view: &mut View<'_>, must: &dyn Fn(u32) -> bool) {
    let is_complete = !view.states.contains(&State::Open);
    if is_complete && are_joined(view, must) {
        return;
    }
    let sets = view.components(|element| !view.is_off(element));
    // One element that holds for each set, preferably one that always does, as it needs no premise.
    let mut held: Vec<(usize, u32)> = Vec::new();
    for (number, set) in sets.sets().enumerate() {
        let on = set.iter().copied().filter(|&element| must(element) && view.is_on(element));
        if let Some(first) = on.min_by_key(|&element| (view.constraint.lit(element).is_some(), element)) {
            held.push((number, first));
        }
    }
    let Some(&(largest, main)) = held.iter().max_by_key(|&&(number, _)| sets.set(number).len()) else {
        return;
    };
    let second = held.iter().filter(|&&(number, _)| number != largest);
    let second = second.max_by_key(|&&(number, _)| sets.set(number).len()).map(|&(_, element)| element);
    for &(number, element) in &held {
        let other = if number == largest { second } else { Some(main) };
        if let Some(other) = other {
            separate(view, sets.set(number), element, other, None);
        }
    }
    if held.len() == 1 {
        for (number, set) in sets.sets().enumerate().filter(|&(number, _)| number != largest) {
            debug_assert!(held.iter().all(|&(other, _)| other != number));
            for &element in set.iter().filter(|&&element| must(element)) {
                separate(view, set, element, main, None);
            }
        }
        if is_complete {
            return;
        }
        for (bottleneck, beyond) in bottlenecks(view, main, must) {
            let side =
                view.flood(&[beyond], |element| element != bottleneck && !view.is_off(element)).reached;
            separate(view, &side, beyond, main, Some(bottleneck));
        }
    }
}

/// Whether all that hold among the elements that must be joined are reached from one of them.
fn are_joined(view: &View<'_>, must: &dyn Fn(u32) -> bool) -> bool {
    let mut held = view.elements().filter(|&element| must(element) && view.is_on(element));
    let Some(first) = held.next() else { return true };
    let flood = view.flood(&[first], |element| view.is_on(element));
    held.all(|element| flood.has(element))
}

/// Adds the cut that an element of a set and another one beyond hold only if something on the set's border
/// does.
fn separate(view: &mut View<'_>, set: &[u32], element: u32, beyond: u32, exit: Option<u32>) {
    if !view.searches(set.len()) {
        return;
    }
    let flood = view.flood(set, |_| false);
    let border = view.border(&flood);
    debug_assert!(border.iter().all(|&other| view.is_off(other) || Some(other) == exit));
    let separator = view.separator(&border, beyond);
    let is_cover = *view.constraint.kind() == Kind::ConnectedCover && !separator.is_empty();
    let holding = if is_cover { vec![] } else { vec![element, beyond] };
    view.push(Breach::Apart, holding, separator);
}

/// The open elements without which some elements that hold would be apart, each with one that lies beyond it
/// as seen from the start.
///
/// Articulation points by depth-first search: J. Hopcroft, R. Tarjan: Algorithm 447, efficient algorithms for graph
/// manipulation, Communications of the ACM 1973.
fn bottlenecks(view: &View<'_>, start: u32, must: &dyn Fn(u32) -> bool) -> Vec<(u32, u32)> {
    /// An element on the path of the search.
    struct Visit {
        element: u32,
        next: usize,
        /// An element that holds, here or below.
        held: Option<u32>,
    }
    let held = |element: u32| (must(element) && view.is_on(element)).then_some(element);
    let mut found = Vec::new();
    if !view.searches(view.constraint.span()) {
        return found;
    }
    let mut order = vec![0_u32; view.constraint.elements()];
    let mut low = vec![0_u32; view.constraint.elements()];
    let mut count = 1;
    order[start as usize] = count;
    low[start as usize] = count;
    let mut path = vec![Visit { element: start, next: 0, held: held(start) }];
    while let Some(visit) = path.last_mut() {
        let at = visit.element as usize;
        if let Some(&other) = view.constraint.around(visit.element).get(visit.next) {
            visit.next += 1;
            if view.is_off(other) {
                continue;
            }
            if order[other as usize] == 0 {
                count += 1;
                order[other as usize] = count;
                low[other as usize] = count;
                path.push(Visit { element: other, next: 0, held: held(other) });
            } else {
                low[at] = low[at].min(order[other as usize]);
            }
            continue;
        }
        let below = visit.held;
        path.pop();
        let Some(parent) = path.last_mut() else { break };
        let up = parent.element as usize;
        low[up] = low[up].min(low[at]);
        if let Some(beyond) = below {
            parent.held.get_or_insert(beyond);
            if view.is_open(parent.element) && low[at] >= order[up] {
                found.push((parent.element, beyond));
            }
        }
    }
    found
}
