//! Whether the pushes of a fence are enough to look at; the reason is in [`super`].

use super::floor::{Floor, Walk};

/// The squares that a fence encloses: those that the player can't reach, and around which there are only walls and
/// boxes of the fence.
pub(super) fn enclosed(floor: &Floor, boxes: &[u16], fence: &[u16], walk: &Walk) -> Vec<bool> {
    let mut inside = vec![false; floor.is_goal.len()];
    let mut seen = inside.clone();
    for &square in &floor.squares {
        if seen[usize::from(square)] || walk.reaches(square) || boxes.contains(&square) {
            continue;
        }
        let (mut part, mut at, mut is_fenced) = (vec![square], 0, true);
        seen[usize::from(square)] = true;
        while let Some(&square) = part.get(at) {
            at += 1;
            for next in (0..4).filter_map(|way| floor.step(square, way)) {
                if boxes.contains(&next) {
                    is_fenced &= fence.contains(&next);
                } else if !std::mem::replace(&mut seen[usize::from(next)], true) {
                    part.push(next);
                }
            }
        }
        for square in part {
            inside[usize::from(square)] = is_fenced;
        }
    }
    inside
}

/// What a push of the fence is to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Push {
    /// Another push of the fence must come before it.
    Later,
    /// It leads inwards and is possible now.
    Now,
    /// It may be the first one, but not now or not inwards: this is no fence.
    Open,
}

/// Looks at a push of a box of the fence from `stand` to `to`.
pub(super) fn push(inside: &[bool], fence: &[u16], walk: &Walk, stand: u16, to: u16) -> Push {
    let is_in = |square: u16| inside[usize::from(square)];
    if is_in(stand) || fence.contains(&stand) || fence.contains(&to) {
        Push::Later
    } else if is_in(to) && walk.reaches(stand) {
        Push::Now
    } else {
        Push::Open
    }
}
