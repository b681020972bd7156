//! Boards as text, and a referee for the fast engine: shared by its tests and its bench.

use jigsat_sudoku::fast::Grid;

/// Whether every row, column and box has each digit and the givens are kept.
pub fn is_solution(givens: &Grid, grid: &Grid) -> bool {
    let [mut rows, mut columns, mut boxes] = [[0_u16; 9]; 3];
    for (cell, (&digit, &given)) in grid.iter().zip(givens).enumerate() {
        if !(1..=9).contains(&digit) || given != 0 && given != digit {
            return false;
        }
        let (row, column) = (cell / 9, cell % 9);
        rows[row] |= 1 << digit;
        columns[column] |= 1 << digit;
        boxes[row / 3 * 3 + column / 3] |= 1 << digit;
    }
    [rows, columns, boxes].iter().flatten().all(|&digits| digits == 0b11_1111_1110)
}

/// A board from a line of 81 digits or dots.
pub fn board(line: &str) -> Option<Grid> {
    let digits = line.bytes().map(|byte| match byte {
        b'.' => Some(0),
        b'0'..=b'9' => Some(byte - b'0'),
        _ => None,
    });
    digits.collect::<Option<Vec<_>>>()?.try_into().ok()
}
