//! The number of plans with the fewest pushes, or moves: by layers of states, one step at a time.

use jigsat_solve::{Limits, Stop};
use rustc_hash::FxHashMap;

use crate::{
    board::{Board, NONE, Push},
    deadlock::Deadlocks,
    puzzle::Analysis,
    relaxed::NEVER,
};

/// Maximum number of cells where boxes may be.
const MOST_CELLS: usize = 128;

/// Maximum number of states of a layer: about a gigabyte.
const MOST_STATES: usize = 8_000_000;

/// The boxes, a bit for each live cell, and the player.
type Key = (u128, u16);

/// The states of a level.
struct States<'a> {
    board: &'a Board,
    /// The bit of each cell.
    bit: Vec<Option<u32>>,
    goals: u128,
    /// The push from a cell in a direction, with its waste.
    pushes: FxHashMap<(u16, usize), (Push, u32)>,
    /// Pairs of boxes that are dead, as masks.
    dead: Vec<Vec<u128>>,
}

impl<'a> States<'a> {
    fn new(a: &'a Analysis, deadlocks: &Deadlocks) -> Option<States<'a>> {
        let bound = a.bound.as_ref()?;
        let mut bit = vec![None; a.board.len()];
        let mut count = 0;
        for (cell, &live) in a.live.iter().enumerate() {
            if live {
                bit[cell] = Some(count);
                count += 1;
            }
        }
        if count as usize > MOST_CELLS {
            return None;
        }
        let mask = |cell: u16| bit[usize::from(cell)].map_or(0, |bit| 1_u128 << bit);
        let goals = a.board.goals.iter().map(|&goal| mask(goal)).fold(0, |all, one| all | one);
        let known = a.relaxed.moves.iter().zip(&bound.waste);
        let fits = |&(&(_, push, _), &waste): &(&(usize, Push, usize), &u32)| {
            waste != NEVER && mask(push.from) != 0 && mask(push.to) != 0
        };
        let pushes =
            known.filter(fits).map(|(&(_, push, _), &waste)| ((push.from, push.direction), (push, waste)));
        let pushes = pushes.collect();
        let mut dead = vec![Vec::new(); a.board.len()];
        for &[one, other] in &deadlocks.pairs {
            dead[usize::from(one)].push(mask(other));
            dead[usize::from(other)].push(mask(one));
        }
        for cells in &deadlocks.squares {
            for &cell in cells {
                let others = cells.iter().filter(|&&other| other != cell);
                dead[usize::from(cell)].push(others.map(|&other| mask(other)).fold(0, |all, one| all | one));
            }
        }
        Some(States { board: &a.board, bit, goals, pushes, dead })
    }

    fn mask(&self, cell: u16) -> u128 {
        self.bit[usize::from(cell)].map_or(0, |bit| 1 << bit)
    }

    fn has_box(&self, boxes: u128, cell: u16) -> bool {
        boxes & self.mask(cell) != 0
    }

    fn is_solved(&self, boxes: u128) -> bool {
        boxes & !self.goals == 0
    }

    /// The state after a push, with its waste; `None` if the push is impossible or leads to a dead state.
    fn push(&self, boxes: u128, from: u16, direction: usize) -> Option<(u128, Push, u32)> {
        let &(push, waste) = self.pushes.get(&(from, direction))?;
        if self.has_box(boxes, push.to) {
            return None;
        }
        let after = boxes & !self.mask(from) | self.mask(push.to);
        let is_dead = self.dead[usize::from(push.to)].iter().any(|others| is_within(*others, after));
        (!is_dead).then_some((after, push, waste))
    }

    /// The first of the cells that the player can reach, which represents all of them.
    fn first_reached(&self, boxes: u128, player: u16) -> u16 {
        let reached = self.board.reachable(player, |cell| self.has_box(boxes, cell));
        reached.iter().position(|&yes| yes).map_or(player, |first| first as u16)
    }

    /// All steps from a state: the next state, cell and direction, whether it pushes, and its waste.
    fn steps(&self, (boxes, player): Key, by_push: bool, each: &mut impl FnMut(Key, (u16, u8), bool, u32)) {
        if by_push {
            let reached = self.board.reachable(player, |cell| self.has_box(boxes, cell));
            for (cell, _) in (0_u16..).zip(&reached).filter(|&(_, &yes)| yes) {
                for direction in 0..4 {
                    let next = self.board.step(cell, direction);
                    if next != NONE
                        && self.has_box(boxes, next)
                        && let Some((after, push, waste)) = self.push(boxes, next, direction)
                    {
                        let key = (after, self.first_reached(after, push.from));
                        each(key, (next, direction as u8), true, waste);
                    }
                }
            }
            return;
        }
        for direction in 0..4 {
            let next = self.board.step(player, direction);
            if next == NONE {
                continue;
            }
            if !self.has_box(boxes, next) {
                each((boxes, next), (next, direction as u8), false, 0);
            } else if let Some((after, _, waste)) = self.push(boxes, next, direction) {
                each((after, next), (next, direction as u8), true, waste);
            }
        }
    }

    fn start(&self, by_push: bool) -> Key {
        let boxes = self.board.boxes.iter().fold(0, |all, &cell| all | self.mask(cell));
        let player = self.board.player;
        (boxes, if by_push { self.first_reached(boxes, player) } else { player })
    }
}

fn is_within(part: u128, whole: u128) -> bool {
    part & !whole == 0
}

/// The number of plans with exactly this many steps (pushes or moves); `None` if there are too many states, or a limit
/// was reached. `length` must be the minimum.
pub(crate) fn count(a: &Analysis, moves: bool, length: u32, limits: &Limits) -> Result<Option<u128>, Stop> {
    let interrupt = limits.interrupt();
    let deadlocks = a.deadlocks(&interrupt)?;
    let (Some(states), Some(bound)) = (States::new(a, deadlocks), a.bound.as_ref()) else { return Ok(None) };
    let Some(slack) = length.checked_sub(bound.pushes) else { return Ok(Some(0)) };
    // For each state, its waste so far and the number of ways that lead to it.
    let mut layer: FxHashMap<Key, (u32, u128)> = FxHashMap::default();
    layer.insert(states.start(!moves), (0, 1));
    for _ in 0..length {
        let mut next: FxHashMap<Key, (u32, u128)> = FxHashMap::default();
        let mut full = false;
        for (number, (&key, &(spent, ways))) in layer.iter().enumerate() {
            if number.is_multiple_of(1024)
                && let Some(stop) = limits.reached()
            {
                return Err(stop);
            }
            states.steps(key, !moves, &mut |after, _, pushes, waste| {
                let spent = spent + if pushes { waste } else { 1 };
                if spent <= slack {
                    let entry = next.entry(after).or_insert((spent, 0));
                    full |= entry.1.checked_add(ways).is_none();
                    entry.1 = entry.1.saturating_add(ways);
                }
            });
        }
        if full || next.len() > MOST_STATES {
            return Ok(None);
        }
        layer = next;
    }
    Ok(Some(
        layer.iter().filter(|((boxes, _), _)| states.is_solved(*boxes)).map(|(_, &(_, ways))| ways).sum(),
    ))
}
