//! One puzzle of a batch.

use std::{any::Any, borrow::Cow, sync::Arc};

use serde::{Deserialize, Serialize};

use super::line::{Key, Line, Verdict, name};
use crate::record::Record;

/// A puzzle that is to be solved. It says all that is needed: who solves it doesn't open the file.
#[derive(Debug, Serialize, Deserialize)]
pub struct Task {
    pub family: Cow<'static, str>,
    /// Where it is from.
    pub file: Arc<str>,
    /// Which puzzle of that file, from 1.
    pub index: u64,
    pub title: String,
    /// The puzzle in a form that its family reads.
    pub text: String,
    /// Of that text; see [`digest`].
    pub digest: String,
    /// Whether it needs no process of its own: see [`Family::is_light`](crate::family::Family::is_light).
    pub light: bool,
    /// What the family read, as long as it is in the same process: light puzzles take less time than reading again.
    #[serde(skip)]
    pub puzzle: Option<Box<dyn Any + Send>>,
}

impl Task {
    pub fn name(&self) -> String {
        name(&self.file, self.index, &self.title)
    }

    /// What is written where there is no answer: a limit, or a failure.
    pub fn without_answer(
        &self,
        status: &'static str,
        reason: String,
        key: &Key,
        time_s: Option<f64>,
    ) -> Answered {
        let mut record: Record<'_, ()> = Record::new(&self.family, &self.file, status);
        record.puzzle = &self.title;
        record.index = Some(self.index);
        record.reason = Some(reason);
        let line = Line { record, digest: &self.digest, key, time_s }.to_json();
        Answered { line, verdict: Verdict::of(status, None, true), time_s }
    }
}

/// What came of a puzzle.
#[derive(Debug)]
pub struct Answered {
    /// A line of JSON, with its end.
    pub line: String,
    pub verdict: Verdict,
    /// How long it took.
    pub time_s: Option<f64>,
}

/// What tells a changed puzzle from the one that was solved: 64 bits of BLAKE3, in hexadecimal digits.
pub fn digest(text: &str) -> String {
    let hash = blake3::hash(text.as_bytes());
    hash.to_hex()[..16].to_owned()
}
