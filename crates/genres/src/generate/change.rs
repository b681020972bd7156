//! A board that has other solutions is changed a little, where they differ, until it has none.

use rand::{Rng, seq::IndexedRandom};

use super::{CHANGES, Failed, Maker, NOWHERE, latin, plan::Step, rooms, sizes, sums, unique};
use crate::{Board, Givens, Solution, Value, draw, page::At};

/// What a change of a board came to.
enum Change {
    /// Boards of the genre are not changed.
    Never,
    /// It is no board.
    NotThis,
    /// The board, and a solution of it.
    Made(Box<(Givens, Solution)>),
}

impl Maker<'_> {
    /// Changes the board a little as long as there are other solutions: what leaves no more cells open is kept. None where
    /// that doesn't come to an end.
    pub(super) fn told(
        &mut self,
        givens: Givens,
        solution: Solution,
    ) -> Result<Option<(Givens, Solution)>, Failed> {
        if let Some(Step::Latin { number, shade }) = self.steps.iter().find(|step| step.changes()) {
            return self.renumbered(givens, solution, number, shade);
        }
        let mut best = (givens, solution);
        let Some(mut open) = self.open(&best.0, &best.1, usize::MAX)? else { return Ok(None) };
        for _ in 0..CHANGES {
            if !open.contains(&true) {
                return Ok(Some(best));
            }
            if let Some(stop) = self.limits.reached() {
                return Err(stop.into());
            }
            let changed = match self.changed(&best.0, &best.1, &open)? {
                Change::Never => return Ok(None),
                Change::NotThis => continue,
                Change::Made(changed) => *changed,
            };
            let count = open.iter().filter(|&&open| open).count();
            if let Some(fewer) = self.open(&changed.0, &changed.1, count)? {
                (best, open) = (changed, fewer);
            }
        }
        Ok(None)
    }

    /// The cells in which some other solutions differ from this one; none where they are more than that, or where that can't
    /// be said.
    pub(super) fn open(
        &self,
        givens: &Givens,
        solution: &Solution,
        most: usize,
    ) -> Result<Option<Vec<bool>>, Failed> {
        let own = self.in_cells(solution);
        let mut open = vec![false; own.len()];
        let board = unique::board(self.page, givens, self.limits)?;
        let is_told = unique::others(&board, solution, self.limits, |other| {
            for (open, (own, other)) in open.iter_mut().zip(own.iter().zip(self.in_cells(other))) {
                *open |= *own != other;
            }
            open.iter().filter(|&&open| open).count() <= most
        })?;
        Ok(is_told.then_some(open))
    }

    /// A board that differs a little near the open cells, with a solution of it.
    fn changed(&mut self, givens: &Givens, solution: &Solution, open: &[bool]) -> Result<Change, Failed> {
        let (mut changed, mut solution) = (givens.clone(), solution.clone());
        let cells: Vec<usize> = (0..open.len()).filter(|&cell| open[cell]).collect();
        let Some(&near) = cells.choose(&mut self.rng) else { return Ok(Change::Never) };
        let is_changed = match self.steps.iter().find(|step| step.changes()).cloned() {
            None => return Ok(Change::Never),
            Some(Step::Sizes { number, layer }) => {
                let board = Board::unground(self.page.clone(), givens.clone())?;
                let areas = sizes::areas(&board, &solution, layer);
                sizes::move_number(&mut changed, number, &areas, &mut self.rng)
            }
            Some(Step::Sums { digit, .. }) => {
                let other = self.rng.random_range(1..=9);
                let board = Board::unground(self.page.clone(), givens.clone())?;
                let is_changed = sums::redraw(&board, &mut solution, digit, near, other);
                self.number(&mut changed, &solution)?;
                is_changed
            }
            Some(_) => self.move_room(&mut changed, near),
        };
        // A number may be larger than any that the genre has.
        let board = Board::unground(self.page.clone(), changed.clone()).ok().filter(|_| is_changed);
        match board {
            Some(board) if self.is_right(&board, &solution)? => {}
            _ => return Ok(Change::NotThis),
        }
        if changed.rooms != givens.rooms {
            self.number(&mut changed, &solution)?;
            self.fit(&mut changed, &solution, |at| at == At::Rooms)?;
        }
        Ok(Change::Made(Box::new((changed, solution))))
    }

    /// Lets a cell at or beside one go over to a room beside it; what is given for rooms goes.
    fn move_room(&mut self, givens: &mut Givens, near: usize) -> bool {
        let size = givens.size;
        let Some(rooms) = givens.rooms.clone() else { return false };
        let around: Vec<usize> = rooms::near(size, near).chain([near]).collect();
        let Some(&cell) = around.choose(&mut self.rng) else { return false };
        let beside: Vec<usize> = rooms::near(size, cell).filter(|&to| rooms[to] != rooms[cell]).collect();
        let Some(&to) = beside.choose(&mut self.rng) else { return false };
        let Some(moved) = rooms::moved(size, &rooms, cell, to) else { return false };
        for given in self.page.givens.iter().filter(|given| given.at == At::Rooms) {
            givens.layers.remove(&given.name);
        }
        givens.set_rooms(&moved);
        true
    }

    /// Gives shaded cells of a Hitori other numbers, so that the other solutions that were met so far don't fit, until
    /// there are none.
    fn renumbered(
        &mut self,
        mut givens: Givens,
        solution: Solution,
        number: &str,
        shade: &str,
    ) -> Result<Option<(Givens, Solution)>, Failed> {
        let size = givens.size;
        let shading = |solution: &Solution| solution.flat(shade).into_iter().map(Value::is_yes).collect();
        let own: Vec<bool> = shading(&solution);
        let numbers: Option<Vec<usize>> =
            (0..size.area()).map(|cell| givens.get(number, &[cell])?.parse().ok()).collect();
        let Some(mut numbers) = numbers else { return Ok(None) };
        let mut others: Vec<Vec<bool>> = Vec::new();
        for _ in 0..CHANGES {
            if let Some(stop) = self.limits.reached() {
                return Err(stop.into());
            }
            let known = others.len();
            let board = unique::board(self.page, &givens, self.limits)?;
            let is_told = unique::others(&board, &solution, self.limits, |other| {
                others.push(shading(other));
                true
            })?;
            if !is_told || others.len() == known {
                return Ok(is_told.then_some((givens, solution)));
            }
            latin::renumber(size, &mut numbers, &own, &others, &mut self.rng);
            for (cell, value) in numbers.iter().enumerate() {
                givens.set(number, vec![cell], value.to_string(), NOWHERE);
            }
        }
        Ok(None)
    }

    /// What a solution has in each cell; what it has on a border is that of the first of its cells.
    fn in_cells(&self, solution: &Solution) -> Vec<String> {
        let size = self.wanted.size;
        let mut all = vec![String::new(); size.area()];
        for layer in solution.0.keys() {
            let values = solution.flat(layer);
            let is_cells = values.len() == size.area();
            for (place, value) in values.into_iter().enumerate() {
                let cell = if is_cells { place } else { draw::ends(size, place)[0] };
                all[cell] += &value.text().unwrap_or_default();
                all[cell].push(' ');
            }
        }
        all
    }
}
