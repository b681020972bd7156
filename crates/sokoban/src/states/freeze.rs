//! Boxes that block each other forever.

use crate::board::back;

use super::field::Field;

/// Buffers for the test.
#[derive(Default)]
pub(crate) struct Freeze {
    held: Vec<u16>,
}

impl Freeze {
    /// Whether the box there can never move again, together with others, and one of them is not on a goal.
    ///
    /// At first, all boxes that touch each other are assumed to be frozen; then those that can move are removed.
    pub fn is_dead(&mut self, field: &Field<'_>, full: &[bool], cell: u16) -> bool {
        if !is_held(field, full, cell) {
            return false;
        }
        self.held.clear();
        self.held.push(cell);
        let mut at = 0;
        while let Some(&cell) = self.held.get(at) {
            at += 1;
            for next in field.next[usize::from(cell)] {
                if next != field.wall && full[usize::from(next)] && !self.held.contains(&next) {
                    self.held.push(next);
                }
            }
        }
        thaw(field, &mut self.held) && self.held.iter().any(|&cell| !field.is_goal[usize::from(cell)])
    }

    /// After [`Freeze::is_dead`]: few of those boxes that block each other all by themselves, one of them not on a goal.
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

/// Whether walls or boxes now keep a box from moving along either axis.
pub(super) fn is_held(field: &Field<'_>, full: &[bool], cell: u16) -> bool {
    let is_box = |cell: u16| cell != field.wall && full[usize::from(cell)];
    (0..2).all(|axis| !field.may_move(cell, axis) || beside(field, cell, axis).into_iter().any(is_box))
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
