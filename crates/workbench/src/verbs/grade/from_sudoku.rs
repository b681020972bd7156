//! Sudoku puzzles as data of a model.
//!
//! The model gets the constants `box_rows` and `box_columns` and the fact `clue(row, column, digit)`, and shows one
//! predicate with three places: row, column and digit.

use jigsat_qprop::{Data, Model, Solution};

use serde_json::{Map, Value};

use super::Bridge;

/// The bridge from Sudoku.
pub(super) struct FromSudoku;

impl Bridge for FromSudoku {
    type Puzzle = jigsat_sudoku::Sudoku;

    const FAMILY: &'static str = "sudoku";

    fn options() -> Map<String, Value> {
        Map::new()
    }

    fn suits(model: &Model) -> Result<(), String> {
        shown(model).map(|_| ())
    }

    fn data(puzzle: &jigsat_sudoku::Sudoku) -> Result<Data, String> {
        if !puzzle.is_classic() {
            return Err("models are compared only on classic boards, not on variants".into());
        }
        let clues = puzzle.cells().zip(&puzzle.givens).filter(|&(_, &digit)| digit != 0);
        let clues = clues
            .map(|(cell, &digit)| vec![i64::from(cell.row) + 1, i64::from(cell.col) + 1, i64::from(digit)]);
        Ok(Data::default()
            .with_number("box_rows", puzzle.box_size.rows.into())
            .with_number("box_columns", puzzle.box_size.cols.into())
            .with_tuples("clue", clues))
    }

    fn solution(
        puzzle: &jigsat_sudoku::Sudoku,
        model: &Model,
        solution: &Solution,
    ) -> Result<jigsat_sudoku::Solution, String> {
        shown(model)?;
        let side = usize::from(puzzle.side());
        let mut grid = vec![vec![0; side]; side];
        for atom in &solution.holds {
            let args = atom.split_once('(').map_or("", |(_, args)| args).trim_end_matches(')');
            let args: Vec<usize> = args.split(',').filter_map(|arg| arg.parse().ok()).collect();
            let &[row, column, digit] = &args[..] else {
                return Err(format!("{atom} is not a row, column and digit"));
            };
            let cell = grid
                .get_mut(row.wrapping_sub(1))
                .and_then(|cells: &mut Vec<u16>| cells.get_mut(column.wrapping_sub(1)));
            match cell {
                Some(cell) if *cell == 0 => *cell = u16::try_from(digit).unwrap_or(u16::MAX),
                Some(_) => return Err(format!("row {row} column {column} has two digits")),
                None => return Err(format!("{atom} lies outside of the board")),
            }
        }
        Ok(jigsat_sudoku::Solution { grid })
    }

    fn atoms(
        _puzzle: &jigsat_sudoku::Sudoku,
        model: &Model,
        solution: &jigsat_sudoku::Solution,
    ) -> Result<Solution, String> {
        let name = shown(model)?;
        let rows = solution.grid.iter().zip(1..);
        let atoms = rows.flat_map(|(cells, row)| {
            let columns = cells.iter().zip(1..);
            columns.map(move |(digit, column)| format!("{name}({row},{column},{digit})"))
        });
        Ok(Solution::of(atoms.collect()))
    }
}

/// The predicate of row, column and digit.
fn shown(model: &Model) -> Result<&str, String> {
    let shown: Vec<(&str, usize)> = model.shown().collect();
    match shown[..] {
        [(name, 3)] => Ok(name),
        _ => {
            Err("the model must show exactly one predicate of row, column and digit ('show' selects it)"
                .into())
        }
    }
}
