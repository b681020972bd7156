use jigsat_input::{ParseError, Source, from_yaml, yaml_error};
use serde::Deserialize;

use super::{
    cells::{self, Form},
    yaml::grid,
};
use crate::{Solution, Sudoku};

/// The parts of the JSON or YAML output of `solve` that matter here; other keys are skipped.
#[derive(Deserialize)]
struct Printed {
    solution: Option<Solution>,
    grid: Option<Grid>,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "found neither rows of digits nor a drawing")]
enum Grid {
    Rows(Vec<Vec<u16>>),
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
        return parse_printed(source, side);
    }
    // Titles, notes and other text around a drawing are not rows.
    let rows: Vec<_> = text.lines().filter_map(|line| row(line, side)).collect();
    let cells = match rows.as_slice() {
        rows if rows.len() == side && rows.iter().all(|row| row.len() == side) => rows.concat(),
        [board] if board.len() == side * side => board.clone(),
        _ => grid(text, side).map_err(|bad| bad.in_text(source))?,
    };
    Ok(solution(&cells, side))
}

fn solution(cells: &[u16], side: usize) -> Solution {
    Solution { grid: cells.chunks(side).map(<[u16]>::to_vec).collect() }
}

/// The digits of a line that is a row or a whole board.
fn row(line: &str, side: usize) -> Option<Vec<u16>> {
    [Form::Words, Form::Characters].into_iter().find_map(|form| {
        let digits = cells::read(line, form, side).ok()?;
        (digits.len() == side || digits.len() == side * side).then_some(digits)
    })
}

fn parse_printed(source: &Source, side: usize) -> Result<Solution, ParseError> {
    let first = source.text().trim_start();
    // JSON has one object per line.
    let printed: Printed = match first.lines().next() {
        Some(line) if line.starts_with('{') && line.trim_end().ends_with('}') => {
            from_yaml(&Source::new(source.name(), line))?
        }
        _ => from_yaml(source)?,
    };
    match (printed.solution, printed.grid) {
        (Some(solution), _) => Ok(solution),
        (None, Some(Grid::Rows(grid))) => Ok(Solution { grid }),
        (None, Some(Grid::Drawing(text))) => {
            Ok(solution(&grid(&text, side).map_err(|bad| bad.in_yaml(source, "grid"))?, side))
        }
        (None, None) => {
            Err(yaml_error(source, "", 0, "found no solution").expecting("a key solution or grid"))
        }
    }
}
