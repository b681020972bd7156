use jigsat_grid::{Cell, Edge, Size};
use jigsat_input::{ParseError, Source, from_yaml, pzpr};
use serde::Deserialize;

use super::saved;
use crate::{Slitherlink, Solution, check};

/// The parts of the JSON or YAML output of `solve` that matter here; other keys are skipped.
#[derive(Deserialize)]
#[serde(untagged, expecting = "found no solution")]
enum Printed {
    Record { solution: Solution },
    Bare(Solution),
}

/// Reads a solution of a puzzle, complete or partial, in any format that `solve` prints: a drawing between dots with
/// its title, a file saved by pzpr, a JSON object (the first of several), or YAML. Edges that are not drawn are open,
/// unless the drawing shows the whole loop. [`crate::check()`] checks whether it is right.
///
/// # Errors
///
/// A text in none of these formats, or of another size.
pub fn parse_solution(puzzle: &Slitherlink, source: &Source) -> Result<Solution, ParseError> {
    let text = source.text().trim_start();
    let other_size = |size: Size| {
        let found = format!("found a solution of a board of {size}");
        Err(ParseError::in_file(source.name(), found).expecting(format!("one of {}", puzzle.size)))
    };
    let drawn = if pzpr::Saved::is_one(text) {
        let saved = saved::parse(source)?;
        if saved.size != puzzle.size {
            return other_size(saved.size);
        }
        saved.edges
    } else if text.starts_with('{')
        || text.lines().any(|line| line.starts_with("solution:") || line.starts_with("horizontal:"))
    {
        // JSON has one object per line.
        let first =
            text.lines().next().filter(|line| line.starts_with('{') && line.trim_end().ends_with('}'));
        let printed: Printed = match first {
            Some(line) => from_yaml(&Source::new(source.name(), line))?,
            None => from_yaml(source)?,
        };
        let (Printed::Record { solution } | Printed::Bare(solution)) = printed;
        if !solution.is_of(puzzle.size) {
            let rows = solution.vertical.len();
            let cols = solution.horizontal.first().map_or(0, Vec::len);
            return other_size(Size::new(rows as u16, cols as u16));
        }
        return Ok(solution);
    } else {
        drawing(puzzle.size, text).ok_or_else(|| {
            let found = format!("found no drawing with {} dots", puzzle.size.dots());
            ParseError::in_file(source.name(), found).expecting("a solution as `solve` prints it")
        })?
    };
    let closed = Solution::of(puzzle.size, |edge| Some(drawn.get(edge) == Some(true)));
    Ok(if check(puzzle, &closed).is_ok() { closed } else { drawn })
}

/// The edges of a drawing with dots four characters and two lines apart, below any number of other lines.
fn drawing(size: Size, text: &str) -> Option<Solution> {
    let lines: Vec<Vec<char>> = text.lines().map(|line| line.trim_end().chars().collect()).collect();
    let (rows, cols) = (usize::from(size.rows), usize::from(size.cols));
    let has_dots = |line: &Vec<char>| {
        line.len() == 4 * cols + 1
            && line.iter().step_by(4).all(|char| !char.is_alphanumeric() && *char != ' ')
    };
    let first = lines.iter().position(has_dots)?;
    let board = lines.get(first..=first + 2 * rows)?;
    board.iter().step_by(2).all(has_dots).then(|| {
        let value = |edge: Edge| {
            let Cell { row, col } = edge.dot;
            let (down, right) = if edge.is_vertical { (1, 0) } else { (0, 2) };
            let line = &board[2 * usize::from(row) + down];
            match line.get(4 * usize::from(col) + right).copied().unwrap_or(' ') {
                ' ' => None,
                '×' | 'x' => Some(false),
                _ => Some(true),
            }
        };
        Solution::of(size, value)
    })
}
