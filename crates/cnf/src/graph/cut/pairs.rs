//! Cuts for regions of pairs: with three clues or two that leave no size, too large, or shut in.

use super::{
    Breach, View,
    regions::{LARGEST_ROOM, Way, fewest_walls, prune, way},
};
use crate::graph::{Clue, Pairs, constraint::Flood};

pub(super) fn cut(view: &mut View<'_>, pairs: &Pairs) {
    let mut is_clue = vec![false; view.constraint.elements()];
    for clue in &pairs.clues {
        is_clue[clue.node as usize] = true;
    }
    let look = Look { pairs, is_clue };
    let sets = view.components(|element| view.is_on(element));
    for set in sets.sets() {
        let Some(first) = view.nodes_of(set).next() else { continue };
        let clues = look.clues(view, set);
        let start = clues.first().map_or(first, |clue| clue.node);
        if !look.fits(view, set, start) {
            continue;
        }
        look.shut_in(view, set, &clues);
    }
    let open: Vec<u32> = view.elements().filter(|&element| view.is_open(element)).collect();
    for element in open {
        let mut joined = vec![element];
        let around = view.constraint.around(element).iter().map(|&other| sets.set_of[other as usize]);
        let mut numbers: Vec<u32> = around.filter(|&number| number != u32::MAX).collect();
        numbers.sort_unstable();
        numbers.dedup();
        joined.extend(numbers.iter().flat_map(|&number| sets.set(number as usize)));
        look.fits(view, &joined, element);
    }
}

struct Look<'l> {
    pairs: &'l Pairs,
    /// By element.
    is_clue: Vec<bool>,
}

impl Look<'_> {
    fn clues(&self, view: &View<'_>, elements: &[u32]) -> Vec<Clue> {
        self.pairs.among(view.nodes_of(elements).filter(|&node| self.is_clue[node as usize]))
    }

    fn bars(&self, clues: &[Clue], element: u32) -> bool {
        self.is_clue[element as usize] && self.pairs.bars(clues, element)
    }

    /// Whether a region may have these connected elements. Otherwise adds a cut for some of them: as few clues as don't go
    /// together, or as many nodes as are too many, with all that joins them.
    fn fits(&self, view: &mut View<'_>, joined: &[u32], start: u32) -> bool {
        let inside = view.flood(joined, |_| false);
        let mut part = vec![start];
        loop {
            let clues = self.clues(view, &part);
            let (least, most) = self.pairs.sizes(&clues, 0);
            if least > most && clues.len() > 1 {
                let part = prune(view, part);
                view.push(Breach::TwoRoots, part, vec![]);
                return false;
            }
            let next = way(
                view,
                &part,
                |other| inside.has(other),
                |other| self.is_clue[other as usize] && !part.contains(&other),
            );
            let Some(next) = next else { break };
            let new: Vec<u32> = next.into_iter().filter(|element| !part.contains(element)).collect();
            part.extend(new);
        }
        let (_, most) = self.pairs.sizes(&self.clues(view, &part), 0);
        let mut count = view.nodes_of(&part).count() as u64;
        let rest = view.flood(&part, |other| inside.has(other)).reached;
        for &other in &rest[part.len().min(rest.len())..] {
            if count > most {
                break;
            }
            count += u64::from(view.constraint.is_node(other));
            part.push(other);
        }
        if count > most {
            let part = prune(view, part);
            view.push(Breach::TooLarge, part, vec![]);
        }
        count <= most
    }

    /// Adds cuts for a set that holds whose region has too little room or too few clues, or would have without some open
    /// element.
    fn shut_in(&self, view: &mut View<'_>, set: &[u32], clues: &[Clue]) {
        let (room, breach) = self.room(view, set, clues, Way::default());
        if let Some(breach) = breach {
            self.surround(view, set, clues, &room, breach, None);
            return;
        }
        let open: Vec<u32> = room.reached.into_iter().filter(|&element| view.is_open(element)).collect();
        for exit in open {
            let way = Way { without: Some(exit), ..Way::default() };
            if let (room, Some(breach)) = self.room(view, set, clues, way) {
                self.surround(view, set, clues, &room, breach, Some(exit));
            }
        }
    }

    /// Grows a region of these elements breadth-first over elements that are not off, and not over a clue that can't be in
    /// it, until it lacks nothing. Returns what it took, or everything it can reach and what it lacks.
    fn room(&self, view: &View<'_>, from: &[u32], clues: &[Clue], way: Way<'_>) -> (Flood, Option<Breach>) {
        let least = self.least(view, from, clues);
        let mut room = view.flood(from, |_| false);
        let (mut count, mut found, mut next) = (0, 0, 0);
        while let Some(&element) = room.reached.get(next) {
            next += 1;
            if view.interrupt.step(1).is_err() {
                return (room, None);
            }
            count += u64::from(view.constraint.is_node(element));
            found += usize::from(self.is_clue[element as usize]);
            if count >= least && found >= 2 {
                room.reached.truncate(next.max(from.len()));
                return (room, None);
            }
            for &other in view.constraint.around(element) {
                let is_barred = Some(other) == way.without || self.bars(clues, other);
                let is_off = view.is_off(other) && !way.passed.contains(&other);
                if !room.has(other) && !is_off && !is_barred {
                    room.inside[other as usize] = true;
                    room.reached.push(other);
                }
            }
        }
        (room, Some(if found < 2 { Breach::NoRoot } else { Breach::TooSmall }))
    }

    /// How many nodes the region of a set has at least.
    fn least(&self, view: &View<'_>, set: &[u32], clues: &[Clue]) -> u64 {
        self.pairs.sizes(clues, view.nodes_of(set).count() as u64).0
    }

    /// Adds a cut that the region extends beyond a room that is not enough for it.
    fn surround(
        &self,
        view: &mut View<'_>,
        set: &[u32],
        clues: &[Clue],
        room: &Flood,
        breach: Breach,
        exit: Option<u32>,
    ) {
        let least = self.least(view, set, clues);
        let is_large = room.reached.len() > LARGEST_ROOM;
        let mut border = self.border(view, room, clues);
        if !is_large {
            border = fewest_walls(border, &|passed| {
                let (room, lack) = self.room(view, set, clues, Way { without: exit, passed });
                (lack == Some(breach)).then(|| self.border(view, &room, clues))
            });
        }
        // What says how large the region is: its clues and what joins them; or all of it, if only its size is wrong.
        let all = prune(view, set.to_vec());
        let first = view.nodes_of(set).next();
        let mut part: Vec<u32> = clues.first().map(|clue| clue.node).or(first).into_iter().collect();
        if let [_, other] = clues {
            let inside = view.flood(set, |_| false);
            part = way(view, &part, |element| inside.has(element), |element| element == other.node)
                .unwrap_or_default();
        }
        let is_enough = breach == Breach::NoRoot || self.least(view, &part, clues) >= least;
        view.push(breach, if is_enough { part } else { all }, border);
    }

    /// The elements around a room, without those that lead only into it or to a clue that can't be in it.
    fn border(&self, view: &View<'_>, room: &Flood, clues: &[Clue]) -> Vec<u32> {
        let mut border = view.border(room);
        let leads_out = |&other: &u32| !room.has(other) && !self.bars(clues, other);
        border.retain(|&element| {
            let is_node = view.constraint.is_node(element);
            !self.bars(clues, element) && (is_node || view.constraint.around(element).iter().any(leads_out))
        });
        border
    }
}
