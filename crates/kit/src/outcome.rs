use jigsat_solve::{Answer, Effort, End, Provenance, Solution, Stop};
use serde::Serialize;

/// The answer to a question about one puzzle.
pub struct Outcome<S> {
    /// A solution, or that there is none.
    pub first: Answer<S>,
    /// A second solution, or the answer that there is none, if that was asked for.
    pub second: Option<Answer<S>>,
    /// If the first answer is 'impossible' but this was proved only for solutions of at most some length: that length.
    pub none_within: Option<u64>,
    /// If no solution was found: it is proved that none is shorter than this.
    pub lower_bound: Option<u64>,
    /// If the solution leaves optional demands unfulfilled: how complete it is, in words.
    pub partial: Option<String>,
    /// Another question that was left open, such as an optimum.
    pub left_open: Option<String>,
    /// The solver or engine that answered.
    pub by: Provenance,
    /// The effort.
    pub effort: Effort,
    /// Numbers of variables and clauses of the formula, if there was one.
    pub size: Option<(usize, usize)>,
}

impl<S> Outcome<S> {
    /// An answer without a formula, a second solution or anything left open.
    pub fn new(first: Answer<S>, by: Provenance, effort: Effort) -> Self {
        Outcome {
            first,
            second: None,
            none_within: None,
            lower_bound: None,
            partial: None,
            left_open: None,
            by,
            effort,
            size: None,
        }
    }

    /// The answer that there is no solution.
    pub fn none(by: Provenance) -> Self {
        Outcome::new(Answer::Impossible(by.clone()), by, Effort::default())
    }
}

impl<S: Serialize + Send + Sync + 'static> Outcome<S> {
    /// The outcome for any puzzle.
    #[must_use]
    pub fn erased(self) -> Outcome<Solution> {
        let Outcome { first, second, none_within, lower_bound, partial, left_open, by, effort, size } = self;
        let (first, second) = (first.erased(), second.map(Answer::erased));
        Outcome { first, second, none_within, lower_bound, partial, left_open, by, effort, size }
    }
}

impl Outcome<Solution> {
    /// The outcome in the types of the puzzle.
    ///
    /// # Panics
    ///
    /// If it is that of a puzzle with other solutions.
    #[must_use]
    pub fn typed<S: Clone + 'static>(self) -> Outcome<S> {
        let Outcome { first, second, none_within, lower_bound, partial, left_open, by, effort, size } = self;
        let (first, second) = (first.typed(), second.map(Answer::typed));
        Outcome { first, second, none_within, lower_bound, partial, left_open, by, effort, size }
    }
}

impl<S> Outcome<S> {
    /// Weakens what was not proved: that there is no solution, or no second one.
    pub fn leave_open(&mut self, stop: Stop) {
        if self.second.is_some() {
            self.second = Some(Answer::Unknown(stop));
        } else if matches!(self.first, Answer::Impossible(_)) {
            self.first = Answer::Unknown(stop);
        }
    }
}

/// How to count solutions.
#[derive(Clone, Copy, Debug)]
pub struct Counting {
    /// Stops after this many.
    pub limit: Option<u64>,
    /// Whether solutions that look the same count separately.
    pub labelled: bool,
    /// How many threads search.
    pub jobs: usize,
}

/// How many solutions there are.
pub struct Counted {
    /// How many were found.
    pub count: u128,
    /// The number up to the board's symmetries, if it is known.
    pub distinct: Option<u128>,
    /// Whether these are all, or why not.
    pub end: End,
    /// The solver or engine that counted.
    pub by: Provenance,
    /// The effort.
    pub effort: Effort,
    /// Numbers of variables and clauses of the formula, if there was one.
    pub size: Option<(usize, usize)>,
}
