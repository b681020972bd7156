use jigsat_input::{ParseError, Source, from_yaml, yaml_error};
use serde::Deserialize;

use super::{
    cells::{self, Form, Written},
    yaml::{BadDrawing, grid},
};
use crate::{Solution, Sudoku};

/// The parts of the JSON or YAML output of `solve` that matter here; other keys are skipped.
#[derive(Deserialize)]
struct Printed {
    solution: Option<Table>,
    grid: Option<Grid>,
}

/// As [`Solution`]; open cells may be null.
#[derive(Deserialize)]
struct Table {
    grid: Vec<Vec<Option<u16>>>,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "found a grid that is neither rows of digits nor a drawing")]
enum Grid {
    Rows(Vec<Vec<Option<u16>>>),
    Drawing(String),
}

/// Reads a solution of a puzzle, complete or partial, in any format that `solve` prints: a line, numbers between
/// blanks, a drawing with its title and notes, a JSON object (the first of several), or YAML. [`crate::check()`] checks
/// whether it is right.
///
/// # Errors
///
/// A text in none of these formats, of another size, or with a digit that the puzzle doesn't have.
pub fn parse_solution(sudoku: &Sudoku, source: &Source) -> Result<Solution, ParseError> {
    let side = usize::from(sudoku.side());
    let text = source.text();
    let is_yaml = text.lines().any(|line| line.starts_with("grid:") || line.starts_with("solution:"));
    if text.trim_start().starts_with('{') || is_yaml {
        return parse_printed(sudoku, source);
    }
    // Titles, notes and other text around a drawing are not rows.
    let rows: Vec<_> = text.lines().filter_map(|line| row(line, side)).collect();
    let cells = match rows.as_slice() {
        rows if rows.len() == side && rows.iter().all(|row| row.len() == side) => rows.concat(),
        [board] if board.len() == side * side => board.clone(),
        _ => drawn(text, side).map_err(|bad| bad.in_text(source))?,
    };
    Ok(solution(sudoku, &cells))
}

/// The cells of a drawing.
fn drawn(text: &str, side: usize) -> Result<Vec<Written>, BadDrawing> {
    Ok(grid(text, side)?.into_iter().map(|(_, cell)| cell).collect())
}

/// The solution, in the digits of the puzzle.
fn solution(sudoku: &Sudoku, cells: &[Written]) -> Solution {
    let side = sudoku.side();
    let digit = |&cell: &Written| match cell {
        Written::Number(0) if sudoku.has_zero => side,
        Written::Number(digit) => digit,
        Written::Empty => 0,
    };
    let digits: Vec<u16> = cells.iter().map(digit).collect();
    Solution { grid: digits.chunks(side.into()).map(<[u16]>::to_vec).collect() }
}

/// The cells of a line that is a row or a whole board.
fn row(line: &str, side: usize) -> Option<Vec<Written>> {
    [Form::Words, Form::Characters].into_iter().find_map(|form| {
        let cells = cells::read(line, form, side).ok()?;
        (cells.len() == side || cells.len() == side * side).then_some(cells)
    })
}

fn parse_printed(sudoku: &Sudoku, source: &Source) -> Result<Solution, ParseError> {
    let first = source.text().trim_start();
    // JSON has one object per line.
    let printed: Printed = match first.lines().next() {
        Some(line) if line.starts_with('{') && line.trim_end().ends_with('}') => {
            from_yaml(&Source::new(source.name(), line))?
        }
        _ => from_yaml(source)?,
    };
    match (printed.solution, printed.grid) {
        (Some(Table { grid }), _) | (None, Some(Grid::Rows(grid))) => {
            let row = |row: Vec<Option<u16>>| row.into_iter().map(Option::unwrap_or_default).collect();
            Ok(Solution { grid: grid.into_iter().map(row).collect() })
        }
        (None, Some(Grid::Drawing(text))) => {
            let cells = drawn(&text, sudoku.side().into());
            Ok(solution(sudoku, &cells.map_err(|bad| bad.in_yaml(source, "grid"))?))
        }
        (None, None) => {
            Err(yaml_error(source, "", 0, "found no solution").expecting("a key solution or grid"))
        }
    }
}
