use jigsat_grid::{Cell, Symmetry};

use crate::{Solution, Sudoku};

/// What holds each digit at most once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnitKind {
    /// Rows, from the top.
    Row,
    /// Columns, from the left.
    Column,
    /// Boxes row by row, or the regions of a jigsaw in their order.
    Region,
    /// The two diagonals of Sudoku X, none elsewhere.
    Diagonal,
    /// Killer cages; usually smaller than the other units.
    Cage,
}

impl Sudoku {
    /// All digits.
    pub(crate) fn digits(&self) -> impl DoubleEndedIterator<Item = u16> + Clone + use<> {
        1..=self.side()
    }

    /// The cells of each unit of a kind.
    pub(crate) fn units(&self, kind: UnitKind) -> Vec<Vec<Cell>> {
        let side = self.side();
        let line = |cell_at: &dyn Fn(u16) -> Cell| (0..side).map(cell_at).collect();
        match kind {
            UnitKind::Row => (0..side).map(|row| line(&|col| Cell { row, col })).collect(),
            UnitKind::Column => (0..side).map(|col| line(&|row| Cell { row, col })).collect(),
            UnitKind::Region => {
                let mut regions = vec![Vec::new(); usize::from(side)];
                for cell in self.size().cells() {
                    regions[usize::from(self.region(cell))].push(cell);
                }
                regions
            }
            UnitKind::Diagonal if self.diagonals => {
                vec![line(&|i| Cell { row: i, col: i }), line(&|i| Cell { row: i, col: side - 1 - i })]
            }
            UnitKind::Diagonal => Vec::new(),
            UnitKind::Cage => self.cages.iter().map(|cage| cage.cells.clone()).collect(),
        }
    }

    /// The symmetries of the square that map the puzzle onto itself: its givens, and what its variant adds.
    #[must_use]
    pub fn symmetries(&self) -> Vec<Symmetry> {
        Symmetry::ALL.into_iter().filter(|&symmetry| self.is_kept_by(symmetry)).collect()
    }

    fn is_kept_by(&self, symmetry: Symmetry) -> bool {
        let size = self.size();
        let image = |cell: Cell| symmetry.cell(cell, size);
        let set = |cells: &[Cell]| {
            let mut cells = cells.to_vec();
            cells.sort_unstable();
            cells
        };
        let images = |cells: &[Cell]| cells.iter().map(|&cell| image(cell)).collect::<Vec<Cell>>();
        let regions = self.units(UnitKind::Region);
        let known: Vec<Vec<Cell>> = regions.iter().map(|cells| set(cells)).collect();
        size.cells().all(|cell| self.given(cell) == self.given(image(cell)))
            && regions.iter().all(|cells| known.contains(&set(&images(cells))))
            && self.cages.iter().all(|cage| {
                let moved = set(&images(&cage.cells));
                self.cages.iter().any(|other| other.sum == cage.sum && set(&other.cells) == moved)
            })
            && self.thermometers.iter().all(|cells| self.thermometers.contains(&images(cells)))
    }
}

impl Solution {
    /// What it looks like turned or mirrored.
    #[must_use]
    pub fn image(&self, symmetry: Symmetry) -> Solution {
        let side = self.grid.len() as u16;
        let size = jigsat_grid::Size::new(side, side);
        let mut grid = vec![vec![0; self.grid.len()]; self.grid.len()];
        for cell in size.cells() {
            let to = symmetry.cell(cell, size);
            grid[usize::from(to.row)][usize::from(to.col)] =
                self.grid[usize::from(cell.row)][usize::from(cell.col)];
        }
        Solution { grid }
    }
}
