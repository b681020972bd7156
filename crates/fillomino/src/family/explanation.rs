//! What explanations of Fillomino need to know.

use jigsat_cnf::{Literal, pos};
use jigsat_grid::Cell;
use jigsat_kit::{Explanation, holding};

use super::FillominoFamily;
use crate::{Atom, Encoding, Fillomino, Solution};

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

    /// Numbers that are larger than all of these share an atom.
    fn to_explain(&self, puzzle: &Fillomino, solutions: &[&Solution]) -> Option<Fillomino> {
        let known = solutions.iter().flat_map(|solution| solution.numbers());
        let largest = known.chain(puzzle.givens.iter().copied()).max();
        Some(Fillomino { largest_named: largest, ..puzzle.clone() })
    }

    fn cells(&self, puzzle: &Fillomino, atom: Atom) -> Vec<Cell> {
        puzzle.cells_of(atom)
    }
}
