//! Whether a drawing is a level.

use std::{error, fmt};

use jigsat_grid::Cell;

use crate::{Level, Square};

/// Maximum number of rows and of columns of a level.
pub const MAX_SIDE: u16 = 100;

/// Maximum number of goals of a level; there can't be more boxes.
pub const MAX_GOALS: usize = 400;

/// Why a drawing is not a level, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid {
    /// The square; `None` if it is the level as a whole.
    pub cell: Option<Cell>,
    /// What is wrong, in words.
    pub message: String,
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(cell) = self.cell {
            write!(f, "{cell}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl error::Error for Invalid {}

impl Level {
    /// Checks whether it is a level: a player on a free square of a room closed by walls, at least one goal for each
    /// box, and a size within [`MAX_SIDE`] and [`MAX_GOALS`].
    ///
    /// # Errors
    ///
    /// The first requirement that is not met.
    pub fn validate(&self) -> Result<(), Invalid> {
        let whole = |message: String| Err(Invalid { cell: None, message });
        if self.size.rows > MAX_SIDE || self.size.cols > MAX_SIDE {
            return whole(format!("the level is {}, larger than {MAX_SIDE}x{MAX_SIDE}", self.size));
        }
        if self.squares.len() != self.size.area() || !self.size.contains(self.player) {
            return whole("the level's squares don't fit its size".into());
        }
        if matches!(self.square(self.player), Square::Wall | Square::Box | Square::BoxOnGoal) {
            let message = "the player does not stand on floor".into();
            return Err(Invalid { cell: Some(self.player), message });
        }
        let room = self.room();
        let at_edge = |cell: &Cell| self.size.neighbours(*cell).count() < 4;
        let leak = self.size.cells().filter(|&cell| room[self.size.index(cell)]).find(at_edge);
        if let Some(leak) = leak {
            let message = "the level is open: the player can walk out of it here".into();
            return Err(Invalid { cell: Some(leak), message });
        }
        let (boxes, goals) = (self.boxes().count(), self.goals().count());
        if goals > MAX_GOALS {
            return whole(format!("there are {goals} goals, more than {MAX_GOALS}"));
        }
        match self.boxes().nth(goals) {
            Some(surplus) => {
                let number = |count: usize, one: &str, many: &str| match count {
                    0 => format!("no {one}"),
                    1 => format!("1 {one}"),
                    _ => format!("{count} {many}"),
                };
                let (there, goals) = (number(boxes, "box", "boxes"), number(goals, "goal", "goals"));
                let are = if boxes == 1 { "is" } else { "are" };
                let message = format!("there {are} {there} but {goals}: each box needs its own");
                Err(Invalid { cell: Some(surplus), message })
            }
            None => Ok(()),
        }
    }
}
