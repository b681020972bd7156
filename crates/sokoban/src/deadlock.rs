//! Deadlocks of a few boxes: patterns from which, even if all other boxes were taken away, the boxes
//! can't all come to goals.
//!
//! Found by pulling: from every way to have so many boxes on goals, boxes are pulled as long as
//! something new comes up; what never comes up is dead. This finds whatever can be said about two
//! boxes: frozen pairs, boxes along a wall with too few goals, corrals of two.

use crate::{
    board::{Board, NONE, back},
    relaxed::Relaxed,
};

/// The most cells that boxes may be on for pairs to be looked at: a few million states.
const MOST_CELLS: usize = 160;

/// Dead patterns of a level.
#[derive(Clone, Debug, Default)]
pub(crate) struct Deadlocks {
    /// Cells on which two boxes are dead, wherever the player is.
    pub pairs: Vec<(u16, u16)>,
    /// Places of [`Relaxed::moves`] and a cell with another box: dead after the push, but not always.
    pub after_push: Vec<(usize, u16)>,
    /// Squares of four cells, walls left out, that must not be full of boxes (at most one is no goal).
    pub squares: Vec<Vec<u16>>,
}

impl Deadlocks {
    pub fn new(board: &Board, relaxed: &Relaxed, live: &[bool]) -> Deadlocks {
        let pairs = Pairs::new(board, live);
        let mut deadlocks = Deadlocks { squares: squares(board, live), ..Deadlocks::default() };
        let Some(pairs) = pairs else { return deadlocks };
        let cells = &pairs.cells;
        for (first, &a) in cells.iter().enumerate() {
            for &b in &cells[first + 1..] {
                if !pairs.is_ever_solvable(a, b) {
                    deadlocks.pairs.push((a, b));
                }
            }
        }
        for (place, &(_, push, to)) in relaxed.moves.iter().enumerate() {
            if !relaxed.is_live(to) || !live[usize::from(push.to)] {
                continue;
            }
            for &other in cells {
                let apart = other != push.to && other != push.from && other != push.stand;
                if apart
                    && pairs.is_ever_solvable(push.to, other)
                    && !pairs.is_solvable(push.to, other, push.from)
                {
                    deadlocks.after_push.push((place, other));
                }
            }
        }
        deadlocks
    }
}

/// Which states of two boxes and the player can be solved.
struct Pairs {
    /// The cells that boxes may be on.
    cells: Vec<u16>,
    /// Place in `cells`, by cell.
    place: Vec<usize>,
    room: usize,
    solvable: Vec<bool>,
}

impl Pairs {
    fn new(board: &Board, live: &[bool]) -> Option<Pairs> {
        let cells: Vec<u16> = (0..board.len() as u16).filter(|&cell| live[usize::from(cell)]).collect();
        if cells.len() > MOST_CELLS || cells.len() < 2 {
            return None;
        }
        let mut place = vec![usize::MAX; board.len()];
        for (index, &cell) in cells.iter().enumerate() {
            place[usize::from(cell)] = index;
        }
        let room = board.len();
        let solvable = vec![false; cells.len() * cells.len() * room];
        let mut pairs = Pairs { cells, place, room, solvable };
        let mut open = Vec::new();
        for (first, &a) in board.goals.iter().enumerate() {
            for &b in &board.goals[first + 1..] {
                for player in 0..room as u16 {
                    if player != a && player != b {
                        pairs.reach(board, (a, b), player, &mut open);
                    }
                }
            }
        }
        while let Some(((a, b), player)) = open.pop() {
            for (pulled, kept) in [(a, b), (b, a)] {
                for direction in 0..4 {
                    // The player, beside the box, steps away from it and takes it along.
                    let beside = board.step(pulled, direction);
                    if beside == NONE || beside == kept || beside != player {
                        continue;
                    }
                    let after = board.step(beside, direction);
                    let known = pairs.place[usize::from(beside)] != usize::MAX;
                    debug_assert_eq!(board.step(beside, back(direction)), pulled);
                    if after != NONE && after != kept && known {
                        pairs.reach(board, (beside, kept), after, &mut open);
                    }
                }
            }
        }
        Some(pairs)
    }

    /// Marks a state and all to which the player can walk; new ones are to be looked at.
    fn reach(&mut self, board: &Board, boxes: (u16, u16), player: u16, open: &mut Vec<((u16, u16), u16)>) {
        let first = self.index(boxes.0, boxes.1, 0);
        if self.solvable[first + usize::from(player)] {
            return;
        }
        self.solvable[first + usize::from(player)] = true;
        let mut to_visit = vec![player];
        while let Some(cell) = to_visit.pop() {
            open.push((boxes, cell));
            for next in board.around(cell) {
                if next != boxes.0 && next != boxes.1 && !self.solvable[first + usize::from(next)] {
                    self.solvable[first + usize::from(next)] = true;
                    to_visit.push(next);
                }
            }
        }
    }

    fn index(&self, a: u16, b: u16, player: u16) -> usize {
        let (a, b) = (a.min(b), a.max(b));
        let pair = self.place[usize::from(a)] * self.cells.len() + self.place[usize::from(b)];
        pair * self.room + usize::from(player)
    }

    fn is_solvable(&self, a: u16, b: u16, player: u16) -> bool {
        self.solvable[self.index(a, b, player)]
    }

    fn is_ever_solvable(&self, a: u16, b: u16) -> bool {
        let first = self.index(a, b, 0);
        self.solvable[first..first + self.room].contains(&true)
    }
}

/// Squares of four cells, each a wall or one where a box may be, at least one of these no goal.
fn squares(board: &Board, live: &[bool]) -> Vec<Vec<u16>> {
    let mut squares = Vec::new();
    let mut add = |corners: [u16; 4]| {
        let cells: Vec<u16> = corners.into_iter().filter(|&cell| cell != NONE).collect();
        let possible = cells.iter().all(|&cell| live[usize::from(cell)]);
        let goals = cells.iter().all(|&cell| board.is_goal[usize::from(cell)]);
        // Fewer than three are pairs, which are dealt with.
        if possible && !goals && cells.len() > 2 && !squares.contains(&cells) {
            squares.push(cells);
        }
    };
    for cell in 0..board.len() as u16 {
        for turn in 0..4 {
            let (one, other) = (board.step(cell, turn), board.step(cell, (turn + 1) % 4));
            let corner = [(one, (turn + 1) % 4), (other, turn)]
                .into_iter()
                .find_map(|(from, to)| (from != NONE).then(|| board.step(from, to)));
            let Some(corner) = corner else { continue };
            let mut corners = [cell, one, other, corner];
            corners.sort_unstable();
            add(corners);
        }
    }
    squares
}
