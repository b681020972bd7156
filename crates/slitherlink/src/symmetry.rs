//! The board's symmetries.

use jigsat_grid::Symmetry;

use crate::{Slitherlink, Solution};

impl Slitherlink {
    /// The symmetries of the rectangle that map the numbers onto themselves.
    #[must_use]
    pub fn symmetries(&self) -> Vec<Symmetry> {
        let size = self.size;
        let keeps = |symmetry: &Symmetry| {
            size.cells().all(|cell| self.clue(cell) == self.clue(symmetry.cell(cell, size)))
        };
        Symmetry::of(size).filter(keeps).collect()
    }

    /// The image of a solution of this puzzle under one of its symmetries.
    #[must_use]
    pub fn image(&self, solution: &Solution, symmetry: Symmetry) -> Solution {
        let back = symmetry.inverse();
        Solution::of(self.size, |edge| solution.get(back.edge(edge, self.size)))
    }
}
