//! The candidates that the givens leave open, by the simplest steps of human solvers.

use jigsat_cnf::Interrupt;
use jigsat_grid::Cell;

use crate::{Sudoku, UnitKind};

/// For each cell the digits that naked singles, hidden singles and locked candidates do not rule out.
#[derive(Clone, Debug)]
pub(crate) struct Candidates {
    side: usize,
    /// A bit set for each cell, digit d at bit d - 1.
    open: Vec<u128>,
}

impl Candidates {
    /// Starts with everything open except the givens, and continues until nothing changes. Sound: excluded candidates
    /// are in no solution. If a puzzle has no solution, some cell may end up empty. If interrupted, more candidates
    /// stay open.
    pub(crate) fn of(puzzle: &Sudoku, interrupt: &Interrupt) -> Self {
        let side = usize::from(puzzle.side());
        let all = u128::MAX >> (128 - side);
        let mut state = Candidates { side, open: vec![all; side * side] };
        let peers = Peers::of(puzzle);
        let mut queue: Vec<usize> = Vec::new();
        for cell in puzzle.cells() {
            let index = state.index(cell);
            if puzzle.givens[index] != 0 {
                state.open[index] = 1 << (puzzle.givens[index] - 1);
                queue.push(index);
            }
        }
        let units: Vec<Vec<usize>> = [UnitKind::Row, UnitKind::Column, UnitKind::Region, UnitKind::Diagonal]
            .iter()
            .flat_map(|&kind| puzzle.units(kind))
            .map(|cells| cells.iter().map(|&cell| state.index(cell)).collect())
            .collect();
        let lines = [UnitKind::Row, UnitKind::Column].map(|kind| puzzle.units(kind));
        loop {
            state.naked_singles(&mut queue, &peers);
            // Each round checks each cell for each unit, and for each line and region against the others.
            if interrupt.step(side * side * side).is_err() {
                return state;
            }
            for unit in &units {
                state.hidden_singles(unit, &mut queue);
            }
            let mut changed = !queue.is_empty();
            if !changed {
                for lines in &lines {
                    changed |= state.locked(puzzle, lines, &mut queue);
                }
            }
            if !changed {
                return state;
            }
        }
    }

    /// Whether the cell may have the digit.
    pub(crate) fn has(&self, cell: Cell, digit: u16) -> bool {
        self.open[self.index(cell)] >> (digit - 1) & 1 == 1
    }

    fn index(&self, cell: Cell) -> usize {
        usize::from(cell.row) * self.side + usize::from(cell.col)
    }

    /// Removes each digit that was just placed from the cells that see it.
    fn naked_singles(&mut self, queue: &mut Vec<usize>, peers: &Peers) {
        while let Some(index) = queue.pop() {
            let digit = self.open[index];
            if !digit.is_power_of_two() {
                continue;
            }
            for &peer in peers.of_cell(index) {
                if self.open[peer] & digit != 0 {
                    self.open[peer] &= !digit;
                    if self.open[peer].is_power_of_two() {
                        queue.push(peer);
                    }
                }
            }
        }
    }

    /// Places each digit that has only one cell in a unit.
    fn hidden_singles(&mut self, unit: &[usize], queue: &mut Vec<usize>) {
        if unit.len() < self.side {
            return;
        }
        let (mut once, mut twice) = (0, 0);
        for &index in unit {
            twice |= once & self.open[index];
            once |= self.open[index];
        }
        for &index in unit {
            let hidden = self.open[index] & once & !twice;
            if hidden.is_power_of_two() && self.open[index] != hidden {
                self.open[index] = hidden;
                queue.push(index);
            }
        }
    }
}

impl Candidates {
    /// If a digit of a region has places in one line only, excludes it from the rest of the line; and the other way
    /// round.
    fn locked(&mut self, puzzle: &Sudoku, lines: &[Vec<Cell>], queue: &mut Vec<usize>) -> bool {
        let side = self.side;
        // The open digits where a line meets a region.
        let mut meet = vec![0_u128; side * side];
        for (line, cells) in lines.iter().enumerate() {
            for &cell in cells {
                meet[line * side + usize::from(puzzle.region_of(cell))] |= self.open[self.index(cell)];
            }
        }
        let confined = |digits: &mut dyn Iterator<Item = u128>| {
            let (mut once, mut twice) = (0, 0);
            for open in digits {
                twice |= once & open;
                once |= open;
            }
            once & !twice
        };
        let of_line: Vec<u128> =
            (0..side).map(|line| confined(&mut meet[line * side..][..side].iter().copied())).collect();
        let of_region: Vec<u128> =
            (0..side).map(|region| confined(&mut meet.iter().skip(region).step_by(side).copied())).collect();
        // Excluded here: digits that another region has only in this line, or another line only in this region.
        let mut closed = vec![0_u128; side * side];
        for line in 0..side {
            for region in (0..side).filter(|region| meet[line * side + region] != 0) {
                let rivals = (0..side).filter(|&other| other != region);
                let in_line = rivals.fold(0, |all, other| all | meet[line * side + other] & of_region[other]);
                let rivals = (0..side).filter(|&other| other != line);
                let in_region =
                    rivals.fold(0, |all, other| all | meet[other * side + region] & of_line[other]);
                closed[line * side + region] = in_line | in_region;
            }
        }
        let mut changed = false;
        for (line, cells) in lines.iter().enumerate() {
            for &cell in cells {
                let index = self.index(cell);
                let closed = closed[line * side + usize::from(puzzle.region_of(cell))];
                if self.open[index] & closed != 0 {
                    self.open[index] &= !closed;
                    changed = true;
                    if self.open[index].is_power_of_two() {
                        queue.push(index);
                    }
                }
            }
        }
        changed
    }
}

/// The cells that must differ from each cell.
struct Peers {
    of: Vec<Vec<usize>>,
}

impl Peers {
    fn of(puzzle: &Sudoku) -> Self {
        let side = usize::from(puzzle.side());
        let index = |cell: Cell| usize::from(cell.row) * side + usize::from(cell.col);
        let mut of: Vec<Vec<usize>> = vec![Vec::new(); side * side];
        let kinds = [UnitKind::Row, UnitKind::Column, UnitKind::Region, UnitKind::Diagonal, UnitKind::Cage];
        for cells in kinds.iter().flat_map(|&kind| puzzle.units(kind)) {
            for &cell in &cells {
                let others = cells.iter().filter(|&&other| other != cell);
                of[index(cell)].extend(others.map(|&other| index(other)));
            }
        }
        for peers in &mut of {
            peers.sort_unstable();
            peers.dedup();
        }
        Peers { of }
    }

    fn of_cell(&self, index: usize) -> &[usize] {
        &self.of[index]
    }
}
