//! One box alone in the level, analysed by brute force, for referees. It shares nothing with the analysis that
//! encodings and searches use.

use std::collections::{HashMap, VecDeque};

use jigsat_grid::{Cell, Direction};

use crate::{Level, Square};

/// Everything that a single box can do, wherever it is and wherever the player is, without other boxes.
pub(crate) struct Alone<'l> {
    level: &'l Level,
    /// The states: the cell of the box, and the first of the cells that the player can then walk to.
    numbers: HashMap<(Cell, Cell), usize>,
    cells: Vec<Cell>,
    /// For each state, the states from which a push leads to it.
    before: Vec<Vec<usize>>,
    /// Each push that walls allow: the box's cell, the direction, the states before and after.
    pub pushes: Vec<(Cell, Direction, usize, usize)>,
}

impl<'l> Alone<'l> {
    pub fn new(level: &'l Level) -> Alone<'l> {
        let room = level.room();
        let mut alone = Alone {
            level,
            numbers: HashMap::new(),
            cells: Vec::new(),
            before: Vec::new(),
            pushes: Vec::new(),
        };
        let in_room = |cell: Cell| room[level.size.index(cell)];
        for cell in level.size.cells().filter(|&cell| in_room(cell)) {
            for way in Direction::ALL {
                let Some(stand) = level.size.step(cell, way.opposite()).filter(|&stand| in_room(stand))
                else {
                    continue;
                };
                let before = alone.number(cell, stand);
                if let Some(after) = level.size.step(cell, way).filter(|&ahead| in_room(ahead)) {
                    let after = alone.number(after, cell);
                    alone.before[after].push(before);
                    alone.pushes.push((cell, way, before, after));
                }
            }
        }
        alone
    }

    fn number(&mut self, cell: Cell, player: Cell) -> usize {
        let state = (cell, self.first_of_region(cell, player));
        let new = self.cells.len();
        let number = *self.numbers.entry(state).or_insert(new);
        if number == new {
            self.cells.push(cell);
            self.before.push(Vec::new());
        }
        number
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.cells.len()
    }

    /// The state for a box and the player in these cells; `None` if the player can't get next to the box.
    pub fn state(&self, cell: Cell, player: Cell) -> Option<usize> {
        self.numbers.get(&(cell, self.first_of_region(cell, player))).copied()
    }

    /// The first of the cells that the player can walk to around the box.
    fn first_of_region(&self, cell: Cell, player: Cell) -> Cell {
        let size = self.level.size;
        let mut seen = vec![false; size.area()];
        let (mut first, mut to_visit) = (player, vec![player]);
        seen[size.index(player)] = true;
        while let Some(at) = to_visit.pop() {
            first = first.min(at);
            for next in size.neighbours(at) {
                let index = size.index(next);
                if !seen[index] && self.level.squares[index] != Square::Wall && next != cell {
                    seen[index] = true;
                    to_visit.push(next);
                }
            }
        }
        first
    }

    /// The minimum number of pushes from each state to that cell; `None` if there is no way.
    pub fn pushes_to(&self, goal: Cell) -> Vec<Option<u32>> {
        let mut pushes = vec![None; self.cells.len()];
        let mut queue = VecDeque::new();
        for (state, _) in self.cells.iter().enumerate().filter(|(_, cell)| **cell == goal) {
            pushes[state] = Some(0);
            queue.push_back((state, 0));
        }
        while let Some((state, so_far)) = queue.pop_front() {
            for &before in &self.before[state] {
                if pushes[before].is_none() {
                    pushes[before] = Some(so_far + 1);
                    queue.push_back((before, so_far + 1));
                }
            }
        }
        pushes
    }
}
