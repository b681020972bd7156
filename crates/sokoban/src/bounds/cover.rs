//! The bounds of a certificate, and whether they give a position enough waste.

use rustc_hash::FxHashMap;

use super::{
    floor::{Floor, Walk},
    text::{LowerBound, NEVER, Where},
};

/// Maximum number of steps of the search for bounds that add up.
const MOST_STEPS: u32 = 100_000;

/// A bound of some of the boxes.
struct Pattern {
    boxes: Vec<u16>,
    /// The squares where the player may be, a bit each; all if empty.
    player: Vec<u64>,
    waste: u32,
}

/// All bounds, by what is needed to find them.
#[derive(Default)]
pub(super) struct Bounds {
    /// By boxes and the player's square.
    at: FxHashMap<Box<[u16]>, u32>,
    /// By boxes and the first square to which the player can walk.
    around: FxHashMap<Box<[u16]>, u32>,
    /// By the first two boxes.
    patterns: FxHashMap<(u16, u16), Vec<Pattern>>,
    walk: Walk,
    key: Vec<u16>,
}

fn key<'k>(buffer: &'k mut Vec<u16>, boxes: &[u16], player: u16) -> &'k [u16] {
    buffer.clear();
    buffer.extend_from_slice(boxes);
    buffer.push(player);
    buffer
}

impl Bounds {
    /// Adds a bound. `all` is the number of boxes of the level.
    pub fn add(&mut self, floor: &Floor, bound: &LowerBound, all: usize) {
        let LowerBound { waste, ref boxes, .. } = *bound;
        let from = match bound.player {
            Where::At(square) => {
                let known = self.at.entry(key(&mut self.key, boxes, square).into()).or_default();
                *known = waste.max(*known);
                return;
            }
            Where::Around(square) => Some(square),
            Where::Anywhere => None,
        };
        let mut player = Vec::new();
        if let Some(from) = from {
            floor.walk(from, boxes, &mut self.walk);
            let key = key(&mut self.key, boxes, self.walk.first());
            let known = self.around.entry(key.into()).or_default();
            *known = waste.max(*known);
            player = vec![0; floor.is_goal.len().div_ceil(64)];
            for &square in &self.walk.reached {
                player[usize::from(square) / 64] |= 1 << (square % 64);
            }
        }
        if from.is_none() || boxes.len() < all {
            let first = (boxes[0], boxes.get(1).copied().unwrap_or(boxes[0]));
            self.patterns.entry(first).or_default().push(Pattern { boxes: boxes.clone(), player, waste });
        }
    }

    /// Whether a plan wastes at least this much from a position. If walking counts, it does so from the player's square.
    pub fn cover(&mut self, floor: &Floor, boxes: &[u16], player: u16, waste: u32, walks: bool) -> bool {
        if waste == 0 {
            return true;
        }
        let is_enough = |known: Option<&u32>| known.is_some_and(|&known| known >= waste);
        if walks && is_enough(self.at.get(key(&mut self.key, boxes, player))) {
            return true;
        }
        floor.walk(player, boxes, &mut self.walk);
        let around = key(&mut self.key, boxes, self.walk.first());
        is_enough(self.around.get(around)) || self.adds_up(boxes, player, waste)
    }

    /// Whether bounds of different boxes add up to a waste.
    fn adds_up(&self, boxes: &[u16], player: u16, waste: u32) -> bool {
        let mut found: Vec<Vec<&Pattern>> = Vec::with_capacity(boxes.len());
        for (place, &first) in boxes.iter().enumerate() {
            let mut of_first = Vec::new();
            for &second in &boxes[place..] {
                for pattern in self.patterns.get(&(first, second)).into_iter().flatten() {
                    let is_there = pattern
                        .player
                        .get(usize::from(player) / 64)
                        .map_or(pattern.player.is_empty(), |bits| bits >> (player % 64) & 1 == 1);
                    if !is_there || pattern.waste == 0 || !is_subset(&pattern.boxes, &boxes[place..]) {
                        continue;
                    }
                    if pattern.waste >= waste {
                        return true;
                    }
                    of_first.push(pattern);
                }
            }
            found.push(of_first);
        }
        if waste == NEVER {
            return false;
        }
        // The most that the bounds from each box on can add.
        let mut most = vec![0_u32; boxes.len() + 1];
        for place in (0..boxes.len()).rev() {
            let best = found[place].iter().map(|pattern| pattern.waste).max().unwrap_or(0);
            most[place] = most[place + 1].saturating_add(best);
        }
        let mut sum = Sum { boxes, found: &found, most: &most, steps: 0 };
        sum.reaches(0, waste, &mut Vec::new())
    }
}

/// The search for bounds that add up.
struct Sum<'s> {
    boxes: &'s [u16],
    found: &'s [Vec<&'s Pattern>],
    most: &'s [u32],
    steps: u32,
}

impl Sum<'_> {
    /// Whether bounds of the boxes from a place on, without those that are taken, add up to a waste.
    fn reaches(&mut self, place: usize, waste: u32, taken: &mut Vec<u16>) -> bool {
        if waste == 0 {
            return true;
        }
        self.steps += 1;
        if self.most[place] < waste || self.steps > MOST_STEPS {
            return false;
        }
        if !taken.contains(&self.boxes[place]) {
            for pattern in &self.found[place] {
                if pattern.boxes.iter().any(|square| taken.contains(square)) {
                    continue;
                }
                taken.extend(&pattern.boxes);
                let reaches = self.reaches(place + 1, waste.saturating_sub(pattern.waste), taken);
                taken.truncate(taken.len() - pattern.boxes.len());
                if reaches {
                    return true;
                }
            }
        }
        self.reaches(place + 1, waste, taken)
    }
}

/// Whether a sorted list is part of another.
fn is_subset(part: &[u16], whole: &[u16]) -> bool {
    let mut rest = whole.iter();
    part.iter().all(|square| rest.any(|other| other == square))
}
