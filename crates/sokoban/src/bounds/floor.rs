//! The squares of a level that are not walls, for the referee of bounds: walking, and nothing else.

use jigsat_grid::Direction;

use crate::Level;

/// The floor of a level's room, by the numbers of squares.
pub(super) struct Floor {
    /// The next square in each direction, if it is in the room.
    next: Vec<[Option<u16>; 4]>,
    /// The squares of the room.
    pub squares: Vec<u16>,
    pub is_goal: Vec<bool>,
}

/// The distance to a square that can't be reached.
pub(super) const FAR: u32 = u32::MAX;

/// The squares that the player can walk to.
#[derive(Default)]
pub(super) struct Walk {
    /// Number of moves to each square, or [`FAR`].
    pub moves: Vec<u32>,
    /// The reached squares.
    pub reached: Vec<u16>,
}

impl Floor {
    pub fn new(level: &Level) -> Floor {
        let (room, size) = (level.room(), level.size);
        let number = |cell| u16::try_from(size.index(cell)).ok().filter(|&square| room[usize::from(square)]);
        let next = size.cells().map(|cell| {
            Direction::ALL.map(|way| number(cell).and_then(|_| size.step(cell, way)).and_then(number))
        });
        Floor {
            next: next.collect(),
            squares: size.cells().filter_map(number).collect(),
            is_goal: size.cells().map(|cell| level.square(cell).is_goal()).collect(),
        }
    }

    /// The square one step on in the direction of this number; `None` for a wall.
    pub fn step(&self, square: u16, way: usize) -> Option<u16> {
        self.next[usize::from(square)][way]
    }

    /// Whether a square is in the room.
    pub fn has(&self, square: u16) -> bool {
        self.squares.binary_search(&square).is_ok()
    }

    /// Walks from a square to all that boxes don't block.
    pub fn walk(&self, from: u16, boxes: &[u16], walk: &mut Walk) {
        walk.moves.clear();
        walk.moves.resize(self.next.len(), FAR);
        walk.reached.clear();
        walk.reached.push(from);
        walk.moves[usize::from(from)] = 0;
        let mut at = 0;
        while let Some(&square) = walk.reached.get(at) {
            at += 1;
            for next in self.next[usize::from(square)].into_iter().flatten() {
                if walk.moves[usize::from(next)] == FAR && !boxes.contains(&next) {
                    walk.moves[usize::from(next)] = walk.moves[usize::from(square)] + 1;
                    walk.reached.push(next);
                }
            }
        }
    }

    /// Puts the player on every square without a box at once.
    pub fn everywhere(&self, boxes: &[u16], walk: &mut Walk) {
        walk.moves.clear();
        walk.moves.resize(self.next.len(), FAR);
        walk.reached.clear();
        walk.reached.extend(self.squares.iter().filter(|square| !boxes.contains(square)));
        for &square in &walk.reached {
            walk.moves[usize::from(square)] = 0;
        }
    }
}

impl Walk {
    pub fn reaches(&self, square: u16) -> bool {
        self.moves[usize::from(square)] != FAR
    }

    /// The first of the reached squares, which stands for all of them.
    pub fn first(&self) -> u16 {
        self.reached.iter().copied().min().unwrap_or(u16::MAX)
    }
}
