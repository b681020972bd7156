//! A* search.

mod closed;

use std::collections::BTreeMap;

use jigsat_grid::Direction;
use jigsat_solve::Limits;

use crate::{Game, Level, Objective, Plan, board::back, relaxed::NEVER};

use super::{
    Budget, Continue, Found, Open,
    back::{Back, Steps},
    conflict::Conflicts,
    corral::{Corrals, Needed},
    cut_off::CutOff,
    field::Field,
    freeze::{Freeze, Frozen},
    frontier::Frontier,
    position::Position,
    table::{Node, ROOT, Table},
};

/// Maximum number of states, which are numbered in 32 bits.
const MOST_NODES: usize = 1 << 31;

/// Rules to leave out, for tests: the rules make the search faster and must not change its results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Without {
    pub conflicts: bool,
    pub corrals: bool,
    pub freezes: bool,
    pub cut_off: bool,
}

/// The ends of a plan from which a search goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ends {
    /// The start.
    Start,
    /// The start and the solved states, for an optimal plan.
    Both,
}

impl Ends {
    /// The ends that take the least time on most levels.
    pub fn usual(objective: Objective) -> Ends {
        match objective {
            Objective::Moves | Objective::MovesThenPushes => Ends::Both,
            Objective::Pushes | Objective::PushesThenMoves | Objective::None => Ends::Start,
        }
    }
}

/// The cost of steps: the primary measure times a factor, plus the other one.
#[derive(Clone, Copy, Debug)]
struct Prices {
    walk: u32,
    push: u32,
    factor: u32,
    /// The factor of the remaining cost: more than 1 if any plan will do.
    weight: u32,
    /// Whether walks cost nothing.
    by_push: bool,
}

/// The factor of the remaining cost if any plan will do. I. Pohl: Heuristic search viewed as path finding in a graph,
/// 1970.
const WEIGHT: u32 = 5;

/// The number of pushes that a box on a goal before its turn costs a search that fills goals in order. Any from 1 to 20
/// serves: they only have to outweigh the pushes that its place saves at once.
const OUT_OF_ORDER: u32 = 5;

/// More than any value of the secondary measure.
const FACTOR: u32 = 1 << 16;

/// Maximum cost of a plan.
const MOST_COST: u32 = u32::MAX / 2;

impl Prices {
    fn of(objective: Objective) -> Prices {
        let (walk, push, factor) = match objective {
            Objective::Pushes | Objective::None => (0, 1, 1),
            Objective::Moves => (1, 1, 1),
            Objective::MovesThenPushes => (FACTOR, FACTOR + 1, FACTOR),
            Objective::PushesThenMoves => (1, FACTOR + 1, FACTOR),
        };
        let weight = if objective == Objective::None { WEIGHT } else { 1 };
        Prices { walk, push, factor, weight, by_push: walk == 0 }
    }
}

/// The search, to be continued.
pub(crate) struct Search<'s, const W: usize> {
    level: &'s Level,
    field: &'s Field<'s>,
    objective: Objective,
    without: Without,
    prices: Prices,
    table: Table<W>,
    /// Open states, by the minimum cost of a plan through them, then by the remaining cost.
    open: BTreeMap<(u32, u32), Vec<u32>>,
    conflicts: Conflicts<'s>,
    corrals: Corrals,
    freeze: Freeze,
    cut_off: CutOff,
    /// The order in which the goals should be filled; empty if it does not matter.
    order: Vec<u16>,
    /// The same for a search from both ends.
    front: Frontier,
    /// The backward half of a search from both ends.
    back: Option<Back<W>>,
    /// The cost of the best plan so far, its last state, and the state of the other half from which it continues.
    best: Option<(u32, u32, Option<u32>)>,
    /// A plan that was found elsewhere, and its cost: only better ones are looked for.
    known: Option<(u32, Plan)>,
    /// Only plans that cost less are looked for.
    ceiling: u32,
    looked_at: u32,
    /// No plan costs less.
    bound: u32,
    /// Whether some number grew out of its range.
    gave_up: bool,
}

impl<const W: usize> Node<W> {
    /// The minimum number of remaining pushes.
    fn left(&self) -> u32 {
        (i32::from(self.assigned) + i32::from(self.conflicts)).max(0).cast_unsigned()
    }
}

impl<'s, const W: usize> Search<'s, W> {
    /// Among the states, it prefers those in which the goals are filled in `order`, if that is not empty. A search for
    /// any plan without it fills the nearest goals first, and then tries all places of the other boxes before it empties
    /// them.
    pub fn new(
        level: &'s Level,
        field: &'s Field<'s>,
        objective: Objective,
        ends: Ends,
        without: Without,
        order: &[u16],
    ) -> Self {
        let mut search = Search {
            level,
            field,
            objective,
            without,
            prices: Prices::of(objective),
            table: Table::new(),
            open: BTreeMap::new(),
            conflicts: Conflicts::new(field, !without.conflicts),
            corrals: Corrals::new(field),
            freeze: Freeze::default(),
            cut_off: CutOff::default(),
            order: order.to_vec(),
            front: Frontier::default(),
            back: None,
            best: None,
            known: None,
            ceiling: u32::MAX,
            looked_at: 0,
            bound: 0,
            gave_up: false,
        };
        if ends == Ends::Both {
            let Prices { walk, push, .. } = search.prices;
            search.back = Back::new(field, Steps { walk, push });
        }
        let mut at = Position::new(field);
        let boxes = field.start();
        at.set(field, &boxes, field.player());
        let player = if search.prices.by_push { at.walk.first } else { field.player() };
        let solved = search.is_solved(&at);
        let assigned = if solved { 0 } else { field.bound.pushes as i16 };
        let root = Node { boxes, parent: ROOT, cost: 0, assigned, conflicts: 0, player, push: 0 };
        let number = search.enter(root);
        search.best = number.filter(|_| solved).map(|number| (0, number, None));
        search.meet();
        search
    }

    /// The cost of a plan; `None` if it is too large.
    fn cost(&self, plan: &Plan) -> Option<u32> {
        let walks = plan.move_count.checked_sub(plan.push_count)?.checked_mul(self.prices.walk)?;
        let cost = plan.push_count.checked_mul(self.prices.push)?.checked_add(walks)?;
        (self.prices.factor == 1 || plan.move_count < FACTOR).then_some(cost)
    }

    /// The lowest cost of a known plan, or the ceiling.
    fn least(&self) -> u32 {
        let known = self.known.as_ref().map_or(self.ceiling, |(cost, _)| *cost);
        self.best.map_or(known, |(cost, ..)| cost.min(known))
    }

    fn left_open(&self) -> Open {
        let proves = self.objective != Objective::None;
        Open { lower_bound: proves.then_some(self.bound / self.prices.factor), plan: self.best_plan() }
    }

    fn best_plan(&self) -> Option<Plan> {
        match (self.best, &self.known) {
            (Some((cost, number, rest)), known) if known.as_ref().is_none_or(|(known, _)| cost < *known) => {
                Some(self.plan(number, rest))
            }
            (_, known) => known.as_ref().map(|(_, plan)| plan.clone()),
        }
    }

    fn is_solved(&self, at: &Position) -> bool {
        at.boxes.iter().all(|&cell| self.field.is_goal[usize::from(cell)])
    }

    /// The minimum cost of a plan through a state; only an estimate if any plan will do.
    fn total(&self, node: &Node<W>) -> u32 {
        let left = node.left() + OUT_OF_ORDER * self.out_of_order(node);
        node.cost.saturating_add(left.saturating_mul(self.prices.push * self.prices.weight))
    }

    /// The number of boxes on goals that should be filled after one that is empty.
    fn out_of_order(&self, node: &Node<W>) -> u32 {
        let is_full = |&&goal: &&u16| node.boxes.has(self.field.bit(goal));
        self.order.iter().skip_while(is_full).filter(is_full).count() as u32
    }

    /// Checks whether new states of the backward half were also reached in this half.
    fn meet(&mut self) {
        let Some(back) = &mut self.back else { return };
        for number in std::mem::take(&mut back.new) {
            let behind = back.table.nodes[number as usize];
            let Some(front) = self.table.find(&behind.boxes, behind.player) else { continue };
            let cost = self.table.nodes[front as usize].cost.saturating_add(behind.cost);
            if self.best.is_none_or(|(best, ..)| cost < best) {
                self.best = Some((cost, front, Some(number)));
            }
        }
    }

    /// Visits all states one push away.
    fn expand(&mut self, at: &mut Position, number: u32, node: &Node<W>) {
        let field = self.field;
        let mut needed = Needed::All;
        if !self.without.corrals {
            needed = self.corrals.find(field, at);
        }
        if needed == Needed::None {
            return;
        }
        if !self.prices.by_push {
            // Pushes in another order may need more moves.
            needed = Needed::All;
        }
        let somewhere = at.walk.order[0];
        self.conflicts.set(&at.boxes, somewhere);
        for pushed in 0..at.boxes.len() {
            let cell = at.boxes[pushed];
            if needed == Needed::Fence && !self.corrals.fence().contains(&cell) {
                continue;
            }
            for direction in 0..4 {
                let (stand, to) = (field.step(cell, back(direction)), field.step(cell, direction));
                let waste = field.waste(cell, direction);
                if waste == NEVER || at.full[usize::from(to)] || !at.walk.reaches(stand) {
                    continue;
                }
                at.shift(pushed, to);
                self.push(at, number, node, pushed, (cell, direction), waste);
                at.shift(pushed, cell);
            }
        }
    }

    /// Visits the state after a push; the boxes of `at` are already there.
    fn push(
        &mut self,
        at: &mut Position,
        parent: u32,
        node: &Node<W>,
        pushed: usize,
        (from, direction): (u16, usize),
        waste: u32,
    ) {
        let field = self.field;
        let to = at.boxes[pushed];
        let is_dead = match self.freeze.find(field, &at.full, to) {
            Frozen::No => false,
            Frozen::OnGoals => !self.without.cut_off && self.cut_off.is_dead(field, &at.boxes, pushed),
            Frozen::Dead => !self.without.freezes,
        };
        if is_dead {
            return;
        }
        let walked = at.walk.distance(field.step(from, back(direction)));
        let spent = walked.saturating_mul(self.prices.walk).saturating_add(self.prices.push);
        let cost = node.cost.saturating_add(spent);
        // The secondary measure must stay below the factor.
        self.gave_up |= self.prices.factor > 1 && cost % FACTOR < node.cost % FACTOR;
        let solved = field.is_goal[usize::from(to)] && self.is_solved(at);
        let (assigned, conflicts) = if solved {
            (0, 0)
        } else {
            let Some(conflicts) = self.conflicts.after(&at.boxes, pushed, to, from) else { return };
            (i64::from(node.assigned) + i64::from(waste) - 1, conflicts)
        };
        let (Ok(assigned), Ok(conflicts)) = (i16::try_from(assigned), i16::try_from(conflicts)) else {
            self.gave_up = true;
            return;
        };
        let player = if self.prices.by_push { at.first_after(field, from, to) } else { from };
        let boxes = node.boxes.toggled(field.bit(from)).toggled(field.bit(to));
        let push = from * 4 + direction as u16;
        let after = Node { boxes, parent, cost, assigned, conflicts, player, push };
        let Some(number) = self.enter(after) else { return };
        let mut rest = solved.then_some((0, None));
        if let Some(back) = &self.back
            && let Some(behind) = back.table.find(&after.boxes, after.player)
        {
            rest = rest.or(Some((back.table.nodes[behind as usize].cost, Some(behind))));
        }
        if let Some((more, behind)) = rest
            && self.best.is_none_or(|(best, ..)| cost.saturating_add(more) < best)
        {
            self.best = Some((cost + more, number, behind));
        }
    }

    /// Adds a state to the open ones, unless it was reached as cheaply before or costs too much.
    fn enter(&mut self, node: Node<W>) -> Option<u32> {
        let left = node.left();
        let total = self.total(&node);
        if self.least() <= total {
            return None;
        }
        let is_mixed = self.prices.factor > 1 && node.cost % FACTOR + left >= FACTOR;
        if total > MOST_COST || is_mixed {
            self.gave_up = true;
            return None;
        }
        let number = match self.table.enter(node) {
            Ok(new) => new,
            Err(known) => {
                let old = &mut self.table.nodes[known as usize];
                if old.cost <= node.cost {
                    return None;
                }
                *old = node;
                known
            }
        };
        self.put(number);
        Some(number)
    }

    /// The next state to visit, and whether it belongs to the backward half; raises the bound to the minimum cost of
    /// plans. `None` if one half has nothing left, or no plan is better than the best so far.
    fn next(&mut self) -> Option<(u32, bool)> {
        if self.back.is_some() {
            return self.next_of_both();
        }
        loop {
            let mut entry = self.open.first_entry()?;
            let total = entry.key().0;
            let Some(number) = entry.get_mut().pop() else {
                entry.remove();
                continue;
            };
            // States that were reached more cheaply later occur twice.
            if self.total(&self.table.nodes[number as usize]) == total {
                self.bound = self.bound.max(total);
                let is_enough = self.prices.weight > 1 && self.best.is_some();
                return (self.least() > total && !is_enough).then_some((number, false));
            }
        }
    }

    fn next_of_both(&mut self) -> Option<(u32, bool)> {
        let field = self.field;
        loop {
            if self.least() <= self.bound {
                return None;
            }
            let back = self.back.as_mut()?;
            back.bound = self.bound;
            let (table, push) = (&self.table, self.prices.push);
            let front_price = |number: u32| {
                let node = &table.nodes[number as usize];
                (node.cost, node.cost.saturating_add(node.left().saturating_mul(push)))
            };
            let mut open = std::mem::take(&mut back.open);
            open.admit(self.bound, |number| back.price(field, number));
            let behind = open.least(|number| back.price(field, number));
            back.open = open;
            self.front.admit(self.bound, front_price);
            let before = self.front.least(front_price);
            let together =
                before.zip(behind).map(|(one, other)| one.saturating_add(other).saturating_add(push));
            if together.is_some_and(|together| together <= self.bound) {
                let goes_back = back.open.count() < self.front.count();
                let number = if goes_back { back.open.take() } else { self.front.take() };
                return number.map(|number| (number, goes_back));
            }
            let waiting = [self.front.next_bound(), back.open.next_bound()];
            if before.or(waiting[0]).is_none() || behind.or(waiting[1]).is_none() {
                return None;
            }
            self.bound = waiting.into_iter().flatten().chain(together).min()?;
        }
    }

    /// Puts a state back for the continuation of the search.
    fn put_back(&mut self, number: u32, goes_back: bool) {
        match &mut self.back {
            Some(back) if goes_back => {
                let (spent, total) = back.price(self.field, number);
                back.open.add(number, spent, total, self.bound);
            }
            _ => self.put(number),
        }
    }

    /// Makes room for the successors of a state; false if there is no more memory.
    fn make_room(&mut self) -> bool {
        self.table.make_room() && self.back.as_mut().is_none_or(|back| back.table.make_room())
    }

    fn put(&mut self, number: u32) {
        let node = &self.table.nodes[number as usize];
        let (spent, total, left) = (node.cost, self.total(node), node.left());
        if self.back.is_some() {
            self.front.add(number, spent, total, self.bound);
        } else {
            self.open.entry((total, left)).or_default().push(number);
        }
    }

    /// Plays the pushes that led to a state.
    fn plan(&self, number: u32, rest: Option<u32>) -> Plan {
        let mut game = Game::new(self.level);
        let rest = rest.zip(self.back.as_ref()).map(|(number, back)| back.pushes_from(number));
        for push in self.table.pushes_to(number).into_iter().chain(rest.unwrap_or_default()) {
            let cell = self.field.analysis.board.cells[usize::from(push / 4)];
            let direction = Direction::ALL[usize::from(push % 4)];
            if let Some(stand) = self.level.size.step(cell, direction.opposite()) {
                game.walk_to(stand);
            }
            // A step that can't be made leads to a plan that the referee rejects.
            let _ = game.step(direction);
        }
        game.plan()
    }
}

impl<const W: usize> Continue for Search<'_, W> {
    fn bytes(&self) -> usize {
        self.table.bytes() + self.back.as_ref().map_or(0, |back| back.table.bytes())
    }

    fn reached(&self) -> usize {
        self.table.nodes.len() + self.back.as_ref().map_or(0, |back| back.table.nodes.len())
    }

    fn know(&mut self, plan: &Plan) {
        if let Some(cost) = self.cost(plan)
            && cost < self.least()
        {
            self.known = Some((cost, plan.clone()));
        }
    }

    fn run(&mut self, budget: Budget, limits: &Limits) -> Found {
        let mut at = Position::new(self.field);
        let enough = self.reached().saturating_add(budget.states);
        while let Some((number, goes_back)) = self.next() {
            self.looked_at = self.looked_at.wrapping_add(1);
            let stop = if self.looked_at.is_multiple_of(512) { limits.reached() } else { None };
            let is_full = self.reached() >= MOST_NODES || self.bytes() >= budget.bytes || !self.make_room();
            if stop.is_some() || is_full || self.reached() >= enough {
                self.put_back(number, goes_back);
                return match stop {
                    Some(stop) => Found::Stopped(stop, self.left_open()),
                    None if is_full => Found::TooMany(self.left_open()),
                    None => Found::Paused(self.left_open()),
                };
            }
            match &mut self.back {
                Some(back) if goes_back => {
                    back.expand(self.field, &mut at, number);
                    self.meet();
                }
                _ => {
                    let node = self.table.nodes[number as usize];
                    at.set(self.field, &node.boxes, node.player);
                    self.expand(&mut at, number, &node);
                }
            }
            if self.gave_up {
                return Found::TooMany(self.left_open());
            }
        }
        match self.best_plan() {
            Some(plan) if self.objective == Objective::None => Found::Plan(plan),
            Some(plan) => Found::Plan(Plan {
                lower_bound: Some(self.least() / self.prices.factor),
                proven: Some(self.objective),
                ..plan
            }),
            None => Found::Nothing,
        }
    }
}
