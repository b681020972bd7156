use jigsat_grid::Cell;

use super::Clash;
use crate::{Cage, MAX_SIDE, Solution, Sudoku};

/// Whether every row, column and box has every digit, and every clue is kept.
/// Sets are bits of 128, and nothing is allocated.
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
        .or_else(|| sudoku.cages.iter().find_map(|cage| in_cage(cage, digit)))
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
        let found = twice(&format!("row {}", number + 1), row, digit)
            .or_else(|| twice(&format!("column {}", number + 1), column, digit))
            .or_else(|| twice(&format!("{kind} {}", number + 1), region, digit));
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
    twice(&name(Cell::new(0, 0), Cell::new(last, last)), main, digit)
        .or_else(|| twice(&name(Cell::new(0, last), Cell::new(last, 0)), other, digit))
}

fn in_cage(cage: &Cage, digit: impl Fn(Cell) -> u16 + Copy) -> Option<Clash> {
    let first = *cage.cells.iter().min()?;
    let name = format!("the cage at {first}");
    let found = twice(&name, cage.cells.iter().copied(), digit);
    if found.is_some() {
        return found;
    }
    let sum: u32 = cage.cells.iter().map(|&cell| u32::from(digit(cell))).sum();
    let filled = cage.cells.iter().all(|&cell| digit(cell) != 0);
    let message = if filled && sum != cage.sum {
        format!("{name} sums to {sum}, not {}", cage.sum)
    } else if !filled && sum >= cage.sum {
        format!("{name} sums to {sum} before it is full, and should sum to {}", cage.sum)
    } else {
        return None;
    };
    Some(Clash { cells: cage.cells.clone(), message })
}

/// Anti-knight and anti-king; each pair is looked at from its upper cell.
fn moves(sudoku: &Sudoku, digit: impl Fn(Cell) -> u16 + Copy) -> Option<Clash> {
    let knight: &[(i32, i32)] = &[(1, -2), (1, 2), (2, -1), (2, 1)];
    let king: &[(i32, i32)] = &[(0, 1), (1, -1), (1, 0), (1, 1)];
    for (applies, moves, piece) in [(sudoku.anti_knight, knight, "knight"), (sudoku.anti_king, king, "king")]
    {
        for cell in sudoku.size().cells().filter(|&cell| applies && digit(cell) != 0) {
            for &(rows, cols) in moves {
                let other = sudoku.size().offset(cell, rows, cols);
                if let Some(other) = other.filter(|&other| digit(other) == digit(cell)) {
                    let message =
                        format!("{cell} and {other}, a {piece}'s move apart, are both {}", digit(cell));
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
fn twice(unit: &str, cells: impl Iterator<Item = Cell>, digit: impl Fn(Cell) -> u16) -> Option<Clash> {
    let mut first: [Option<Cell>; MAX_SIDE as usize + 1] = [None; MAX_SIDE as usize + 1];
    for cell in cells {
        let value = digit(cell);
        if value == 0 || value > MAX_SIDE {
            continue;
        }
        if let Some(before) = first[usize::from(value)].replace(cell) {
            let message = format!("{unit} has two {value}s, in {before} and {cell}");
            return Some(Clash { cells: vec![before, cell], message });
        }
    }
    None
}
// ANCHOR_END: twice
