use jigsat_grid::{Border, Cell, Drawing, Ink, Stroke};

use crate::{Solution, Sudoku};

/// The picture of a puzzle, or of a solution of it (complete, partial or wrong): different looks for clues and found
/// digits, marks on digits that clash, boxes or regions, diagonals, cages and thermometers. Text shows a dot in empty
/// cells, and can be read back; it states the variant in notes below the board.
#[must_use]
pub fn draw(sudoku: &Sudoku, solution: Option<&Solution>) -> Drawing {
    let mut drawing = Drawing::new(sudoku.size());
    drawing.empty('.');
    if !sudoku.title.is_empty() {
        drawing.title(&sudoku.title);
    }
    drawing.regions(|cell| Some(sudoku.region_of(cell)), Border::Thick, Border::Faint);
    let digit = |cell: Cell| {
        let row = solution.and_then(|solution| solution.grid.get(usize::from(cell.row)));
        row.and_then(|row| row.get(usize::from(cell.col))).copied().filter(|&digit| digit != 0)
    };
    let whole = solution.filter(|solution| {
        let side = usize::from(sudoku.side());
        solution.grid.len() == side && solution.grid.iter().all(|row| row.len() == side)
    });
    let clash = whole.map_or_else(|| sudoku.contradiction(), |solution| solution.clash(sudoku));
    let wrong = clash.map_or_else(Vec::new, |clash| clash.cells);
    for cell in sudoku.size().cells() {
        let given = sudoku.given(cell);
        let shown = digit(cell).unwrap_or(given);
        let ink = if wrong.contains(&cell) || given != 0 && shown != given {
            Ink::Wrong
        } else if given == 0 {
            Ink::Deduced
        } else {
            Ink::Given
        };
        if shown != 0 {
            drawing.label(cell, &sudoku.shown(shown).to_string(), ink);
        }
    }
    draw_variants(sudoku, &mut drawing);
    drawing
}

fn draw_variants(sudoku: &Sudoku, drawing: &mut Drawing) {
    let names = |cells: &[Cell]| cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(" ");
    if sudoku.diagonals {
        let last = sudoku.side() - 1;
        let main: Vec<_> = (0..=last).map(|row| Cell::new(row, row)).collect();
        let other: Vec<_> = (0..=last).map(|row| Cell::new(row, last - row)).collect();
        drawing.stroke(&main, Stroke::Diagonal);
        drawing.stroke(&other, Stroke::Diagonal);
        drawing.note("both diagonals have each digit once");
    }
    for cage in &sudoku.cages {
        drawing.outline(&cage.cells, &cage.sum.map_or_else(String::new, |sum| sum.to_string()));
    }
    match lettered(sudoku) {
        Some(notes) => notes.iter().for_each(|note| drawing.note(note)),
        None => {
            for cage in &sudoku.cages {
                let sum = cage.sum.map_or_else(|| "without a sum".to_owned(), |sum| sum.to_string());
                drawing.note(&format!("cage {sum}: {}", names(&cage.cells)));
            }
        }
    }
    if sudoku.anti_knight {
        drawing.note("cells a knight's move apart differ");
    }
    if sudoku.anti_king {
        drawing.note("cells a king's move apart differ");
    }
    for cells in &sudoku.thermometers {
        drawing.stroke(cells, Stroke::Thermometer);
        drawing.note(&format!("thermometer: {}", names(cells)));
    }
}

/// The cages as a board of letters, a line for each row, and the sum of each letter; `None` if there are no cages, too
/// many for the letters, or overlapping ones.
fn lettered(sudoku: &Sudoku) -> Option<Vec<String>> {
    if sudoku.cages.is_empty() {
        return None;
    }
    let mut letters = vec!['.'; sudoku.givens.len()];
    let mut sums: Vec<String> = Vec::new();
    let mut names = ('A'..='Z').chain('a'..='z');
    for cage in &sudoku.cages {
        let name = names.next()?;
        for &cell in &cage.cells {
            let letter = &mut letters[sudoku.size().index(cell)];
            if *letter != '.' {
                return None;
            }
            *letter = name;
        }
        sums.push(cage.sum.map_or_else(|| format!("{name} any sum"), |sum| format!("{name} {sum}")));
    }
    let mut notes = vec!["cages:".to_owned()];
    // The name in front keeps a line from being read as a row of digits.
    for (number, row) in (1..).zip(letters.chunks(usize::from(sudoku.side()))) {
        notes.push(row.iter().fold(format!("r{number:<2}"), |line, letter| line + &format!(" {letter}")));
    }
    notes.extend(sums.chunks(SUMS_IN_A_LINE).map(|sums| sums.join(", ")));
    Some(notes)
}

const SUMS_IN_A_LINE: usize = 8;
