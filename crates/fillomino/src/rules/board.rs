//! A board that is being filled, with its groups and their room.

use jigsat_cnf::{Interrupt, rarely};

use crate::{Fillomino, Variant, field::Field};

#[derive(Clone)]
pub(super) struct Board<'p> {
    pub(super) puzzle: &'p Fillomino,
    pub(super) field: std::rc::Rc<Field>,
    /// 0 for an empty cell.
    pub(super) numbers: Vec<u16>,
    /// The numbers that are given, each once, rising.
    pub(super) given: std::rc::Rc<Vec<u16>>,
    /// Stops the reasoning; after that, results about the board mean nothing.
    pub(super) interrupt: Interrupt,
}

/// Connected cells with the same number.
pub(super) struct Group {
    pub(super) number: u16,
    pub(super) cells: Vec<usize>,
}

impl Group {
    pub(super) fn missing(&self) -> usize {
        usize::from(self.number).saturating_sub(self.cells.len())
    }
}

/// The groups of a board, and the group of each cell.
pub(super) struct Groups {
    pub(super) all: Vec<Group>,
    of: Vec<usize>,
}

impl Groups {
    /// The group of a filled cell.
    pub(super) fn of(&self, cell: usize) -> Option<&Group> {
        self.all.get(self.of[cell])
    }

    fn index(&self, cell: usize) -> usize {
        self.of[cell]
    }
}

impl<'p> Board<'p> {
    pub(super) fn new(puzzle: &'p Fillomino, interrupt: Interrupt) -> Self {
        let mut given: Vec<u16> = puzzle.givens.iter().copied().filter(|&number| number != 0).collect();
        rarely::sort(&mut given);
        given.dedup();
        Board {
            puzzle,
            field: Field::new(puzzle.size).into(),
            numbers: puzzle.givens.clone(),
            given: given.into(),
            interrupt,
        }
    }

    pub(super) fn is_empty(&self, cell: usize) -> bool {
        self.numbers[cell] == 0
    }

    pub(super) fn groups(&self) -> Groups {
        let filled = |cell: usize| Some(self.numbers[cell]).filter(|&number| number != 0);
        let mut of = vec![usize::MAX; self.numbers.len()];
        let components = self.field.components(filled);
        let all: Vec<Group> =
            components.into_iter().map(|cells| Group { number: self.numbers[cells[0]], cells }).collect();
        for (index, group) in all.iter().enumerate() {
            for &cell in &group.cells {
                of[cell] = index;
            }
        }
        Groups { all, of }
    }

    /// The cells of the group that an empty cell would be in as `number`: the cell itself first, then the groups that
    /// it joins.
    pub(super) fn joined(&self, groups: &Groups, cell: usize, number: u16) -> Vec<usize> {
        let mut known: Vec<usize> = Vec::new();
        let mut cells = vec![cell];
        for other in self.field.around(cell) {
            let index = groups.index(other);
            if self.numbers[other] == number && !known.contains(&index) {
                known.push(index);
                cells.extend(&groups.all[index].cells);
            }
        }
        cells
    }

    /// Whether a group with these cells of `number` can grow to its size, without the cell `without` if there is one.
    /// It grows over empty cells and over cells with the same number, but not to cells where it would become too large.
    pub(super) fn has_room(
        &self,
        groups: &Groups,
        number: u16,
        cells: &[usize],
        without: Option<usize>,
    ) -> bool {
        self.grows(groups, number, cells, without, |_| true)
    }

    /// As [`Board::has_room`], and the group reaches a cell that is looked for.
    pub(super) fn grows(
        &self,
        groups: &Groups,
        number: u16,
        cells: &[usize],
        without: Option<usize>,
        looked_for: impl Fn(usize) -> bool,
    ) -> bool {
        let size = usize::from(number);
        if cells.len() > size || self.interrupt.step(self.numbers.len()).is_err() {
            return false;
        }
        let mut seen = vec![false; self.numbers.len()];
        let mut reached = cells.to_vec();
        for &cell in cells {
            seen[cell] = true;
        }
        let mut found = cells.iter().any(|&cell| looked_for(cell));
        let mut begin = 0;
        for _ in 0..size - cells.len() {
            if found && reached.len() >= size {
                break;
            }
            let end = reached.len();
            for index in begin..end {
                for other in self.field.around(reached[index]) {
                    let open = self.is_empty(other) && !self.overfills(groups, other, number);
                    if !seen[other] && Some(other) != without && (open || self.numbers[other] == number) {
                        seen[other] = true;
                        found |= looked_for(other);
                        reached.push(other);
                    }
                }
            }
            begin = end;
        }
        found && reached.len() >= size
    }

    /// Whether an empty cell with `number` would make a group too large.
    pub(super) fn overfills(&self, groups: &Groups, cell: usize, number: u16) -> bool {
        let touches = self.field.around(cell).any(|other| self.numbers[other] == number);
        touches && self.joined(groups, cell, number).len() > usize::from(number)
    }

    /// Whether an empty cell can have the number, by a direct check: no group gets too large, none is left without
    /// room, and in the basic variant a given of that number is in reach.
    pub(super) fn allows(&self, groups: &Groups, cell: usize, number: u16) -> bool {
        let joined = self.joined(groups, cell, number);
        let basic = self.puzzle.variant == Variant::Basic;
        let looked_for = |other: usize| !basic || self.puzzle.givens[other] == number;
        self.grows(groups, number, &joined, None, looked_for)
            && !self.field.around(cell).any(|other| {
                groups.of(other).is_some_and(|group| {
                    group.number != number
                        && group.missing() > 0
                        && !self.has_room(groups, group.number, &group.cells, Some(cell))
                })
            })
    }

    /// The numbers that an empty cell can have, rising.
    pub(super) fn candidates(&self, groups: &Groups, cell: usize) -> Vec<u16> {
        if self.puzzle.variant == Variant::Basic {
            return self.allowed(groups, cell, self.given.iter().copied());
        }
        self.allowed(groups, cell, 1..=self.numbers.len() as u16)
    }

    fn allowed(&self, groups: &Groups, cell: usize, numbers: impl Iterator<Item = u16>) -> Vec<u16> {
        let going = numbers.take_while(|_| self.interrupt.stopped().is_none());
        going.filter(|&number| self.allows(groups, cell, number)).collect()
    }

    /// Whether no group is too large or lacks room, and in the basic variant each can still get a given.
    pub(super) fn is_sound(&self, groups: &Groups) -> bool {
        groups.all.iter().all(|group| {
            let basic = self.puzzle.variant == Variant::Basic;
            let looked_for = |cell: usize| !basic || self.puzzle.givens[cell] != 0;
            self.grows(groups, group.number, &group.cells, None, looked_for)
        })
    }
}

#[cfg(test)]
mod tests {
    use jigsat_grid::Size;

    use super::*;

    #[test]
    fn numbers_that_overfill_or_starve_are_dropped() {
        let allows = |givens: [u16; 6], cell, number| {
            let mut puzzle = Fillomino::new(Size::new(2, 3), givens.to_vec());
            puzzle.variant = Variant::Basic;
            let board = Board::new(&puzzle, Interrupt::default());
            board.allows(&board.groups(), cell, number)
        };
        // Between two 2s, a third one is too many; each has another cell to grow to.
        assert!(!allows([2, 0, 2, 0, 0, 0], 1, 2));
        assert!(allows([2, 0, 2, 0, 0, 0], 3, 2));
        // A 3 below the 1 would shut the 2 in.
        assert!(!allows([2, 0, 1, 1, 3, 0], 1, 3));
        assert!(allows([2, 0, 1, 0, 3, 0], 1, 3));
    }
}
