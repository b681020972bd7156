use jigsat_input::{ParseError, Source, from_yaml, yaml_error};
use serde::Deserialize;

use super::{
    cells::{self, Form},
    yaml::grid,
};
use crate::{Solution, Sudoku};

/// What `solve` prints as JSON or YAML, as far as it matters here; other keys are passed over.
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

/// Reads a solution of a puzzle, whole or partial, as `solve` prints it in any format: a line, numbers between blanks,
/// a drawing with its title and notes, a JSON object (of several, the first), or YAML.
/// Whether it is right is [`crate::check()`]'s to say.
///
/// # Errors
///
/// A text in none of these formats, of another size, or with a digit that the puzzle has not.
pub fn parse_solution(sudoku: &Sudoku, source: &Source) -> Result<Solution, ParseError> {
    let side = usize::from(sudoku.side());
    let text = source.text();
    let is_yaml = text.lines().any(|line| line.starts_with("grid:") || line.starts_with("solution:"));
    if text.trim_start().starts_with('{') || is_yaml {
        return parse_printed(source, side);
    }
    // Titles, notes and what else stands around a drawing are no rows.
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
    // JSON comes one object a line.
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
