use std::{error, fmt};

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
