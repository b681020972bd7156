//! Cuts for regions with sizes and roots: too large, shut in with too little room, with two roots or none; and for what is
//! cut off and can't be divided into regions.

use std::collections::VecDeque;

use super::{Breach, Components, View};
use crate::graph::{Regions, Rooted, constraint::Flood};

/// Maximum number of nodes of a room around which the shortest border is worth looking for.
pub(super) const LARGEST_ROOM: usize = 64;

/// Maximum number of cuts against one region that is too large, from different nodes.
const MOST_STARTS: usize = 3;

pub(super) fn cut(view: &mut View<'_>, regions: &Regions) {
    let sets = view.components(|element| view.is_on(element));
    let (look, first) = (Look::new(view, regions), view.out.len());
    for set in sets.sets() {
        let (mut count, mut roots) = (0, 0);
        for node in view.nodes_of(set) {
            count += 1;
            roots += usize::from(look.is_root(node));
        }
        // A chosen edge whose ends are not in is in no region.
        if count == 0 {
            continue;
        }
        let (least, most) = look.sizes(view.nodes_of(set));
        if count > most {
            look.too_large(view, set, most);
        } else if roots == 0 {
            look.far(view, set);
        }
        if roots > 1 && regions.rooted == Rooted::ExactlyOne {
            look.two_roots(view, set);
        }
        if count < least || roots == 0 && regions.rooted != Rooted::Free {
            look.shut_in(view, set);
        }
    }
    if !look.is_whole {
        let open: Vec<u32> = view.elements().filter(|&element| view.is_open(element)).collect();
        for element in open {
            look.join(view, element, &sets);
        }
        look.lone(view);
    } else if look.common_size.is_some() && view.out.len() > first {
        // If the whole graph can't be divided, nothing else needs to be known.
        let parts = view.components(|_| true);
        parts.sets().for_each(|part| look.indivisible(view, part));
    }
}

struct Look<'l> {
    regions: &'l Regions,
    /// By element; empty if there is no root.
    is_root: Vec<bool>,
    /// The least and the largest number of nodes of any region.
    size: (u64, u64),
    /// The same, if each node demands it.
    common_size: Option<(u64, u64)>,
    /// Whether every element has a value.
    is_whole: bool,
}

impl<'l> Look<'l> {
    fn new(view: &View<'_>, regions: &'l Regions) -> Self {
        let mut is_root = Vec::new();
        if !regions.roots.is_empty() {
            is_root.resize(view.constraint.elements(), false);
        }
        for root in &regions.roots {
            is_root[root.node as usize] = true;
        }
        let is_whole = view.elements().all(|element| !view.is_open(element));
        let common_size = regions.common_size(view.constraint.nodes().len());
        Look { regions, is_root, size: regions.sizes([]), common_size, is_whole }
    }

    fn is_root(&self, element: u32) -> bool {
        self.is_root.get(element as usize).is_some_and(|&is_root| is_root)
    }

    /// The least and the largest number of nodes of a region that contains these.
    fn sizes(&self, nodes: impl IntoIterator<Item = u32>) -> (u64, u64) {
        if self.is_root.is_empty() {
            self.size
        } else {
            self.regions.sizes(nodes.into_iter().filter(|&node| self.is_root(node)))
        }
    }

    /// Adds cuts for connected nodes of the set, one more than a region may have, with as many roots as are
    /// near.
    fn too_large(&self, view: &mut View<'_>, set: &[u32], most: u64) {
        let roots = view.nodes_of(set).filter(|&node| self.is_root(node));
        // If a root makes it too large, the root must be among them.
        let by_own_size = |&root: &u32| self.sizes([root]).1 == most;
        let mut starts: Vec<u32> = roots.filter(by_own_size).take(MOST_STARTS).collect();
        if starts.is_empty() {
            starts.extend(view.nodes_of(set).next());
        }
        for start in starts {
            let part = self.grow(view, set, start, most + 1);
            view.push(Breach::TooLarge, part, vec![]);
        }
    }

    /// A connected part of a set with this many nodes, over edges that hold, roots first.
    fn grow(&self, view: &View<'_>, set: &[u32], start: u32, wanted: u64) -> Vec<u32> {
        let inside = view.flood(set, |_| false);
        let mut seen = vec![false; view.constraint.elements()];
        seen[start as usize] = true;
        let (mut part, mut count) = (Vec::new(), 0);
        let mut near = VecDeque::from([start]);
        while let Some(element) = near.pop_front() {
            part.push(element);
            count += u64::from(view.constraint.is_node(element));
            if count == wanted {
                break;
            }
            for &other in view.constraint.around(element) {
                if inside.has(other) && !std::mem::replace(&mut seen[other as usize], true) {
                    if self.is_root(other) { near.push_front(other) } else { near.push_back(other) }
                }
            }
        }
        prune(view, part)
    }

    /// Adds a cut for two roots, and a shortest path between them over elements that hold.
    fn two_roots(&self, view: &mut View<'_>, set: &[u32]) {
        let roots: Vec<u32> = view.nodes_of(set).filter(|&node| self.is_root(node)).collect();
        let inside = view.flood(set, |_| false);
        for root in roots {
            let way = way(
                view,
                &[root],
                |element| inside.has(element),
                |element| element != root && self.is_root(element),
            );
            view.push(Breach::TwoRoots, way.unwrap_or_default(), vec![]);
        }
    }

    /// Grows a region of these elements breadth-first over elements that are not off, and not over another
    /// root if it has one, until it lacks nothing. Returns what it took, or everything it can reach and what
    /// it lacks.
    fn room(&self, view: &View<'_>, from: &[u32], way: Way<'_>) -> (Flood, Option<Breach>) {
        let bars_roots = self.bars_roots(from);
        let (least, _) = self.sizes(view.nodes_of(from));
        let needs_root = self.regions.rooted != Rooted::Free;
        let mut room = view.flood(from, |_| false);
        let (mut count, mut has_root, mut next) = (0, !needs_root, 0);
        while let Some(&element) = room.reached.get(next) {
            next += 1;
            if view.interrupt.step(1).is_err() {
                return (room, None);
            }
            count += u64::from(view.constraint.is_node(element));
            has_root |= self.is_root(element);
            if count >= least && has_root {
                room.reached.truncate(next.max(from.len()));
                return (room, None);
            }
            for &other in view.constraint.around(element) {
                let is_barred = Some(other) == way.without || bars_roots && self.is_root(other);
                let is_off = view.is_off(other) && !way.passed.contains(&other);
                if !room.has(other) && !is_off && !is_barred {
                    room.inside[other as usize] = true;
                    room.reached.push(other);
                }
            }
        }
        (room, Some(if count < least { Breach::TooSmall } else { Breach::NoRoot }))
    }

    fn bars_roots(&self, from: &[u32]) -> bool {
        self.regions.rooted == Rooted::ExactlyOne && from.iter().any(|&element| self.is_root(element))
    }

    /// Adds cuts for a set that holds whose region has too little room, or would have too little without some
    /// open element.
    fn shut_in(&self, view: &mut View<'_>, set: &[u32]) {
        let (room, breach) = self.room(view, set, Way::default());
        if let Some(breach) = breach {
            self.surround(view, set, room, breach, None);
            return;
        }
        let open: Vec<u32> = room.reached.into_iter().filter(|&element| view.is_open(element)).collect();
        for exit in open {
            let way = Way { without: Some(exit), ..Way::default() };
            if let (room, Some(breach)) = self.room(view, set, way) {
                self.surround(view, set, room, breach, Some(exit));
            }
        }
    }

    /// Adds cuts that the region extends beyond a room that is not enough for it: one for each node of the
    /// set that could be the premise.
    fn surround(&self, view: &mut View<'_>, set: &[u32], mut room: Flood, breach: Breach, exit: Option<u32>) {
        let bars_roots = self.bars_roots(set);
        let count = view.nodes_of(&room.reached).count() as u64;
        let is_premise = |&node: &u32| {
            (!bars_roots || self.is_root(node))
                && (breach != Breach::TooSmall || self.sizes([node]).0 > count)
        };
        let premises: Vec<u32> = view.nodes_of(set).filter(is_premise).collect();
        let least = premises.iter().map(|&node| self.sizes([node]).0).min().unwrap_or(0);
        let mut border = self.border(view, &room, set);
        if self.is_whole && !bars_roots {
            self.take_in(view, &mut room, &mut border, breach, least);
        } else if !self.is_whole && room.reached.len() <= LARGEST_ROOM {
            let fewer = fewest_walls(border.clone(), &|passed| {
                let (room, lack) = self.room(view, set, Way { without: exit, passed });
                let fits = lack == Some(breach)
                    && (breach != Breach::TooSmall || (view.nodes_of(&room.reached).count() as u64) < least);
                fits.then(|| self.border(view, &room, set))
            });
            border = fewer;
        }
        for premise in premises {
            view.push(breach, vec![premise], border.clone());
        }
    }

    /// Adds a cut if no root is near enough: the path to each is longer than a region may be.
    fn far(&self, view: &mut View<'_>, joined: &[u32]) {
        let count = view.nodes_of(joined).count() as u64;
        let (_, most) = self.sizes(view.nodes_of(joined));
        let has_root = joined.iter().any(|&element| self.is_root(element));
        if self.is_whole
            || self.regions.rooted == Rooted::Free
            || most == u64::MAX
            || has_root
            || count > most
        {
            return;
        }
        let attempt = |passed: &[u32]| self.walls_to_roots(view, joined, most - count, count, passed);
        if let Some(walls) = attempt(&[]) {
            let walls = fewest_walls(walls, &attempt);
            view.push(Breach::TooFar, joined.to_vec(), walls);
        }
    }

    /// The elements that are off and keep a set from all roots within this many steps; `None` if a root is
    /// that near.
    fn walls_to_roots(
        &self,
        view: &View<'_>,
        from: &[u32],
        steps: u64,
        count: u64,
        passed: &[u32],
    ) -> Option<Vec<u32>> {
        if !view.searches(from.len()) {
            return None;
        }
        let mut left: Vec<Option<u64>> = vec![None; view.constraint.elements()];
        let mut near: VecDeque<u32> = from.iter().copied().collect();
        for &element in from {
            left[element as usize] = Some(steps);
        }
        let mut walls = Vec::new();
        while let Some(element) = near.pop_front() {
            let _ = view.interrupt.step(1);
            let so_far = left[element as usize].unwrap_or(0);
            if self.is_root(element) {
                if count + steps - so_far <= self.sizes([element]).1 {
                    return None;
                }
                continue;
            }
            for &other in view.constraint.around(element) {
                let is_node = view.constraint.is_node(other);
                let Some(after) = so_far.checked_sub(u64::from(is_node)) else { continue };
                if left[other as usize].is_some_and(|known| known >= after) {
                    continue;
                }
                let is_new = left[other as usize].replace(after).is_none();
                if view.is_off(other) && !passed.contains(&other) {
                    if is_new {
                        walls.push(other);
                    }
                } else if is_node {
                    near.push_back(other);
                } else {
                    near.push_front(other);
                }
            }
        }
        Some(walls)
    }

    fn border(&self, view: &View<'_>, room: &Flood, set: &[u32]) -> Vec<u32> {
        let bars_roots = self.bars_roots(set);
        let mut border = view.border(room);
        border.retain(|&element| !(bars_roots && self.is_root(element)));
        border
    }

    /// Adds nodes of the border that lead nowhere else, so that the border gets shorter, while the room is
    /// still not enough.
    fn take_in(&self, view: &View<'_>, room: &mut Flood, border: &mut Vec<u32>, breach: Breach, least: u64) {
        let mut count = view.nodes_of(&room.reached).count() as u64;
        while view.interrupt.step(border.len()).is_ok() {
            let fits = |element: u32| match breach {
                Breach::TooSmall => count + u64::from(view.constraint.is_node(element)) < least,
                _ => !self.is_root(element),
            };
            let leads_out = |&other: &u32| !room.has(other) && !border.contains(&other);
            let taken = border
                .iter()
                .position(|&element| fits(element) && !view.constraint.around(element).iter().any(leads_out));
            let Some(place) = taken else { break };
            let element = border.remove(place);
            count += u64::from(view.constraint.is_node(element));
            room.inside[element as usize] = true;
            room.reached.push(element);
        }
    }

    /// Adds cuts for an open element that would join sets to something that they must not be joined to.
    fn join(&self, view: &mut View<'_>, element: u32, sets: &Components) {
        let mut joined = vec![element];
        let mut numbers: Vec<u32> = view
            .constraint
            .around(element)
            .iter()
            .map(|&other| sets.set_of[other as usize])
            .filter(|&number| number != u32::MAX)
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        joined.extend(numbers.iter().flat_map(|&number| sets.set(number as usize)));
        if view.constraint.is_node(element) {
            self.far(view, &[element]);
            self.far(view, &joined);
        }
        let (_, most) = self.sizes(view.nodes_of(&joined));
        if view.nodes_of(&joined).count() as u64 > most {
            let by_own_size = |&node: &u32| self.sizes([node]).1 == most;
            let start = view.nodes_of(&joined).find(by_own_size).unwrap_or(element);
            // The shortest way to the element first, then what is left.
            let inside = view.flood(&joined, |_| false);
            let to_it = way(view, &[start], |other| inside.has(other), |other| other == element);
            let mut part = to_it.unwrap_or_default();
            let rest = view.flood(&part, |other| inside.has(other)).reached;
            let mut count = view.nodes_of(&part).count() as u64;
            for &other in &rest[part.len().min(rest.len())..] {
                if count > most {
                    break;
                }
                count += u64::from(view.constraint.is_node(other));
                part.push(other);
            }
            let part = prune(view, part);
            view.push(Breach::TooLarge, part, vec![]);
        }
        if self.regions.rooted == Rooted::ExactlyOne {
            let roots = joined.iter().filter(|&&node| self.is_root(node)).count();
            if roots > 1 {
                self.two_joined(view, element, &joined);
            }
        }
    }

    /// Adds a cut for a path from one root to another through an element.
    fn two_joined(&self, view: &mut View<'_>, element: u32, joined: &[u32]) {
        let inside = view.flood(joined, |_| false);
        let is_root = |other: u32| self.is_root(other);
        let Some(one) = way(view, &[element], |other| inside.has(other), is_root) else { return };
        let first = one[one.len() - 1];
        let is_other = |other: u32| other != first && is_root(other);
        if let Some(other) = way(view, &one, |other| inside.has(other), is_other) {
            let mut holding = one;
            holding.extend(other);
            holding.sort_unstable();
            holding.dedup();
            view.push(Breach::TwoRoots, holding, vec![]);
        }
    }

    /// Adds a cut if all nodes of a set that is cut off hold, and can't be divided into regions. One that has too few nodes for any
    /// region is shut in.
    fn indivisible(&self, view: &mut View<'_>, set: &[u32]) {
        let Some(size) = self.common_size else { return };
        let nodes: Vec<u32> = view.nodes_of(set).collect();
        let count = nodes.len() as u64;
        if count > size.0 && !Regions::divides(size, count) && nodes.iter().all(|&node| view.is_on(node)) {
            let border = view.border(&view.flood(set, |_| false));
            view.push(Breach::Indivisible, nodes, border);
        }
    }

    /// Adds cuts for open nodes at which no region has room, and for sets that can't be divided.
    fn lone(&self, view: &mut View<'_>) {
        let sets = view.components(|element| !view.is_off(element));
        for set in sets.sets() {
            self.indivisible(view, set);
            let open: Vec<u32> = view.nodes_of(set).filter(|&node| view.is_open(node)).collect();
            let mut plain_has_room = false;
            for node in open {
                // Nodes that are no roots have the same room.
                let is_plain = !self.is_root(node);
                if is_plain && plain_has_room {
                    continue;
                }
                match self.room(view, &[node], Way::default()) {
                    (room, Some(breach)) => self.surround(view, &[node], room, breach, None),
                    (_, None) => plain_has_room |= is_plain,
                }
            }
        }
    }
}

/// How a region may grow.
#[derive(Clone, Copy, Default)]
pub(super) struct Way<'w> {
    /// Not over this.
    pub without: Option<u32>,
    /// Over these, although they are off.
    pub passed: &'w [u32],
}

/// Opens walls, so that fewer are left, as long as `attempt` still succeeds; it returns those that are left.
pub(super) fn fewest_walls(walls: Vec<u32>, attempt: &dyn Fn(&[u32]) -> Option<Vec<u32>>) -> Vec<u32> {
    let mut best = walls;
    let mut passed: Vec<u32> = Vec::new();
    loop {
        let better = best.iter().find_map(|&wall| {
            passed.push(wall);
            let walls = attempt(&passed).filter(|walls| walls.len() < best.len());
            if walls.is_none() {
                passed.pop();
            }
            walls
        });
        match better {
            Some(walls) => best = walls,
            None => return best,
        }
    }
}

/// Leaves out edges with a loose end.
pub(super) fn prune(view: &View<'_>, mut part: Vec<u32>) -> Vec<u32> {
    while let Some(&last) = part.last() {
        if view.constraint.is_node(last) {
            break;
        }
        part.pop();
    }
    let both_ends = |part: &[u32], element: u32| {
        view.constraint.edge(element).is_none_or(|edge| edge.ends.iter().all(|end| part.contains(end)))
    };
    let kept: Vec<u32> = part.iter().copied().filter(|&element| both_ends(&part, element)).collect();
    kept
}

/// A shortest path from some elements to a wanted one, both ends included, over elements that are inside.
pub(super) fn way(
    view: &View<'_>,
    from: &[u32],
    inside: impl Fn(u32) -> bool,
    wanted: impl Fn(u32) -> bool,
) -> Option<Vec<u32>> {
    if !view.searches(from.len()) {
        return None;
    }
    let mut before: Vec<Option<u32>> = vec![None; view.constraint.elements()];
    let mut near: VecDeque<u32> = from.iter().copied().collect();
    let is_start = |element: u32| from.contains(&element);
    while let Some(element) = near.pop_front() {
        let _ = view.interrupt.step(1);
        if wanted(element) {
            let mut way = vec![element];
            while let Some(earlier) = before[way[way.len() - 1] as usize] {
                way.push(earlier);
            }
            way.reverse();
            return Some(way);
        }
        for &other in view.constraint.around(element) {
            if inside(other) && !is_start(other) && before[other as usize].is_none() {
                before[other as usize] = Some(element);
                near.push_back(other);
            }
        }
    }
    None
}
