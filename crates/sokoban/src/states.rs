//! The engine `states`: searches the places of all boxes and the player one by one, cheapest first,
//! without any formula. What it says is exhaustive: no plan means that there is none.
//!
//! P. E. Hart, N. J. Nilsson, B. Raphael: A formal basis for the heuristic determination of minimum
//! cost paths, 1968; the estimate is that of [`crate::relaxed::Bound`], which is consistent.

use std::{cmp::Reverse, collections::BinaryHeap};

use jigsat_grid::Direction;
use jigsat_solve::{Limits, Stop};
use rustc_hash::FxHashMap;

use crate::{
    Game, Level, Objective, Plan,
    board::{Board, NONE, Push},
    puzzle::Analysis,
    relaxed::NEVER,
};

/// The most cells that boxes may be on.
const MOST_CELLS: usize = 128;

/// The most states that are kept unless told otherwise: about a gigabyte.
pub(crate) const MOST_STATES: usize = 8_000_000;

/// What the search came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// A plan, and no better one exists.
    Plan(Plan),
    /// There is no plan at all, or none of so many steps.
    Nothing,
    /// There were more states than allowed, or the level has too many cells.
    TooMany,
    /// A limit was reached.
    Stopped(Stop),
}

/// The boxes, a bit for each live cell, and the player.
type Key = (u128, u16);

struct Node {
    key: Key,
    parent: u32,
    /// The cell and direction of the push or move that led here.
    step: (u16, u8),
    /// What was spent so far: what is to be least, and then what is to be least among these.
    cost: (u32, u32),
}

/// What steps cost.
#[derive(Clone, Copy)]
struct Prices {
    walk: (u32, u32),
    push: (u32, u32),
    /// Whether a step is a push, with the walk before it for nothing.
    by_push: bool,
}

impl Prices {
    fn of(objective: Objective) -> Prices {
        match objective {
            Objective::Pushes | Objective::None => Prices { walk: (0, 0), push: (1, 0), by_push: true },
            Objective::Moves => Prices { walk: (1, 0), push: (1, 0), by_push: false },
            Objective::MovesThenPushes => Prices { walk: (1, 0), push: (1, 1), by_push: false },
            Objective::PushesThenMoves => Prices { walk: (0, 1), push: (1, 1), by_push: false },
        }
    }
}

/// The states of a level.
struct States<'a> {
    board: &'a Board,
    /// The bit of each cell.
    bit: Vec<Option<u32>>,
    goals: u128,
    /// The push from a cell in a direction, with what it wastes.
    pushes: FxHashMap<(u16, usize), (Push, u32)>,
    /// Two boxes that are dead, as masks.
    dead: Vec<Vec<u128>>,
}

impl<'a> States<'a> {
    fn new(a: &'a Analysis) -> Option<States<'a>> {
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
        for &[one, other] in &a.deadlocks().pairs {
            dead[usize::from(one)].push(mask(other));
            dead[usize::from(other)].push(mask(one));
        }
        for cells in &a.deadlocks().squares {
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

    /// The state after a push, with what it wastes; none if it can't be made or is dead.
    fn push(&self, boxes: u128, from: u16, direction: usize) -> Option<(u128, Push, u32)> {
        let &(push, waste) = self.pushes.get(&(from, direction))?;
        if self.has_box(boxes, push.to) {
            return None;
        }
        let after = boxes & !self.mask(from) | self.mask(push.to);
        let is_dead = self.dead[usize::from(push.to)].iter().any(|others| is_within(*others, after));
        (!is_dead).then_some((after, push, waste))
    }

    /// The first of the cells that the player reaches, in place of all of them.
    fn first_reached(&self, boxes: u128, player: u16) -> u16 {
        let reached = self.board.reachable(player, |cell| self.has_box(boxes, cell));
        reached.iter().position(|&yes| yes).map_or(player, |first| first as u16)
    }

    /// All steps from a state: the state after, cell and direction, whether it pushes, and its waste.
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

/// A best plan, or that there is none. The level must have no box that is dead at first sight.
pub(crate) fn search(
    level: &Level,
    a: &Analysis,
    objective: Objective,
    most_states: usize,
    limits: &Limits,
) -> Found {
    let prices = Prices::of(objective);
    let (Some(states), Some(bound)) = (States::new(a), a.bound.as_ref()) else { return Found::TooMany };
    let start = states.start(prices.by_push);
    let mut nodes = vec![Node { key: start, parent: u32::MAX, step: (0, 0), cost: (0, 0) }];
    let mut index: FxHashMap<Key, u32> = FxHashMap::default();
    index.insert(start, 0);
    // By estimate of the whole, then by what is spent, the most first: that is nearer to the end.
    let mut open = BinaryHeap::new();
    open.push(Reverse(((bound.pushes, 0), Reverse(0), 0_u32, (0, 0))));
    let mut looked_at = 0_u32;
    while let Some(Reverse((total, _, node, cost))) = open.pop() {
        if nodes[node as usize].cost < cost {
            continue;
        }
        looked_at = looked_at.wrapping_add(1);
        if looked_at.is_multiple_of(1024)
            && let Some(stop) = limits.reached()
        {
            return Found::Stopped(stop);
        }
        let key = nodes[node as usize].key;
        if states.is_solved(key.0) {
            let mut plan = replay(level, a, &nodes, node, prices.by_push);
            plan.lower_bound = Some(cost.0);
            plan.proven = (objective != Objective::None).then_some(objective);
            return Found::Plan(plan);
        }
        let mut too_many = false;
        states.steps(key, prices.by_push, &mut |after, step, pushes, waste| {
            let price = if pushes { prices.push } else { prices.walk };
            let spent = (cost.0 + price.0, cost.1 + price.1);
            let more = if pushes { waste } else { price.0 };
            let total = (total.0 + more, spent.1);
            // The bound may say less than nothing of a solved state, where goals are spare.
            let total = if states.is_solved(after.0) { spent } else { total };
            match index.entry(after) {
                std::collections::hash_map::Entry::Occupied(known) => {
                    let known = *known.get();
                    let old = &mut nodes[known as usize];
                    if spent < old.cost {
                        *old = Node { key: after, parent: node, step, cost: spent };
                        open.push(Reverse((total, Reverse(spent.0), known, spent)));
                    }
                }
                std::collections::hash_map::Entry::Vacant(place) => {
                    let new = nodes.len() as u32;
                    too_many |= nodes.len() >= most_states;
                    place.insert(new);
                    nodes.push(Node { key: after, parent: node, step, cost: spent });
                    open.push(Reverse((total, Reverse(spent.0), new, spent)));
                }
            }
        });
        if too_many {
            return Found::TooMany;
        }
    }
    Found::Nothing
}

/// Plays the steps that led to a node.
fn replay(level: &Level, a: &Analysis, nodes: &[Node], last: u32, by_push: bool) -> Plan {
    let mut steps = Vec::new();
    let mut at = last;
    while nodes[at as usize].parent != u32::MAX {
        steps.push(nodes[at as usize].step);
        at = nodes[at as usize].parent;
    }
    let mut game = Game::new(level);
    for &(cell, direction) in steps.iter().rev() {
        let (cell, direction) = (a.board.cells[usize::from(cell)], Direction::ALL[usize::from(direction)]);
        if by_push && let Some(stand) = level.size.step(cell, direction.opposite()) {
            game.walk_to(stand);
        }
        // A step that can't be made leaves a plan that the referee refuses.
        let _ = game.step(direction);
    }
    game.plan()
}

/// How many plans have just so many steps, pushes or moves; none where there are too many states, or a limit came.
/// `length` must be the least.
pub(crate) fn count(a: &Analysis, moves: bool, length: u32, limits: &Limits) -> Result<Option<u128>, Stop> {
    let (Some(states), Some(bound)) = (States::new(a), a.bound.as_ref()) else { return Ok(None) };
    let Some(slack) = length.checked_sub(bound.pushes) else { return Ok(Some(0)) };
    // For each state, what it has wasted and how many ways lead to it.
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
