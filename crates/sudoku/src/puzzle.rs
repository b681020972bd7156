use jigsat_grid::{Cell, Size};
use jigsat_input::About;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Maximum side of a board: boxes of 10x10.
pub const MAX_SIDE: u16 = 100;

/// A board with its givens and the rules of its variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sudoku {
    /// The size of a box; the board's side is its rows times its columns.
    pub box_size: Size,
    /// The givens row by row, 0 for an open cell; one for each cell of the board.
    pub givens: Vec<u16>,
    /// Whether people write the largest digit as 0: a board of side 9 then has the digits 0 to 8. Only texts for people
    /// show it; everywhere else that digit is the side.
    pub has_zero: bool,
    /// The puzzle's title; may be empty.
    pub title: String,
    /// Where it comes from; may be empty.
    pub source: String,
    /// The catalogue metadata in its file.
    pub about: About,
    /// Both diagonals hold each digit at most once (Sudoku X).
    pub diagonals: bool,
    /// Jigsaw: the region of each cell from 0, row by row, instead of boxes; each as large as a row.
    pub regions: Option<Vec<u16>>,
    /// Killer: cells that hold different digits, usually of a given sum.
    pub cages: Vec<Cage>,
    /// Cells a knight's move apart differ.
    pub anti_knight: bool,
    /// Cells a king's move apart differ.
    pub anti_king: bool,
    /// Digits increase along each of these lists of cells, starting at the bulb.
    pub thermometers: Vec<Vec<Cell>>,
}

/// A killer cage; it has at least one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cage {
    /// The sum of its digits; `None` if they only have to be different.
    pub sum: Option<u32>,
    /// Its cells, each once.
    pub cells: Vec<Cell>,
}

/// A filled board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Solution {
    /// The digits by row and column; in a partial solution, 0 is an open cell.
    pub grid: Vec<Vec<u16>>,
}

/// The kinds of units, which hold each digit at most once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitKind {
    /// Rows, from the top.
    Row,
    /// Columns, from the left.
    Column,
    /// Boxes row by row, or the regions of a jigsaw in their order.
    Region,
    /// The two diagonals of Sudoku X; none in other puzzles.
    Diagonal,
    /// Killer cages; usually smaller than the other units.
    Cage,
}

impl Sudoku {
    /// A classic board of that box size with these givens.
    #[must_use]
    pub fn new(box_size: Size, givens: Vec<u16>) -> Self {
        Sudoku {
            box_size,
            givens,
            has_zero: false,
            title: String::new(),
            source: String::new(),
            about: About::default(),
            diagonals: false,
            regions: None,
            cages: Vec::new(),
            anti_knight: false,
            anti_king: false,
            thermometers: Vec::new(),
        }
    }

    /// The number of rows, columns, regions and digits.
    #[must_use]
    pub fn side(&self) -> u16 {
        self.box_size.rows * self.box_size.cols
    }

    /// The board as a rectangle.
    #[must_use]
    pub fn size(&self) -> Size {
        Size::new(self.side(), self.side())
    }

    /// All cells, row by row.
    #[must_use]
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + Clone + use<> {
        self.size().cells()
    }

    /// A digit as people write it: 0 for the largest one of a board that has a 0.
    #[must_use]
    pub fn shown(&self, digit: u16) -> u16 {
        if self.has_zero && digit == self.side() { 0 } else { digit }
    }

    /// All digits, from 1.
    #[must_use]
    pub fn digits(&self) -> impl DoubleEndedIterator<Item = u16> + Clone + use<> {
        1..=self.side()
    }

    /// The given of a cell, 0 for an open one.
    #[must_use]
    pub fn given(&self, cell: Cell) -> u16 {
        self.givens[self.size().index(cell)]
    }

    /// Whether it has only the classic rules.
    #[must_use]
    pub fn is_classic(&self) -> bool {
        !self.diagonals
            && self.regions.is_none()
            && self.cages.is_empty()
            && !self.anti_knight
            && !self.anti_king
            && self.thermometers.is_empty()
    }

    /// The box or region of a cell, from 0.
    #[must_use]
    pub fn region_of(&self, cell: Cell) -> u16 {
        if let Some(regions) = &self.regions {
            return regions[self.size().index(cell)];
        }
        let boxes_in_a_row = self.box_size.rows;
        cell.row / self.box_size.rows * boxes_in_a_row + cell.col / self.box_size.cols
    }

    /// The cells of each unit of a kind.
    #[must_use]
    pub fn units(&self, kind: UnitKind) -> Vec<Vec<Cell>> {
        let side = self.side();
        let line = |cell_at: &dyn Fn(u16) -> Cell| (0..side).map(cell_at).collect();
        match kind {
            UnitKind::Row => (0..side).map(|row| line(&|col| Cell { row, col })).collect(),
            UnitKind::Column => (0..side).map(|col| line(&|row| Cell { row, col })).collect(),
            UnitKind::Region => {
                let mut regions = vec![Vec::new(); usize::from(side)];
                for cell in self.cells() {
                    regions[usize::from(self.region_of(cell))].push(cell);
                }
                regions
            }
            UnitKind::Diagonal if self.diagonals => {
                vec![line(&|i| Cell { row: i, col: i }), line(&|i| Cell { row: i, col: side - 1 - i })]
            }
            UnitKind::Diagonal => Vec::new(),
            UnitKind::Cage => self.cages.iter().map(|cage| cage.cells.clone()).collect(),
        }
    }
}
