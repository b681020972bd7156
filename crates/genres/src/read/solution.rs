//! Solutions: what `solve` prints as JSON or YAML, layers alone, or a board saved by pzpr.

use jigsat_input::{ParseError, Source, from_yaml};
use serde::Deserialize;

use crate::{Board, Solution, Value, saved};

/// What `solve` prints as data.
#[derive(Deserialize)]
struct Record {
    solution: Solution,
}

/// A value of a saved answer; of words, the place of one.
fn layer_value(values: &[String], value: i64) -> Value {
    match usize::try_from(value) {
        Ok(place) if are_words(values) => values.get(place).map_or(Value::Unknown, |word| Value::of(word)),
        Ok(_) => Value::Number(value),
        Err(_) => Value::Unknown,
    }
}

/// Whether the values of a layer are words, and not numbers.
pub(crate) fn are_words(values: &[String]) -> bool {
    values.iter().any(|value| value.parse::<i64>().is_err())
}

pub(crate) fn parse_solution(board: &Board, source: &Source) -> Result<Solution, ParseError> {
    let text = source.text();
    if saved::is_one(text) {
        let (givens, answer) = saved::parse(&board.page, source)?;
        if givens.size != board.givens.size
            || givens.layers != board.givens.layers
            || givens.rooms != board.givens.rooms
        {
            return Err(ParseError::in_file(source.name(), "is an answer to another board"));
        }
        let mut solution = Solution::unknown(board);
        for layer in &board.layers {
            if let Some(values) = answer.get(&layer.name) {
                let of = |&value: &i64| layer_value(&layer.values, value);
                solution.set(board, layer, &values.iter().map(of).collect::<Vec<_>>());
            }
        }
        return Ok(solution);
    }
    let is_record = text.lines().any(|line| line.starts_with("solution:")) || text.contains("\"solution\"");
    let solution: Solution =
        if is_record { from_yaml(source).map(|record: Record| record.solution)? } else { from_yaml(source)? };
    match solution.fits(board) {
        Ok(()) => Ok(solution),
        Err(misfit) => Err(ParseError::in_file(source.name(), misfit)),
    }
}
