//! The board's symmetries.

use jigsat_grid::Symmetry;

use crate::{Fillomino, Solution};

impl Fillomino {
    /// The symmetries of the rectangle that map the givens onto themselves.
    #[must_use]
    pub fn symmetries(&self) -> Vec<Symmetry> {
        let size = self.size;
        let keeps = |symmetry: &Symmetry| {
            size.cells().all(|cell| self.given(cell) == self.given(symmetry.cell(cell, size)))
        };
        Symmetry::of(size).filter(keeps).collect()
    }

    /// The image of a solution of this puzzle under one of its symmetries.
    #[must_use]
    pub fn image(&self, solution: &Solution, symmetry: Symmetry) -> Solution {
        let mut numbers = vec![0; self.size.area()];
        for cell in self.cells() {
            numbers[self.size.index(symmetry.cell(cell, self.size))] = solution.number(cell);
        }
        Solution::from_numbers(self.size, &numbers)
    }
}
