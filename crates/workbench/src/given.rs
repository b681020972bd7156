//! Solutions in JSON from a file, read by the same reader as all solutions of the family.

use jigsat_input::{ParseError, Source};
use jigsat_kit::Error;
use jigsat_solve::{Error as SolveError, Limits};
use serde_json::Value;

use crate::{Board, Solution};

/// A solution, possibly invalid, from the JSON that records have for it. `name` is its place.
///
/// # Errors
///
/// Input that the family's reader rejects, or reads as something else than what is written.
pub(crate) fn read_given(board: &dyn Board, name: &str, value: &Value) -> Result<Solution, ParseError> {
    let (solution, again) = read(board, name, value)?;
    if again == *value {
        Ok(solution)
    } else {
        Err(ParseError::in_file(name, "has a solution with missing or unknown fields"))
    }
}

/// As [`read_given`], for solutions with additional keys that the reader doesn't know: claims about them.
///
/// # Errors
///
/// As [`read_given`].
pub(crate) fn read_with_claims(board: &dyn Board, name: &str, value: &Value) -> Result<Solution, ParseError> {
    let (solution, mut again) = read(board, name, value)?;
    if let (Value::Object(again), Value::Object(value)) = (&mut again, value) {
        for (key, claim) in value {
            again.entry(key).or_insert_with(|| claim.clone());
        }
    }
    if again == *value {
        Ok(solution)
    } else {
        Err(ParseError::in_file(name, "has a solution that reads back as another one"))
    }
}

/// The JSON of a solution for a file, without claims.
///
/// # Errors
///
/// A solution that its own reader rejects: a bug.
pub(crate) fn given(board: &dyn Board, solution: &Solution) -> Result<Value, Error> {
    let unreadable = |error: String| SolveError::Proof(format!("a solution cannot be read back: {error}"));
    let value = serde_json::to_value(solution).map_err(|error| unreadable(error.to_string()))?;
    let read = read(board, "solution", &value);
    let (_, again) = read.map_err(|error| unreadable(error.to_string()))?;
    Ok(again)
}

/// A solution, and the JSON that was read. JSON is read in one pass, which needs no limits.
fn read(board: &dyn Board, name: &str, value: &Value) -> Result<(Solution, Value), ParseError> {
    let solution = board.read_solution(&Source::new(name, value.to_string()), &Limits::default())?;
    let again = serde_json::to_value(&solution)
        .map_err(|error| ParseError::in_file(name, format!("has a solution that is not JSON: {error}")))?;
    Ok((solution, again))
}
