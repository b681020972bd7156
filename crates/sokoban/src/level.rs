use jigsat_grid::{Cell, Size};

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

    /// A warning about a valid but odd level, in words.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        let (boxes, goals) = (self.boxes().count(), self.goals().count());
        (goals > boxes).then(|| {
            format!("there are {goals} goals for {boxes} boxes: every box must end on a goal, but some goals stay empty")
        })
    }
}
