use jigsat_input::{ParseError, Reader, Source, from_yaml, yaml_error};
use serde::Deserialize;

use super::{number, yaml::drawing};
use crate::{Fillomino, Solution, parse_model};

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
#[serde(untagged, expecting = "found a grid that is neither rows of numbers nor a drawing")]
enum Grid {
    Rows(Vec<Vec<Option<u16>>>),
    Drawing(String),
}

/// Reads a solution of a puzzle, complete or partial, in any format that `solve` prints: numbers after height and
/// width, a drawing with its title and notes, a JSON object (the first of several), or YAML; and the output of an SMT
/// solver for [`crate::smt2()`]. [`crate::check()`] checks whether it is right.
///
/// # Errors
///
/// A text in none of these formats, or of another size.
pub fn parse_solution(puzzle: &Fillomino, source: &Source) -> Result<Solution, ParseError> {
    let (rows, cols) = (usize::from(puzzle.size.rows), usize::from(puzzle.size.cols));
    let text = source.text();
    if let Some(solution) = parse_model(puzzle, source)? {
        return Ok(solution);
    }
    let is_yaml = text.lines().any(|line| line.starts_with("grid:") || line.starts_with("solution:"));
    if text.trim_start().starts_with('{') || is_yaml {
        let solution = printed(puzzle, source)?;
        let fits = solution.grid.len() == rows && solution.grid.iter().all(|row| row.len() == cols);
        let wrong = || yaml_error(source, "", 0, "found a solution of another size");
        return if fits { Ok(solution) } else { Err(wrong().expecting(format!("one of {}", puzzle.size))) };
    }
    // Titles, notes and other text around a drawing are not rows.
    let grid: Vec<Vec<u16>> = text.lines().filter_map(|line| row(line, cols)).collect();
    if grid.len() == rows {
        return Ok(Solution { grid });
    }
    let mut reader = Reader::new(source);
    let wanted = |side: usize| side as u64..=side as u64;
    reader.integer("the height of the puzzle", wanted(rows))?;
    reader.integer("the width of the puzzle", wanted(cols))?;
    let mut numbers = Vec::new();
    while let Some(token) = reader.token() {
        let Some(value) = number(token.text, true) else {
            return Err(reader.unexpected(token).expecting(super::expected(true)));
        };
        numbers.push(value);
    }
    if numbers.len() != rows * cols {
        let error = reader.error(format!("found {} cells", numbers.len()));
        return Err(error.expecting(format!("{} for a board of {}", rows * cols, puzzle.size)));
    }
    Ok(Solution::from_numbers(puzzle.size, &numbers))
}

/// The numbers of a line of a drawing, if it has this many.
fn row(line: &str, cols: usize) -> Option<Vec<u16>> {
    let is_blank =
        |char: char| char.is_whitespace() || char == '|' || ('\u{2500}'..='\u{257f}').contains(&char);
    let words = line.split(is_blank).filter(|word| !word.is_empty());
    let numbers: Vec<u16> = words.map(|word| number(word, true)).collect::<Option<_>>()?;
    (numbers.len() == cols).then_some(numbers)
}

fn printed(puzzle: &Fillomino, source: &Source) -> Result<Solution, ParseError> {
    // JSON has one object per line.
    let first = source.text().trim_start();
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
        (None, Some(Grid::Drawing(text))) => match drawing(&text, puzzle.size.cols == 1) {
            Ok((size, numbers)) => Ok(Solution::from_numbers(size, &numbers)),
            Err(_) => Err(yaml_error(source, "grid", 0, "found no rows of equal length")),
        },
        (None, None) => {
            Err(yaml_error(source, "", 0, "found no solution").expecting("a key solution or grid"))
        }
    }
}
