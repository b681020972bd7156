//! A line of results: as it is written, as it is read again, and what it means.

use serde::{Deserialize, Serialize};

use crate::Status;

/// How every line begins that a batch writes.
pub(super) const BEGINS: &[u8] = b"{\"schema\":";

/// What is written of a puzzle: the record that `solve` makes, and what it is known by.
#[derive(Serialize)]
pub(super) struct Line<'a, R: Serialize> {
    #[serde(flatten)]
    pub record: R,
    pub digest: &'a str,
    #[serde(flatten)]
    pub key: &'a Key,
    /// From reading the puzzle to its answer, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_s: Option<f64>,
}

/// What was asked, and within which bounds; lines of several questions may share a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Key {
    /// The options on which an answer depends.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub asked: String,
    /// The options on which it depends whether there is one.
    pub limits: String,
}

impl<R: Serialize> Line<'_, R> {
    /// As JSON, with its line end.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string(self).expect("records are plain data");
        text.push('\n');
        text
    }
}

/// The result of a puzzle.
#[derive(Debug)]
pub(crate) struct Answered {
    /// A line of JSON, with its end.
    pub line: String,
    /// What it means.
    pub verdict: Verdict,
    /// How long it took, in seconds.
    pub time_s: Option<f64>,
}

/// What is read of a line of results.
#[derive(Clone, Debug, Deserialize)]
pub struct Told {
    /// The version of the line.
    pub schema: u32,
    /// Which family.
    pub family: String,
    /// Where the puzzle is from.
    pub file: String,
    /// Its place there, from 1.
    pub index: u64,
    /// What it is called.
    #[serde(default)]
    pub puzzle: String,
    /// The result.
    pub status: String,
    /// Whether the solution is the only one, where that was asked.
    pub unique: Option<bool>,
    /// What was left open, and why.
    pub reason: Option<String>,
    /// What tells a changed puzzle from this one.
    pub digest: String,
    /// The options on which an answer depends.
    #[serde(default)]
    pub asked: String,
    /// The options on which it depends whether there is one.
    pub limits: String,
    /// How long it took, in seconds.
    pub time_s: Option<f64>,
}

impl Told {
    /// The result of the puzzle.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        Verdict::of(&self.status, self.unique, self.reason.is_some())
    }

    /// How many seconds the puzzle had.
    #[must_use]
    pub fn timeout(&self) -> Option<f64> {
        let mut words = self.limits.split(' ').skip_while(|&word| word != "--timeout");
        let timeout = words.nth(1).and_then(|word| humantime::parse_duration(word).ok());
        timeout.map(|timeout| timeout.as_secs_f64())
    }

    /// What the puzzle is called, with its file and its place there.
    #[must_use]
    pub fn name(&self) -> String {
        name(&self.file, self.index, &self.puzzle)
    }

    /// Whether the line answers that question within those bounds.
    pub(super) fn is_about(&self, key: &Key) -> bool {
        self.asked == key.asked && self.limits == key.limits
    }
}

/// What a puzzle is called: its file, its place there, its title.
pub(super) fn name(file: &str, index: u64, title: &str) -> String {
    let blank = if title.is_empty() { "" } else { " " };
    format!("{file} #{index}{blank}{title}")
}

/// The result of a puzzle, in one of four words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    /// There is a solution.
    Solved,
    /// There is none.
    Impossible,
    /// Left open at a limit.
    Unknown,
    /// It could not be read, or asked so; or there was a bug.
    Failed,
}

impl Category {
    /// All of them, in the order of tables.
    pub const ALL: [Category; 4] =
        [Category::Solved, Category::Impossible, Category::Unknown, Category::Failed];

    /// The word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Category::Solved => "solved",
            Category::Impossible => "impossible",
            Category::Unknown => "unknown",
            Category::Failed => "failed",
        }
    }
}

/// The result of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// In a word.
    pub category: Category,
    /// How the question ended.
    pub status: Status,
}

impl Verdict {
    /// From the record: its status, whether the solution is unique, and whether a reason is given.
    #[must_use]
    pub fn of(status: &str, unique: Option<bool>, has_reason: bool) -> Self {
        let (category, status) = match status {
            "solved" if unique == Some(false) => (Category::Solved, Status::Impossible),
            "solved" if has_reason => (Category::Solved, Status::Unknown),
            "solved" => (Category::Solved, Status::Solved),
            "impossible" | "none-within" => (Category::Impossible, Status::Impossible),
            "unknown" | "partial" => (Category::Unknown, Status::Unknown),
            "bug" => (Category::Failed, Status::Bug),
            // What comes of dropped rules is no solution, but what was asked for.
            "refused" => (Category::Failed, Status::Solved),
            _ => (Category::Failed, Status::BadInput),
        };
        Verdict { category, status }
    }

    /// Whether other limits might give another answer.
    #[must_use]
    pub fn is_open(self) -> bool {
        self.status == Status::Unknown
    }
}
