//! A line of results: as it is written, as it is read again, and what it means.

use serde::{Deserialize, Serialize};

use crate::{args::AskedArgs, exit::Status};

/// So every line begins that a batch writes.
pub const BEGINS: &[u8] = b"{\"schema\":";

/// What is written of a puzzle: the record that `solve` prints, and what it is known by.
#[derive(Serialize)]
pub struct Line<'a, R: Serialize> {
    #[serde(flatten)]
    pub record: R,
    pub digest: &'a str,
    #[serde(flatten)]
    pub key: &'a Key,
    /// From reading the puzzle to its answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_s: Option<f64>,
}

/// What was asked, and within which bounds; lines of several questions may share a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Key {
    /// The options on which an answer depends.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub asked: String,
    /// The options on which it depends whether there is one.
    pub limits: String,
}

impl Key {
    pub fn new(asked: &AskedArgs) -> Self {
        Key { asked: asked.question().join(" "), limits: asked.limits().join(" ") }
    }
}

impl<R: Serialize> Line<'_, R> {
    /// As JSON, with its line end.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string(self).expect("records are plain data");
        text.push('\n');
        text
    }
}

/// What is read of a line.
#[derive(Debug, Deserialize)]
pub struct Told {
    pub schema: u32,
    pub family: String,
    pub file: String,
    pub index: u64,
    #[serde(default)]
    pub puzzle: String,
    pub status: String,
    pub unique: Option<bool>,
    pub reason: Option<String>,
    pub digest: String,
    #[serde(default)]
    pub asked: String,
    pub limits: String,
    pub time_s: Option<f64>,
}

impl Told {
    pub fn verdict(&self) -> Verdict {
        Verdict::of(&self.status, self.unique, self.reason.is_some())
    }

    /// How many seconds the puzzle had.
    pub fn timeout(&self) -> Option<f64> {
        let mut words = self.limits.split(' ').skip_while(|&word| word != "--timeout");
        let timeout = words.nth(1).and_then(|word| humantime::parse_duration(word).ok());
        timeout.map(|timeout| timeout.as_secs_f64())
    }

    /// What the puzzle is called.
    pub fn name(&self) -> String {
        name(&self.file, self.index, &self.puzzle)
    }
}

/// What a puzzle is called: its file, its place there, its title.
pub fn name(file: &str, index: u64, title: &str) -> String {
    let blank = if title.is_empty() { "" } else { " " };
    format!("{file} #{index}{blank}{title}")
}

/// What came of a puzzle, in one of four words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    Solved,
    Impossible,
    Unknown,
    Failed,
}

impl Category {
    pub const ALL: [Category; 4] =
        [Category::Solved, Category::Impossible, Category::Unknown, Category::Failed];

    pub fn name(self) -> &'static str {
        match self {
            Category::Solved => "solved",
            Category::Impossible => "impossible",
            Category::Unknown => "unknown",
            Category::Failed => "failed",
        }
    }
}

/// What came of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    pub category: Category,
    /// What it means for the exit code.
    pub status: Status,
}

impl Verdict {
    /// From the record: its status, whether the solution is unique, and whether a reason is given.
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
    pub fn is_open(self) -> bool {
        self.status == Status::Unknown
    }
}
