use std::{fmt, str::FromStr};

/// A cell of a grid. Row and column count from 0 here and from 1 in its name: `r1c2` is row 0, column 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Row from the top, from 0.
    pub row: u16,
    /// Column from the left, from 0.
    pub col: u16,
}

impl Cell {
    /// The cell in a row and column, both from 0.
    #[must_use]
    pub fn new(row: u16, col: u16) -> Self {
        Cell { row, col }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", u32::from(self.row) + 1, u32::from(self.col) + 1)
    }
}

/// The error for a text that is not the name of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseCellError;

impl fmt::Display for ParseCellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a cell such as r1c2 (row 1, column 2)")
    }
}

impl std::error::Error for ParseCellError {}

impl FromStr for Cell {
    type Err = ParseCellError;

    fn from_str(text: &str) -> Result<Self, ParseCellError> {
        let number = |digits: &str| -> Option<u16> {
            let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
            let number: u32 = if plain { digits.parse().ok()? } else { return None };
            number.checked_sub(1)?.try_into().ok()
        };
        let parts = text.strip_prefix(['r', 'R']).and_then(|rest| rest.split_once(['c', 'C']));
        let cell = parts.and_then(|(row, col)| Some(Cell::new(number(row)?, number(col)?)));
        cell.ok_or(ParseCellError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        assert_eq!("r1c2".parse(), Ok(Cell::new(0, 1)));
        assert_eq!("R10C3".parse(), Ok(Cell::new(9, 2)));
        assert_eq!(Cell::new(u16::MAX, 0).to_string(), "r65536c1");
        assert_eq!("r65536c1".parse(), Ok(Cell::new(u16::MAX, 0)));
        for text in
            ["", "r", "r1", "rc", "r0c1", "r1c0", "r1c+2", "r65537c1", "r1c1c1", "1,2", "r99999999999c1"]
        {
            assert_eq!(text.parse::<Cell>(), Err(ParseCellError), "{text}");
        }
    }
}
