//! Reasons why a puzzle is impossible at first sight.

use crate::{
    Fillomino,
    check::{groups, judge},
};

impl Fillomino {
    /// Why the puzzle is impossible at first sight, in words: a group of givens that is too large, one that is shut in
    /// and too small, or a number that the board has no room for.
    #[must_use]
    pub fn contradiction(&self) -> Option<String> {
        let area = self.size.area();
        if let Some(cell) = self.cells().find(|&cell| usize::from(self.given(cell)) > area) {
            return Some(format!("{cell} is {}, but the board has {area} cells", self.given(cell)));
        }
        let groups = groups(self.size, |cell| self.given(cell));
        groups.iter().find_map(|group| judge(self, group).err()).map(|violation| violation.to_string())
    }
}
