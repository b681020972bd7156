//! Solutions that a file gives as JSON: read by the reader that all solutions of the family go through.

use jigsat_input::{ParseError, Source};
use jigsat_kit::{Error, Family, SolutionOf};
use jigsat_solve::Error as SolveError;
use serde_json::Value;

/// A solution, maybe one that is none, from the JSON that records have of it. `name` is where it stands.
///
/// # Errors
///
/// What the family's reader refuses, and what it reads as something else than what is written.
pub(crate) fn read_given<F: Family>(
    family: &F,
    puzzle: &F::Puzzle,
    name: &str,
    value: &Value,
) -> Result<SolutionOf<F>, ParseError> {
    let (solution, again) = read(family, puzzle, name, value)?;
    if again == *value {
        Ok(solution)
    } else {
        Err(ParseError::in_file(name, "has a solution with missing or unknown fields"))
    }
}

/// As [`read_given`], where the solution may have keys about which the reader knows nothing: what is claimed of it.
///
/// # Errors
///
/// As [`read_given`].
pub(crate) fn read_with_claims<F: Family>(
    family: &F,
    puzzle: &F::Puzzle,
    name: &str,
    value: &Value,
) -> Result<SolutionOf<F>, ParseError> {
    let (solution, mut again) = read(family, puzzle, name, value)?;
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

/// The JSON of a solution that a file may have: what is claimed of it is not said.
///
/// # Errors
///
/// A solution that its own reader doesn't read: a bug.
pub(crate) fn given<F: Family>(
    family: &F,
    puzzle: &F::Puzzle,
    solution: &SolutionOf<F>,
) -> Result<Value, Error> {
    let unreadable = |error: String| SolveError::Proof(format!("a solution cannot be read back: {error}"));
    let value = serde_json::to_value(solution).map_err(|error| unreadable(error.to_string()))?;
    let read = read(family, puzzle, "solution", &value);
    let (_, again) = read.map_err(|error| unreadable(error.to_string()))?;
    Ok(again)
}

/// A solution, and the JSON of what was read.
fn read<F: Family>(
    family: &F,
    puzzle: &F::Puzzle,
    name: &str,
    value: &Value,
) -> Result<(SolutionOf<F>, Value), ParseError> {
    let solution = family.read_solution(puzzle, &Source::new(name, value.to_string()))?;
    let again = serde_json::to_value(&solution)
        .map_err(|error| ParseError::in_file(name, format!("has a solution that is not JSON: {error}")))?;
    Ok((solution, again))
}
