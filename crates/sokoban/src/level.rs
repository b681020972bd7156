use std::{error, fmt};

use jigsat_grid::{Cell, Size};

/// Maximum number of rows and of columns of a level.
pub const MAX_SIDE: u16 = 100;

/// Maximum number of goals of a level; there can't be more boxes.
pub const MAX_GOALS: usize = 400;

/// The content of a square, apart from the player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Square {
    /// Nothing.
    #[default]
    Floor,
    /// A wall.
    Wall,
    /// A goal, empty.
    Goal,
    /// A box that must still be brought to a goal.
    Box,
    /// A box on a goal.
    BoxOnGoal,
}

impl Square {
    /// Whether there is a box.
    #[must_use]
    pub fn has_box(self) -> bool {
        matches!(self, Square::Box | Square::BoxOnGoal)
    }

    /// Whether there is a goal.
    #[must_use]
    pub fn is_goal(self) -> bool {
        matches!(self, Square::Goal | Square::BoxOnGoal)
    }
}

/// A level: every box must be pushed onto a goal. See [`Level::validate`] for the requirements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// The drawing's rows and columns.
    pub size: Size,
    /// The squares row by row, one for each of the drawing.
    pub squares: Vec<Square>,
    /// Where the player stands.
    pub player: Cell,
    /// The level's title; may be empty.
    pub title: String,
    /// Notes that came with it, such as its author, a line each.
    pub notes: Vec<String>,
    /// Solutions that came with it.
    pub stored: Vec<Stored>,
}

/// A solution that a file stores with its level; nobody has checked it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The file's name for it, such as `Solution/Pushes`; may be empty.
    pub name: String,
    /// The moves as letters, capitals for pushes.
    pub moves: String,
}

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
    /// The square there; a wall outside of the drawing.
    #[must_use]
    pub fn square(&self, cell: Cell) -> Square {
        if self.size.contains(cell) { self.squares[self.size.index(cell)] } else { Square::Wall }
    }

    /// The cells with a box, row by row.
    pub fn boxes(&self) -> impl Iterator<Item = Cell> + '_ {
        self.size.cells().filter(|&cell| self.square(cell).has_box())
    }

    /// The goals, row by row.
    pub fn goals(&self) -> impl Iterator<Item = Cell> + '_ {
        self.size.cells().filter(|&cell| self.square(cell).is_goal())
    }

    /// Whether every box is on a goal.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        !self.squares.contains(&Square::Box)
    }

    /// Which squares of the drawing the player could visit if there were no boxes.
    #[must_use]
    pub fn room(&self) -> Vec<bool> {
        let mut inside = vec![false; self.size.area()];
        let mut to_visit = vec![self.player];
        inside[self.size.index(self.player)] = true;
        while let Some(cell) = to_visit.pop() {
            for next in self.size.neighbours(cell) {
                let index = self.size.index(next);
                if !inside[index] && self.squares[index] != Square::Wall {
                    inside[index] = true;
                    to_visit.push(next);
                }
            }
        }
        inside
    }

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

    /// A warning about a valid but odd level, in words.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        let (boxes, goals) = (self.boxes().count(), self.goals().count());
        (goals > boxes).then(|| {
            format!("there are {goals} goals for {boxes} boxes: every box must end on a goal, but some goals stay empty")
        })
    }
}
