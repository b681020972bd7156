//! What makes a puzzle impossible at first sight.

use crate::{Clash, Sudoku, check::rules};

impl Sudoku {
    /// Two clues, or the clues of a cage or thermometer, that can't stand together. The puzzle must be valid
    /// ([`Sudoku::validate`]).
    #[must_use]
    pub fn contradiction(&self) -> Option<Clash> {
        rules::clash(self, |cell| self.given(cell))
    }
}
