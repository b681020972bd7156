//! Grids of candidates, as Simple Sudoku and `HoDoKu` print them: in each cell a digit, or all digits that it may still have.
//!
//! ```text
//! *--------------------*
//! | 1   23  | 4   23   |
//! ```
//!
//! Only cells with one digit are givens here: in a puzzle with one solution the others follow from them.

use super::cells::{Written, is_blank, is_decoration, written};
use crate::default_box;

/// A board of a grid of candidates.
pub(super) struct Grid {
    pub side: usize,
    pub cells: Vec<Written>,
    /// Number of cells with several candidates.
    pub several: usize,
}

/// Largest side whose digits are one character.
const MOST: usize = 9;

/// Maximum number of lines of such a text, with its frame.
const LINES: usize = 3 * MOST;

/// The board of a text that is exactly one such grid.
pub(super) fn read(text: &str) -> Option<Grid> {
    let is_row =
        |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#') && !is_decoration(line);
    let rows: Vec<&str> = text.lines().filter(is_row).take(LINES).collect();
    let side = rows.len();
    default_box(side).filter(|_| side <= MOST)?;
    let mut grid = Grid { side, cells: Vec::new(), several: 0 };
    for row in rows {
        let words = row.split(is_blank).filter(|word| !word.is_empty());
        for word in words {
            let digits = word.trim_matches(MARKS);
            let is_several = digits.len() > 1;
            let cell = if is_several { Written::Empty } else { written(word, side)? };
            if is_several && !are_candidates(digits, side)
                || matches!(cell, Written::Number(digit) if usize::from(digit) > side)
            {
                return None;
            }
            grid.several += usize::from(is_several);
            grid.cells.push(cell);
        }
        if !grid.cells.len().is_multiple_of(side) {
            return None;
        }
    }
    // A single cell of two digits is more likely a mistake.
    (grid.cells.len() == side * side && grid.several > 1).then_some(grid)
}

/// Signs that people put around candidates to point at them.
const MARKS: &[char] = &['*', '#', '+', '-', '@', '&', '(', ')', '{', '}'];

/// Whether these are different digits of the board in their order.
fn are_candidates(digits: &str, side: usize) -> bool {
    let values: Option<Vec<u32>> = digits.chars().map(|char| char.to_digit(10)).collect();
    values.is_some_and(|values| {
        values.windows(2).all(|pair| pair[0] < pair[1])
            && values.iter().all(|&value| (1..=side as u32).contains(&value))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_values_are_givens() {
        let text = "*-------*\n| 1 23 | 4 23 |\n| 234 4 | 1 2 |\n|------+------|\n| 3 1 | 2 4 |\n| 24* 24 | 3 1 |\n*-------*\n";
        let grid = read(text).expect("it is a grid");
        assert_eq!((grid.side, grid.several), (4, 5));
        let givens = grid.cells.iter().filter(|cell| **cell != Written::Empty).count();
        assert_eq!(givens, 11);
        for other in [
            "1 2\n",
            "53 12\n34 1\n",
            "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n",
            &text.replace("234", "432"),
            &text.replace("23 ", "25 "),
        ] {
            assert!(read(other).is_none(), "{other}");
        }
    }
}
