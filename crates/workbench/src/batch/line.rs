//! A line of results: in its written form, as read again, and its meaning.

use serde::{Deserialize, Serialize};

use crate::Status;

/// The beginning of every line that a batch writes.
pub(super) const BEGINS: &[u8] = b"{\"schema\":";

/// The line of a puzzle: the record that `solve` makes, and the identity of the puzzle.
#[derive(Serialize)]
pub(super) struct Line<'a, R: Serialize> {
    #[serde(flatten)]
    pub record: R,
    pub digest: &'a str,
    #[serde(flatten)]
    pub key: &'a Key,
    /// Time from reading the puzzle to its answer, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_s: Option<f64>,
}

/// The question and its bounds; lines of several questions may share a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Key {
    /// The options on which an answer depends.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub asked: String,
    /// The options that determine whether there is an answer.
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
    /// Its meaning.
    pub verdict: Verdict,
    /// The time that it took, in seconds.
    pub time_s: Option<f64>,
}

/// The parts of a line of results that are read again.
#[derive(Clone, Debug, Deserialize)]
pub struct ResultLine {
    /// The version of the line.
    pub schema: u32,
    /// The family.
    pub family: String,
    /// The file of the puzzle.
    pub file: String,
    /// Its place there, from 1.
    pub index: u64,
    /// The puzzle's title.
    #[serde(default)]
    pub puzzle: String,
    /// The result.
    pub status: String,
    /// Whether the solution is unique, if that was asked.
    pub unique: Option<bool>,
    /// What was left open, and why.
    pub reason: Option<String>,
    /// A digest that distinguishes a changed puzzle from this one.
    pub digest: String,
    /// The options on which an answer depends.
    #[serde(default)]
    pub asked: String,
    /// The options that determine whether there is an answer.
    pub limits: String,
    /// The time that it took, in seconds.
    pub time_s: Option<f64>,
}

impl ResultLine {
    /// The result of the puzzle.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        Verdict::of(&self.status, self.unique, self.reason.is_some())
    }

    /// The puzzle's time limit in seconds.
    #[must_use]
    pub fn timeout(&self) -> Option<f64> {
        let mut words = self.limits.split(' ').skip_while(|&word| word != "--timeout");
        let timeout = words.nth(1).and_then(|word| humantime::parse_duration(word).ok());
        timeout.map(|timeout| timeout.as_secs_f64())
    }

    /// The puzzle's title, with its file and its place there.
    #[must_use]
    pub fn name(&self) -> String {
        name(&self.file, self.index, &self.puzzle)
    }

    /// Whether the line answers that question with those bounds.
    pub(super) fn is_about(&self, key: &Key) -> bool {
        self.asked == key.asked && self.limits == key.limits
    }
}

/// A puzzle's name: its file, its place there, its title.
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
    /// It could not be read, or not with this request; or there was a bug.
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
    /// As a word.
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
            // The result of dropped rules is not a solution, but it was asked for.
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
