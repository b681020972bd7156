//! Whether the parts of a puzzle fit together.

use std::{error::Error, fmt};

use jigsat_grid::{Cell, Size};

use crate::{Cage, MAX_SIDE, Sudoku};

/// Why a puzzle makes no sense, and which part of it is wrong.
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

/// The box closest to a square for a board of this side, at least two rows high: 2x3 for 6, 3x3 for 9. `None` for
/// primes, 1, and more than [`MAX_SIDE`].
#[must_use]
pub fn default_box(side: usize) -> Option<Size> {
    let side = u16::try_from(side).ok().filter(|&side| side <= MAX_SIDE)?;
    let rows = (2..=side.isqrt()).rev().find(|rows| side.is_multiple_of(*rows))?;
    Some(Size::new(rows, side / rows))
}

impl Sudoku {
    /// Whether all parts fit together: sizes, digits, regions, cages and thermometers. Clues that clash pass
    /// ([`Sudoku::contradiction`] finds them): such a puzzle makes sense, and has no solution.
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
        if self.has_zero
            && (self.cages.iter().any(|cage| cage.sum.is_some()) || !self.thermometers.is_empty())
        {
            let message = format!(
                "found the digits 0 to {}, expected 1 to {side}: cages with sums and thermometers count from 1",
                side - 1
            );
            return Err(invalid("from_zero", message));
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
        // Digits differ, so these are the smallest and the largest sum of this many.
        let (count, side) = (cage.cells.len() as u32, u32::from(self.side()));
        let least = count * (count + 1) / 2;
        let most = count * (2 * side + 1 - count) / 2;
        let Some(sum) = cage.sum.filter(|sum| !(least..=most).contains(sum)) else { return Ok(()) };
        let digits = if count == 1 { "one digit".to_owned() } else { format!("{count} different digits") };
        let range = if least == most { least.to_string() } else { format!("{least} to {most}") };
        let message = format!("found {sum}, expected {range}, the sum of {digits}");
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
