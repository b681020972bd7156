//! Joining the results of shares, and saying what is missing.

use jigsat_kit::Error;
use schemars::JsonSchema;
use serde::Serialize;

use super::Shares;
use crate::{
    Status,
    batch::{results::Results, tally::Tally},
    record::SCHEMA,
};

/// The output of `gather` for the shares of a batch.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GatherRecord {
    /// The version of this format.
    pub schema: u32,
    /// `solved` if nothing is missing, otherwise `unknown`.
    pub status: &'static str,
    /// The file with the lines of results.
    pub results: String,
    /// Number of tasks, each with a share of the puzzles.
    pub tasks: usize,
    /// Number of tasks whose puzzles all have a line.
    pub done: usize,
    /// The other tasks, as ranges: `3-7`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// Number of puzzles.
    pub puzzles: usize,
    /// Number of puzzles that have no line.
    pub puzzles_left: usize,
}

/// The state of a folder of shares.
pub struct Gathered {
    /// The record for programs.
    pub record: GatherRecord,
    /// The tally of the puzzles that have a line.
    pub tally: Tally,
    /// The joint status of these puzzles; unknown if some are missing.
    pub status: Status,
}

impl Gathered {
    /// The record in words, to follow the tally's table.
    #[must_use]
    pub fn words(&self) -> String {
        let GatherRecord { results, tasks, done, missing, puzzles_left, .. } = &self.record;
        let mut words = format!("{done} of {tasks} tasks are done; results: {results}\n");
        if !missing.is_empty() {
            words += &format!("missing: tasks {}, puzzles: {puzzles_left}\n", missing.join(" "));
        }
        words
    }
}

impl Shares {
    /// Joins the results so far into those of the batch.
    ///
    /// # Errors
    ///
    /// A folder that can't be read; results that can't be written, or to which another process appends.
    pub fn gather(&self, timed: bool) -> Result<Gathered, Error> {
        let path = self.out()?;
        let mut results = Results::open_alone(&path, &self.key)?;
        let (mut tally, mut status) = (Tally::default(), Status::Solved);
        let left = self.join(&mut results, |told| {
            let verdict = told.verdict();
            tally.add(&told.family, verdict, told.time_s.filter(|_| timed), || told.name());
            status = status.and(verdict.status);
        })?;
        let missing = ranges(&left.shares);
        if !missing.is_empty() {
            status = status.and(Status::Unknown);
        }
        let record = GatherRecord {
            schema: SCHEMA,
            status: if missing.is_empty() { "solved" } else { "unknown" },
            results: path.display().to_string(),
            tasks: self.count(),
            done: self.count() - left.shares.len(),
            missing,
            puzzles: self.puzzle_count(),
            puzzles_left: left.puzzles.len(),
        };
        Ok(Gathered { record, tally, status })
    }
}

/// Ascending numbers as ranges: `3-7`.
fn ranges(numbers: &[usize]) -> Vec<String> {
    let runs = numbers.chunk_by(|one, next| one + 1 == *next);
    let range = |run: &[usize]| match run {
        [only] => only.to_string(),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    };
    runs.map(range).collect()
}
