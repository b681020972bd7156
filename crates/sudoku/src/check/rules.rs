use jigsat_grid::Cell;

use super::Clash;
use crate::{Cage, MAX_SIDE, Solution, Sudoku};

/// Whether every row, column and box has every digit, and every clue is kept. Sets are 128-bit masks, and nothing is
/// allocated.
pub(super) fn is_filled_fairly(sudoku: &Sudoku, solution: &Solution) -> bool {
    let side = usize::from(sudoku.side());
    let (box_rows, box_cols) = (usize::from(sudoku.box_size.rows), usize::from(sudoku.box_size.cols));
    if solution.grid.len() != side || solution.grid.iter().any(|row| row.len() != side) {
        return false;
    }
    let all = ((1_u128 << side) - 1) << 1;
    let mut columns = [0_u128; MAX_SIDE as usize];
    for (band, givens) in
        solution.grid.chunks_exact(box_rows).zip(sudoku.givens.chunks_exact(side * box_rows))
    {
        let mut boxes = [0_u128; MAX_SIDE as usize];
        for (digits, givens) in band.iter().zip(givens.chunks_exact(side)) {
            if digits
                .iter()
                .zip(givens)
                .any(|(&digit, &given)| digit > MAX_SIDE || given != 0 && given != digit)
            {
                return false;
            }
            let mut row = 0;
            let stacks = digits.chunks_exact(box_cols).zip(columns.chunks_exact_mut(box_cols));
            for ((digits, columns), in_box) in stacks.zip(&mut boxes) {
                let mut seen = 0;
                for (&digit, column) in digits.iter().zip(columns) {
                    let bit = 1_u128 << digit;
                    seen |= bit;
                    *column |= bit;
                }
                row |= seen;
                *in_box |= seen;
            }
            if row != all {
                return false;
            }
        }
        if boxes[..box_rows].iter().any(|&seen| seen != all) {
            return false;
        }
    }
    columns[..side].iter().all(|&seen| seen == all)
}

/// The first digits that break a rule; empty cells (0) break none.
pub(crate) fn clash(sudoku: &Sudoku, digit: impl Fn(Cell) -> u16 + Copy) -> Option<Clash> {
    lines(sudoku, digit)
        .or_else(|| diagonals(sudoku, digit))
        .or_else(|| sudoku.cages.iter().find_map(|cage| in_cage(sudoku, cage, digit)))
        .or_else(|| moves(sudoku, digit))
        .or_else(|| sudoku.thermometers.iter().find_map(|cells| on_thermometer(cells, digit)))
}

/// Rows, columns, and boxes or regions.
fn lines(sudoku: &Sudoku, digit: impl Fn(Cell) -> u16 + Copy) -> Option<Clash> {
    let side = sudoku.side();
    let mut regions: Vec<Vec<Cell>> = vec![Vec::new(); usize::from(side)];
    for cell in sudoku.size().cells() {
        regions[usize::from(sudoku.region_of(cell))].push(cell);
    }
    for number in 0..side {
        let row = (0..side).map(|col| Cell::new(number, col));
        let column = (0..side).map(|row| Cell::new(row, number));
        let region = regions[usize::from(number)].iter().copied();
        let kind = if sudoku.regions.is_some() { "region" } else { "box" };
        let found = twice(sudoku, &format!("row {}", number + 1), row, digit)
            .or_else(|| twice(sudoku, &format!("column {}", number + 1), column, digit))
            .or_else(|| twice(sudoku, &format!("{kind} {}", number + 1), region, digit));
        if found.is_some() {
            return found;
        }
    }
    None
}

fn diagonals(sudoku: &Sudoku, digit: impl Fn(Cell) -> u16 + Copy) -> Option<Clash> {
    let last = sudoku.side() - 1;
    let main = (0..=last).map(|row| Cell::new(row, row));
    let other = (0..=last).map(|row| Cell::new(row, last - row));
    let name = |from: Cell, to: Cell| format!("the diagonal from {from} to {to}");
    if !sudoku.diagonals {
        return None;
    }
    twice(sudoku, &name(Cell::new(0, 0), Cell::new(last, last)), main, digit)
        .or_else(|| twice(sudoku, &name(Cell::new(0, last), Cell::new(last, 0)), other, digit))
}

fn in_cage(sudoku: &Sudoku, cage: &Cage, digit: impl Fn(Cell) -> u16 + Copy) -> Option<Clash> {
    let first = *cage.cells.iter().min()?;
    let name = format!("the cage at {first}");
    let found = twice(sudoku, &name, cage.cells.iter().copied(), digit);
    if found.is_some() {
        return found;
    }
    let wanted = cage.sum?;
    let sum: u32 = cage.cells.iter().map(|&cell| u32::from(digit(cell))).sum();
    let filled = cage.cells.iter().all(|&cell| digit(cell) != 0);
    let message = if filled && sum != wanted {
        format!("{name} sums to {sum}, not {wanted}")
    } else if !filled && sum >= wanted {
        format!("{name} sums to {sum} before it is full, and should sum to {wanted}")
    } else {
        return None;
    };
    Some(Clash { cells: cage.cells.clone(), message })
}

/// Anti-knight and anti-king; each pair is checked from its upper cell.
fn moves(sudoku: &Sudoku, digit: impl Fn(Cell) -> u16 + Copy) -> Option<Clash> {
    let knight: &[(i32, i32)] = &[(1, -2), (1, 2), (2, -1), (2, 1)];
    let king: &[(i32, i32)] = &[(0, 1), (1, -1), (1, 0), (1, 1)];
    for (applies, moves, piece) in [(sudoku.anti_knight, knight, "knight"), (sudoku.anti_king, king, "king")]
    {
        for cell in sudoku.size().cells().filter(|&cell| applies && digit(cell) != 0) {
            for &(rows, cols) in moves {
                let other = sudoku.size().offset(cell, rows, cols);
                if let Some(other) = other.filter(|&other| digit(other) == digit(cell)) {
                    let both = sudoku.shown(digit(cell));
                    let message = format!("{cell} and {other}, a {piece}'s move apart, are both {both}");
                    return Some(Clash { cells: vec![cell, other], message });
                }
            }
        }
    }
    None
}

fn on_thermometer(cells: &[Cell], digit: impl Fn(Cell) -> u16 + Copy) -> Option<Clash> {
    let filled = || cells.iter().enumerate().filter(|&(_, &cell)| digit(cell) != 0);
    let (first, _) = filled().zip(filled().skip(1)).find(|((at, cell), (then, next))| {
        // Each cell between them takes a digit, too.
        usize::from(digit(**next)) < usize::from(digit(**cell)) + then - at
    })?;
    let (from, to) = (*first.1, *filled().find(|(at, _)| *at > first.0)?.1);
    let (low, high) = (digit(from), digit(to));
    let message = if high > low {
        format!("the thermometer at {} has no room between {from} ({low}) and {to} ({high})", cells[0])
    } else {
        format!("the thermometer at {} does not rise from {from} ({low}) to {to} ({high})", cells[0])
    };
    Some(Clash { cells: vec![from, to], message })
}

// ANCHOR: twice
/// Two cells of a unit with the same digit.
fn twice(
    sudoku: &Sudoku,
    unit: &str,
    cells: impl Iterator<Item = Cell>,
    digit: impl Fn(Cell) -> u16,
) -> Option<Clash> {
    let mut first: [Option<Cell>; MAX_SIDE as usize + 1] = [None; MAX_SIDE as usize + 1];
    for cell in cells {
        let value = digit(cell);
        if value == 0 || value > MAX_SIDE {
            continue;
        }
        if let Some(before) = first[usize::from(value)].replace(cell) {
            let message = format!("{unit} has two {}s, in {before} and {cell}", sudoku.shown(value));
            return Some(Clash { cells: vec![before, cell], message });
        }
    }
    None
}
// ANCHOR_END: twice

#[cfg(test)]
mod tests {
    use jigsat_grid::Size;

    use super::*;

    /// A filled grid whose rows are shifted copies of the first one.
    fn filled(box_size: Size) -> (Sudoku, Solution) {
        let (rows, cols) = (box_size.rows, box_size.cols);
        let side = rows * cols;
        let digit = |row: u16, col: u16| (row % rows * cols + row / rows + col) % side + 1;
        let grid: Vec<Vec<u16>> =
            (0..side).map(|row| (0..side).map(|col| digit(row, col)).collect()).collect();
        let givens = grid.iter().flatten().map(|&digit| if digit % 3 == 0 { digit } else { 0 }).collect();
        (Sudoku::new(box_size, givens), Solution { grid })
    }

    /// The fast check agrees with the rules checked one by one, also for grids with one mistake.
    #[test]
    fn filled_grids() {
        for (rows, cols) in [(1, 1), (2, 2), (2, 3), (3, 2), (3, 3), (4, 5), (10, 10)] {
            let (sudoku, right) = filled(Size::new(rows, cols));
            assert!(is_filled_fairly(&sudoku, &right), "{rows}x{cols}");
            let is_fair = |change: &dyn Fn(&mut Vec<Vec<u16>>)| {
                let mut solution = right.clone();
                change(&mut solution.grid);
                is_filled_fairly(&sudoku, &solution)
            };
            assert!(!is_fair(&|grid| grid.push(grid[0].clone())));
            assert!(!is_fair(&|grid| drop(grid.pop())));
            assert!(!is_fair(&|grid| grid[0].push(1)));
            assert!(!is_fair(&|grid| grid[0][0] = 0));
            assert!(!is_fair(&|grid| grid[0][0] = MAX_SIDE + 1));
            assert!(!is_fair(&|grid| grid[0][0] = u16::MAX));
            if rows > 1 {
                assert!(!is_fair(&|grid| grid[0][0] = grid[0][1]), "a row");
                assert!(!is_fair(&|grid| grid[0].swap(0, 1)), "columns, and perhaps a given");
                assert!(!is_fair(&|grid| grid.swap(0, 1)), "givens");
                assert!(!is_fair(&|grid| grid.swap(0, usize::from(rows))), "boxes");
            }
        }
    }

    /// Rows and columns are right, boxes are not; and the same for boxes and columns.
    #[test]
    fn one_kind_of_unit_is_broken() {
        let box_size = Size::new(2, 3);
        let free = Sudoku::new(box_size, vec![0; 36]);
        let (_, right) = filled(box_size);
        let mut boxes = right.clone();
        boxes.grid.swap(1, 2);
        let mut columns = right.clone();
        columns.grid[0].swap(0, 1);
        let mut rows = right;
        for row in &mut rows.grid {
            row.swap(2, 3);
        }
        for row in 0..2 {
            let (one, other) = (rows.grid[row][0], rows.grid[row + 2][0]);
            (rows.grid[row][0], rows.grid[row + 2][0]) = (other, one);
        }
        for solution in [boxes, columns, rows] {
            assert!(!is_filled_fairly(&free, &solution));
            assert!(clash(&free, |cell| solution.digit(cell)).is_some());
        }
    }

    #[test]
    fn all_moves_of_knight_and_king() {
        let at = |cell: Cell, moved: Cell| move |other: Cell| u16::from(other == cell || other == moved);
        for (anti_knight, distance) in [(true, 5), (false, 1), (false, 2)] {
            let sudoku = Sudoku { anti_knight, anti_king: !anti_knight, ..filled(Size::new(3, 3)).0 };
            let middle = Cell::new(4, 4);
            let away = |cell: &Cell| {
                let (rows, cols) = (cell.row.abs_diff(4), cell.col.abs_diff(4));
                rows * rows + cols * cols == distance
            };
            let found = sudoku.size().cells().filter(away).collect::<Vec<_>>();
            assert_eq!(found.len(), if anti_knight { 8 } else { 4 });
            for other in found {
                let clash = moves(&sudoku, at(middle, other)).expect("they are a move apart");
                assert_eq!(clash.cells, [middle.min(other), middle.max(other)]);
            }
        }
    }
}
