//! What comes of what is asked about a puzzle.

use jigsat_solve::{Answer, By, Effort, End, Stop};

/// What came of a question.
pub struct Outcome<S> {
    pub first: Answer<S>,
    /// A second solution, or the proof that there is none, where that was asked for.
    pub second: Option<Answer<S>>,
    /// Where the first answer is 'impossible': it was proven only for solutions of at most this length.
    pub none_within: Option<u64>,
    /// What was asked besides a solution and was left open: an optimum, say.
    pub left_open: Option<String>,
    pub by: By,
    pub effort: Effort,
    /// Variables and clauses of the formula, where there was one.
    pub size: Option<(usize, usize)>,
}

impl<S> Outcome<S> {
    /// That there is no solution, whoever found it.
    pub fn none(by: By) -> Self {
        Outcome {
            first: Answer::Impossible(by.clone()),
            second: None,
            none_within: None,
            left_open: None,
            by,
            effort: Effort::default(),
            size: None,
        }
    }
}

/// How solutions are to be counted.
#[derive(Clone, Copy, Debug)]
pub struct Counting {
    /// Stops after so many.
    pub limit: Option<u64>,
    /// Counts solutions apart that look the same.
    #[allow(dead_code, reason = "for families with equal pieces")]
    pub labelled: bool,
    /// So many threads at a time.
    pub jobs: usize,
}

/// How many solutions there are.
pub struct Counted {
    pub count: u128,
    /// How many up to the board's symmetries, where that is known.
    pub distinct: Option<u128>,
    /// Whether these are all; otherwise why not.
    pub end: End,
    pub by: By,
    pub effort: Effort,
    /// Variables and clauses of the formula, where there was one.
    pub size: Option<(usize, usize)>,
}

/// How hard a puzzle is.
pub struct Rating {
    /// In words.
    pub text: String,
    /// The same for programs; an object.
    pub data: serde_json::Value,
    /// What was left open.
    pub left_open: Option<String>,
}

/// What came of a further question about a solution.
pub enum More {
    /// There was none.
    Nothing,
    /// It is so, in words.
    Holds(String),
    /// It is not, in words.
    Fails(String),
    /// What was left open.
    LeftOpen(String),
}

/// What came of making a puzzle.
pub enum Made<P> {
    /// One with exactly one solution.
    Puzzle {
        puzzle: P,
        /// In what it is not as asked for, and the limit that is the cause, if one is.
        short_of: Option<(String, Option<Stop>)>,
    },
    /// A limit was reached first.
    Stopped(Stop),
}
