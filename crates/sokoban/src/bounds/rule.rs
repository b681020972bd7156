//! The referee of certificates: whether each bound follows, and what they show together.

use jigsat_grid::{Cell, Direction};
use jigsat_solve::{Limits, Refusal, Violation};

use super::{
    corral::{self, Push},
    cover::Bounds,
    floor::{Floor, Walk},
    text::{LowerBound, NEVER, Where, read, read_header, wrong},
};
use crate::{Level, prices::Prices, unit::Unit};

struct Referee<'r> {
    level: &'r Level,
    prices: &'r Prices<'r>,
    unit: Unit,
    floor: Floor,
    /// The waste of each push, by the box's square times four plus the direction; [`NEVER`] also for those that walls
    /// forbid.
    waste: Vec<u32>,
    /// The number of boxes in the room.
    all: usize,
    bounds: Bounds,
    walk: Walk,
}

/// Checks a certificate, and returns the length below which it shows that there is no plan; `None` if it shows that
/// there is none at all.
///
/// Takes time for each bound times its pushes times the squares of the level, and memory for all bounds.
///
/// # Errors
///
/// The first line that does not follow, or a limit that was reached first.
pub(crate) fn check(
    level: &Level,
    prices: &Prices<'_>,
    text: &str,
    limits: &Limits,
) -> Result<Option<u32>, Refusal> {
    let (unit, below) = read_header(text)?;
    let mut referee = Referee::new(level, prices, unit)?;
    let bounds = || (2..).zip(text.lines().skip(1));
    for (number, line) in bounds() {
        limits.check()?;
        referee.add(number, line)?;
    }
    for (number, line) in bounds() {
        limits.check()?;
        referee.follows(number, line)?;
    }
    referee.shows(below)?;
    Ok(below)
}

impl<'r> Referee<'r> {
    fn new(level: &'r Level, prices: &'r Prices<'r>, unit: Unit) -> Result<Referee<'r>, Violation> {
        let floor = Floor::new(level);
        let mut waste = vec![NEVER; level.size.area() * 4];
        for (cell, way, wasted) in prices.waste() {
            let wasted = wasted
                .ok_or_else(|| Violation::new(format!("the push {way} of {cell} gains by the prices")))?;
            let way = Direction::ALL.iter().position(|&direction| direction == way).unwrap_or(0);
            waste[level.size.index(cell) * 4 + way] = wasted;
        }
        let all = level.boxes().filter(|&cell| floor.has(level.size.index(cell) as u16)).count();
        let (bounds, walk) = (Bounds::default(), Walk::default());
        Ok(Referee { level, prices, unit, floor, waste, all, bounds, walk })
    }

    fn read(&self, number: usize, line: &str) -> Result<LowerBound, Violation> {
        read(number, line, self.level.size.area())
    }

    fn add(&mut self, number: usize, line: &str) -> Result<(), Violation> {
        let bound = self.read(number, line)?;
        let LowerBound { player, boxes, fence, .. } = &bound;
        let stands = |square: &u16| self.floor.has(*square) && !boxes.contains(square);
        let is_there = match player {
            Where::At(square) | Where::Around(square) => stands(square),
            Where::Anywhere => true,
        };
        if !is_there || !boxes.iter().all(|&square| self.floor.has(square)) {
            return Err(wrong(number, "puts a box or the player where none can be"));
        }
        if boxes.len() > self.all {
            return Err(wrong(number, "has more boxes than the level"));
        }
        let counts_walks = matches!(player, Where::At(_));
        if counts_walks && (self.unit == Unit::Pushes || boxes.len() < self.all) {
            return Err(wrong(number, "counts walks, but is not about moves and all boxes"));
        }
        if fence.iter().any(|square| !boxes.contains(square)) {
            return Err(wrong(number, "has a fence of other boxes"));
        }
        if !fence.is_empty() && *player == Where::Anywhere {
            return Err(wrong(number, "has a fence, but does not say where the player is"));
        }
        self.bounds.add(&self.floor, &bound, self.all);
        Ok(())
    }

    /// Whether a bound follows from the others.
    fn follows(&mut self, number: usize, line: &str) -> Result<(), Violation> {
        let LowerBound { waste, player, mut boxes, fence } = self.read(number, line)?;
        let (from, walks) = match player {
            Where::At(square) => (Some(square), true),
            Where::Around(square) => (Some(square), false),
            Where::Anywhere => (None, false),
        };
        match from {
            Some(from) => self.floor.walk(from, &boxes, &mut self.walk),
            None => self.floor.everywhere(&boxes, &mut self.walk),
        }
        if boxes.iter().all(|&square| self.floor.is_goal[usize::from(square)])
            && !from.is_some_and(|from| self.is_left(&boxes, from, waste))
        {
            return Err(wrong(number, "wastes too much: the boxes are on goals"));
        }
        let inside = corral::enclosed(&self.floor, &boxes, &fence, &self.walk);
        if !fence.is_empty() && fence.iter().all(|&square| self.floor.is_goal[usize::from(square)]) {
            return Err(wrong(number, "has a fence that need not move"));
        }
        for place in 0..boxes.len() {
            let square = boxes[place];
            if !fence.is_empty() && !fence.contains(&square) {
                continue;
            }
            for way in 0..4 {
                let ends = (self.floor.step(square, (way + 2) % 4), self.floor.step(square, way));
                let (Some(stand), Some(to)) = ends else { continue };
                let wasted = self.waste[usize::from(square) * 4 + way];
                if wasted == NEVER {
                    continue;
                }
                if !fence.is_empty() {
                    match corral::push(&inside, &fence, &self.walk, stand, to) {
                        Push::Later => continue,
                        Push::Now if !walks => {}
                        Push::Now => return Err(wrong(number, "counts walks, but its fence can be pushed")),
                        Push::Open => return Err(wrong(number, "has a fence that opens outwards")),
                    }
                }
                if !self.walk.reaches(stand) || boxes.contains(&to) {
                    continue;
                }
                let walked = if walks { self.walk.moves[usize::from(stand)] } else { 0 };
                let left = match waste {
                    NEVER => NEVER,
                    waste => waste.saturating_sub(wasted.saturating_add(walked)),
                };
                boxes[place] = to;
                let mut after = boxes.clone();
                after.sort_unstable();
                boxes[place] = square;
                let is_covered = self.bounds.cover(&self.floor, &after, square, left, walks)
                    || after.len() == self.all && self.is_left(&after, square, left);
                if !is_covered {
                    let cell = self.level.size.cell(usize::from(square));
                    let way = Direction::ALL[way];
                    return Err(wrong(number, &format!("does not follow after the push {way} of {cell}")));
                }
            }
        }
        Ok(())
    }

    /// Whether a plan that ends here wastes this much. Any plan does that goes on from here, if these are all boxes: no
    /// plan has fewer than 0 pushes. Some of the boxes may still leave their goals for others, whose prices differ.
    fn is_left(&self, boxes: &[u16], player: u16, waste: u32) -> bool {
        let cell = |square: u16| self.level.size.cell(usize::from(square));
        let cells: Vec<Cell> = boxes.iter().map(|&square| cell(square)).collect();
        let left = if boxes.len() == self.all {
            self.prices.left_of_all(&cells, cell(player))
        } else {
            self.prices.left_of(&cells, cell(player))
        };
        waste != NEVER && left.is_some_and(|left| i64::from(waste) <= left)
    }

    /// Whether the bounds show for the start that no plan is shorter than a length, or that there is none.
    fn shows(&mut self, below: Option<u32>) -> Result<(), Violation> {
        let number = |cell: Cell| self.level.size.index(cell) as u16;
        let boxes: Vec<u16> =
            self.level.boxes().map(number).filter(|&square| self.floor.has(square)).collect();
        let least = below.map_or(NEVER, |below| below.saturating_sub(self.prices.pushes));
        let walks = self.unit == Unit::Moves;
        if self.bounds.cover(&self.floor, &boxes, number(self.level.player), least, walks) {
            Ok(())
        } else {
            Err(Violation::new("no bound shows it for the start of the level"))
        }
    }
}
