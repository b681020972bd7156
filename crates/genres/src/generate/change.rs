//! Changes a board that has other solutions a little, at places where they differ, until it has none.

use std::rc::Rc;

use rand::{
    Rng,
    seq::{IndexedRandom, SliceRandom},
};

use super::{Failed, Maker, NOWHERE, between, blacks, deal, plan::Step, rooms, sizes, unique, unique::Drawn};
use crate::{Board, Givens, Solution, Value, givens::ends, page::At};

/// A board in the making.
#[derive(Clone)]
pub(super) struct Draft {
    /// The board before its solution.
    pub blank: Rc<Board>,
    /// The givens, including those that follow from the solution.
    pub givens: Givens,
    pub solution: Solution,
}

/// The cells in which other solutions differ from one, and those solutions.
pub(super) struct Open {
    cells: Vec<usize>,
    others: Vec<Solution>,
    /// Whether there are no other such cells.
    is_all: bool,
}

/// Maximum number of solutions of which one may stay after a change.
const TRIED: usize = 8;

/// Number of changes that don't help after which a small board is given up; on larger ones, one for each cell.
const FUTILE: usize = 72;

/// The share of changes that give a board with rooms another solution, if its rooms leave most cells open. Measured on Regional
/// Yajilin: 0.5 and 0.85 take two to three times as long.
const REDRAWN: f64 = 0.7;

/// The same if its rooms leave few cells open, where moving a room is quicker. Measured on Shimaguni, over 20 boards: 0 takes twice as
/// long, 0.3 a tenth longer.
const SELDOM: f64 = 0.1;

/// Maximum number of solutions of boards that were not better.
const MEMORY: usize = 8;

impl Maker<'_> {
    /// Changes the board until it has no other solution; `None` if that takes too many attempts.
    pub(super) fn told(&mut self, made: Draft) -> Result<Option<Draft>, Failed> {
        if let Some(Step::Latin { number, shade }) = self.steps.iter().find(|step| step.changes()) {
            return self.refuted(made, (number, shade));
        }
        if let Some((total, digit, filling)) = self.filling(&made.solution) {
            return self.swapped(made, (total, digit), filling);
        }
        let board = Board::unground(self.page.clone(), made.givens.clone())?;
        if self.steps.iter().any(Step::draws) && !self.steps.iter().any(Step::changes) {
            let is_only = unique::is_only(&board.grounded(self.limits)?, &made.solution, self.limits)?;
            return Ok(is_only.then_some(made));
        }
        let mut best = made;
        let mut open = self.open(board, &best.solution, &[], usize::MAX)?;
        if !open.is_all {
            return Ok(None);
        }
        // If the givens say nothing about a solution, the board may get any solution.
        let any_will_do = !self.steps.iter().any(Step::tells);
        // Where rooms leave most cells open, another solution helps more often than other rooms.
        let redraws = 2 * open.cells.len() > self.wanted.size.area();
        let mut futile = 0;
        // Boards that were not better, and solutions that showed it: small changes often lead back to them.
        let (mut worse, mut memory): (Vec<Givens>, Vec<Solution>) = Default::default();
        while futile < self.wanted.size.area().max(FUTILE) {
            if let Some(stop) = self.limits.reached() {
                return Err(stop.into());
            }
            let Some(&near) = open.cells.choose(&mut self.rng) else { break };
            futile += 1;
            let Some((changed, board)) = self.changed(&best, &open, near, redraws)? else { continue };
            if worse.contains(&changed.givens) {
                continue;
            }
            let before = open.cells.len();
            // Most other solutions differ elsewhere, and are still there.
            let known = memory.iter().rev().chain(&open.others);
            let known: Vec<Solution> = if any_will_do {
                known.chain([&best.solution]).cloned().collect()
            } else {
                known.map(|other| other.carried(&changed.blank, &best.solution, &changed.solution)).collect()
            };
            let fewer = self.open(board, &changed.solution, &known, before)?;
            if fewer.is_all {
                (best, open) = (changed, fewer);
                if open.cells.len() < before {
                    futile = 0;
                }
            } else {
                worse.push(changed.givens);
                let shown = fewer.others.into_iter().filter(|other| !known.contains(other));
                let back = |other: Solution| {
                    if any_will_do {
                        return other;
                    }
                    other.carried(&best.blank, &changed.solution, &best.solution)
                };
                memory.extend(shown.map(back));
                memory.drain(..memory.len().saturating_sub(MEMORY));
            }
        }
        Ok(open.cells.is_empty().then_some(best))
    }

    /// A board that differs a little near a cell, with a solution of it, and its referee; `None` if nothing changed, or the
    /// result is not right. A board with rooms gets other rooms, or if it `redraws` and numbers tell of its solution, mostly another
    /// solution.
    fn changed(
        &mut self,
        made: &Draft,
        open: &Open,
        near: usize,
        redraws: bool,
    ) -> Result<Option<(Draft, Board)>, Failed> {
        let mut changed = made.clone();
        let is_changed = match self.steps.iter().find(|step| step.changes()) {
            Some(Step::Rooms { .. })
                if self.steps.iter().any(|step| matches!(step, Step::Fits { .. }))
                    && self.rng.random_bool(if redraws { REDRAWN } else { SELDOM }) =>
            {
                changed.blank = self.bare(&made.givens)?;
                self.redraw(&mut changed, near)?
            }
            Some(Step::Rooms { .. } | Step::Around { .. }) => {
                if !self.move_room(&mut changed.givens, near) {
                    return Ok(None);
                }
                self.number(&mut changed.givens, &made.solution)?;
                self.fit(&mut changed.givens, &made.solution, &|at| at == At::Rooms)?;
                true
            }
            Some(Step::Sizes { number, layer }) if self.rng.random_bool(0.5) => {
                let board = Board::unground(self.page.clone(), made.givens.clone())?;
                let areas = sizes::areas(&board, &made.solution, layer);
                sizes::move_number(&mut changed.givens, number, &areas, &mut self.rng)
            }
            Some(Step::Between { number, border }) => {
                self.regroup(&mut changed, near, (number, border))?;
                true
            }
            Some(Step::Deal { number, border }) => {
                self.swap_domino(&mut changed, near, (number, border));
                true
            }
            _ => self.redraw(&mut changed, near)?,
        };
        if !is_changed || changed.givens == made.givens {
            return Ok(None);
        }
        // A number may be too large for the genre.
        let Ok(board) = Board::unground(self.page.clone(), changed.givens.clone()) else { return Ok(None) };
        let mut fitting = vec![&changed.solution];
        if !self.steps.iter().any(Step::tells) {
            fitting.extend(&open.others);
            fitting.shuffle(&mut self.rng);
            fitting.truncate(TRIED);
        }
        for solution in fitting {
            if self.is_right(&board, solution)? {
                let solution = solution.clone();
                return Ok(Some((Draft { solution, ..changed }, board)));
            }
        }
        Ok(None)
    }

    /// The board with these rooms, which may have been moved, and nothing that tells of a solution.
    fn bare(&mut self, givens: &Givens) -> Result<Rc<Board>, Failed> {
        let mut bare = givens.clone();
        for step in self.steps {
            if let Step::Fits { layer, .. } = step {
                bare.layers.remove(layer);
            }
        }
        match &self.bare {
            Some(known) if known.givens == bare => Ok(known.clone()),
            _ => {
                let board = Rc::new(unique::board(self.page, &bare, self.limits)?);
                Ok(self.bare.insert(board).clone())
            }
        }
    }

    /// Finds another solution of the blank board that differs only near a cell (large neighbourhood search: Shaw 1998),
    /// and the givens that follow from it.
    fn redraw(&mut self, made: &mut Draft, near: usize) -> Result<bool, Failed> {
        if let Some(blank) = self.restructured(&made.blank.givens, near)? {
            made.blank = Rc::new(blank);
        }
        let blank = &*made.blank;
        let reach = self.rng.random_range(0..=3);
        let size = self.wanted.size;
        let is_far = |cell: usize| {
            let (a, b) = (size.cell(cell), size.cell(near));
            a.row.abs_diff(b.row).max(a.col.abs_diff(b.col)) > reach
        };
        let kept = unique::values(blank, &made.solution, self.limits, &is_far)?;
        let Drawn::Solution(solution) = self.random(blank, kept)? else { return Ok(false) };
        let solution = self.rarer(blank, solution, &|cell| !is_far(cell))?;
        let before = std::mem::replace(&mut made.givens, blank.givens.clone());
        // Unchanged pieces keep their numbers in place.
        for step in self.steps {
            let Step::Sizes { number, .. } = step else { continue };
            let numbers = before.layers.get(number).map(|numbers| (number.clone(), numbers.clone()));
            made.givens.layers.extend(numbers);
        }
        self.number(&mut made.givens, &solution)?;
        self.fit(&mut made.givens, &solution, &|_| true)?;
        made.solution = solution;
        Ok(true)
    }

    /// Moves a cell near this one to another area, or gives an area other numbers.
    fn regroup(
        &mut self,
        made: &mut Draft,
        near: usize,
        (number, border): (&str, &str),
    ) -> Result<(), Failed> {
        let size = self.wanted.size;
        let board = Board::unground(self.page.clone(), made.givens.clone())?;
        let mut areas = vec![0; size.area()];
        for (place, area) in sizes::areas(&board, &made.solution, border).into_iter().enumerate() {
            for cell in area {
                areas[cell] = place;
            }
        }
        if self.rng.random_bool(0.5) {
            between::forget(&mut made.givens, number, &areas, near, &mut self.rng);
        } else if let Some(moved) = between::moved(size, &areas, near, &mut self.rng) {
            areas = moved;
        }
        between::numbers(&mut made.givens, number, &areas, &mut self.rng);
        let borders = between::borders(size, &areas, made.givens.border_count());
        let values = borders.into_iter().map(|border| Value::Number(border.into())).collect();
        if let Some(layer) = board.layers.iter().find(|known| known.name == border) {
            made.solution.set(&board, layer, values);
        }
        Ok(())
    }

    /// Swaps the domino over a cell with any other, or turns it round.
    fn swap_domino(&mut self, made: &mut Draft, near: usize, (number, border): (&str, &str)) {
        let size = self.wanted.size;
        let values = (0..size.area()).map(|cell| made.givens.get(number, &[cell])?.parse().ok());
        let Some(mut numbers) = values.collect::<Option<Vec<usize>>>() else { return };
        let is_border: Vec<bool> = made.solution.flat(border).into_iter().map(Value::is_yes).collect();
        deal::swap(size, &mut numbers, &is_border, near, &mut self.rng);
        for (cell, value) in numbers.into_iter().enumerate() {
            made.givens.set(number, vec![cell], value.to_string(), NOWHERE);
        }
    }

    /// The blank board with another arrow, or sometimes a black cell, if the genre has these.
    fn restructured(&mut self, givens: &Givens, near: usize) -> Result<Option<Board>, Failed> {
        let mut more = givens.clone();
        let can_change = |step: &&Step| match step {
            Step::Scatter { layers, .. } => layers.len() > 1,
            step => matches!(step, Step::Blacks { .. }),
        };
        match self.steps.iter().find(can_change) {
            Some(Step::Scatter { layers, .. }) => {
                let Some(layer) = self.one_of(layers) else { return Ok(None) };
                more.set(layer, vec![near], self.page.word(layer), NOWHERE);
            }
            Some(Step::Blacks { layer }) if self.rng.random_ratio(1, 10) => {
                let is_black: Vec<bool> =
                    (0..givens.size.area()).map(|cell| givens.get(layer, &[cell]).is_some()).collect();
                if is_black[near] || !blacks::may_be_black(givens.size, &is_black, near) {
                    return Ok(None);
                }
                more.set(layer, vec![near], self.page.word(layer), NOWHERE);
            }
            _ => return Ok(None),
        }
        unique::board(self.page, &more, self.limits).map(Some)
    }

    /// Moves a cell, or a neighbour of it, to an adjacent room; removes the givens of rooms.
    fn move_room(&mut self, givens: &mut Givens, near: usize) -> bool {
        let size = givens.size;
        let Some(rooms) = givens.rooms.clone() else { return false };
        let around: Vec<usize> = rooms::near(size, near).collect();
        let cell =
            around.choose(&mut self.rng).copied().filter(|_| self.rng.random_ratio(1, 3)).unwrap_or(near);
        let beside: Vec<usize> = rooms::near(size, cell).filter(|&to| rooms[to] != rooms[cell]).collect();
        let Some(&to) = beside.choose(&mut self.rng) else { return false };
        let Some(moved) = rooms::moved(size, &rooms, cell, to) else { return false };
        for given in self.page.givens.iter().filter(|given| given.at == At::Rooms) {
            givens.layers.remove(&given.name);
        }
        givens.set_rooms(&moved);
        true
    }

    /// The cells in which some other solutions differ from this one; not all if there are more than `most`, or if the
    /// search takes too long. The known ones are tried first, and may be none.
    fn open(
        &self,
        board: Board,
        solution: &Solution,
        known: &[Solution],
        most: usize,
    ) -> Result<Open, Failed> {
        let own = self.in_cells(solution);
        let mut is_open = vec![false; own.len()];
        let mut others = Vec::new();
        let mut is_wanted = |other: &Solution, others: &mut Vec<Solution>| {
            let mut is_new = false;
            for (open, (own, other)) in is_open.iter_mut().zip(own.iter().zip(self.in_cells(other))) {
                is_new |= !*open && *own != other;
                *open |= *own != other;
            }
            if is_new {
                others.push(other.clone());
            }
            is_open.iter().filter(|&&open| open).count() <= most
        };
        let mut is_all = true;
        for other in known {
            if is_all && self.is_right(&board, other)? {
                is_all = is_wanted(other, &mut others);
            }
        }
        if is_all {
            let board = board.grounded(self.limits)?;
            let known = others.clone();
            let mut wanted = |other: &Solution| is_wanted(other, &mut others);
            is_all = unique::others(&board, solution, &known, self.limits, &mut wanted)?;
        }
        let cells = (0..is_open.len()).filter(|&cell| is_open[cell]).collect();
        Ok(Open { cells, others, is_all })
    }

    /// The values of a solution in each cell; a border belongs to the first of its cells.
    pub(super) fn in_cells(&self, solution: &Solution) -> Vec<String> {
        let size = self.wanted.size;
        let mut all = vec![String::new(); size.area()];
        for layer in solution.0.keys() {
            let values = solution.flat(layer);
            let is_cells = values.len() == size.area();
            for (place, value) in values.into_iter().enumerate() {
                let cell = if is_cells { place } else { ends(size, place)[0] };
                all[cell] += &value.text().unwrap_or_default();
                all[cell].push(' ');
            }
        }
        all
    }
}
