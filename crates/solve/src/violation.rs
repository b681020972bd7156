use std::{error, fmt};

use crate::Stop;

/// Why something is not a solution, in words: the referee's verdict, or what a model lacks to be decoded.
///
/// ```
/// use jigsat_solve::Violation;
///
/// let violation = Violation::new("row 3 has two 7s, in r3c1 and r3c5");
/// assert_eq!(violation.to_string(), "row 3 has two 7s, in r3c1 and r3c5");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation(String);

impl Violation {
    /// A violation as a sentence without a full stop: `row 3 has two 7s, in r3c1 and r3c5`.
    pub fn new(sentence: impl Into<String>) -> Self {
        Violation(sentence.into())
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl error::Error for Violation {}

/// Why the referee did not accept something.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It is not a solution.
    #[error(transparent)]
    Broken(#[from] Violation),
    /// A limit was reached first.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

impl From<Refusal> for Violation {
    /// Without limits, a refusal is a violation.
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Broken(violation) => violation,
            Refusal::Stopped(stop) => Violation::new(format!("{stop} without a limit")),
        }
    }
}

impl Refusal {
    /// The violation that the referee found, if there is one.
    ///
    /// # Errors
    ///
    /// The limit that was reached first.
    pub fn violation(verdict: Result<(), Refusal>) -> Result<Option<Violation>, Stop> {
        match verdict {
            Ok(()) => Ok(None),
            Err(Refusal::Broken(violation)) => Ok(Some(violation)),
            Err(Refusal::Stopped(stop)) => Err(stop),
        }
    }
}
