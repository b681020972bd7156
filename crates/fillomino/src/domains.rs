//! The candidates of each cell, according to what the givens can reach.

use std::collections::BTreeMap;

use jigsat_cnf::{Interrupt, rarely};
use jigsat_grid::Cell;

use crate::{Fillomino, Variant, field::Field};

/// The candidates of each cell: numbers from 1 to `most`, and if larger sizes share a value, also that value, as the
/// number `most + 1`.
#[derive(Clone, Debug)]
pub(crate) struct Domains {
    /// The largest number with a value of its own.
    pub(crate) most: usize,
    /// Whether larger sizes share a value.
    pub(crate) large: bool,
    /// Maximum number of cells in groups without a given.
    pub(crate) room: usize,
    /// By cell, then by number from 1.
    open: Vec<bool>,
}

impl Domains {
    /// All numbers everywhere.
    pub(crate) fn full(cells: usize, most: usize, large: bool) -> Self {
        Domains { most, large, room: cells, open: vec![true; cells * (most + usize::from(large))] }
    }

    /// Number of values.
    pub(crate) fn values(&self) -> usize {
        self.most + usize::from(self.large)
    }

    pub(crate) fn has(&self, cell: usize, number: usize) -> bool {
        (1..=self.values()).contains(&number) && self.open[cell * self.values() + number - 1]
    }

    fn close(&mut self, cell: usize, number: usize) {
        let at = cell * self.values() + number - 1;
        self.open[at] = false;
    }

    /// The candidates of a cell, rising.
    pub(crate) fn of(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        (1..=self.values()).filter(move |&number| self.has(cell, number))
    }

    /// Removes the numbers that the givens rule out: those that would make a group too large, those whose group has no
    /// room, and in the basic variant those that reach no given. A given always stays, even if it has no room. If
    /// interrupted, it removes less.
    pub(crate) fn prune(&mut self, puzzle: &Fillomino, field: &Field, interrupt: &Interrupt) {
        for cell in 0..field.cells() {
            let known = usize::from(puzzle.known(cell));
            for number in (1..=self.values()).filter(|&number| known != 0 && number != known) {
                self.close(cell, number);
            }
            if puzzle.variant == Variant::Basic && self.large {
                self.close(cell, self.most + 1);
            }
        }
        let needs = needs(puzzle);
        self.close_hidden(&needs, field);
        let mut reach = Reach { seen: vec![0; field.cells()], stamp: 0, interrupt };
        loop {
            let mut changed = false;
            let no_more_hidden = self.hidden_cells(&needs, field) == self.room;
            for number in 1..=self.values() {
                let needs_given =
                    puzzle.variant == Variant::Basic || no_more_hidden && needs.contains_key(&number);
                changed |= self.prune_number(puzzle, field, number, needs_given, &mut reach);
                if interrupt.stopped().is_some() {
                    return;
                }
            }
            changed |= self.no_cell_to_spare(&needs, field);
            if !changed {
                return;
            }
        }
    }

    /// A number that is not a given belongs to hidden groups, which have room only in the cells that the groups of the
    /// givens leave.
    fn close_hidden(&mut self, needs: &BTreeMap<usize, usize>, field: &Field) {
        self.room = field.cells().saturating_sub(needs.values().sum());
        for number in (self.room + 1..=self.values()).filter(|number| !needs.contains_key(number)) {
            (0..field.cells()).for_each(|cell| self.close(cell, number));
        }
    }

    /// Whether a cell may have one of the given numbers.
    fn may_be_given(&self, needs: &BTreeMap<usize, usize>, cell: usize) -> bool {
        needs.keys().any(|&number| self.has(cell, number))
    }

    /// Minimum number of cells in hidden groups: cells that can't have a given number.
    fn hidden_cells(&self, needs: &BTreeMap<usize, usize>, field: &Field) -> usize {
        (0..field.cells()).filter(|&cell| !self.may_be_given(needs, cell)).count()
    }

    /// If the groups of the givens of a number need all cells that may have it, these cells have it. If the cells that
    /// must be in hidden groups take all the room for these, the other cells are in groups of givens.
    fn no_cell_to_spare(&mut self, needs: &BTreeMap<usize, usize>, field: &Field) -> bool {
        let mut surplus: Vec<(usize, usize)> = Vec::new();
        for (&number, &needed) in needs {
            let open: Vec<usize> = (0..field.cells()).filter(|&cell| self.has(cell, number)).collect();
            if open.len() == needed {
                let others = |cell| {
                    (1..=self.values()).filter(move |&other| other != number).map(move |other| (cell, other))
                };
                surplus.extend(open.into_iter().flat_map(others));
            }
        }
        if self.hidden_cells(needs, field) == self.room {
            let hidden = |cell| {
                let numbers = (1..=self.values()).filter(|number| !needs.contains_key(number));
                numbers.map(move |number| (cell, number))
            };
            surplus
                .extend((0..field.cells()).filter(|&cell| self.may_be_given(needs, cell)).flat_map(hidden));
        }
        surplus.retain(|&(cell, number)| self.has(cell, number));
        for &(cell, number) in &surplus {
            self.close(cell, number);
        }
        !surplus.is_empty()
    }

    fn prune_number(
        &mut self,
        puzzle: &Fillomino,
        field: &Field,
        number: usize,
        needs_given: bool,
        reach: &mut Reach<'_>,
    ) -> bool {
        let given = |cell: usize| usize::from(puzzle.givens[cell]) == number;
        let is_known = |cell: usize| usize::from(puzzle.known(cell)) == number;
        let mut known = vec![usize::MAX; field.cells()];
        let known_groups = field.components(|cell| is_known(cell).then_some(()));
        for (index, group) in known_groups.iter().enumerate() {
            for &cell in group {
                known[cell] = index;
            }
        }
        let mut changed = false;
        for cell in 0..field.cells() {
            if reach.interrupt.step(1).is_err() {
                return false;
            }
            if is_known(cell) || !self.has(cell, number) {
                continue;
            }
            let mut group = vec![cell];
            let mut joined: Vec<usize> =
                field.around(cell).map(|other| known[other]).filter(|&index| index != usize::MAX).collect();
            joined.sort_unstable();
            joined.dedup();
            group.extend(joined.iter().flat_map(|&index| &known_groups[index]));
            let fits = if number > self.most {
                reach.has(field, group, usize::MAX, number, |cell| self.has(cell, number), |_| true)
            } else {
                group.len() <= number && {
                    let steps = number - group.len();
                    let found = |cell| !needs_given || given(cell);
                    reach.has(field, group, steps, number, |cell| self.has(cell, number), found)
                }
            };
            if !fits {
                self.close(cell, number);
                changed = true;
            }
        }
        changed
    }
}

/// The given numbers, and the minimum number of cells that their groups need.
fn needs(puzzle: &Fillomino) -> BTreeMap<usize, usize> {
    let mut givens: BTreeMap<usize, Vec<Cell>> = BTreeMap::new();
    for cell in puzzle.cells().filter(|&cell| puzzle.given(cell) != 0) {
        givens.entry(puzzle.given(cell).into()).or_default().push(cell);
    }
    rarely::map(givens.into_iter().map(|(number, cells)| (number, number * least_groups(number, &cells))))
}

/// Minimum number of groups that contain these givens of a number: one for each of those that are pairwise too far
/// apart for one group, and enough for all.
fn least_groups(number: usize, givens: &[Cell]) -> usize {
    let steps = |a: Cell, b: Cell| usize::from(a.row.abs_diff(b.row) + a.col.abs_diff(b.col));
    let mut apart: Vec<Cell> = Vec::new();
    for &cell in givens {
        if apart.iter().all(|&other| steps(cell, other) >= number) {
            apart.push(cell);
        }
    }
    apart.len().max(givens.len().div_ceil(number))
}

/// Buffers for breadth-first searches.
struct Reach<'i> {
    seen: Vec<u32>,
    stamp: u32,
    /// Counts the visited cells.
    interrupt: &'i Interrupt,
}

impl Reach<'_> {
    /// Whether, starting from a set of cells and within this many steps over open cells, there are `wanted` cells
    /// (including the set) and at least one of the cells looked for.
    fn has(
        &mut self,
        field: &Field,
        from: Vec<usize>,
        mut steps: usize,
        wanted: usize,
        open: impl Fn(usize) -> bool,
        looked_for: impl Fn(usize) -> bool,
    ) -> bool {
        self.stamp += 1;
        let mut found = from.iter().any(|&cell| looked_for(cell));
        for &cell in &from {
            self.seen[cell] = self.stamp;
        }
        let mut cells = from;
        let mut begin = 0;
        while steps > 0 && begin < cells.len() && !(found && cells.len() >= wanted) {
            let end = cells.len();
            for index in begin..end {
                for other in field.around(cells[index]) {
                    if self.seen[other] != self.stamp && open(other) {
                        self.seen[other] = self.stamp;
                        found |= looked_for(other);
                        cells.push(other);
                    }
                }
            }
            begin = end;
            steps -= 1;
        }
        let _ = self.interrupt.step(cells.len());
        found && cells.len() >= wanted
    }
}

#[cfg(test)]
mod tests {
    use jigsat_grid::Size;

    use super::*;

    fn of(puzzle: &Fillomino, cell: usize) -> Vec<usize> {
        let most = usize::from(puzzle.largest_given());
        let mut domains = Domains::full(puzzle.size.area(), most, most < puzzle.size.area());
        domains.prune(puzzle, &Field::new(puzzle.size), &Interrupt::default());
        domains.of(cell).collect()
    }

    #[test]
    fn a_group_takes_all_that_it_needs() {
        let puzzle = Fillomino::new(Size::new(1, 7), vec![4, 0, 0, 0, 1, 0, 0]);
        assert_eq!(of(&puzzle, 1), [4]);
        assert_eq!(of(&puzzle, 3), [4]);
        assert_eq!(of(&puzzle, 5), [2]);
    }

    /// Behind the 3s are three cells for hidden groups, which leaves no room for others: all cells before are 5 or 4.
    #[test]
    fn hidden_groups_have_no_more_cells_than_are_left() {
        let puzzle = Fillomino::new(Size::new(3, 5), vec![5, 0, 0, 3, 0, 0, 0, 0, 3, 0, 0, 0, 4, 3, 0]);
        for cell in [1, 2, 5, 6, 7, 10, 11] {
            assert_eq!(of(&puzzle, cell), [4, 5], "cell {cell}");
        }
        assert_eq!(of(&puzzle, 9), [1, 2]);
    }
}
