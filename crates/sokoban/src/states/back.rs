//! The backward half of a search from both ends: from the solved states to the start.
//!
//! A search for few moves has to visit most states up to the cost of the plan, because the bound on the remaining pushes
//! says nothing about walks; so does a search for few pushes if boxes get in each other's way more than the bound knows.
//! From both ends, each half goes about half as deep. The states are the same in both, so the halves meet in those that
//! both have reached: just after a push, with the player where the box was; if walks cost nothing, with the player
//! anywhere that he can reach.
//!
//! A bound rises from the minimum cost of any plan. A pair of states, one of each half, can be part of a plan within
//! the bound only if neither estimate is above it, nor the sum of the costs so far of both and the price of the
//! cheapest step. As long as there is such a pair, the half with fewer open states continues with its cheapest one; if
//! there is none, the bound rises; if the best plan so far costs no more, it is proved optimal: J. Chen, R. C. Holte,
//! S. Zilles, N. R. Sturtevant: Front-to-end bidirectional heuristic search with near-optimal node expansions, IJCAI
//! 2017. Seen from the goals, the minimum number of pushes left to the start is the amount by which the assignment has
//! become cheaper on the way.
//!
//! The forward half may skip states, as [`super::corral`] does: a best plan remains whose states it visits, and this
//! half skips none, so they meet on that one.

use crate::{board::back, relaxed::NEVER};

use super::{
    field::Field,
    frontier::Frontier,
    position::{Position, Walk},
    table::{Boxes, Node, ROOT, Table},
};

/// Maximum number of ways to put the boxes on goals, if there are more goals than boxes.
const MOST_ENDS: usize = 500;

/// Prices of steps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steps {
    pub walk: u32,
    pub push: u32,
}

/// The backward half.
pub(crate) struct Back<const W: usize> {
    pub table: Table<W>,
    pub open: Frontier,
    /// No plan costs less.
    pub bound: u32,
    walk: Walk,
    steps: Steps,
    /// States that are new since the last query.
    pub new: Vec<u32>,
}

impl<const W: usize> Back<W> {
    /// The solved states; `None` if there are too many.
    pub fn new(field: &Field<'_>, steps: Steps) -> Option<Back<W>> {
        let board = &field.analysis.board;
        let goals: Vec<u16> =
            board.goals.iter().copied().filter(|&goal| field.analysis.live[usize::from(goal)]).collect();
        let mut ends = Vec::new();
        choose(&goals, board.boxes.len(), &mut Vec::new(), &mut ends);
        if ends.len() > MOST_ENDS {
            return None;
        }
        let mut half = Back {
            table: Table::new(),
            open: Frontier::default(),
            bound: 0,
            walk: Walk::new(field),
            steps,
            new: Vec::new(),
        };
        let prices: i64 = field.bound.goal_prices.iter().sum();
        let mut at = Position::new(field);
        for end in ends {
            let boxes = end.iter().fold(Boxes::NONE, |all, &cell| all.toggled(field.bit(cell)));
            // One cell in each part of the room.
            let mut is_reached = vec![false; usize::from(field.wall)];
            for player in (0..field.wall).filter(|player| !end.contains(player)) {
                if is_reached[usize::from(player)] {
                    continue;
                }
                at.set(field, &boxes, player);
                for &cell in &at.walk.order {
                    is_reached[usize::from(cell)] = true;
                }
                let relaxed = &field.analysis.relaxed;
                let worth = |&cell: &u16| {
                    let price = board.goals.iter().position(|&goal| goal == cell);
                    let price = price.map_or(0, |place| field.bound.goal_prices[place]);
                    -price - i64::from(field.bound.left_over(relaxed.state_of(cell, player)))
                };
                let assigned = prices + end.iter().map(worth).sum::<i64>();
                let assigned = i16::try_from(assigned).ok()?;
                let node = Node { boxes, parent: ROOT, cost: 0, assigned, conflicts: 0, player, push: 0 };
                std::mem::swap(&mut at.walk, &mut half.walk);
                half.enter_all(field, &at, node);
                std::mem::swap(&mut at.walk, &mut half.walk);
            }
        }
        Some(half)
    }

    /// The cost of a state so far, and the minimum cost of a plan through it.
    pub fn price(&self, field: &Field<'_>, number: u32) -> (u32, u32) {
        let node = &self.table.nodes[number as usize];
        let done = (field.bound.pushes.cast_signed() - i32::from(node.assigned)).max(0).cast_unsigned();
        (node.cost, node.cost.saturating_add(done.saturating_mul(self.steps.push)))
    }

    /// Visits all states one push before.
    pub fn expand(&mut self, field: &Field<'_>, at: &mut Position, number: u32) {
        let node = self.table.nodes[number as usize];
        at.set(field, &node.boxes, node.player);
        let walks_are_free = self.steps.walk == 0;
        for pulled in 0..at.boxes.len() {
            let to = at.boxes[pulled];
            for direction in 0..4 {
                let from = field.step(to, back(direction));
                let can_pull = if walks_are_free { at.walk.reaches(from) } else { from == node.player };
                if !can_pull || field.waste(from, direction) == NEVER {
                    continue;
                }
                let (stand, waste) = (field.step(from, back(direction)), field.waste(from, direction));
                let assigned = i16::try_from(i64::from(node.assigned) + 1 - i64::from(waste));
                let (Ok(assigned), false) = (assigned, at.full[usize::from(stand)]) else { continue };
                at.shift(pulled, from);
                self.walk.flood(field, stand, &at.full);
                let boxes = node.boxes.toggled(field.bit(to)).toggled(field.bit(from));
                let cost = node.cost.saturating_add(self.steps.push);
                let push = from * 4 + direction as u16;
                let before =
                    Node { boxes, parent: number, cost, assigned, conflicts: 0, player: stand, push };
                self.enter_all(field, at, before);
                at.shift(pulled, to);
            }
        }
    }

    /// Enters a state with the player in each cell of the walk where a push can have left him, or once if walks are free.
    fn enter_all(&mut self, field: &Field<'_>, at: &Position, node: Node<W>) {
        if self.steps.walk == 0 {
            return self.enter(field, Node { player: self.walk.first, ..node }, 0);
        }
        let is_end = node.parent == ROOT;
        for &cell in &at.boxes {
            for direction in 0..4 {
                let player = field.step(cell, back(direction));
                let stand = field.step(player, back(direction));
                if self.walk.reaches(player)
                    && !at.full[usize::from(stand)]
                    && field.waste(player, direction) != NEVER
                {
                    let walked = if is_end { 0 } else { self.walk.distance(player) };
                    self.enter(field, Node { player, ..node }, walked);
                }
            }
        }
        if !is_end && self.walk.reaches(field.player()) && node.boxes == field.start() {
            self.enter(field, Node { player: field.player(), ..node }, self.walk.distance(field.player()));
        }
    }

    fn enter(&mut self, field: &Field<'_>, node: Node<W>, walked: u32) {
        let cost = node.cost.saturating_add(walked.saturating_mul(self.steps.walk));
        let node = Node { cost, ..node };
        let number = match self.table.enter(node) {
            Ok(new) => new,
            Err(known) => {
                let old = &mut self.table.nodes[known as usize];
                if old.cost <= cost {
                    return;
                }
                *old = node;
                known
            }
        };
        let (spent, total) = self.price(field, number);
        self.open.add(number, spent, total, self.bound);
        self.new.push(number);
    }

    /// The pushes from a state to a solved one.
    pub fn pushes_from(&self, number: u32) -> Vec<u16> {
        let mut pushes = self.table.pushes_to(number);
        pushes.reverse();
        pushes
    }
}

/// All choices of this many cells, up to one more than [`MOST_ENDS`].
fn choose(from: &[u16], count: usize, chosen: &mut Vec<u16>, all: &mut Vec<Vec<u16>>) {
    if chosen.len() == count {
        all.push(chosen.clone());
        return;
    }
    for (place, &cell) in from.iter().enumerate() {
        if all.len() > MOST_ENDS || from.len() - place < count - chosen.len() {
            return;
        }
        chosen.push(cell);
        choose(&from[place + 1..], count, chosen, all);
        chosen.pop();
    }
}
