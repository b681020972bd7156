use jigsat_grid::{Border, Cell, Direction, Drawing, Ink};

use crate::{Fillomino, Solution, Variant};

/// The picture of a puzzle, or of a solution of it (complete, partial or wrong): borders between groups, different
/// looks for clues and found numbers, and marks on groups that break a rule. Text shows a dot in empty cells, and can
/// be read back.
#[must_use]
pub fn draw(puzzle: &Fillomino, solution: Option<&Solution>) -> Drawing {
    let mut drawing = Drawing::new(puzzle.size);
    drawing.empty('.');
    if !puzzle.title.is_empty() {
        drawing.title(&puzzle.title);
    }
    let number = |cell: Cell| {
        let row = solution.and_then(|solution| solution.grid.get(usize::from(cell.row)));
        let found = row.and_then(|row| row.get(usize::from(cell.col))).copied().unwrap_or(0);
        if found == 0 { puzzle.given(cell) } else { found }
    };
    for cell in puzzle.cells() {
        for side in Direction::ALL {
            let other = puzzle.size.step(cell, side).map(number);
            // If a number is missing, nothing is known about a border.
            let same = other.is_some_and(|other| other == number(cell) || other == 0 || number(cell) == 0);
            drawing.border(cell, side, if same { Border::Faint } else { Border::Thick });
        }
    }
    let wrong = puzzle.wrong_cells(number);
    for cell in puzzle.cells().filter(|&cell| number(cell) != 0) {
        let ink = if wrong.contains(&cell) {
            Ink::Wrong
        } else if puzzle.given(cell) == 0 {
            Ink::Deduced
        } else {
            Ink::Given
        };
        drawing.label(cell, &number(cell).to_string(), ink);
    }
    if puzzle.variant == Variant::Basic {
        drawing.note("every group contains a given");
    }
    drawing
}
