//! A model or its solution as lines of text.

use jigsat_grid::Lines;

use crate::{Model, Solution};

/// The model's text, or a solution with the atoms of each predicate on a line.
#[must_use]
pub fn draw(model: &Model, solution: Option<&Solution>) -> Lines {
    Lines(match solution {
        Some(solution) => model.by_predicate(solution),
        None => model.items().iter().map(ToString::to_string).collect(),
    })
}
