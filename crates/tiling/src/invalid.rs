use std::fmt;

/// Why something is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid {
    /// The value within the file, such as `pieces[2]`; empty for the whole.
    pub path: String,
    /// What is wrong, in words.
    pub message: String,
}

impl Invalid {
    pub(crate) fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Invalid { path: path.into(), message: message.into() }
    }
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Invalid {}
