//! Corrals: cells that the player can't reach, enclosed by boxes that can only be pushed inwards.
//!
//! Let C be a set of cells that the player can't reach, such that each neighbour of a cell of C is in C, a wall, or
//! holds a box of a set B; and let every push of a box of B that could be the first among the pushes of B lead into C
//! and be possible now. While no box of B moves, the player stays outside C, and no other box comes to C or to a cell
//! of B. So the first push of a box of B can be made now instead, before those that precede it: they need no cell that
//! it uses, and the player can return to his place. The plan has the same pushes, in another order. So if a box of B is
//! not on a goal, and therefore has to move at some time, only the pushes of B need to be considered: **a plan with the
//! fewest pushes remains**. The number of moves may change: plans with the fewest moves don't all remain.
//!
//! The solvers YASS (B. Damgård) and `JSoko` (M. Meger) call these PI-corrals and have used them since 2006.

use crate::{board::back, relaxed::NEVER};

use super::{field::Field, position::Position};

/// Buffers for the search for corrals.
#[derive(Default)]
pub(crate) struct Corrals {
    /// The round in which a cell became one of C, or a box one of B.
    mark: Vec<u32>,
    round: u32,
    /// The number of the position for which a cell was checked.
    looked_at: Vec<u32>,
    position: u32,
    /// The cells added last.
    inside: Vec<u16>,
    /// The boxes of the best corral, as cells.
    fence: Vec<u16>,
    /// The boxes of the current corral.
    boxes: Vec<u16>,
}

/// Which pushes need to be considered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Needed {
    /// All of them.
    All,
    /// Those of [`Corrals::fence`].
    Fence,
    /// There is no plan.
    None,
}

impl Corrals {
    pub fn new(field: &Field<'_>) -> Corrals {
        let cells = usize::from(field.wall) + 1;
        Corrals { mark: vec![0; cells], looked_at: vec![0; cells], ..Corrals::default() }
    }

    /// The cells of the boxes whose pushes are enough after [`Needed::Fence`].
    pub fn fence(&self) -> &[u16] {
        &self.fence
    }

    /// Looks for the corral with the fewest pushes.
    pub fn find(&mut self, field: &Field<'_>, at: &Position) -> Needed {
        if at.walk.order.len() + at.boxes.len() >= usize::from(field.wall) {
            return Needed::All;
        }
        if self.round > u32::MAX - 100_000 {
            self.mark.fill(0);
            self.looked_at.fill(0);
            (self.round, self.position) = (0, 0);
        }
        self.position += 1;
        let mut fewest = usize::MAX;
        for &cell in &at.boxes {
            for beside in field.next[usize::from(cell)] {
                let is_outside = at.full[usize::from(beside)] || at.walk.reaches(beside);
                if is_outside || self.looked_at[usize::from(beside)] == self.position {
                    continue;
                }
                if let Some(pushes) = self.grow(field, at, beside)
                    && pushes < fewest
                {
                    fewest = pushes;
                    std::mem::swap(&mut self.fence, &mut self.boxes);
                    if pushes == 0 {
                        return Needed::None;
                    }
                }
            }
        }
        if fewest == usize::MAX { Needed::All } else { Needed::Fence }
    }

    fn is_marked(&self, cell: u16) -> bool {
        self.mark[usize::from(cell)] == self.round
    }

    /// Grows C and B from a cell until they are a corral, and returns the number of its pushes; `None` if they never
    /// are.
    fn grow(&mut self, field: &Field<'_>, at: &Position, inside: u16) -> Option<usize> {
        self.round += 1;
        self.boxes.clear();
        self.add(field, at, inside);
        // Cells that join later may form a smaller corral of their own.
        for &cell in &self.inside {
            self.looked_at[usize::from(cell)] = self.position;
        }
        'again: loop {
            let mut pushes = 0;
            for place in 0..self.boxes.len() {
                let cell = self.boxes[place];
                for direction in 0..4 {
                    let (stand, to) = (field.step(cell, back(direction)), field.step(cell, direction));
                    if field.waste(cell, direction) == NEVER || self.is_marked(stand) {
                        // No plan has this push, or the player can't get there before another push of B.
                        continue;
                    }
                    if !self.is_marked(to) {
                        if at.walk.reaches(to) {
                            return None;
                        }
                        // A box, or cells that the player can't reach: they join.
                        self.add(field, at, to);
                        continue 'again;
                    }
                    if at.full[usize::from(to)] {
                        continue;
                    }
                    if at.walk.reaches(stand) {
                        pushes += 1;
                    } else {
                        self.add(field, at, stand);
                        continue 'again;
                    }
                }
            }
            let is_done = self.boxes.iter().all(|&cell| field.is_goal[usize::from(cell)]);
            let helps = pushes == 0 || self.boxes.len() < at.boxes.len();
            return (!is_done && helps).then_some(pushes);
        }
    }

    /// Adds a box to B; or adds a cell, with all cells connected to it, to C, and the boxes around them to B.
    fn add(&mut self, field: &Field<'_>, at: &Position, cell: u16) {
        self.mark[usize::from(cell)] = self.round;
        if at.full[usize::from(cell)] {
            self.boxes.push(cell);
            return;
        }
        self.inside.clear();
        self.inside.push(cell);
        let mut from = 0;
        while let Some(&cell) = self.inside.get(from) {
            from += 1;
            for next in field.next[usize::from(cell)] {
                if next == field.wall || self.is_marked(next) {
                    continue;
                }
                self.mark[usize::from(next)] = self.round;
                if at.full[usize::from(next)] {
                    self.boxes.push(next);
                } else {
                    self.inside.push(next);
                }
            }
        }
    }
}
