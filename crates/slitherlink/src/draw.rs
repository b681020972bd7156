use jigsat_grid::{Border, Drawing, Ink};

use crate::{Slitherlink, Solution, check::may_be_right};

/// The picture of a puzzle, or of a solution of it (complete, partial or wrong): the numbers between dots, the loop,
/// crosses in a partial solution where it doesn't pass, and marks on numbers that can't be met.
#[must_use]
pub fn draw(puzzle: &Slitherlink, solution: Option<&Solution>) -> Drawing {
    let mut drawing = Drawing::new(puzzle.size);
    drawing.dots();
    if !puzzle.title.is_empty() {
        drawing.title(&puzzle.title);
    }
    if let Some(solution) = solution {
        let is_partial = puzzle.size.edges().any(|edge| solution.get(edge).is_none());
        for edge in puzzle.size.edges() {
            match solution.get(edge) {
                Some(true) => drawing.edge(edge, Border::Thick),
                Some(false) if is_partial => drawing.edge(edge, Border::Crossed),
                _ => {}
            }
        }
    }
    for (cell, number) in puzzle.numbers() {
        let is_wrong = solution.is_some_and(|solution| !may_be_right(puzzle, solution, cell));
        drawing.label(cell, &number.to_string(), if is_wrong { Ink::Wrong } else { Ink::Given });
    }
    drawing
}
