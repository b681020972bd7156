//! Boxes that block each other forever.

use crate::board::back;

use super::field::Field;

/// Whether a box can never move again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Frozen {
    /// It may still move, as far as its neighbours are concerned.
    No,
    /// It can't, and neither can the boxes that block it, all of which are on goals.
    OnGoals,
    /// The same, but some of them are not on goals: there is no plan.
    Dead,
}

/// Buffers for the test.
#[derive(Default)]
pub(crate) struct Freeze {
    held: Vec<u16>,
}

impl Freeze {
    /// Whether the box there can never move again, together with others.
    ///
    /// At first, all boxes that touch each other are assumed to be frozen; then those that can move are removed.
    pub fn find(&mut self, field: &Field<'_>, full: &[bool], cell: u16) -> Frozen {
        let is_box = |cell: u16| cell != field.wall && full[usize::from(cell)];
        let is_held = |axis| !field.may_move(cell, axis) || beside(field, cell, axis).into_iter().any(is_box);
        if !(is_held(0) && is_held(1)) {
            return Frozen::No;
        }
        self.held.clear();
        self.held.push(cell);
        let mut at = 0;
        while let Some(&cell) = self.held.get(at) {
            at += 1;
            for next in field.next[usize::from(cell)] {
                if is_box(next) && !self.held.contains(&next) {
                    self.held.push(next);
                }
            }
        }
        if !thaw(field, &mut self.held) {
            Frozen::No
        } else if self.held.iter().all(|&cell| field.is_goal[usize::from(cell)]) {
            Frozen::OnGoals
        } else {
            Frozen::Dead
        }
    }

    /// After [`Frozen::Dead`]: few of those boxes that block each other all by themselves, one of them not on a goal.
    pub fn least(&self, field: &Field<'_>) -> Vec<u16> {
        let Some(&first) = self.held.iter().find(|&&cell| !field.is_goal[usize::from(cell)]) else {
            return Vec::new();
        };
        let mut together = vec![first];
        let mut at = 0;
        while let Some(&cell) = together.get(at) {
            at += 1;
            for axis in (0..2).filter(|&axis| field.may_move(cell, axis)) {
                let beside = beside(field, cell, axis);
                if !beside.iter().any(|other| together.contains(other)) {
                    together.extend(beside.into_iter().find(|other| self.held.contains(other)));
                }
            }
        }
        together.sort_unstable();
        together
    }
}

/// The cells on both sides of a cell along an axis.
fn beside(field: &Field<'_>, cell: u16, axis: usize) -> [u16; 2] {
    [field.step(cell, axis), field.step(cell, back(axis))]
}

/// Removes boxes that can be pushed along an axis on which none of the others blocks them, until none can be: the rest
/// is frozen, as none of them can be the first to move. If the first box is removed, it stops and says no.
pub(super) fn thaw(field: &Field<'_>, held: &mut Vec<u16>) -> bool {
    loop {
        let is_free = |&cell: &u16| {
            (0..2).any(|axis| {
                field.may_move(cell, axis)
                    && !beside(field, cell, axis).into_iter().any(|other| held.contains(&other))
            })
        };
        match held.iter().position(is_free) {
            Some(0) => return false,
            Some(free) => held.swap_remove(free),
            None => return true,
        };
    }
}
