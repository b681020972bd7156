//! One state, unpacked: the cells of the boxes and the cells that the player can reach.

use super::{field::Field, table::Boxes};

/// The cells that the player can reach, nearest first.
#[derive(Default)]
pub(crate) struct Walk {
    /// The round in which a cell was reached last.
    seen: Vec<u32>,
    round: u32,
    /// The cells reached, in order of distance.
    pub order: Vec<u16>,
    distance: Vec<u32>,
    /// The reached cell with the least number, which represents all of them.
    pub first: u16,
}

impl Walk {
    pub fn new(field: &Field<'_>) -> Walk {
        let cells = usize::from(field.wall) + 1;
        Walk { seen: vec![0; cells], distance: vec![0; cells], ..Walk::default() }
    }

    /// Walks to all cells that can be reached from one; `full` marks walls and boxes.
    pub fn flood(&mut self, field: &Field<'_>, from: u16, full: &[bool]) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.seen.fill(0);
            self.round = 1;
        }
        self.order.clear();
        self.order.push(from);
        self.seen[usize::from(from)] = self.round;
        self.distance[usize::from(from)] = 0;
        self.first = from;
        let mut at = 0;
        while let Some(&cell) = self.order.get(at) {
            at += 1;
            for &next in &field.next[usize::from(cell)] {
                let place = usize::from(next);
                if !full[place] && self.seen[place] != self.round {
                    self.seen[place] = self.round;
                    self.distance[place] = self.distance[usize::from(cell)] + 1;
                    self.first = self.first.min(next);
                    self.order.push(next);
                }
            }
        }
    }

    pub fn reaches(&self, cell: u16) -> bool {
        self.seen[usize::from(cell)] == self.round
    }

    /// The number of moves to a reached cell.
    pub fn distance(&self, cell: u16) -> u32 {
        self.distance[usize::from(cell)]
    }
}

/// A state.
pub(crate) struct Position {
    /// The boxes' cells.
    pub boxes: Vec<u16>,
    /// Walls and boxes, by cell.
    pub full: Vec<bool>,
    pub walk: Walk,
    /// For walks after a push.
    after: Walk,
}

impl Position {
    pub fn new(field: &Field<'_>) -> Position {
        let mut full = vec![false; usize::from(field.wall) + 1];
        full[usize::from(field.wall)] = true;
        Position { boxes: Vec::new(), full, walk: Walk::new(field), after: Walk::new(field) }
    }

    /// Sets the boxes and the player.
    pub fn set<const W: usize>(&mut self, field: &Field<'_>, boxes: &Boxes<W>, player: u16) {
        for &cell in &self.boxes {
            self.full[usize::from(cell)] = false;
        }
        self.boxes.clear();
        self.boxes.extend(boxes.bits().map(|bit| field.live[bit]));
        for &cell in &self.boxes {
            self.full[usize::from(cell)] = true;
        }
        self.walk.flood(field, player, &self.full);
    }

    /// Moves a box and leaves the player's walk as it was.
    pub fn shift(&mut self, number: usize, to: u16) {
        let from = std::mem::replace(&mut self.boxes[number], to);
        self.full[usize::from(from)] = false;
        self.full[usize::from(to)] = true;
    }

    /// After [`Position::shift`] by a push from a cell: the first of the cells that the player can then reach.
    pub fn first_after(&mut self, field: &Field<'_>, from: u16, to: u16) -> u16 {
        let free = |&cell: &u16| !self.full[usize::from(cell)];
        let opens = field.next[usize::from(from)].iter().any(|cell| free(cell) && !self.walk.reaches(*cell));
        let same =
            !opens && self.walk.first != to && (!self.walk.reaches(to) || field.stays_linked(to, &self.full));
        if same {
            return self.walk.first.min(from);
        }
        self.after.flood(field, from, &self.full);
        self.after.first
    }
}
