//! What explanations of models need to know: sentences about atoms. A model has no board.

use jigsat_grid::Cell;
use jigsat_kit::Explanation;

use super::QpropFamily;
use crate::{Atom, Model};

impl Explanation<QpropFamily> for QpropFamily {
    fn words(&self, puzzle: &Model, atom: Atom, holds: bool) -> Option<String> {
        puzzle.words(atom, holds)
    }

    fn cells(&self, _puzzle: &Model, _atom: Atom) -> Vec<Cell> {
        Vec::new()
    }
}
