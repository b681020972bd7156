//! The level with one box at a time: the minimum number of pushes of each box, the goals that can be reached from each
//! state, and a lower bound for all boxes together.
//!
//! What a box can do depends on its cell and on the side the player is on: a box in a narrow place cuts the room into
//! parts, and the player can change the part only by pushing that very box. So the states here are pairs of a cell and
//! a part.

use std::{collections::VecDeque, ops::Range};

use jigsat_cnf::Interrupt;
use pathfinding::{kuhn_munkres::kuhn_munkres_min, matrix::Matrix};

use crate::board::{Board, NONE, Push};

/// More pushes than any box makes: there is no path.
pub(crate) const NEVER: u32 = u32::MAX;

/// A box's cell times four plus the part of the room that the player is in.
type State = usize;

/// One-box distances of a level.
#[derive(Clone, Debug)]
pub(crate) struct Relaxed {
    parts: Parts,
    /// The possible pushes, as (state before, push, state after).
    pub moves: Vec<(State, Push, State)>,
    /// The pushes from each box to each goal.
    table: Vec<Vec<u32>>,
    /// The pushes from each state to the nearest goal.
    to_any_goal: Vec<u32>,
    /// The pushes from the nearest box to each state.
    earliest: Vec<u32>,
}

impl Relaxed {
    /// None if it was interrupted. Takes a breadth-first search for each goal.
    pub fn new(board: &Board, interrupt: &Interrupt) -> Option<Relaxed> {
        let parts = Parts::new(board);
        let moves: Vec<_> = board
            .pushes()
            .map(|push| (parts.state(push.from, push.stand), push, parts.state(push.to, push.from)))
            .collect();
        let states = board.len() * 4;
        let mut forward = vec![Vec::new(); states];
        let mut backward = vec![Vec::new(); states];
        for &(from, _, to) in &moves {
            forward[from].push(to);
            backward[to].push(from);
        }
        let starts: Vec<State> = board.boxes.iter().map(|&cell| parts.state(cell, board.player)).collect();
        let mut table = vec![Vec::new(); starts.len()];
        for &goal in &board.goals {
            let to_goal = distances(&backward, all_states(goal));
            for (costs, &start) in table.iter_mut().zip(&starts) {
                costs.push(to_goal[start]);
            }
            if interrupt.step(states).is_err() {
                return None;
            }
        }
        let to_any_goal = distances(&backward, board.goals.iter().flat_map(|&goal| all_states(goal)));
        let earliest = distances(&forward, starts);
        Some(Relaxed { parts, moves, table, to_any_goal, earliest })
    }

    /// The state of a box if the player is in some other cell.
    pub fn state_of(&self, cell: u16, player: u16) -> State {
        self.parts.state(cell, player)
    }

    /// Pushes from a state to the nearest goal, [`NEVER`] from a dead one.
    pub fn to_any_goal(&self, state: State) -> u32 {
        self.to_any_goal[state]
    }

    /// Whether a box may be there at all: some box can get there, and from there to a goal.
    pub fn is_live(&self, state: usize) -> bool {
        self.earliest(state) != NEVER && self.to_any_goal(state) != NEVER
    }

    /// The minimum number of pushes until some box is in a state.
    pub fn earliest(&self, state: State) -> u32 {
        self.earliest[state]
    }

    /// The first box, by number, that can't reach a goal.
    pub fn dead_box(&self) -> Option<usize> {
        self.table.iter().position(|costs| costs.iter().all(|&cost| cost == NEVER))
    }

    /// Pushes from each box to each goal.
    pub fn table(&self) -> &[Vec<u32>] {
        &self.table
    }
}

/// The states of a box on a cell.
fn all_states(cell: u16) -> Range<State> {
    usize::from(cell) * 4..usize::from(cell) * 4 + 4
}

/// For each cell, the parts into which a box on it cuts the room.
///
/// In a depth-first search tree, a box on a cell cuts off those of its subtrees from which no edge leads above it. So a
/// few ranges of numbers for each cell suffice, without a table of pairs of cells. R. E. Tarjan: Depth-first search and
/// linear graph algorithms, SIAM Journal on Computing 1972.
#[derive(Clone, Debug)]
struct Parts {
    /// The order in which the search visits the cells.
    number: Vec<u32>,
    /// For each cell, the subtrees that a box there cuts off, each with the number of its part.
    cut_off: Vec<Vec<(Range<u32>, u8)>>,
    /// For each cell, the number of the part with all the other cells.
    rest: Vec<u8>,
}

impl Parts {
    fn new(board: &Board) -> Parts {
        let size = board.len();
        let (mut number, mut low, mut turn) = (vec![u32::MAX; size], vec![u32::MAX; size], vec![0; size]);
        let mut cut_off: Vec<Vec<(Range<u32>, u8)>> = vec![Vec::new(); size];
        let mut path = vec![board.player];
        let mut count = 0;
        while let Some(&cell) = path.last() {
            let at = usize::from(cell);
            if number[at] == u32::MAX {
                (number[at], low[at]) = (count, count);
                count += 1;
            }
            if let Some(&next) = board.next[at].get(turn[at]) {
                turn[at] += 1;
                if next == NONE {
                    continue;
                }
                match number[usize::from(next)] {
                    u32::MAX => path.push(next),
                    above => low[at] = low[at].min(above),
                }
                continue;
            }
            path.pop();
            let Some(&parent) = path.last() else { break };
            let above = usize::from(parent);
            low[above] = low[above].min(low[at]);
            if low[at] >= number[above] {
                cut_off[above].push((number[at]..count, 0));
            }
        }
        let mut parts = Parts { number, cut_off, rest: vec![0; size] };
        for cell in 0..size as u16 {
            parts.count(board, cell);
        }
        parts
    }

    /// Numbers the parts around a cell, in the order of its neighbours.
    fn count(&mut self, board: &Board, cell: u16) {
        let (at, mut count) = (usize::from(cell), 0);
        let (mut seen, mut rest) = ([false; 4], false);
        for next in board.around(cell) {
            let number = self.number[usize::from(next)];
            let place = self.cut_off[at].iter().position(|(subtree, _)| subtree.contains(&number));
            let (seen, part) = match place {
                Some(place) => (&mut seen[place], &mut self.cut_off[at][place].1),
                None => (&mut rest, &mut self.rest[at]),
            };
            if !std::mem::replace(seen, true) {
                *part = count;
                count += 1;
            }
        }
    }

    /// The state of a box on a cell with the player on another.
    fn state(&self, cell: u16, player: u16) -> State {
        let (at, number) = (usize::from(cell), self.number[usize::from(player)]);
        let cut_off = self.cut_off[at].iter().find(|(subtree, _)| subtree.contains(&number));
        at * 4 + usize::from(cut_off.map_or(self.rest[at], |&(_, part)| part))
    }
}

/// A lower bound on the pushes of a level, and the price of each push for it.
///
/// The bound is the cheapest assignment of boxes to goals. The dual solution gives each state a potential; a push that
/// does not lower it by one wastes something, and the waste of all pushes of a plan is at most its length minus the
/// bound. This holds for boxes without names.
///
/// H. W. Kuhn: The Hungarian method for the assignment problem, Naval Research Logistics 1955.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    /// No plan has fewer pushes.
    pub pushes: u32,
    /// The dual of the assignment: a price for each goal, at most 0.
    pub goal_prices: Vec<i64>,
    /// The waste of each of [`Relaxed::moves`]; [`NEVER`] if it makes a dead state.
    pub waste: Vec<u32>,
    /// For each of them, the minimum waste of a plan that contains it at any time.
    pub waste_through: Vec<u32>,
    /// The minimum waste of a box from each state on; [`NEVER`] from dead ones.
    pub waste_after: Vec<u32>,
    /// The remaining potential in each state that is on a goal, 0 elsewhere.
    left_over: Vec<u32>,
}

/// Used instead of 'no path', for sums.
const FAR: i64 = 1 << 32;

impl Bound {
    /// The waste of a box that ends in a state on a goal.
    pub fn left_over(&self, state: usize) -> u32 {
        self.left_over[state]
    }

    /// The inner value is `None` if there is no assignment, the outer one if it was interrupted.
    #[allow(clippy::option_option)] // two different answers
    pub fn new(board: &Board, relaxed: &Relaxed, interrupt: &Interrupt) -> Option<Option<Bound>> {
        let (table, goals) = (relaxed.table(), board.goals.len());
        let Some((cost, assigned)) = cheapest(table, goals) else { return Some(None) };
        let dual = dual(table, &assigned, goals, interrupt)?;
        let states = board.len() * 4;
        let mut pulls = vec![Vec::new(); states];
        for &(from, _, to) in &relaxed.moves {
            pulls[to].push((from, 1));
        }
        let priced = board.goals.iter().zip(&dual).flat_map(|(&goal, price)| {
            all_states(goal).map(move |state| (state, u32::try_from(-price).unwrap_or(NEVER)))
        });
        let potential: Vec<i64> = cheapest_ways(&pulls, priced, states)
            .into_iter()
            .map(|cost| if cost == NEVER { i64::MAX } else { i64::from(cost) })
            .collect();
        let waste: Vec<u32> = relaxed
            .moves
            .iter()
            .map(|&(from, _, to)| match (potential[from], potential[to]) {
                (i64::MAX, _) | (_, i64::MAX) => NEVER,
                (before, after) => u32::try_from(1 + after - before).unwrap_or(0),
            })
            .collect();
        let edges = |flip: bool| {
            let mut edges = vec![Vec::new(); states];
            for (&(from, _, to), &waste) in relaxed.moves.iter().zip(&waste) {
                if waste != NEVER {
                    let (from, to) = if flip { (to, from) } else { (from, to) };
                    edges[from].push((to, waste));
                }
            }
            edges
        };
        let starts = board.boxes.iter().map(|&cell| (relaxed.state_of(cell, board.player), 0));
        let before = cheapest_ways(&edges(false), starts, states);
        // At its goal g, a box has spent at most -v(g) of its potential; the rest is waste.
        let mut left_over = vec![0; states];
        let mut on_goal = Vec::new();
        for (&goal, price) in board.goals.iter().zip(&dual) {
            for state in all_states(goal).filter(|&state| potential[state] != i64::MAX) {
                left_over[state] = u32::try_from(-price - potential[state]).unwrap_or(0);
                on_goal.push((state, left_over[state]));
            }
        }
        let after = cheapest_ways(&edges(true), on_goal, states);
        let waste_through = relaxed
            .moves
            .iter()
            .zip(&waste)
            .map(|(&(from, _, to), &waste)| before[from].saturating_add(waste).saturating_add(after[to]))
            .collect();
        Some(Some(Bound {
            pushes: cost,
            goal_prices: dual,
            waste,
            waste_through,
            waste_after: after,
            left_over,
        }))
    }
}

/// The cheapest way to give each box (row) a goal of its own; `None` if that is impossible.
pub(crate) fn cheapest(table: &[Vec<u32>], goals: usize) -> Option<(u32, Vec<usize>)> {
    if table.is_empty() {
        return Some((0, Vec::new()));
    }
    // Some goals may lie outside the room.
    if table.len() > goals {
        return None;
    }
    let value = |&pushes: &u32| if pushes == NEVER { FAR } else { i64::from(pushes) };
    let values: Vec<i64> = table.iter().flatten().map(value).collect();
    let matrix = Matrix::from_vec(table.len(), goals, values).ok()?;
    let (cost, assigned) = kuhn_munkres_min(&matrix);
    (cost < FAR).then_some((u32::try_from(cost).ok()?, assigned))
}

/// A value for each goal, at most 0, and 0 for a goal without a box: the dual of the assignment.
/// For the goal g of a box and any other h: v(h) <= v(g) + cost of h - cost of g.
fn dual(table: &[Vec<u32>], assigned: &[usize], goals: usize, interrupt: &Interrupt) -> Option<Vec<i64>> {
    let mut value = vec![0_i64; goals];
    loop {
        let mut changed = false;
        for (costs, &own) in table.iter().zip(assigned) {
            for (goal, &cost) in costs.iter().enumerate().filter(|&(_, &cost)| cost != NEVER) {
                let most = value[own] + i64::from(cost) - i64::from(costs[own]);
                if value[goal] > most {
                    value[goal] = most;
                    changed = true;
                }
            }
        }
        if !changed {
            return Some(value);
        }
        if interrupt.step(table.len() * goals).is_err() {
            return None;
        }
    }
}

/// Numbers of pushes from some states to all others.
fn distances(edges: &[Vec<State>], from: impl IntoIterator<Item = State>) -> Vec<u32> {
    let mut distance = vec![NEVER; edges.len()];
    let mut queue = VecDeque::new();
    for start in from {
        distance[start] = 0;
        queue.push_back(start);
    }
    while let Some(state) = queue.pop_front() {
        for &next in &edges[state] {
            if distance[next] == NEVER {
                distance[next] = distance[state] + 1;
                queue.push_back(next);
            }
        }
    }
    distance
}

/// The minimum waste from some states to all others, each with its initial waste.
fn cheapest_ways(
    edges: &[Vec<(State, u32)>],
    from: impl IntoIterator<Item = (State, u32)>,
    states: usize,
) -> Vec<u32> {
    let mut least = vec![NEVER; states];
    let mut queue = std::collections::BinaryHeap::new();
    for (start, waste) in from {
        least[start] = least[start].min(waste);
        queue.push(std::cmp::Reverse((waste, start)));
    }
    while let Some(std::cmp::Reverse((waste, state))) = queue.pop() {
        if waste > least[state] {
            continue;
        }
        for &(next, more) in &edges[state] {
            if waste + more < least[next] {
                least[next] = waste + more;
                queue.push(std::cmp::Reverse((waste + more, next)));
            }
        }
    }
    least
}
