use std::fmt;

/// One of the four directions of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// To the row above.
    Up,
    /// To the next column.
    Right,
    /// To the row below.
    Down,
    /// To the previous column.
    Left,
}

impl Direction {
    /// All four, clockwise from above.
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Right, Direction::Down, Direction::Left];

    /// The change of row and column in a step.
    #[must_use]
    pub fn delta(self) -> (i32, i32) {
        match self {
            Direction::Up => (-1, 0),
            Direction::Right => (0, 1),
            Direction::Down => (1, 0),
            Direction::Left => (0, -1),
        }
    }

    /// The opposite direction.
    #[must_use]
    pub fn opposite(self) -> Self {
        self.clockwise().clockwise()
    }

    /// A quarter turn to the right.
    #[must_use]
    pub fn clockwise(self) -> Self {
        match self {
            Direction::Up => Direction::Right,
            Direction::Right => Direction::Down,
            Direction::Down => Direction::Left,
            Direction::Left => Direction::Up,
        }
    }

    /// A quarter turn to the left.
    #[must_use]
    pub fn counterclockwise(self) -> Self {
        self.clockwise().opposite()
    }
}

impl fmt::Display for Direction {
    /// One letter: `U`, `R`, `D` or `L`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Direction::Up => "U",
            Direction::Right => "R",
            Direction::Down => "D",
            Direction::Left => "L",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_and_opposites_agree_with_the_deltas() {
        for direction in Direction::ALL {
            let (row, col) = direction.delta();
            assert_eq!(direction.opposite().delta(), (-row, -col));
            assert_eq!(direction.clockwise().delta(), (col, -row));
            assert_eq!(direction.counterclockwise().clockwise(), direction);
        }
    }
}
