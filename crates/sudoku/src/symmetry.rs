//! The board's symmetries.

use jigsat_grid::{Cell, Size, Symmetry};

use crate::{Solution, Sudoku, UnitKind};

impl Sudoku {
    /// The symmetries of the square that map the puzzle onto itself, including its givens and its variant.
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
    /// The image under a symmetry; cells that the grid lacks are open.
    #[must_use]
    pub fn image(&self, symmetry: Symmetry) -> Solution {
        let side = self.grid.len() as u16;
        let size = Size::new(side, side);
        let mut grid = vec![vec![0; self.grid.len()]; self.grid.len()];
        for cell in size.cells() {
            let to = symmetry.cell(cell, size);
            let digit = self.grid[usize::from(cell.row)].get(usize::from(cell.col));
            grid[usize::from(to.row)][usize::from(to.col)] = digit.copied().unwrap_or(0);
        }
        Solution { grid }
    }
}
