use std::{error::Error, fmt};

use jigsat_grid::{Cell, Size};
use serde::{Deserialize, Serialize};

/// The longest side of a board: 10x10 boxes.
pub const MAX_SIDE: u16 = 100;

/// A Sudoku: a square board whose side is the number of cells of a box. Each row, column and box
/// (or region) has each digit from 1 to the side once; variants add rules.
///
/// The fields are open, so what is built by hand should pass [`Sudoku::validate`]; what is parsed has passed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sudoku {
    /// The puzzle's name.
    pub title: Option<String>,
    /// Where it comes from.
    pub source: Option<String>,
    /// Rows and columns of a box.
    pub box_size: Size,
    /// The clues row by row, 0 where there is none.
    pub givens: Vec<u16>,
    /// Both diagonals have each digit once, too (Sudoku X).
    pub diagonals: bool,
    /// Jigsaw: the region of each cell, row by row and from 0, instead of the boxes.
    pub regions: Option<Vec<u16>>,
    /// Killer: groups of cells with a sum, in which digits differ.
    pub cages: Vec<Cage>,
    /// Cells a knight's move apart differ.
    pub anti_knight: bool,
    /// Cells that touch at a corner or edge differ.
    pub anti_king: bool,
    /// Lines of cells, along each of which digits rise from the bulb on.
    pub thermometers: Vec<Vec<Cell>>,
}

/// A cage of a killer Sudoku.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cage {
    /// Its cells; their digits differ.
    pub cells: Vec<Cell>,
    /// The sum of its digits.
    pub sum: u32,
}

/// A filled grid, or a partly filled one with 0 for empty cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Solution {
    /// The digits, row by row.
    pub grid: Vec<Vec<u16>>,
}

/// Why a puzzle makes no sense, and which part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid {
    /// The part, such as `cages[3].cells[1]`.
    pub path: String,
    /// What is wrong with it.
    pub message: String,
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.message)
    }
}

impl Error for Invalid {}

/// The most square box of a board of this side, at least two rows high: 2x3 for 6, 3x3 for 9.
/// `None` for primes, 1, and more than [`MAX_SIDE`].
#[must_use]
pub fn default_box(side: usize) -> Option<Size> {
    let side = u16::try_from(side).ok().filter(|&side| side <= MAX_SIDE)?;
    let rows = (2..=side.isqrt()).rev().find(|rows| side.is_multiple_of(*rows))?;
    Some(Size::new(rows, side / rows))
}

impl Sudoku {
    /// A classic board without clues. The box must have 1 to [`MAX_SIDE`] cells.
    #[must_use]
    pub fn empty(box_size: Size) -> Self {
        assert!((1..=usize::from(MAX_SIDE)).contains(&box_size.area()), "no box has {box_size} cells");
        Sudoku {
            title: None,
            source: None,
            box_size,
            givens: vec![0; box_size.area() * box_size.area()],
            diagonals: false,
            regions: None,
            cages: Vec::new(),
            anti_knight: false,
            anti_king: false,
            thermometers: Vec::new(),
        }
    }

    /// The number of rows, of columns and of digits.
    #[must_use]
    pub fn side(&self) -> u16 {
        self.box_size.rows * self.box_size.cols
    }

    /// The size of the board.
    #[must_use]
    pub fn size(&self) -> Size {
        Size::new(self.side(), self.side())
    }

    /// The clue in a cell, 0 if there is none.
    #[must_use]
    pub fn given(&self, cell: Cell) -> u16 {
        self.givens[self.size().index(cell)]
    }

    /// The jigsaw region of a cell, or else its box, both from 0; boxes are counted row by row.
    #[must_use]
    pub fn region(&self, cell: Cell) -> u16 {
        if let Some(regions) = &self.regions {
            return regions[self.size().index(cell)];
        }
        let Size { rows, cols } = self.box_size;
        cell.row / rows * (self.side() / cols) + cell.col / cols
    }

    /// Whether there are but rows, columns and boxes.
    #[must_use]
    pub fn is_classic(&self) -> bool {
        let extra = self.diagonals || self.anti_knight || self.anti_king || self.regions.is_some();
        !extra && self.cages.is_empty() && self.thermometers.is_empty()
    }

    /// Whether all parts fit together: sizes, digits, regions, cages and thermometers. Clues that clash are
    /// no matter of this ([`Sudoku::clash`]): such a puzzle makes sense, and has no solution.
    ///
    /// # Errors
    ///
    /// The first part that does not fit.
    pub fn validate(&self) -> Result<(), Invalid> {
        if !(1..=usize::from(MAX_SIDE)).contains(&self.box_size.area()) {
            let side = self.box_size.area();
            let message =
                format!("a board of {side}x{side} is too large, expected at most {MAX_SIDE}x{MAX_SIDE}");
            return Err(invalid("box", message));
        }
        let (side, area) = (self.side(), self.size().area());
        if self.givens.len() != area {
            return Err(invalid("grid", format!("found {} cells, expected {area}", self.givens.len())));
        }
        if let Some(index) = self.givens.iter().position(|&digit| digit > side) {
            let (cell, digit) = (self.size().cell(index), self.givens[index]);
            return Err(invalid("grid", format!("{cell} is {digit}, expected at most {side}")));
        }
        if let Some(regions) = &self.regions {
            self.validate_regions(regions)?;
        }
        for (number, cage) in self.cages.iter().enumerate() {
            self.validate_cage(cage, &format!("cages[{number}]"))?;
        }
        for (number, cells) in self.thermometers.iter().enumerate() {
            self.validate_thermometer(cells, &format!("thermometers[{number}]"))?;
        }
        Ok(())
    }

    fn validate_regions(&self, regions: &[u16]) -> Result<(), Invalid> {
        if regions.len() != self.size().area() {
            let found = format!("found {} cells, expected {}", regions.len(), self.size().area());
            return Err(invalid("regions", found));
        }
        let side = self.side();
        if let Some(region) = regions.iter().find(|&&region| region >= side) {
            return Err(invalid("regions", format!("found region {}, expected {side} regions", region + 1)));
        }
        let count = |number: &u16| regions.iter().filter(|&region| region == number).count();
        match (0..side).map(|number| (number, count(&number))).find(|(_, cells)| *cells != usize::from(side))
        {
            Some((number, cells)) => {
                Err(invalid("regions", format!("region {} has {cells} cells, expected {side}", number + 1)))
            }
            None => Ok(()),
        }
    }

    fn validate_cage(&self, cage: &Cage, path: &str) -> Result<(), Invalid> {
        self.validate_cells(&cage.cells, &format!("{path}.cells"))?;
        // Different digits: the smallest and the largest so many.
        let (count, side) = (cage.cells.len() as u32, u32::from(self.side()));
        let least = count * (count + 1) / 2;
        let most = count * (2 * side + 1 - count) / 2;
        if (least..=most).contains(&cage.sum) {
            return Ok(());
        }
        let cells = if count == 1 { "1 cell sums".to_owned() } else { format!("{count} cells sum") };
        let message =
            format!("found {}, but a cage of {cells} to {least} at least and {most} at most", cage.sum);
        Err(invalid(&format!("{path}.sum"), message))
    }

    fn validate_thermometer(&self, cells: &[Cell], path: &str) -> Result<(), Invalid> {
        self.validate_cells(cells, path)?;
        for (number, pair) in cells.windows(2).enumerate() {
            if pair[0].row.abs_diff(pair[1].row) > 1 || pair[0].col.abs_diff(pair[1].col) > 1 {
                let message = format!("{} does not touch {}, the cell before it", pair[1], pair[0]);
                return Err(invalid(&format!("{path}[{}]", number + 1), message));
            }
        }
        Ok(())
    }

    /// One to n different cells of the board.
    fn validate_cells(&self, cells: &[Cell], path: &str) -> Result<(), Invalid> {
        let side = self.side();
        if cells.is_empty() {
            return Err(invalid(path, "found no cells".to_owned()));
        }
        for (number, cell) in cells.iter().enumerate() {
            let path = format!("{path}[{number}]");
            if !self.size().contains(*cell) {
                return Err(invalid(&path, format!("{cell} is outside of the {side}x{side} board")));
            }
            if cells[..number].contains(cell) {
                return Err(invalid(&path, format!("{cell} is here twice")));
            }
            if number >= usize::from(side) {
                return Err(invalid(&path, format!("found more cells than there are digits ({side})")));
            }
        }
        Ok(())
    }
}

fn invalid(path: &str, message: String) -> Invalid {
    Invalid { path: path.to_owned(), message }
}
