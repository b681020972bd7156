use std::{error, fmt};

/// Why something is no solution, in words: what the referee says, or what a model lacks to be decoded.
///
/// ```
/// use jigsat_solve::Flaw;
///
/// let flaw = Flaw::new("row 3 has two 7s, in r3c1 and r3c5");
/// assert_eq!(flaw.to_string(), "row 3 has two 7s, in r3c1 and r3c5");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw(String);

impl Flaw {
    /// A flaw, told in a sentence without a full stop: `row 3 has two 7s, in r3c1 and r3c5`.
    pub fn new(sentence: impl Into<String>) -> Self {
        Flaw(sentence.into())
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl error::Error for Flaw {}
