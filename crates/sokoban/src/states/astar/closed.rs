//! A certificate that no plan is cheaper than some cost, or that there is none: the closed states of a search.
//!
//! The search is run until no state is open below that cost. Then each of its states is a lower bound on waste, and so is
//! each reason why a state is not among them. [`crate::bounds`] has the rule by which they justify each other.

use std::{collections::BTreeSet, fmt::Write as _};

use jigsat_input::MAX_TEXT;
use jigsat_solve::{Limits, Stop};

use super::{Ends, Search, Without};
use crate::{
    Level, Objective, Unit,
    board::back,
    bounds::{LowerBound, NEVER as NO_PLAN, Where, write_header},
    patterns::{DEAD, Patterns},
    relaxed::NEVER,
    states::{
        Budget, Continue, Field, Found, MOST_BYTES,
        corral::Needed,
        freeze::Frozen,
        position::{Position, Walk},
        share,
        table::Node,
    },
};

/// Maximum number of states: their text would hardly be shorter than [`MAX_TEXT`].
const MOST_STATES: usize = 2_000_000;

impl<'s, const W: usize> Search<'s, W> {
    /// The certificate; `None` if it would be too large, or there is a cheaper plan.
    pub fn closed(
        level: &'s Level,
        field: &'s Field<'s>,
        unit: Unit,
        below: Option<u32>,
        limits: &Limits,
    ) -> Result<Option<String>, Stop> {
        let objective = match unit {
            Unit::Pushes => Objective::Pushes,
            Unit::Moves => Objective::Moves,
        };
        // That frozen boxes cut off goals is no bound that follows from others.
        let without = Without { cut_off: true, ..Without::default() };
        let mut search = Search::<W>::new(level, field, objective, Ends::Start, without, &[]);
        search.ceiling = below.unwrap_or(u32::MAX);
        match search.run(Budget { states: MOST_STATES, bytes: share(limits).min(MOST_BYTES) }, limits) {
            Found::Nothing => {}
            Found::Stopped(stop, _) => return Err(stop),
            Found::Plan(_) | Found::Paused(_) | Found::TooMany(_) => return Ok(None),
        }
        let mut writer = Writer {
            search,
            unit,
            below,
            text: write_header(unit, below),
            frozen: BTreeSet::new(),
            pairs: Vec::new(),
        };
        Ok(if writer.write(limits)? { Some(writer.text) } else { None })
    }
}

struct Writer<'s, const W: usize> {
    search: Search<'s, W>,
    unit: Unit,
    below: Option<u32>,
    text: String,
    /// Boxes that block each other forever, which were written.
    frozen: BTreeSet<Vec<u16>>,
    /// Pairs of boxes whose bounds must be written.
    pairs: Vec<Pair>,
}

impl<const W: usize> Writer<'_, W> {
    /// Writes all bounds; says no if there are too many, or one has no reason.
    fn write(&mut self, limits: &Limits) -> Result<bool, Stop> {
        let mut at = Position::new(self.search.field);
        for number in 0..self.search.table.nodes.len() {
            if number.is_multiple_of(512)
                && let Some(stop) = limits.reached()
            {
                return Err(stop);
            }
            let node = self.search.table.nodes[number];
            if self.is_closed(&node) && !(self.state(&mut at, &node) && self.fits()) {
                return Ok(false);
            }
        }
        Ok(self.write_pairs())
    }

    /// Whether a state is one of the certificate: a plan through it might be cheap enough.
    fn is_closed(&self, node: &Node<W>) -> bool {
        self.below.is_none_or(|below| self.search.total(node) < below)
    }

    /// The waste after a state without which a plan through it would be too cheap.
    fn waste(&self, node: &Node<W>) -> Option<u32> {
        let Some(below) = self.below else { return Some(NO_PLAN) };
        u32::try_from(i64::from(below) - i64::from(node.cost) - i64::from(node.assigned)).ok()
    }

    /// Writes the bound of a state, and the reasons why pushes don't lead to other states.
    fn state(&mut self, at: &mut Position, node: &Node<W>) -> bool {
        let field = self.search.field;
        let Some(waste) = self.waste(node) else { return false };
        at.set(field, &node.boxes, node.player);
        let needed = self.search.corrals.find(field, at);
        let is_needed = match (needed, self.unit) {
            (Needed::All, _) | (Needed::Fence, Unit::Moves) => Needed::All,
            (needed, _) => needed,
        };
        let fence = if is_needed == Needed::All { Vec::new() } else { self.search.corrals.fence().to_vec() };
        let player = match self.unit {
            Unit::Pushes => Where::Around(node.player),
            Unit::Moves => Where::At(node.player),
        };
        self.line(waste, player, &at.boxes, &fence);
        if is_needed == Needed::None {
            return true;
        }
        for pushed in 0..at.boxes.len() {
            let cell = at.boxes[pushed];
            if !fence.is_empty() && !fence.contains(&cell) {
                continue;
            }
            for direction in 0..4 {
                let (stand, to) = (field.step(cell, back(direction)), field.step(cell, direction));
                let wasted = field.waste(cell, direction);
                if wasted == NEVER || at.full[usize::from(to)] || !at.walk.reaches(stand) {
                    continue;
                }
                let walked = if self.unit == Unit::Moves { at.walk.distance(stand) } else { 0 };
                let left = match waste {
                    NO_PLAN => NO_PLAN,
                    waste => waste.saturating_sub(wasted.saturating_add(walked)),
                };
                // No plan has fewer than 0 pushes, however much the assignment subtracts.
                let assigned = i64::from(node.assigned) + i64::from(wasted) - 1;
                let is_due = left == 0 || left != NO_PLAN && i64::from(left) <= -assigned;
                at.shift(pushed, to);
                let has_reason = is_due || self.push(at, node, (cell, to), left);
                at.shift(pushed, cell);
                if !has_reason {
                    return false;
                }
            }
        }
        true
    }

    /// Looks for the reason why a plan wastes at least this much after a push.
    fn push(&mut self, at: &mut Position, node: &Node<W>, (from, to): (u16, u16), left: u32) -> bool {
        let field = self.search.field;
        if self.search.freeze.find(field, &at.full, to) == Frozen::Dead {
            let blocked = self.search.freeze.least(field);
            if self.frozen.insert(blocked.clone()) {
                self.line(NO_PLAN, Where::Anywhere, &blocked, &[]);
            }
            return true;
        }
        let boxes = node.boxes.toggled(field.bit(from)).toggled(field.bit(to));
        let player = if self.unit == Unit::Pushes { at.first_after(field, from, to) } else { from };
        let known = self.search.table.find(&boxes, player);
        if known.is_some_and(|known| self.is_closed(&self.search.table.nodes[known as usize])) {
            return true;
        }
        let Some(table) = field.pairs else { return false };
        let pairs = Pairs { table, boxes: &at.boxes, player: from, steps: 0 }.add_up(left);
        let has_reason = pairs.is_some();
        self.pairs.extend(pairs.into_iter().flatten());
        has_reason
    }

    /// Writes the bounds of all pairs of boxes that are reasons, and of those that follow by pushes.
    fn write_pairs(&mut self) -> bool {
        let field = self.search.field;
        let Some(table) = field.pairs else { return true };
        let (mut walk, mut full) = (Walk::new(field), vec![false; usize::from(field.wall) + 1]);
        full[usize::from(field.wall)] = true;
        let mut written = BTreeSet::new();
        while let Some((boxes, player)) = self.pairs.pop() {
            for cell in boxes {
                full[usize::from(cell)] = true;
            }
            walk.flood(field, player, &full);
            if written.insert((boxes, walk.first)) {
                let waste = table.waste(boxes, player);
                let shown = if waste == DEAD { NO_PLAN } else { u32::from(waste) };
                self.line(shown, Where::Around(player), &boxes, &[]);
                for (pushed, other) in [(boxes[0], boxes[1]), (boxes[1], boxes[0])] {
                    for direction in 0..4 {
                        let (stand, to) =
                            (field.step(pushed, back(direction)), field.step(pushed, direction));
                        let wasted = field.waste(pushed, direction);
                        if wasted != NEVER && walk.reaches(stand) && !full[usize::from(to)] && wasted < shown
                        {
                            let mut after = [to, other];
                            after.sort_unstable();
                            self.pairs.push((after, pushed));
                        }
                    }
                }
            }
            for cell in boxes {
                full[usize::from(cell)] = false;
            }
        }
        self.fits()
    }

    /// Whether the text can be read again.
    fn fits(&self) -> bool {
        self.text.len() as u64 <= MAX_TEXT
    }

    fn line(&mut self, waste: u32, player: Where, boxes: &[u16], fence: &[u16]) {
        let (level, board) = (self.search.level, &self.search.field.analysis.board);
        // A level has at most 10,000 squares.
        let square = |cell: u16| level.size.index(board.cells[usize::from(cell)]) as u16;
        let squares = |cells: &[u16]| {
            let mut squares: Vec<u16> = cells.iter().map(|&cell| square(cell)).collect();
            squares.sort_unstable();
            squares
        };
        let player = match player {
            Where::At(cell) => Where::At(square(cell)),
            Where::Around(cell) => Where::Around(square(cell)),
            Where::Anywhere => Where::Anywhere,
        };
        let bound = LowerBound { waste, player, boxes: squares(boxes), fence: squares(fence) };
        let _ = writeln!(self.text, "{bound}");
    }
}

/// Two boxes and the player.
type Pair = ([u16; 2], u16);

/// Maximum number of steps of the search for pairs that add up.
const MOST_STEPS: u32 = 10_000;

/// The search for pairs of boxes, without a box in common, whose waste adds up.
struct Pairs<'p> {
    table: &'p Patterns<2>,
    boxes: &'p [u16],
    player: u16,
    steps: u32,
}

impl Pairs<'_> {
    /// Pairs that waste at least this much together.
    fn add_up(mut self, waste: u32) -> Option<Vec<Pair>> {
        for (place, &one) in self.boxes.iter().enumerate() {
            let dead = |&&other: &&u16| self.table.waste([one, other], self.player) == DEAD;
            if let Some(&other) = self.boxes[place + 1..].iter().find(dead) {
                return Some(vec![self.pair(one, other)]);
            }
        }
        let mut found = Vec::new();
        self.reaches(0, waste, &mut found).then_some(found)
    }

    fn pair(&self, one: u16, other: u16) -> Pair {
        ([one.min(other), one.max(other)], self.player)
    }

    /// Whether pairs of the boxes from a place on, without those that are taken, waste enough.
    fn reaches(&mut self, place: usize, waste: u32, found: &mut Vec<Pair>) -> bool {
        if waste == 0 {
            return true;
        }
        self.steps += 1;
        if place >= self.boxes.len() || self.steps > MOST_STEPS {
            return false;
        }
        let is_taken = |found: &[Pair], cell: u16| found.iter().any(|(boxes, _)| boxes.contains(&cell));
        let one = self.boxes[place];
        if !is_taken(found, one) {
            for next in place + 1..self.boxes.len() {
                let other = self.boxes[next];
                let wasted = u32::from(self.table.waste([one, other], self.player));
                if wasted == 0 || is_taken(found, other) {
                    continue;
                }
                found.push(self.pair(one, other));
                if self.reaches(place + 1, waste.saturating_sub(wasted), found) {
                    return true;
                }
                found.pop();
            }
        }
        self.reaches(place + 1, waste, found)
    }
}
