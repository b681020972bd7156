//! What the givens leave open, by the steps that people begin with.

use jigsat_grid::Cell;

use crate::{Sudoku, UnitKind};

/// For each cell the digits that naked and hidden singles do not rule out.
#[derive(Clone, Debug)]
pub(crate) struct Candidates {
    side: usize,
    /// A bit set for each cell, digit d at bit d - 1.
    open: Vec<u128>,
}

impl Candidates {
    /// Starts with everything open but the givens, and goes on until nothing changes. Sound: what
    /// is ruled out is in no solution. Of a puzzle without solutions some cell may end up empty.
    pub(crate) fn of(puzzle: &Sudoku) -> Self {
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
        loop {
            state.naked_singles(&mut queue, &peers);
            for unit in &units {
                state.hidden_singles(unit, &mut queue);
            }
            if queue.is_empty() {
                return state;
            }
        }
    }

    /// Whether the digit may stand in the cell.
    pub(crate) fn has(&self, cell: Cell, digit: u16) -> bool {
        self.open[self.index(cell)] >> (digit - 1) & 1 == 1
    }

    fn index(&self, cell: Cell) -> usize {
        usize::from(cell.row) * self.side + usize::from(cell.col)
    }

    /// Takes each digit that was just placed from the cells that see it.
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

    /// Places each digit that a unit has in one cell only.
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

/// The cells that may not hold the same digit as a cell.
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
