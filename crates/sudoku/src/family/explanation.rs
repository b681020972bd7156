//! The facts that explanations of Sudoku need.

use jigsat_cnf::{Arg, Formula, GroupRef, Literal, pos};
use jigsat_grid::Cell;
use jigsat_kit::{Blank, Blanks, Explanation, Given, Unit, holding};
use jigsat_solve::{Limits, Stop};

use super::SudokuFamily;
use crate::{Atom, Encoding, Solution, Sudoku};

impl Explanation<SudokuFamily> for SudokuFamily {
    fn literals(
        &self,
        puzzle: &Sudoku,
        _encoding: Encoding,
        solution: &Solution,
    ) -> Option<Vec<Literal<Atom>>> {
        let filled = puzzle.cells().zip(solution.grid.iter().flatten()).filter(|(_, digit)| **digit != 0);
        Some(filled.map(|(cell, &digit)| pos(Atom::Is { cell, digit })).collect())
    }

    fn so_far(&self, puzzle: &Sudoku, known: &[Literal<Atom>]) -> Option<Solution> {
        let side = usize::from(puzzle.side());
        let mut grid: Vec<Vec<u16>> = puzzle.givens.chunks(side).map(<[u16]>::to_vec).collect();
        for atom in holding(known) {
            if let Atom::Is { cell, digit } = atom {
                grid[usize::from(cell.row)][usize::from(cell.col)] = digit;
            }
        }
        Some(Solution { grid })
    }

    fn blanks(&self, puzzle: &Sudoku, _limits: &Limits) -> Result<Vec<Blanks<Atom>>, Stop> {
        let digits = 1..=puzzle.side();
        let blank = |cell| Blank::cell(cell, digits.clone().map(|digit| Atom::Is { cell, digit }).collect());
        let cells = || puzzle.cells().zip(&puzzle.givens);
        let places = cells().filter(|(_, given)| **given == 0).map(|(cell, _)| blank(cell)).collect();
        let givens = cells().filter(|(_, given)| **given != 0);
        let givens =
            givens.map(|(cell, given)| Given::cell(cell, puzzle.shown(*given).to_string())).collect();
        let values = digits.map(|digit| puzzle.shown(digit).to_string()).collect();
        Ok(vec![Blanks { values, places, givens }])
    }

    fn unit(&self, _: &Sudoku, _: &Formula<Atom>, group: GroupRef<'_, Atom>) -> Option<Unit> {
        let unit = |name: String, value: i64| Unit::Value { name, value: value.to_string() };
        match (group.rule().name(), group.args()) {
            ("cell" | "cell-once", &[Arg::Cell(row, col)]) => {
                Some(Unit::Place(Cell::new(row, col).to_string()))
            }
            (
                kind @ ("row" | "column" | "box" | "region" | "diagonal"),
                &[Arg::Number(number), Arg::Number(digit)],
            ) => Some(unit(format!("{kind} {number}"), digit)),
            ("cage-once", &[Arg::Cell(row, col), Arg::Number(digit)]) => {
                Some(unit(format!("the cage at {}", Cell::new(row, col)), digit))
            }
            ("cage-sum", &[Arg::Cell(row, col), Arg::Number(sum)]) => {
                let name = format!("the cage of {sum} at {}", Cell::new(row, col));
                Some(Unit::Other { broken: format!("{name} can't add up"), name })
            }
            _ => None,
        }
    }

    fn placed(&self, puzzle: &Sudoku, atom: Atom) -> Option<[String; 2]> {
        match atom {
            Atom::Is { cell, digit } => Some([cell.to_string(), puzzle.shown(digit).to_string()]),
            Atom::InRow { .. } | Atom::InColumn { .. } => None,
        }
    }

    fn cells(&self, puzzle: &Sudoku, atom: Atom) -> Vec<Cell> {
        puzzle.cells_of(atom)
    }
}
