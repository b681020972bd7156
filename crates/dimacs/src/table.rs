//! The arrangement of the shown variables in pictures.

use jigsat_cnf::Var;
use jigsat_grid::Cell;

use crate::Dimacs;

/// Maximum number of variables in a picture.
pub(crate) const MOST: usize = 400;

/// Maximum width of a table in characters, if no name is longer.
const WIDTH: usize = 84;

/// Number of characters of the longest value with what separates it from the name, and of the brackets of a mark.
const VALUE: usize = ": false".len();
const BRACKETS: usize = 2;

/// Half the height of a row in SVG.
pub(crate) const UNIT: usize = 10;

/// Width of a character in SVG.
pub(crate) const CHARACTER: usize = 8;

/// Rows and columns of a picture of the first variables that are shown, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    /// Number of variables.
    pub variables: usize,
    /// Number of variables in a row.
    pub columns: usize,
    /// Width of a column in characters.
    pub width: usize,
}

impl Table {
    pub fn of(puzzle: &Dimacs) -> Self {
        let variables = puzzle.shown().len().min(MOST);
        let names = puzzle.shown()[..variables].iter();
        let longest = names.map(|&var| puzzle.name_of(var).chars().count()).max().unwrap_or(0);
        let width = longest + VALUE + BRACKETS;
        // As many rows as columns are enough for few variables.
        let square = variables.saturating_sub(1).isqrt() + 1;
        Table { variables, columns: (WIDTH / width).clamp(1, square), width }
    }

    /// The cell of a variable, if the picture shows it.
    pub fn cell(self, puzzle: &Dimacs, var: Var) -> Option<Cell> {
        let place = puzzle.place_of(var).filter(|&place| place < self.variables)?;
        Some(self.at(place))
    }

    /// The cell of the variable at a place.
    pub fn at(self, place: usize) -> Cell {
        Cell::new((place / self.columns) as u16, (place % self.columns) as u16)
    }

    /// The middle of the cell at a place, down and to the right in halves of the height of a row.
    pub fn middle(self, place: usize) -> (u16, u16) {
        let (row, column) = (place / self.columns, place % self.columns);
        let halves = self.column() / UNIT;
        let half = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
        (half(2 * row + 1), half(column * halves + halves / 2))
    }

    /// Width of a column in SVG, a multiple of the height of a row.
    pub fn column(self) -> usize {
        (self.width * CHARACTER).next_multiple_of(2 * UNIT)
    }

    /// The place of the variable in a cell.
    pub fn place(self, cell: Cell) -> Option<usize> {
        let (row, column) = (usize::from(cell.row), usize::from(cell.col));
        let place = row * self.columns + column;
        (column < self.columns && place < self.variables).then_some(place)
    }
}
