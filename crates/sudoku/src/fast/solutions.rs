use super::Grid;

/// The solutions found so far, up to a wanted number of one or two.
#[derive(Clone, Copy)]
pub(super) struct Solutions {
    grids: [Grid; 2],
    count: usize,
    wanted: usize,
}

impl Solutions {
    pub(super) fn new(wanted: usize) -> Self {
        Solutions { grids: [[0; 81]; 2], count: 0, wanted }
    }

    /// Adds one, which must differ from the others.
    pub(super) fn push(&mut self, grid: Grid) {
        self.grids[self.count] = grid;
        self.count += 1;
    }

    pub(super) fn enough(&self) -> bool {
        self.count == self.wanted
    }

    pub(super) fn grids(&self) -> &[Grid] {
        &self.grids[..self.count]
    }
}
