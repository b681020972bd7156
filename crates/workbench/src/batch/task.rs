//! One puzzle of a batch.

use std::{borrow::Cow, fmt, sync::Arc};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    line::{Answered, Key, Line, Verdict, name},
    named_files::NamedFiles,
};
use crate::{Board, record::SolveRecord};

/// A puzzle to be solved. It is complete: solving it opens no file.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct Task {
    /// Its family.
    pub(crate) family: Cow<'static, str>,
    /// Its file.
    pub(crate) file: Arc<str>,
    /// Its place in that file, from 1.
    pub(crate) index: u64,
    /// Its title; may be empty.
    pub(crate) title: Arc<str>,
    /// The puzzle in a form that its family reads.
    pub(crate) text: String,
    /// The texts of the files that the puzzle names, by their paths.
    #[serde(default, skip_serializing_if = "NamedFiles::is_empty")]
    pub(crate) files: NamedFiles,
    /// The digest of these texts.
    pub(crate) digest: String,
    /// Whether it is solved so fast that it needs no process of its own.
    pub(crate) light: bool,
    /// The puzzle as read, within the same process: light puzzles take less time to solve than to read again.
    #[serde(skip)]
    pub(crate) instance: Option<Arc<dyn Board>>,
}

impl Task {
    pub(super) fn name(&self) -> String {
        name(&self.file, self.index, &self.title)
    }

    /// The line of a puzzle without an answer: a limit, or a failure.
    pub(super) fn without_answer(
        &self,
        status: &'static str,
        reason: String,
        key: &Key,
        time_s: Option<f64>,
    ) -> Answered {
        let record = SolveRecord::new(self.family.clone(), &self.file, &self.title, status);
        without_answer(record, self.index, reason, &self.digest, key, time_s)
    }
}

impl fmt::Debug for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.name(), self.family)
    }
}

/// The line of a record without an answer.
pub(super) fn without_answer(
    mut record: SolveRecord<()>,
    index: u64,
    reason: String,
    digest: &str,
    key: &Key,
    time_s: Option<f64>,
) -> Answered {
    record.index = Some(index);
    record.reason = Some(reason);
    let verdict = Verdict::of(&record.status, None, true);
    Answered { line: Line { record, digest, key, time_s }.to_json(), verdict, time_s }
}

/// A digest that distinguishes a changed puzzle from the solved one: 64 bits of BLAKE3, in hexadecimal digits.
pub(super) fn digest(text: &str) -> String {
    digest_with(text, &NamedFiles::default())
}

/// The digest of a puzzle that names files.
pub(super) fn digest_with(text: &str, files: &NamedFiles) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(text.as_bytes());
    for text in files.texts() {
        hasher.update(&[0]);
        hasher.update(text.as_bytes());
    }
    hasher.finalize().to_hex()[..16].to_owned()
}
