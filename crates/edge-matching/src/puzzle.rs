use jigsat_cnf::rarely;
use jigsat_grid::{Cell, Direction, Size};
use jigsat_input::About;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Color, Colors};

/// Maximum number of cells of a board: 32x32.
pub const MAX_CELLS: usize = 1024;
/// Maximum number of pieces of a puzzle, including surplus ones.
pub const MAX_PIECES: usize = 2 * MAX_CELLS;
/// Maximum number of colours of a puzzle.
pub const MAX_COLORS: usize = 1000;

/// The sides of a piece in the order of its edges: counter-clockwise from the right.
pub const SIDES: [Direction; 4] = [Direction::Right, Direction::Up, Direction::Left, Direction::Down];

/// The colours of a piece's edges, counter-clockwise from the right.
pub type Edges = [Color; 4];

/// A board, and the pieces that must fill it so that touching edges agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgeMatching {
    /// The puzzle's title; may be empty.
    pub title: String,
    /// Where it comes from; may be empty.
    pub source: String,
    /// The catalogue metadata in its file.
    pub about: About,
    /// The board.
    pub size: Size,
    /// Whether pieces may be rotated.
    pub rotate: bool,
    /// The colours.
    pub colors: Colors,
    /// The colour that all edges at the board's rim must have, if there is one.
    pub frame: Option<Color>,
    /// The pieces, not rotated; at least one for each cell of the board.
    pub pieces: Vec<Edges>,
    /// Pieces whose places are given.
    pub hints: Vec<Hint>,
    /// Whether rotations of an assembly count as one: the formula then has one of each, if the puzzle has a piece that
    /// distinguishes them.
    pub turns_are_one: bool,
}

/// A piece whose place is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The piece's number, from 0.
    pub piece: usize,
    /// Where it lies.
    pub cell: Cell,
    /// The number of quarter turns, counter-clockwise; `None` leaves it open.
    pub rotation: Option<u8>,
}

/// A filled board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Solution {
    /// The pieces on the board, row by row; in a partial solution some cells are missing.
    pub placements: Vec<Placement>,
    /// Number of pairs of touching edges that match, if the best board was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matched: Option<usize>,
    /// Number of pairs of touching edges.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edges: Option<usize>,
    /// The proved upper bound on the number of pairs that match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<usize>,
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Placement {
    /// Row from the top, from 0.
    pub row: u16,
    /// Column from the left, from 0.
    pub col: u16,
    /// The piece's number, from 1.
    pub piece: usize,
    /// Number of counter-clockwise quarter turns: 0 to 3.
    pub rotation: u8,
}

impl EdgeMatching {
    /// A puzzle of these pieces without a frame and hints; pieces may be rotated.
    #[must_use]
    pub fn new(size: Size, colors: Colors, pieces: Vec<Edges>) -> Self {
        EdgeMatching {
            title: String::new(),
            source: String::new(),
            about: About::default(),
            size,
            rotate: true,
            colors,
            frame: None,
            pieces,
            hints: Vec::new(),
            turns_are_one: false,
        }
    }

    /// The number of pieces that will be left over.
    #[must_use]
    pub fn surplus(&self) -> usize {
        self.pieces.len().saturating_sub(self.size.area())
    }

    /// Each pair of cells that touch, the left or upper one first, and the side on which it touches the other.
    pub fn touching(&self) -> impl Iterator<Item = (Cell, Direction, Cell)> {
        let size = self.size;
        let after = move |cell: Cell| {
            let beside = move |side| Some((cell, side, size.step(cell, side)?));
            [Direction::Right, Direction::Down].into_iter().filter_map(beside)
        };
        size.cells().flat_map(after)
    }
}

impl Solution {
    /// A solution of these placements, which are put in order.
    #[must_use]
    pub fn new(mut placements: Vec<Placement>) -> Self {
        rarely::sort_by_key(&mut placements, |placement| (placement.row, placement.col));
        Solution { placements, ..Solution::default() }
    }

    /// The placement in a cell; the first one if there are several.
    #[must_use]
    pub fn at(&self, cell: Cell) -> Option<&Placement> {
        self.placements.iter().find(|placement| placement.cell() == cell)
    }
}

impl Placement {
    /// Where it lies.
    #[must_use]
    pub fn cell(&self) -> Cell {
        Cell::new(self.row, self.col)
    }
}

/// The colour that a piece shows on a side after this many quarter turns: each turn moves on by one edge.
pub(crate) fn shown(edges: Edges, rotation: u8, side: Direction) -> Color {
    let place = SIDES.iter().position(|&other| other == side).unwrap_or_default();
    edges[(place + 4 - usize::from(rotation % 4)) % 4]
}
