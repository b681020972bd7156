//! The room of a level as a graph of numbered cells, on which all searches work.

use std::collections::VecDeque;

use jigsat_grid::{Cell, Direction};

use crate::Level;

/// No neighbour in that direction.
pub(crate) const NONE: u16 = u16::MAX;

/// The cells that the player could visit without boxes, numbered row by row.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub cells: Vec<Cell>,
    /// The neighbours up, right, down, left; [`NONE`] for a wall.
    pub next: Vec<[u16; 4]>,
    pub is_goal: Vec<bool>,
    /// The goals, in order.
    pub goals: Vec<u16>,
    /// The start cells of the boxes in the room, in order.
    pub boxes: Vec<u16>,
    pub player: u16,
    /// A box outside the room that is not on a goal.
    pub lost: Option<Cell>,
}

/// The opposite direction, by number.
pub(crate) fn back(direction: usize) -> usize {
    (direction + 2) % 4
}

impl Board {
    /// The room of a level; the level must be valid.
    pub fn new(level: &Level) -> Board {
        let room = level.room();
        let size = level.size;
        let mut numbers = vec![NONE; size.area()];
        let cells: Vec<Cell> = size.cells().filter(|&cell| room[size.index(cell)]).collect();
        for (number, &cell) in (0..).zip(&cells) {
            numbers[size.index(cell)] = number;
        }
        let neighbours = |&cell: &Cell| {
            Direction::ALL
                .map(|direction| size.step(cell, direction).map_or(NONE, |to| numbers[size.index(to)]))
        };
        let next = cells.iter().map(neighbours).collect();
        let is_goal: Vec<bool> = cells.iter().map(|&cell| level.square(cell).is_goal()).collect();
        let with = |holds: &dyn Fn(Cell) -> bool| -> Vec<u16> {
            (0..).zip(&cells).filter(|&(_, &cell)| holds(cell)).map(|(number, _)| number).collect()
        };
        let goals = with(&|cell| level.square(cell).is_goal());
        let boxes = with(&|cell| level.square(cell).has_box());
        let lost = level.boxes().find(|&cell| !room[size.index(cell)] && !level.square(cell).is_goal());
        let player = numbers[size.index(level.player)];
        Board { cells, next, is_goal, goals, boxes, player, lost }
    }

    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// The neighbours of a cell.
    pub fn around(&self, cell: u16) -> impl Iterator<Item = u16> + Clone + '_ {
        self.next[usize::from(cell)].iter().copied().filter(|&to| to != NONE)
    }

    /// The cell one step on, or [`NONE`].
    pub fn step(&self, cell: u16, direction: usize) -> u16 {
        self.next[usize::from(cell)][direction]
    }

    /// All pushes that walls allow: the box's cell, the direction, and the box's next cell.
    pub fn pushes(&self) -> impl Iterator<Item = Push> + '_ {
        (0..self.cells.len() as u16).flat_map(move |from| {
            (0..4).filter_map(move |direction| {
                let (to, stand) = (self.step(from, direction), self.step(from, back(direction)));
                (to != NONE && stand != NONE).then_some(Push { from, direction, to, stand })
            })
        })
    }

    /// The number of moves to each cell, ignoring boxes.
    pub fn distances(&self, from: u16) -> Vec<u32> {
        let mut distance = vec![u32::MAX; self.cells.len()];
        distance[usize::from(from)] = 0;
        let mut queue = VecDeque::from([from]);
        while let Some(cell) = queue.pop_front() {
            for next in self.around(cell) {
                if distance[usize::from(next)] == u32::MAX {
                    distance[usize::from(next)] = distance[usize::from(cell)] + 1;
                    queue.push_back(next);
                }
            }
        }
        distance
    }

    /// The cells that the player can reach from a cell, blocked by boxes.
    pub fn reachable(&self, player: u16, blocked: impl Fn(u16) -> bool) -> Vec<bool> {
        let mut reached = vec![false; self.cells.len()];
        let mut to_visit = vec![player];
        reached[usize::from(player)] = true;
        while let Some(cell) = to_visit.pop() {
            for next in self.around(cell) {
                if !reached[usize::from(next)] && !blocked(next) {
                    reached[usize::from(next)] = true;
                    to_visit.push(next);
                }
            }
        }
        reached
    }
}

/// A push of one box by one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Push {
    /// The cell of the box before, and of the player after the push.
    pub from: u16,
    pub direction: usize,
    /// The cell of the box after the push.
    pub to: u16,
    /// The cell of the player before the push.
    pub stand: u16,
}

impl Push {
    /// Whether the push needs that cell, so that no other box can be there.
    pub fn concerns(&self, cell: u16) -> bool {
        [self.from, self.to, self.stand].contains(&cell)
    }
}
