use jigsat_solve::{Answer, Effort, End, Provenance};

/// The answer to a question about one puzzle.
pub struct Outcome<S> {
    /// A solution, or that there is none.
    pub first: Answer<S>,
    /// A second solution, or the proof that there is none, where that was asked for.
    pub second: Option<Answer<S>>,
    /// Where the first answer is 'impossible': it was proven only for solutions of at most this length.
    pub none_within: Option<u64>,
    /// Where no solution was found: none is shorter than this, as far as is proven.
    pub lower_bound: Option<u64>,
    /// Where the solution leaves something unfulfilled that need not be fulfilled: how far it goes, in words.
    pub partial: Option<String>,
    /// What was asked besides a solution and was left open: an optimum, for example.
    pub left_open: Option<String>,
    /// Who answered.
    pub by: Provenance,
    /// What it cost.
    pub effort: Effort,
    /// Variables and clauses of the formula, where there was one.
    pub size: Option<(usize, usize)>,
}

impl<S> Outcome<S> {
    /// An answer without formula, second solution and anything left open.
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

    /// That there is no solution, whoever found it.
    pub fn none(by: Provenance) -> Self {
        Outcome::new(Answer::Impossible(by.clone()), by, Effort::default())
    }
}

/// How solutions are to be counted.
#[derive(Clone, Copy, Debug)]
pub struct Counting {
    /// Stops after this many.
    pub limit: Option<u64>,
    /// Counts solutions apart that look the same.
    pub labelled: bool,
    /// How many threads search.
    pub jobs: usize,
}

/// How many solutions there are.
pub struct Counted {
    /// How many were found.
    pub count: u128,
    /// How many up to the board's symmetries, where that is known.
    pub distinct: Option<u128>,
    /// Whether these are all; otherwise why not.
    pub end: End,
    /// Who counted.
    pub by: Provenance,
    /// What it cost.
    pub effort: Effort,
    /// Variables and clauses of the formula, where there was one.
    pub size: Option<(usize, usize)>,
}
