//! Which numbers each cell may still have, by what the givens reach.

use std::collections::BTreeMap;

use jigsat_grid::Cell;

use crate::{Fillomino, Variant, field::Field};

/// The candidates of each cell: numbers from 1 to `most`, and where sizes above it share a value, that one too,
/// as the number `most + 1`.
#[derive(Clone, Debug)]
pub(crate) struct Domains {
    /// The largest number that stands for itself.
    pub(crate) most: usize,
    /// Whether larger sizes share a value.
    pub(crate) large: bool,
    /// By cell, then by number from 1.
    open: Vec<bool>,
}

impl Domains {
    /// All numbers everywhere.
    pub(crate) fn full(cells: usize, most: usize, large: bool) -> Self {
        Domains { most, large, open: vec![true; cells * (most + usize::from(large))] }
    }

    /// How many values there are.
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

    /// Takes away what the givens rule out: numbers that would make a group too large, whose group has no room, and in
    /// the basic variant those that reach no given. A given always stays, even where it has no room.
    pub(crate) fn prune(&mut self, puzzle: &Fillomino, field: &Field) {
        for cell in 0..field.cells() {
            let known = usize::from(puzzle.known(cell));
            for number in (1..=self.values()).filter(|&number| known != 0 && number != known) {
                self.close(cell, number);
            }
            if puzzle.variant == Variant::Basic && self.large {
                self.close(cell, self.most + 1);
            }
        }
        self.close_hidden(puzzle, field);
        let mut reach = Reach { seen: vec![0; field.cells()], stamp: 0 };
        loop {
            let mut changed = false;
            for number in 1..=self.values() {
                changed |= self.prune_number(puzzle, field, number, &mut reach);
            }
            if !changed {
                return;
            }
        }
    }

    /// A number that is no given is that of hidden groups, which have room only in the cells that the groups of the
    /// givens leave.
    fn close_hidden(&mut self, puzzle: &Fillomino, field: &Field) {
        let mut givens: BTreeMap<usize, Vec<Cell>> = BTreeMap::new();
        for cell in puzzle.cells().filter(|&cell| puzzle.given(cell) != 0) {
            givens.entry(puzzle.given(cell).into()).or_default().push(cell);
        }
        let taken: usize = givens.iter().map(|(&number, cells)| number * least_groups(number, cells)).sum();
        let room = field.cells().saturating_sub(taken);
        for number in (room + 1..=self.values()).filter(|number| !givens.contains_key(number)) {
            (0..field.cells()).for_each(|cell| self.close(cell, number));
        }
    }

    fn prune_number(&mut self, puzzle: &Fillomino, field: &Field, number: usize, reach: &mut Reach) -> bool {
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
                let needs_given = puzzle.variant == Variant::Basic;
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

/// So many groups at least contain these givens of a number: one for each of those that are pairwise too far apart for
/// one group, and enough for all.
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

/// Memory for searches by breadth.
struct Reach {
    seen: Vec<u32>,
    stamp: u32,
}

impl Reach {
    /// Whether from a set of cells, in so many steps over open cells, there are `wanted` cells, the set included,
    /// and one of them that is looked for.
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
        found && cells.len() >= wanted
    }
}
