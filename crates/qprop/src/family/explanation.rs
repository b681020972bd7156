//! What explanations of models need to know: nothing, for a model has no board.

use jigsat_grid::Cell;
use jigsat_kit::Explanation;

use super::QpropFamily;
use crate::{Atom, Model};

impl Explanation<QpropFamily> for QpropFamily {
    fn cells(&self, _puzzle: &Model, _atom: Atom) -> Vec<Cell> {
        Vec::new()
    }
}
