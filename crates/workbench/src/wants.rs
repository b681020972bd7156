//! What a front wants of answers.

/// What a front wants of answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wants {
    /// The form in which it will write them.
    pub form: String,
    /// Whether it will ask for pictures of parts.
    pub pictures: bool,
    /// Whether it will ask for a picture of the whole answer.
    pub draws: bool,
    /// Whether it wants times; without them, the same input gives the same output.
    pub times: bool,
    /// Whether files that exist may be replaced.
    pub overwrites: bool,
    /// Whether it has to know which part of the answers about several puzzles is the last.
    pub ends: bool,
    /// Whether warnings about a puzzle are events.
    pub warnings: bool,
    /// Of several puzzles, how many are answered at most.
    pub most: usize,
}

impl Default for Wants {
    /// Records with times, without pictures.
    fn default() -> Self {
        Wants {
            form: "json".into(),
            pictures: false,
            draws: false,
            times: true,
            overwrites: false,
            ends: true,
            warnings: false,
            most: usize::MAX,
        }
    }
}
