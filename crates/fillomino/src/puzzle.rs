use jigsat_cnf::choice;
use jigsat_grid::{Cell, Size};
use jigsat_input::About;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

/// Maximum number of rows and of columns of a board.
pub const MAX_SIDE: u16 = 100;

/// The largest number: no board has more cells.
pub const MAX_NUMBER: u16 = MAX_SIDE * MAX_SIDE;

/// Which groups a solution may have.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Variant {
    /// All groups, including hidden ones, which contain no given.
    #[default]
    Challenging,
    /// Only groups that contain a given.
    Basic,
}

choice!(Variant);

/// A board with its givens: each cell gets a number, so that every maximal connected group of equal numbers k has
/// exactly k cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fillomino {
    /// Rows and columns, 1 to [`MAX_SIDE`] of each.
    pub size: Size,
    /// The givens row by row, 0 for an open cell; one for each cell of the board. A given may be larger than the board,
    /// up to [`MAX_NUMBER`]: the puzzle is then impossible.
    pub givens: Vec<u16>,
    /// The groups that a solution may have.
    pub variant: Variant,
    /// Numbers that are known to follow from the givens, row by row, 0 for none; or empty. They make formulas smaller.
    pub deduced: Vec<u16>,
    /// The largest number that has an atom of its own in the encoding `lazy`, at least the largest given; larger
    /// numbers then share an atom. If this is `None`, all numbers that fit the board have their own, unless formulas
    /// are pruned.
    pub largest_named: Option<u16>,
    /// The puzzle's title; may be empty.
    pub title: String,
    /// Where it comes from; may be empty.
    pub source: String,
    /// The catalogue metadata in its file.
    pub about: About,
}

/// A filled board.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Solution {
    /// The numbers by row and column; in a partial solution, 0 is an open cell.
    pub grid: Vec<Vec<u16>>,
}

impl Fillomino {
    /// A board of that size with these givens, in the challenging variant.
    ///
    /// # Panics
    ///
    /// If the number of givens is not the number of cells.
    #[must_use]
    pub fn new(size: Size, givens: Vec<u16>) -> Self {
        assert_eq!(givens.len(), size.area(), "a board of {size} has {} cells", size.area());
        Fillomino {
            size,
            givens,
            variant: Variant::default(),
            deduced: Vec::new(),
            largest_named: None,
            title: String::new(),
            source: String::new(),
            about: About::default(),
        }
    }

    /// All cells, row by row.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + Clone + use<> {
        self.size.cells()
    }

    /// The given of a cell, 0 for an open one. The board must have that cell.
    #[must_use]
    pub fn given(&self, cell: Cell) -> u16 {
        self.givens[self.size.index(cell)]
    }

    /// The number of a cell that is given or deduced, 0 for none.
    pub(crate) fn known(&self, cell: usize) -> u16 {
        match self.givens[cell] {
            0 => self.deduced.get(cell).copied().unwrap_or(0),
            given => given,
        }
    }

    /// The largest given, 0 if there is none.
    #[must_use]
    pub fn largest_given(&self) -> u16 {
        self.givens.iter().copied().max().unwrap_or(0)
    }
}

impl Solution {
    /// A solution from the numbers of all cells, row by row: one for each cell.
    #[must_use]
    pub fn from_numbers(size: Size, numbers: &[u16]) -> Self {
        debug_assert_eq!(numbers.len(), size.area());
        Solution { grid: numbers.chunks(usize::from(size.cols).max(1)).map(<[u16]>::to_vec).collect() }
    }

    /// The numbers of all cells, row by row.
    pub fn numbers(&self) -> impl Iterator<Item = u16> {
        self.grid.iter().flatten().copied()
    }

    /// The number in a cell, 0 if it is open or the grid has no such cell.
    #[must_use]
    pub fn number(&self, cell: Cell) -> u16 {
        let row = self.grid.get(usize::from(cell.row));
        row.and_then(|row| row.get(usize::from(cell.col))).copied().unwrap_or(0)
    }

    /// Whether its grid has this size.
    pub(crate) fn is_of(&self, size: Size) -> bool {
        let cols = usize::from(size.cols);
        self.grid.len() == usize::from(size.rows) && self.grid.iter().all(|row| row.len() == cols)
    }
}
