use jigsat_grid::{Cell, Edge, Size};
use jigsat_input::About;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Maximum number of rows and of columns of a board.
pub const MAX_SIDE: u16 = 100;

/// A board with its numbers. A solution is a single loop along edges of cells, without branches or crossings. Each
/// number says how many edges of its cell are on the loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slitherlink {
    /// Rows and columns, 1 to [`MAX_SIDE`] of each.
    pub size: Size,
    /// The clue of each cell, row by row: a number from 0 to 4, or nothing. One for each cell of the board.
    pub clues: Vec<Option<u8>>,
    /// The puzzle's title; may be empty.
    pub title: String,
    /// Where it comes from; may be empty.
    pub source: String,
    /// The catalogue metadata in its file.
    pub about: About,
}

/// A loop, or what is known about it. Each edge is true if it is on the loop, false if it is not, and null if that is
/// open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Solution {
    /// The horizontal edges: those above the cells of each row, then those below the last row.
    pub horizontal: Vec<Vec<Option<bool>>>,
    /// The vertical edges: for each row, those on the left of the cells, then the one on the right of the last cell.
    pub vertical: Vec<Vec<Option<bool>>>,
}

impl Slitherlink {
    /// A board of that size with these numbers.
    ///
    /// # Panics
    ///
    /// If the number of clues is not the number of cells.
    #[must_use]
    pub fn new(size: Size, clues: Vec<Option<u8>>) -> Self {
        assert_eq!(clues.len(), size.area(), "a board of {size} has {} cells", size.area());
        Slitherlink { size, clues, title: String::new(), source: String::new(), about: About::default() }
    }

    /// The number in a cell, if there is one. The board must have that cell.
    #[must_use]
    pub fn clue(&self, cell: Cell) -> Option<u8> {
        self.clues[self.size.index(cell)]
    }

    /// The cells that have a number, with it.
    pub fn numbers(&self) -> impl Iterator<Item = (Cell, u8)> {
        self.size.cells().zip(&self.clues).filter_map(|(cell, &clue)| Some((cell, clue?)))
    }
}

impl Solution {
    /// The solution with this value for each edge of a board.
    pub fn of(size: Size, value: impl Fn(Edge) -> Option<bool>) -> Self {
        let rows = |rows: u16, cols: u16, is_vertical| {
            let edge = |row, col| value(Edge { dot: Cell::new(row, col), is_vertical });
            (0..rows).map(|row| (0..cols).map(|col| edge(row, col)).collect()).collect()
        };
        Solution {
            horizontal: rows(size.rows + 1, size.cols, false),
            vertical: rows(size.rows, size.cols + 1, true),
        }
    }

    /// Whether the loop passes an edge; `None` if that is open, or if the solution has no such edge.
    #[must_use]
    pub fn get(&self, edge: Edge) -> Option<bool> {
        let rows = if edge.is_vertical { &self.vertical } else { &self.horizontal };
        *rows.get(usize::from(edge.dot.row))?.get(usize::from(edge.dot.col))?
    }

    /// Whether it has exactly the edges of a board of that size.
    pub(crate) fn is_of(&self, size: Size) -> bool {
        let has = |rows: &[Vec<Option<bool>>], count: u16, length: u16| {
            rows.len() == usize::from(count) && rows.iter().all(|row| row.len() == usize::from(length))
        };
        has(&self.horizontal, size.rows + 1, size.cols) && has(&self.vertical, size.rows, size.cols + 1)
    }
}
