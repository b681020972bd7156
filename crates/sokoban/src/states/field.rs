//! A level for the searches of states: cells, pushes and their waste, in flat arrays.

use jigsat_cnf::Interrupt;

use crate::{
    Level,
    board::back,
    patterns::Patterns,
    puzzle::Analysis,
    relaxed::{Bound, NEVER},
};

use super::table::Boxes;

/// Maximum number of pushes of a lower bound: remaining pushes are stored in 16 bits.
const MOST_PUSHES: u32 = 30_000;

/// The level, prepared. Cells are numbered as in [`Board`](crate::board::Board); one more number represents all walls.
pub(crate) struct Field<'a> {
    pub analysis: &'a Analysis,
    pub bound: &'a Bound,
    /// The waste of two boxes; `None` if that table is too large.
    pub pairs: Option<&'a Patterns<2>>,
    /// The number of cells, which is also the number of the wall.
    pub wall: u16,
    /// The neighbours up, right, down, left.
    pub next: Vec<[u16; 4]>,
    /// The eight cells around, clockwise from the upper one.
    ring: Vec<[u16; 8]>,
    pub is_goal: Vec<bool>,
    /// The waste of each push, by the box's cell times four plus the direction; [`NEVER`] if no plan has it.
    waste: Vec<u32>,
    /// The bit of each cell where a box may be.
    bit: Vec<u16>,
    /// The cell of each bit.
    pub live: Vec<u16>,
}

/// Whether the free cells next to a cell are connected via the eight cells around it; indexed by a bit for each free
/// one.
const LINKED: [bool; 256] = linked();

const fn linked() -> [bool; 256] {
    let mut table = [false; 256];
    let mut free = 0;
    while free < 256 {
        // Runs of free cells around it that contain a direct neighbour.
        let (mut runs, mut place) = (0, 0);
        while place < 8 {
            let begins = free >> place & 1 == 1 && free >> ((place + 7) % 8) & 1 == 0;
            if begins {
                let (mut at, mut beside) = (place, false);
                while free >> (at % 8) & 1 == 1 {
                    beside |= at % 2 == 0;
                    at += 1;
                }
                if beside {
                    runs += 1;
                }
            }
            place += 1;
        }
        table[free] = runs < 2;
        free += 1;
    }
    table
}

impl<'a> Field<'a> {
    /// `None` if the boxes can't all have goals of their own, the level is too large for these searches, or it was
    /// interrupted.
    pub fn new(level: &Level, a: &'a Analysis, interrupt: &Interrupt) -> Option<Field<'a>> {
        let bound = a.bound.as_ref().filter(|bound| bound.pushes <= MOST_PUSHES)?;
        let count = a.board.len();
        let wall = u16::try_from(count).ok()?;
        let mut numbers = vec![wall; level.size.area()];
        for (number, &cell) in (0..).zip(&a.board.cells) {
            numbers[level.size.index(cell)] = number;
        }
        let next: Vec<[u16; 4]> =
            a.board.next.iter().map(|next| next.map(|cell| cell.min(wall))).chain([[wall; 4]]).collect();
        let cols = isize::try_from(level.size.cols).ok()?;
        // A room is closed, so no cell of it is at the edge of the drawing.
        let around = [-cols, 1 - cols, 1, cols + 1, cols, cols - 1, -1, -cols - 1];
        let ring_of = |&cell: &jigsat_grid::Cell| {
            around.map(|step| {
                let place = level.size.index(cell).checked_add_signed(step);
                place.and_then(|place| numbers.get(place)).copied().unwrap_or(wall)
            })
        };
        let ring = a.board.cells.iter().map(ring_of).collect();
        let live: Vec<u16> = (0..wall).filter(|&cell| a.live[usize::from(cell)]).collect();
        let mut bit = vec![u16::MAX; count];
        for (number, &cell) in (0..).zip(&live) {
            bit[usize::from(cell)] = number;
        }
        let mut waste = vec![NEVER; count * 4];
        for (&(_, push, _), &wasted) in a.relaxed.moves.iter().zip(&bound.waste) {
            if a.live[usize::from(push.from)] && a.live[usize::from(push.to)] {
                waste[usize::from(push.from) * 4 + push.direction] = wasted;
            }
        }
        let is_goal = a.board.is_goal.clone();
        let pairs = a.deadlocks(interrupt).ok()?.table();
        Some(Field { analysis: a, bound, pairs, wall, next, ring, is_goal, waste, bit, live })
    }

    /// The cells of the boxes at the start.
    pub fn start<const W: usize>(&self) -> Boxes<W> {
        self.analysis.board.boxes.iter().fold(Boxes::NONE, |all, &cell| all.toggled(self.bit(cell)))
    }

    /// The cell of the player at the start.
    pub fn player(&self) -> u16 {
        self.analysis.board.player
    }

    pub fn step(&self, cell: u16, direction: usize) -> u16 {
        self.next[usize::from(cell)][direction]
    }

    /// The waste of a push of the box there; [`NEVER`] if no plan has it.
    pub fn waste(&self, cell: u16, direction: usize) -> u32 {
        self.waste[usize::from(cell) * 4 + direction]
    }

    /// Whether some plan may push a box there along an axis, in either direction.
    pub fn may_move(&self, cell: u16, axis: usize) -> bool {
        self.waste(cell, axis) != NEVER || self.waste(cell, back(axis)) != NEVER
    }

    /// The bit of a cell where a box may be.
    pub fn bit(&self, cell: u16) -> usize {
        usize::from(self.bit[usize::from(cell)])
    }

    /// Whether the free neighbours of a cell stay connected via the cells around it if a box is put there.
    pub fn stays_linked(&self, cell: u16, full: &[bool]) -> bool {
        let around = self.ring[usize::from(cell)].iter().enumerate();
        let free =
            around.fold(0, |free, (place, &cell)| free | usize::from(!full[usize::from(cell)]) << place);
        LINKED[free]
    }
}
