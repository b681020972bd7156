use std::{borrow::Cow, fmt, str::FromStr};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use crate::{Cell, Direction};

/// The size of a rectangle of cells: `4x6` is 4 rows of 6 columns. It may be empty. In data it is such a
/// text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Size {
    /// How many rows.
    pub rows: u16,
    /// How many columns.
    pub cols: u16,
}

impl Size {
    /// A rectangle of this many rows and columns.
    #[must_use]
    pub fn new(rows: u16, cols: u16) -> Self {
        Size { rows, cols }
    }

    /// How many cells there are.
    #[must_use]
    pub fn area(self) -> usize {
        usize::from(self.rows) * usize::from(self.cols)
    }

    /// Whether the cell is inside.
    #[must_use]
    pub fn contains(self, cell: Cell) -> bool {
        cell.row < self.rows && cell.col < self.cols
    }

    /// The number of the cell, counted row by row from 0. The cell must be inside.
    #[must_use]
    pub fn index(self, cell: Cell) -> usize {
        debug_assert!(self.contains(cell), "{cell} is outside of {self}");
        usize::from(cell.row) * usize::from(self.cols) + usize::from(cell.col)
    }

    /// The cell with this number, the inverse of [`Size::index`]. The number must be below [`Size::area`].
    #[must_use]
    pub fn cell(self, index: usize) -> Cell {
        debug_assert!(index < self.area(), "cell {index} is outside of {self}");
        let cols = usize::from(self.cols);
        Cell::new((index / cols) as u16, (index % cols) as u16)
    }

    /// All cells, row by row.
    #[must_use]
    pub fn cells(self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + Clone {
        (0..self.area()).map(move |index| self.cell(index))
    }

    /// The cell one step away, if it is inside.
    #[must_use]
    pub fn step(self, from: Cell, direction: Direction) -> Option<Cell> {
        let (rows, cols) = direction.delta();
        self.offset(from, rows, cols)
    }

    /// The cell this many rows and columns away, if it is inside.
    #[must_use]
    pub fn offset(self, from: Cell, rows: i32, cols: i32) -> Option<Cell> {
        let row = i32::from(from.row).checked_add(rows)?.try_into().ok()?;
        let col = i32::from(from.col).checked_add(cols)?.try_into().ok()?;
        let cell = Cell::new(row, col);
        self.contains(cell).then_some(cell)
    }

    /// The cells that share an edge with this one, up to four, clockwise from above.
    pub fn neighbours(self, of: Cell) -> impl Iterator<Item = Cell> {
        Direction::ALL.into_iter().filter_map(move |direction| self.step(of, direction))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

/// The error for a text that is not a size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseSizeError;

impl fmt::Display for ParseSizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a size such as 4x6 (4 rows, 6 columns), each from 1 to 65535")
    }
}

impl std::error::Error for ParseSizeError {}

impl FromStr for Size {
    type Err = ParseSizeError;

    fn from_str(text: &str) -> Result<Self, ParseSizeError> {
        let number = |digits: &str| {
            let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse().ok().filter(|&number: &u16| plain && number > 0)
        };
        let sides = text.split_once(['x', 'X']);
        let size = sides.and_then(|(rows, cols)| Some(Size::new(number(rows)?, number(cols)?)));
        size.ok_or(ParseSizeError)
    }
}

impl From<Size> for String {
    fn from(size: Size) -> Self {
        size.to_string()
    }
}

impl TryFrom<String> for Size {
    type Error = ParseSizeError;

    fn try_from(text: String) -> Result<Self, ParseSizeError> {
        text.parse()
    }
}

impl JsonSchema for Size {
    fn schema_name() -> Cow<'static, str> {
        "Size".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": "^[0-9]+[xX][0-9]+$",
            "description": "Rows and columns, such as 4x6."
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_and_numbers() {
        let size = Size::new(2, 3);
        assert_eq!(size.area(), 6);
        assert!(
            size.cells().enumerate().all(|(index, cell)| size.index(cell) == index && size.contains(cell))
        );
        assert_eq!(size.cells().last(), Some(Cell::new(1, 2)));
        assert_eq!(Size::new(0, 3).cells().count(), 0);
    }

    #[test]
    fn neighbours_stay_inside() {
        let size = Size::new(2, 3);
        let corner: Vec<_> = size.neighbours(Cell::new(0, 0)).collect();
        assert_eq!(corner, [Cell::new(0, 1), Cell::new(1, 0)]);
        assert_eq!(size.neighbours(Cell::new(0, 1)).count(), 3);
        assert_eq!(size.offset(Cell::new(1, 2), i32::MAX, 0), None);
    }

    #[test]
    fn texts() {
        assert_eq!("6x4".parse(), Ok(Size::new(6, 4)));
        assert_eq!(Size::new(6, 4).to_string(), "6x4");
        for text in ["", "x", "6", "6x", "0x4", "6x+4", "6x4x2", "65536x1", "6 x 4"] {
            assert_eq!(text.parse::<Size>(), Err(ParseSizeError), "{text}");
        }
    }

    #[test]
    fn data() {
        assert_eq!(serde_json::to_value(Size::new(6, 4)).unwrap(), "6x4");
        assert_eq!(serde_json::from_value::<Size>("6x4".into()).unwrap(), Size::new(6, 4));
        let error = serde_json::from_value::<Size>("6".into()).unwrap_err().to_string();
        assert_eq!(error, ParseSizeError.to_string());
    }
}
