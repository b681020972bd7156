//! Reasons why a puzzle is impossible at first sight.

use crate::{Clash, Sudoku, check::rules};

impl Sudoku {
    /// Two clues, or the clues of a cage or thermometer, that clash. The puzzle must be valid ([`Sudoku::validate`]).
    #[must_use]
    pub fn contradiction(&self) -> Option<Clash> {
        rules::clash(self, |cell| self.given(cell))
    }
}
