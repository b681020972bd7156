//! Boxes that block each other forever.

use super::field::Field;

/// Buffers for the test.
#[derive(Default)]
pub(crate) struct Freeze {
    held: Vec<u16>,
}

impl Freeze {
    /// Whether the box there can never move again, together with others, and one of them is not on a goal.
    ///
    /// At first, all boxes that touch each other are assumed to be frozen. A box that can be pushed along an axis on
    /// which no frozen box blocks it is removed, until none can be. The rest is frozen, as none of them can be the
    /// first to move.
    pub fn is_dead(&mut self, field: &Field<'_>, full: &[bool], cell: u16) -> bool {
        let is_box = |cell: u16| cell != field.wall && full[usize::from(cell)];
        let beside = |cell: u16, axis: usize| [field.step(cell, axis), field.step(cell, axis + 2)];
        let blocked = |axis| !field.may_move(cell, axis) || beside(cell, axis).into_iter().any(is_box);
        if !(blocked(0) && blocked(1)) {
            return false;
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
        loop {
            let is_free = |&cell: &u16| {
                let moves = |axis| {
                    field.may_move(cell, axis)
                        && !beside(cell, axis).into_iter().any(|other| self.held.contains(&other))
                };
                moves(0) || moves(1)
            };
            let Some(free) = self.held.iter().position(is_free) else { break };
            if free == 0 {
                return false;
            }
            self.held.swap_remove(free);
        }
        self.held.iter().any(|&cell| !field.is_goal[usize::from(cell)])
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
                let beside = [field.step(cell, axis), field.step(cell, axis + 2)];
                if !beside.iter().any(|other| together.contains(other)) {
                    together.extend(beside.into_iter().find(|other| self.held.contains(other)));
                }
            }
        }
        together.sort_unstable();
        together
    }
}
