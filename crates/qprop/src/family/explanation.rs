//! The facts that explanations of models need: sentences about atoms. A model has no board.

use jigsat_cnf::{neg, pos};
use jigsat_grid::Cell;
use jigsat_kit::{Explanation, literal_name};

use super::QpropFamily;
use crate::{Atom, Model};

impl Explanation<QpropFamily> for QpropFamily {
    fn words(&self, puzzle: &Model, atom: Atom, holds: bool) -> Option<String> {
        puzzle.words(atom, holds)
    }

    fn words_of_all(&self, puzzle: &Model, literals: &[(Atom, bool)]) -> Option<Vec<String>> {
        let name = |atom, holds: bool| literal_name(puzzle, if holds { pos(atom) } else { neg(atom) });
        Some(puzzle.words_of_all(literals, &name))
    }

    fn cells(&self, _puzzle: &Model, _atom: Atom) -> Vec<Cell> {
        Vec::new()
    }
}
