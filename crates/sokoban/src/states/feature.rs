//! Finds some plan quickly: a search in the space of a few features.
//!
//! A step pushes one box to any cell that it can reach. States are divided into cells by their features: the number of
//! goals that are filled in the order of [`packing`], and the number of parts into which boxes cut the room. The cells
//! take turns, and each continues with the step that followed advice most often on its path. So the search progresses
//! in each feature, and no single estimate can mislead it for long.
//!
//! Y. Shoham, J. Schaeffer: The `FESS` algorithm: a feature based approach to single-agent search, 2020.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BinaryHeap},
};

use jigsat_cnf::Interrupt;
use jigsat_grid::Direction;
use jigsat_solve::Limits;

use crate::{Game, Level, Plan, board::back, relaxed::NEVER};

use super::{
    Budget, Continue, Found, Open,
    conflict::Conflicts,
    corral::{Corrals, Needed},
    cut_off::CutOff,
    field::Field,
    freeze::{Freeze, Frozen},
    position::{Position, Walk},
    table::{Node, ROOT, Table},
};

/// The features that distinguish cells: goals filled in order, and parts of the room.
type Features = (usize, usize);

/// Maximum number of parts of the room that is counted.
const MOST_PARTS: usize = 6;

/// One box pushed from a cell to another, the last push in a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Step {
    from: u16,
    to: u16,
    direction: u8,
}

/// A step to take: first the one least against advice, then the one nearest to the goal, then the oldest.
type Entry = Reverse<(u32, i16, u32, Step)>;

/// A step and its result.
struct Child {
    step: Step,
    features: Features,
    left: i16,
    pushable: usize,
}

/// A search for any plan, to be continued.
pub(crate) struct Search<'s, const W: usize> {
    level: &'s Level,
    field: &'s Field<'s>,
    table: Table<W>,
    steps: Vec<Step>,
    cells: BTreeMap<Features, BinaryHeap<Entry>>,
    /// The cell whose turn it was.
    turn: Features,
    order: Vec<u16>,
    conflicts: Conflicts<'s>,
    corrals: Corrals,
    freeze: Freeze,
    cut_off: CutOff,
    walk: Walk,
    solved: Option<u32>,
    /// Stops the work on one state. The search can't continue then, since steps are missing.
    interrupt: Interrupt,
}

impl<'s, const W: usize> Search<'s, W> {
    pub fn new(level: &'s Level, field: &'s Field<'s>, order: &[u16], interrupt: &Interrupt) -> Self {
        let mut search = Search {
            level,
            field,
            table: Table::new(),
            steps: Vec::new(),
            cells: BTreeMap::new(),
            turn: (0, 0),
            order: order.to_vec(),
            conflicts: Conflicts::new(field, true),
            corrals: Corrals::new(field),
            freeze: Freeze::default(),
            cut_off: CutOff::default(),
            walk: Walk::new(field),
            solved: None,
            interrupt: interrupt.clone(),
        };
        let boxes = field.start();
        let mut at = Position::new(field);
        at.set(field, &boxes, field.player());
        let assigned = field.bound.pushes as i16;
        let node =
            Node { boxes, parent: ROOT, cost: 0, assigned, conflicts: 0, player: at.walk.first, push: 0 };
        search.enter(&mut at, node, Step { from: 0, to: 0, direction: 0 });
        search
    }

    fn is_solved(&self, at: &Position) -> bool {
        at.boxes.iter().all(|&cell| self.field.is_goal[usize::from(cell)])
    }

    fn features(&mut self, at: &Position) -> Features {
        let filled = self.order.iter().take_while(|&&goal| at.full[usize::from(goal)]).count();
        (filled, self.parts(at))
    }

    /// The number of parts into which the boxes cut the room.
    fn parts(&mut self, at: &Position) -> usize {
        let (mut parts, mut seen) = (0, vec![false; usize::from(self.field.wall)]);
        for cell in 0..self.field.wall {
            if !at.full[usize::from(cell)] && !seen[usize::from(cell)] {
                self.walk.flood(self.field, cell, &at.full);
                for &reached in &self.walk.order {
                    seen[usize::from(reached)] = true;
                }
                parts += 1;
            }
        }
        parts.min(MOST_PARTS)
    }

    /// Makes a step; if its state is new, it is put into the cell of its features, with the steps that follow.
    fn take(&mut self, at: &mut Position, (weight, left): (u32, i16), parent: u32, step: Step) {
        let field = self.field;
        let node = self.table.nodes[parent as usize];
        let boxes = node.boxes.toggled(field.bit(step.from)).toggled(field.bit(step.to));
        let player = field.step(step.to, back(usize::from(step.direction)));
        at.set(field, &boxes, player);
        let node = Node { boxes, parent, cost: weight, assigned: left, player: at.walk.first, ..node };
        self.enter(at, node, step);
    }

    fn enter(&mut self, at: &mut Position, node: Node<W>, step: Step) {
        let Ok(number) = self.table.enter(node) else { return };
        self.steps.push(step);
        if self.is_solved(at) {
            self.solved = Some(number);
            return;
        }
        let needed = self.corrals.find(self.field, at);
        if needed == Needed::None {
            return;
        }
        let features = self.features(at);
        let children = self.children(at, &node, needed);
        let advised = advised(&children);
        let heap = self.cells.entry(features).or_default();
        for (place, child) in children.iter().enumerate() {
            let weight = node.cost + u32::from(!advised.contains(&place));
            heap.push(Reverse((weight, child.left, number, child.step)));
        }
    }

    /// All steps from a state.
    fn children(&mut self, at: &mut Position, node: &Node<W>, needed: Needed) -> Vec<Child> {
        let field = self.field;
        let mut children = Vec::new();
        let player = at.walk.order[0];
        let (mut walk, mut queue) = (Walk::new(field), Vec::new());
        let mut seen = vec![false; usize::from(field.wall) * 4];
        for pushed in 0..at.boxes.len() {
            let start = at.boxes[pushed];
            if needed == Needed::Fence && !self.corrals.fence().contains(&start) {
                continue;
            }
            queue.clear();
            seen.fill(false);
            let mut made: Vec<(u16, u16)> = Vec::new();
            queue.push((start, player, 0_i64));
            let mut next = 0;
            while let Some(&(cell, player, wasted)) = queue.get(next) {
                next += 1;
                at.shift(pushed, cell);
                walk.flood(field, player, &at.full);
                if self.interrupt.step(walk.order.len()).is_err() {
                    return children;
                }
                for direction in 0..4 {
                    let (stand, to) = (field.step(cell, back(direction)), field.step(cell, direction));
                    let waste = field.waste(cell, direction);
                    let place = usize::from(to) * 4 + direction;
                    if waste == NEVER || at.full[usize::from(to)] || !walk.reaches(stand) || seen[place] {
                        continue;
                    }
                    seen[place] = true;
                    queue.push((to, cell, wasted + i64::from(waste) - 1));
                }
                if next > 1 && cell != start && !made.contains(&(cell, walk.first)) {
                    made.push((cell, walk.first));
                    let direction = (0..4).find(|&direction| field.step(player, direction) == cell);
                    let Some(direction) = direction else { continue };
                    let step = Step { from: start, to: cell, direction: direction as u8 };
                    children.extend(self.child(at, node, pushed, step, wasted, &walk));
                }
            }
            at.shift(pushed, start);
        }
        children
    }

    /// The result of a step whose box has already moved; `None` if it is dead.
    fn child(
        &mut self,
        at: &mut Position,
        node: &Node<W>,
        pushed: usize,
        step: Step,
        wasted: i64,
        walk: &Walk,
    ) -> Option<Child> {
        let field = self.field;
        match self.freeze.find(field, &at.full, step.to) {
            Frozen::Dead => return None,
            Frozen::OnGoals if self.cut_off.is_dead(field, &at.boxes, pushed) => return None,
            Frozen::No | Frozen::OnGoals => {}
        }
        let player = field.step(step.to, back(usize::from(step.direction)));
        let solved = self.is_solved(at);
        if !solved && self.conflicts.is_dead(&at.boxes, pushed, step.to, player) {
            return None;
        }
        let left = i16::try_from(i64::from(node.assigned) + wasted).unwrap_or(i16::MAX);
        let beside = |&cell: &u16| {
            (0..4).any(|direction| {
                walk.reaches(field.step(cell, back(direction)))
                    && field.waste(cell, direction) != NEVER
                    && !at.full[usize::from(field.step(cell, direction))]
            })
        };
        let pushable = at.boxes.iter().filter(|cell| beside(cell)).count();
        Some(Child { step, features: self.features(at), left, pushable })
    }

    /// Plays the steps that led to a state.
    fn plan(&self, number: u32) -> Plan {
        let mut numbers = Vec::new();
        let mut at = number;
        while self.table.nodes[at as usize].parent != ROOT {
            numbers.push(at);
            at = self.table.nodes[at as usize].parent;
        }
        let mut game = Game::new(self.level);
        let mut position = Position::new(self.field);
        for &number in numbers.iter().rev() {
            let parent = &self.table.nodes[self.table.nodes[number as usize].parent as usize];
            position.set(self.field, &parent.boxes, parent.player);
            for (cell, direction) in self.way(&mut position, self.steps[number as usize]) {
                let cell = self.field.analysis.board.cells[usize::from(cell)];
                let direction = Direction::ALL[direction];
                if let Some(stand) = self.level.size.step(cell, direction.opposite()) {
                    game.walk_to(stand);
                }
                // A push that can't be made leads to a plan that the referee rejects.
                let _ = game.step(direction);
            }
        }
        game.plan()
    }

    /// The pushes of a step.
    fn way(&self, at: &mut Position, step: Step) -> Vec<(u16, usize)> {
        let field = self.field;
        let Some(pushed) = at.boxes.iter().position(|&cell| cell == step.from) else { return Vec::new() };
        let mut walk = Walk::new(field);
        // Cell of the box, player, the previous push's entry, and the push.
        let mut queue = vec![(step.from, at.walk.order[0], usize::MAX, (0, 0))];
        let mut seen = vec![false; usize::from(field.wall) * 4];
        let mut next = 0;
        while let Some(&(cell, player, mut before, (_, last))) = queue.get(next) {
            if next > 0 && cell == step.to && last == usize::from(step.direction) {
                let mut way = vec![queue[next].3];
                while before != 0 {
                    way.push(queue[before].3);
                    before = queue[before].2;
                }
                way.reverse();
                return way;
            }
            at.shift(pushed, cell);
            walk.flood(field, player, &at.full);
            for direction in 0..4 {
                let (stand, to) = (field.step(cell, back(direction)), field.step(cell, direction));
                let place = usize::from(to) * 4 + direction;
                if field.waste(cell, direction) == NEVER
                    || at.full[usize::from(to)]
                    || !walk.reaches(stand)
                    || seen[place]
                {
                    continue;
                }
                seen[place] = true;
                queue.push((to, cell, next, (cell, direction)));
            }
            next += 1;
        }
        Vec::new()
    }
}

impl<const W: usize> Continue for Search<'_, W> {
    fn bytes(&self) -> usize {
        let entries: usize = self.cells.values().map(BinaryHeap::capacity).sum();
        self.table.bytes() + entries * size_of::<Entry>() + self.steps.capacity() * size_of::<Step>()
    }

    fn reached(&self) -> usize {
        self.table.nodes.len()
    }

    fn run(&mut self, budget: Budget, limits: &Limits) -> Found {
        let mut at = Position::new(self.field);
        let enough = self.table.nodes.len().saturating_add(budget.states);
        loop {
            if let Some(number) = self.solved {
                return Found::Plan(self.plan(number));
            }
            if self.table.nodes.len() >= enough {
                return Found::Paused(Open::default());
            }
            if let Some(stop) = limits.reached() {
                return Found::Stopped(stop, Open::default());
            }
            if self.bytes() >= budget.bytes || !self.table.make_room() {
                return Found::TooMany(Open::default());
            }
            // The next cell, in turn, starting with the one with the most goals filled.
            let next = self.cells.range(..self.turn).next_back().or_else(|| self.cells.last_key_value());
            let Some((&turn, _)) = next else { return Found::Nothing };
            self.turn = turn;
            let Some(heap) = self.cells.get_mut(&turn) else { continue };
            let Some(Reverse((weight, left, parent, step))) = heap.pop() else {
                self.cells.remove(&turn);
                continue;
            };
            self.take(&mut at, (weight, left), parent, step);
        }
    }
}

/// The advised steps, by their places: the one that fills most goals in order, the one that leaves the room in the
/// fewest parts, the one that brings boxes nearest to goals, and the one after which most boxes can be pushed.
fn advised(children: &[Child]) -> [usize; 4] {
    let best = |worth: &dyn Fn(&Child) -> (usize, Reverse<i16>)| {
        let worths = children.iter().map(worth).enumerate();
        worths.max_by_key(|&(place, worth)| (worth, Reverse(place))).map_or(usize::MAX, |(place, _)| place)
    };
    [
        best(&|child| (child.features.0, Reverse(child.left))),
        best(&|child| (MOST_PARTS - child.features.1, Reverse(child.left))),
        best(&|child| (0, Reverse(child.left))),
        best(&|child| (child.pushable, Reverse(child.left))),
    ]
}
