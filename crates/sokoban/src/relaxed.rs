//! The level with one box at a time: how many pushes each box needs at least, from where which goals
//! can be reached, and a lower bound for all boxes together.
//!
//! What a box can do depends on its cell and on the side the player is on: a box in a narrow place
//! cuts the room into parts, and the player changes the part only by pushing that very box. So the
//! states here are pairs of a cell and a part.

use std::collections::VecDeque;

use pathfinding::{kuhn_munkres::kuhn_munkres_min, matrix::Matrix};

use crate::board::{Board, NONE, Push, back};

/// More pushes than any box makes: there is no way.
pub(crate) const NEVER: u32 = u32::MAX;

/// A box's cell times four plus the part of the room that the player is in.
type State = usize;

/// One-box distances of a level.
#[derive(Clone, Debug)]
pub(crate) struct Relaxed {
    /// For each cell and direction, the part that the neighbour there is in when a box is on the cell.
    parts: Vec<[u8; 4]>,
    /// For each cell, the part that each other cell is in when a box is on the cell.
    labels: Vec<u8>,
    /// The possible pushes, as (state before, push, state after).
    pub moves: Vec<(State, Push, State)>,
    /// For each goal, the pushes from each state.
    to_goal: Vec<Vec<u32>>,
    /// The state in which each box starts.
    starts: Vec<State>,
    /// For each box, the pushes to each state.
    from_box: Vec<Vec<u32>>,
}

impl Relaxed {
    pub fn new(board: &Board) -> Relaxed {
        let labels: Vec<u8> = (0..board.len() as u16).flat_map(|cell| labels(board, cell)).collect();
        let label = |cell: usize, other: u16| {
            if other == NONE { 0 } else { labels[cell * board.len() + usize::from(other)] }
        };
        let parts: Vec<[u8; 4]> =
            (0..board.len()).map(|cell| board.next[cell].map(|other| label(cell, other))).collect();
        let state =
            |cell: u16, side: usize| usize::from(cell) * 4 + usize::from(parts[usize::from(cell)][side]);
        let moves: Vec<_> = board
            .pushes()
            .map(|push| {
                let behind = back(push.direction);
                (state(push.from, behind), push, state(push.to, behind))
            })
            .collect();
        let states = board.len() * 4;
        let mut forward = vec![Vec::new(); states];
        let mut backward = vec![Vec::new(); states];
        for &(from, _, to) in &moves {
            forward[from].push(to);
            backward[to].push(from);
        }
        let all_parts = |cell: u16| (0..4).map(move |part| usize::from(cell) * 4 + part);
        let to_goal = board.goals.iter().map(|&goal| distances(&backward, all_parts(goal))).collect();
        let starts: Vec<State> = board
            .boxes
            .iter()
            .map(|&cell| usize::from(cell) * 4 + usize::from(label(usize::from(cell), board.player)))
            .collect();
        let from_box = starts.iter().map(|&start| distances(&forward, [start])).collect();
        Relaxed { parts, labels, moves, to_goal, starts, from_box }
    }

    /// The state of a box when the player is somewhere else.
    pub fn state_of(&self, cell: u16, player: u16) -> usize {
        usize::from(cell) * 4
            + usize::from(self.labels[usize::from(cell) * self.parts.len() + usize::from(player)])
    }

    /// Pushes from a state to the nearest goal, [`NEVER`] from a dead one.
    pub fn to_any_goal(&self, state: usize) -> u32 {
        self.to_goal.iter().map(|goal| goal[state]).min().unwrap_or(NEVER)
    }

    /// Whether a box may be there at all: some box comes here, and from here to a goal.
    pub fn is_live(&self, state: usize) -> bool {
        self.earliest(state) != NEVER && self.to_any_goal(state) != NEVER
    }

    /// Pushes that it takes some box to come to a state.
    pub fn earliest(&self, state: usize) -> u32 {
        self.from_box.iter().map(|from| from[state]).min().unwrap_or(NEVER)
    }

    /// The first box, by number, that can reach no goal.
    pub fn dead_box(&self) -> Option<usize> {
        self.starts.iter().position(|&start| self.to_any_goal(start) == NEVER)
    }

    /// Pushes from each box to each goal.
    pub fn table(&self) -> Vec<Vec<u32>> {
        self.starts.iter().map(|&start| self.to_goal.iter().map(|goal| goal[start]).collect()).collect()
    }

    pub fn bound(&self) -> Option<Bound> {
        Bound::new(self)
    }
}

/// A lower bound on the pushes of a level, and what each single push must be worth for it.
///
/// The bound is the cheapest assignment of boxes to goals. The dual solution gives each state a
/// potential; a push that does not lower it by one wastes something, and the waste of all pushes
/// of a plan is at most its length minus the bound. This holds for boxes that have no names.
///
/// H. W. Kuhn: The Hungarian method for the assignment problem, Naval Research Logistics 1955.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    /// No plan has fewer pushes.
    pub pushes: u32,
    /// The dual of the assignment: a price for each goal, at most 0.
    pub goal_prices: Vec<i64>,
    /// What each of [`Relaxed::moves`] wastes; [`NEVER`] if it makes a dead state.
    pub waste: Vec<u32>,
    /// For each of them, what a plan wastes at least that has it at any time.
    pub waste_through: Vec<u32>,
    /// What a box wastes at least from each state on; [`NEVER`] from dead ones.
    pub waste_after: Vec<u32>,
    /// What is left of the potential in each state that is on a goal, 0 elsewhere.
    left_over: Vec<u32>,
}

/// In place of no way at all, for sums.
const FAR: i64 = 1 << 32;

impl Bound {
    /// What a box wastes by ending in a state on a goal.
    pub fn left_over(&self, state: usize) -> u32 {
        self.left_over[state]
    }

    /// None where there is no assignment.
    fn new(relaxed: &Relaxed) -> Option<Bound> {
        let table = relaxed.table();
        let goals = relaxed.to_goal.len();
        let (cost, assigned) = cheapest(&table, goals)?;
        let dual = dual(&table, &assigned, goals);
        let states = relaxed.parts.len() * 4;
        let potential: Vec<i64> = (0..states)
            .map(|state| {
                let through = |(goal, from): (usize, &Vec<u32>)| {
                    (from[state] != NEVER).then(|| i64::from(from[state]) - dual[goal])
                };
                relaxed.to_goal.iter().enumerate().filter_map(through).min().unwrap_or(i64::MAX)
            })
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
        let before = cheapest_ways(&edges(false), relaxed.starts.iter().map(|&start| (start, 0)), states);
        // At its goal g, a box has spent -v(g) of its potential at most; what is left of it is waste.
        let mut left_over = vec![0; states];
        let mut on_goal = Vec::new();
        for state in (0..states).filter(|&state| potential[state] != i64::MAX) {
            if let Some(goal) = (0..goals).find(|&goal| relaxed.to_goal[goal][state] == 0) {
                left_over[state] = u32::try_from(-dual[goal] - potential[state]).unwrap_or(0);
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
        Some(Bound { pushes: cost, goal_prices: dual, waste, waste_through, waste_after: after, left_over })
    }
}

/// The cheapest way to give each box (row) a goal of its own; none where that can't be.
pub(crate) fn cheapest(table: &[Vec<u32>], goals: usize) -> Option<(u32, Vec<usize>)> {
    if table.is_empty() {
        return Some((0, Vec::new()));
    }
    // Some goals may lie outside of the room.
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
fn dual(table: &[Vec<u32>], assigned: &[usize], goals: usize) -> Vec<i64> {
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
            return value;
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

/// The least waste from some states to all others, each with what it starts with.
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

/// The part that each other cell is in when a box is on the cell, from 0.
fn labels(board: &Board, cell: u16) -> Vec<u8> {
    let mut labels = vec![0; board.len()];
    let mut seen = vec![false; board.len()];
    seen[usize::from(cell)] = true;
    let mut part = 0;
    for from in board.around(cell) {
        if seen[usize::from(from)] {
            continue;
        }
        for (other, reached) in board.reachable(from, |other| other == cell).into_iter().enumerate() {
            if reached {
                seen[other] = true;
                labels[other] = part;
            }
        }
        part += 1;
    }
    labels
}
