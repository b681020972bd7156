//! The facts that explanations of Fillomino need.

use jigsat_cnf::{Arg, Formula, GroupRef, Literal, pos};
use jigsat_grid::Cell;
use jigsat_kit::{Blank, Blanks, Explanation, Given, Unit, holding};
use jigsat_solve::{Limits, Stop};

use super::FillominoFamily;
use crate::{Atom, Encoding, Fillomino, MAX_NUMBER, Solution, encode::NUMBER};

/// The largest number that can be filled in by hand: longer lists would take quadratic space on large boards.
const MOST_FILLED_IN: u16 = 200;

impl Explanation<FillominoFamily> for FillominoFamily {
    fn literals(
        &self,
        puzzle: &Fillomino,
        _encoding: Encoding,
        solution: &Solution,
    ) -> Option<Vec<Literal<Atom>>> {
        let filled = puzzle.cells().zip(solution.numbers()).filter(|&(_, number)| number != 0);
        Some(filled.map(|(cell, number)| pos(Atom::Is { cell, number })).collect())
    }

    fn so_far(&self, puzzle: &Fillomino, known: &[Literal<Atom>]) -> Option<Solution> {
        let mut numbers = puzzle.givens.clone();
        for atom in holding(known) {
            if let Atom::Is { cell, number } = atom {
                numbers[puzzle.size.index(cell)] = number;
            }
        }
        Some(Solution::from_numbers(puzzle.size, &numbers))
    }

    /// Numbers above all numbers of these solutions share an atom.
    fn to_explain(&self, puzzle: &Fillomino, solutions: &[&Solution]) -> Option<Fillomino> {
        let known = solutions.iter().flat_map(|solution| solution.numbers());
        let largest = known.chain(puzzle.givens.iter().copied()).max();
        Some(Fillomino { largest_named: largest, ..puzzle.clone() })
    }

    /// Every number that a group may have: at most the number of cells of the board.
    fn blanks(&self, puzzle: &Fillomino, _limits: &Limits) -> Result<Vec<Blanks<Atom>>, Stop> {
        let numbers = 1..=u16::try_from(puzzle.size.area()).unwrap_or(MAX_NUMBER).min(MOST_FILLED_IN);
        let blank =
            |cell| Blank::cell(cell, numbers.clone().map(|number| Atom::Is { cell, number }).collect());
        let cells = || puzzle.cells().zip(&puzzle.givens);
        let places = cells().filter(|(_, given)| **given == 0).map(|(cell, _)| blank(cell)).collect();
        let givens = cells().filter(|(_, given)| **given != 0);
        let givens = givens.map(|(cell, given)| Given::cell(cell, given.to_string())).collect();
        let values = numbers.clone().map(|number| number.to_string()).collect();
        Ok(vec![Blanks { values, places, givens }])
    }

    fn unit(&self, _: &Fillomino, _: &Formula<Atom>, group: GroupRef<'_, Atom>) -> Option<Unit> {
        match (group.rule().name(), group.args()) {
            (name, &[Arg::Cell(row, col)]) if name == NUMBER.name() => {
                Some(Unit::Place(Cell::new(row, col).to_string()))
            }
            _ => None,
        }
    }

    fn placed(&self, _puzzle: &Fillomino, atom: Atom) -> Option<[String; 2]> {
        match atom {
            Atom::Is { cell, number } => Some([cell.to_string(), number.to_string()]),
            Atom::Above { cell, most } => Some([cell.to_string(), format!("more than {most}")]),
            _ => None,
        }
    }

    fn cells(&self, puzzle: &Fillomino, atom: Atom) -> Vec<Cell> {
        puzzle.cells_of(atom)
    }
}
