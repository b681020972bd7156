//! The minimum waste of a few boxes until all are on goals, if there were no other boxes: a table for all cells of two
//! (or three) boxes and of the player.
//!
//! Computed by pulling, cheapest first, from every way to have this many boxes on goals. A state that is never reached
//! is a deadlock. This finds everything that can be said about this many boxes: frozen pairs, boxes along a wall with
//! too few goals, small corrals, and boxes that get in each other's way.
//!
//! J. C. Culberson, J. Schaeffer: Pattern databases, Computational Intelligence 1998.

use jigsat_cnf::Interrupt;

use crate::{
    board::{Board, NONE},
    relaxed::{Bound, NEVER, Relaxed},
};

/// No way. A waste of at least this much counts as one less.
pub(crate) const DEAD: u8 = u8::MAX;

/// Maximum number of states of a table, counting permutations of the same cells of boxes separately.
const MOST_STATES: usize = 25_000_000;

/// The table of K boxes.
#[derive(Clone, Debug)]
pub(crate) struct Patterns<const K: usize> {
    /// The cells where boxes may be.
    pub cells: Vec<u16>,
    /// Place in `cells`, by cell.
    place: Vec<usize>,
    room: usize,
    /// For each state of the boxes and then of the player; also [`DEAD`] if a box is on the player's cell.
    waste: Vec<u8>,
}

type State<const K: usize> = ([u16; K], u16);

impl<const K: usize> Patterns<K> {
    /// The table; `None` if it would be too large, there are fewer boxes, or it was interrupted.
    pub fn new(
        board: &Board,
        relaxed: &Relaxed,
        bound: &Bound,
        live: &[bool],
        interrupt: &Interrupt,
    ) -> Option<Patterns<K>> {
        let cells: Vec<u16> = (0..board.len() as u16).filter(|&cell| live[usize::from(cell)]).collect();
        let room = board.len();
        let states = cells.len().checked_pow(K as u32)?.checked_mul(room)?;
        if states > MOST_STATES || board.boxes.len() < K || cells.len() < K {
            return None;
        }
        let mut place = vec![usize::MAX; room];
        for (index, &cell) in cells.iter().enumerate() {
            place[usize::from(cell)] = index;
        }
        let mut table = Patterns { cells, place, room, waste: vec![DEAD; states] };
        table.fill(board, relaxed, bound, interrupt);
        interrupt.stopped().is_none().then_some(table)
    }

    fn fill(&mut self, board: &Board, relaxed: &Relaxed, bound: &Bound, interrupt: &Interrupt) {
        let mut wasted = vec![NEVER; self.room * 4];
        for (&(_, push, _), &waste) in relaxed.moves.iter().zip(&bound.waste) {
            wasted[usize::from(push.from) * 4 + push.direction] = waste;
        }
        // Open states by their waste so far.
        let mut open: Vec<Vec<State<K>>> = vec![Vec::new(); usize::from(DEAD)];
        let mut goals = Vec::new();
        choose(&board.goals, &mut Vec::new(), &mut |chosen: [u16; K]| {
            goals.push(chosen);
            interrupt.step(1).is_ok()
        });
        for boxes in goals {
            if interrupt.step(self.room).is_err() {
                return;
            }
            for player in (0..self.room as u16).filter(|player| !boxes.contains(player)) {
                let left = |&cell: &u16| bound.left_over(relaxed.state_of(cell, player));
                let left = boxes.iter().map(left).fold(0, u32::saturating_add);
                self.reach(board, boxes, player, left, &mut open);
            }
        }
        for waste in 0..u32::from(DEAD) {
            while let Some((boxes, player)) = open[waste as usize].pop() {
                if interrupt.step(1).is_err() {
                    return;
                }
                if u32::from(self.waste[self.index(boxes, player)]) < waste {
                    continue;
                }
                for pulled in 0..K {
                    for direction in 0..4 {
                        // Before the push in this direction, the box was where the player is now.
                        let from = player;
                        let stand = board.step(from, (direction + 2) % 4);
                        if board.step(from, direction) != boxes[pulled]
                            || stand == NONE
                            || boxes.contains(&stand)
                        {
                            continue;
                        }
                        let more = wasted[usize::from(from) * 4 + direction];
                        if more == NEVER || self.place[usize::from(from)] == usize::MAX {
                            continue;
                        }
                        let mut before = boxes;
                        before[pulled] = from;
                        self.reach(board, before, stand, waste.saturating_add(more), &mut open);
                    }
                }
            }
        }
    }

    /// Marks a state and all states to which the player can walk.
    fn reach(&mut self, board: &Board, boxes: [u16; K], player: u16, waste: u32, open: &mut [Vec<State<K>>]) {
        let waste = waste.min(u32::from(DEAD) - 1);
        if boxes.iter().any(|&cell| self.place[usize::from(cell)] == usize::MAX) {
            return;
        }
        let first = self.index(boxes, 0);
        let better = |known: u8| u32::from(known) > waste;
        if !better(self.waste[first + usize::from(player)]) {
            return;
        }
        self.waste[first + usize::from(player)] = waste as u8;
        let mut to_visit = vec![player];
        while let Some(cell) = to_visit.pop() {
            open[waste as usize].push((boxes, cell));
            for next in board.around(cell) {
                if !boxes.contains(&next) && better(self.waste[first + usize::from(next)]) {
                    self.waste[first + usize::from(next)] = waste as u8;
                    to_visit.push(next);
                }
            }
        }
    }

    fn index(&self, mut boxes: [u16; K], player: u16) -> usize {
        boxes.sort_unstable();
        let add = |sum: usize, cell: &u16| sum * self.cells.len() + self.place[usize::from(*cell)];
        boxes.iter().fold(0, add) * self.room + usize::from(player)
    }

    /// Whether a box may be there.
    pub fn has(&self, cell: u16) -> bool {
        self.place[usize::from(cell)] != usize::MAX
    }

    /// The minimum waste of these boxes from there on; all must be on `cells`, and different.
    pub fn waste(&self, boxes: [u16; K], player: u16) -> u8 {
        self.waste[self.index(boxes, player)]
    }

    /// The same, wherever the player is.
    pub fn waste_anywhere(&self, boxes: [u16; K]) -> u8 {
        let first = self.index(boxes, 0);
        self.waste[first..first + self.room].iter().copied().min().unwrap_or(DEAD)
    }
}

/// All choices of K of some cells, in order, as long as `each` says to go on. Returns whether it did to the end.
pub(crate) fn choose<const K: usize>(
    from: &[u16],
    chosen: &mut Vec<u16>,
    each: &mut impl FnMut([u16; K]) -> bool,
) -> bool {
    if let Ok(all) = <[u16; K]>::try_from(chosen.as_slice()) {
        return each(all);
    }
    from.iter().enumerate().all(|(place, &cell)| {
        chosen.push(cell);
        let goes_on = choose(&from[place + 1..], chosen, each);
        chosen.pop();
        goes_on
    })
}

#[cfg(test)]
mod tests {
    use jigsat_input::Source;

    use super::*;
    use crate::{parse_one, puzzle::Analysis};

    /// A large waste is not a deadlock, and deadlocks stay deadlocks.
    #[test]
    fn waste_stays_below_dead() {
        let text = "#######\n#. $ @#\n#. $  #\n#######\n";
        let level = parse_one(&Source::new("level", text)).expect("it is a level");
        let go_on = Interrupt::default();
        let Analysis { board, relaxed, bound, live, .. } =
            Analysis::new(&level, &go_on).expect("nothing stops it");
        let bound = bound.expect("there are as many goals");
        let start = <[u16; 2]>::try_from(board.boxes.clone()).expect("there are two boxes");
        let table = |each: Option<u32>| {
            let mut bound = bound.clone();
            for waste in bound.waste.iter_mut().filter(|waste| **waste != NEVER) {
                *waste = each.unwrap_or(*waste);
            }
            Patterns::<2>::new(&board, &relaxed, &bound, &live, &go_on).expect("it is small")
        };
        let plain = table(None);
        assert_eq!(plain.waste(start, board.player), 0, "both boxes go straight to the left");
        // Four pushes: 252 in all is the last number below the cap, 256 and 1020 are above.
        for (each, expected) in [(63, 252), (64, 254), (254, 254), (255, 254), (NEVER - 1, 254)] {
            let table = table(Some(each));
            assert_eq!(table.waste(start, board.player), expected, "each push wastes {each}");
            let dead = |table: &Patterns<2>| -> Vec<bool> {
                table.waste.iter().map(|&waste| waste == DEAD).collect()
            };
            assert_eq!(dead(&table), dead(&plain), "each push wastes {each}");
        }
    }
}
