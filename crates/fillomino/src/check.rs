//! The referee: flood-fills each group and counts its cells, without any notion of variables or clauses.

use jigsat_grid::{Cell, Size};
use jigsat_solve::Violation;

use crate::{Fillomino, Solution, Variant};

/// How complete a solution is that breaks no rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// All cells are filled, so it is a solution.
    Complete,
    /// Some are not.
    Partial {
        /// Number of cells with a number.
        filled: usize,
        /// Number of all cells.
        cells: usize,
    },
}

/// Whether the grid solves the puzzle.
///
/// # Errors
///
/// The first mistake, in words.
pub fn check(puzzle: &Fillomino, solution: &Solution) -> Result<(), Violation> {
    match check_so_far(puzzle, solution)? {
        Progress::Complete => Ok(()),
        Progress::Partial { .. } => {
            let empty = puzzle.cells().find(|&cell| solution.number(cell) == 0);
            Err(Violation::new(empty.map_or_else(String::new, |cell| format!("{cell} is empty"))))
        }
    }
}

/// Whether the grid, with 0 for empty cells, breaks no rule so far: no group is too large, and no group that is too
/// small is shut in. It may still be impossible to complete.
///
/// # Errors
///
/// The first mistake, in words.
pub fn check_so_far(puzzle: &Fillomino, solution: &Solution) -> Result<Progress, Violation> {
    let size = puzzle.size;
    if solution.grid.len() != usize::from(size.rows) {
        return Err(Violation::new(format!("the grid has {} rows, not {}", solution.grid.len(), size.rows)));
    }
    let wrong = |cells: &Vec<u16>| cells.len() != usize::from(size.cols);
    if let Some(row) = solution.grid.iter().position(wrong) {
        let found = solution.grid[row].len();
        return Err(Violation::new(format!("row {} has {found} cells, not {}", row + 1, size.cols)));
    }
    for cell in size.cells() {
        let (number, given) = (solution.number(cell), puzzle.given(cell));
        if number != 0 && given != 0 && number != given {
            return Err(Violation::new(format!("{cell} is {number} but was given as {given}")));
        }
    }
    for group in groups(size, |cell| solution.number(cell)) {
        judge(puzzle, &group)?;
    }
    let filled = solution.numbers().filter(|&number| number != 0).count();
    let cells = size.area();
    Ok(if filled == cells { Progress::Complete } else { Progress::Partial { filled, cells } })
}

pub(crate) fn judge(puzzle: &Fillomino, group: &Group) -> Result<(), Violation> {
    let (first, number, found) = (group.cells[0], group.number, group.cells.len());
    let cells = if found == 1 { "cell" } else { "cells" };
    if found > usize::from(number) {
        return Err(Violation::new(format!("the group of {number}s at {first} has {found} {cells}")));
    }
    if found < usize::from(number) && !group.open {
        return Err(Violation::new(format!("the group of {number}s at {first} has only {found} {cells}")));
    }
    let has_given = || group.cells.iter().any(|&cell| puzzle.given(cell) != 0);
    if puzzle.variant == Variant::Basic && !group.open && !has_given() {
        return Err(Violation::new(format!("the group of {number}s at {first} contains no given")));
    }
    Ok(())
}

/// Connected cells with the same number.
pub(crate) struct Group {
    number: u16,
    /// In the order in which they were found, starting with the first in row order.
    cells: Vec<Cell>,
    /// Whether an empty cell touches it, so that it may grow.
    open: bool,
}

/// The groups of a grid, empty cells left out, in the order of their first cells.
pub(crate) fn groups(size: Size, number_at: impl Fn(Cell) -> u16) -> Vec<Group> {
    let mut seen = vec![false; size.area()];
    let mut groups = Vec::new();
    for start in size.cells() {
        let number = number_at(start);
        if number == 0 || seen[size.index(start)] {
            continue;
        }
        seen[size.index(start)] = true;
        let mut group = Group { number, cells: vec![start], open: false };
        let mut next = 0;
        while let Some(&cell) = group.cells.get(next) {
            next += 1;
            for neighbour in size.neighbours(cell) {
                let other = number_at(neighbour);
                group.open |= other == 0;
                if other == number && !seen[size.index(neighbour)] {
                    seen[size.index(neighbour)] = true;
                    group.cells.push(neighbour);
                }
            }
        }
        groups.push(group);
    }
    groups
}

impl Fillomino {
    /// The cells of a grid of the puzzle's size that break a rule: a number other than the given, or a group that is
    /// too large, or shut in and too small. Empty cells are 0.
    pub(crate) fn wrong_cells(&self, number_at: impl Fn(Cell) -> u16) -> Vec<Cell> {
        let differs = |cell: &Cell| {
            let (number, given) = (number_at(*cell), self.given(*cell));
            number != 0 && given != 0 && number != given
        };
        let mut wrong: Vec<Cell> = self.cells().filter(differs).collect();
        for group in groups(self.size, &number_at) {
            if judge(self, &group).is_err() {
                wrong.extend(group.cells);
            }
        }
        wrong
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A number other than the given one, a group that is too large, and one that is shut in and too small.
    #[test]
    fn wrong_cells_are_those_of_broken_rules() {
        let size = Size::new(1, 4);
        let board = Fillomino::new(size, vec![2, 0, 0, 1]);
        let wrong = |numbers: [u16; 4]| {
            let wrong = board.wrong_cells(|cell| numbers[size.index(cell)]);
            wrong.into_iter().map(|cell| cell.col).collect::<Vec<_>>()
        };
        assert!(wrong([0, 0, 0, 0]).is_empty());
        assert!(wrong([2, 2, 0, 1]).is_empty());
        assert_eq!(wrong([3, 0, 0, 0]), [0]);
        assert_eq!(wrong([2, 2, 2, 0]), [0, 1, 2]);
        assert_eq!(wrong([2, 4, 0, 1]), [0]);
    }
}
