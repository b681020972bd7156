//! The sizes that two clues leave to their region.

use super::{Clue, Pairs};

/// How many nodes a region may have; none if the first number is larger than the second.
pub(crate) type Sizes = (u64, u64);

/// No size.
const NONE: Sizes = (1, 0);

impl Pairs {
    /// The clue at a node, if there is one.
    pub(crate) fn clue(&self, node: u32) -> Option<&Clue> {
        self.clues.iter().find(|clue| clue.node == node)
    }

    /// The clues at these nodes.
    pub(crate) fn among(&self, nodes: impl IntoIterator<Item = u32>) -> Vec<Clue> {
        nodes.into_iter().filter_map(|node| self.clue(node).copied()).collect()
    }

    /// The least and the largest number of nodes that a region with these clues may have, if it has at least as many nodes
    /// as are known. What a clue that is not among them allows is part of it.
    pub(crate) fn sizes(&self, clues: &[Clue], known: u64) -> Sizes {
        match clues {
            [] => {
                let numbers = || self.clues.iter().map(|clue| clue.number);
                if numbers().any(|number| number.is_none()) {
                    return (known.max(2), u64::MAX);
                }
                let (least, most) = (numbers().flatten().min(), numbers().flatten().max());
                least.zip(most).map_or(NONE, |(least, most)| between(Some(least), Some(most), known))
            }
            [one] => {
                let others = self.clues.iter().filter(|other| other.node != one.node);
                let sizes = others.map(|other| between(one.number, other.number, known));
                let union = |all: Sizes, next: Sizes| match (all.0 > all.1, next.0 > next.1) {
                    (true, _) => next,
                    (_, true) => all,
                    _ => (all.0.min(next.0), all.1.max(next.1)),
                };
                sizes.fold(NONE, union)
            }
            [one, other] => between(one.number, other.number, known),
            _ => NONE,
        }
    }

    /// Whether a clue can't be in a region with these clues.
    pub(crate) fn bars(&self, clues: &[Clue], node: u32) -> bool {
        let Some(clue) = self.clue(node) else { return false };
        match clues {
            [] => false,
            [one] => {
                let (least, most) = between(one.number, clue.number, 0);
                one.node != node && least > most
            }
            _ => clues.iter().all(|other| other.node != node),
        }
    }
}

/// The sizes of regions with at least this many nodes that lie strictly between two numbers. A region with two clues has at
/// least two nodes.
fn between(one: Option<u64>, other: Option<u64>, known: u64) -> Sizes {
    let known = known.max(2);
    match (one, other) {
        (Some(one), Some(other)) => {
            let sizes = (known.max(one.min(other).saturating_add(1)), one.max(other).saturating_sub(1));
            if sizes.0 > sizes.1 { NONE } else { sizes }
        }
        // The other number is smaller or larger than the size, so only this one can't be it.
        (Some(number), None) | (None, Some(number)) => {
            (known.saturating_add(u64::from(known == number)), u64::MAX)
        }
        (None, None) => (known, u64::MAX),
    }
}
