//! Puzzles and files that can't be read.

use std::{borrow::Cow, sync::Arc};

use jigsat_input::ParseError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    line::{Answered, Key, Line, Verdict},
    task::{digest, without_answer},
};
use crate::{
    Status,
    record::{SCHEMA, SolveRecord},
};

/// The family in the line of a puzzle or a file whose family is unknown.
pub(super) const NO_FAMILY: Cow<'static, str> = Cow::Borrowed("unknown");

/// A puzzle that can't be read, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Malformed {
    /// The family that tried to read it.
    pub family: Cow<'static, str>,
    /// Its file.
    pub file: Arc<str>,
    /// Its place in that file, from 1.
    pub index: u64,
    /// The error in one line, with its place.
    pub sentence: String,
    /// The digest of that sentence.
    pub(super) digest: String,
    /// The line of the mistake, from 1.
    pub(super) line: Option<usize>,
    /// The column of the mistake, from 1.
    pub(super) column: Option<usize>,
    /// The place of the mistake within structured data.
    pub(super) path: Option<String>,
    /// What is wrong.
    pub(super) message: String,
    /// What to do instead.
    pub(super) help: Option<String>,
}

impl Malformed {
    pub(super) fn new(family: Cow<'static, str>, file: &Arc<str>, index: u64, error: &ParseError) -> Self {
        let sentence = error.to_string();
        let is_here = error.file() == &**file;
        let position = error.position().filter(|_| is_here);
        Malformed {
            family,
            file: Arc::clone(file),
            index,
            digest: digest(&sentence),
            line: position.map(|position| position.line),
            column: position.map(|position| position.column),
            path: error.path().filter(|_| is_here).map(str::to_owned),
            // The message has the place of an error that is in an included file.
            message: if is_here { error.message().to_owned() } else { sentence.clone() },
            help: error.help().map(ToString::to_string),
            sentence,
        }
    }

    /// Its line of results.
    pub(super) fn answered(&self, key: &Key) -> Answered {
        let status = "error";
        let record = ErrorRecord {
            schema: SCHEMA,
            family: &self.family,
            file: &self.file,
            index: self.index,
            status,
            line: self.line,
            column: self.column,
            path: self.path.as_deref(),
            message: &self.message,
            help: self.help.as_deref(),
        };
        let line = Line { record, digest: &self.digest, key, time_s: None }.to_json();
        Answered { line, verdict: Verdict::of(status, None, false), time_s: None }
    }
}

/// The rest of a file that can't be read, without an error that the reader could report: it crashed, or reached a
/// limit.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Unread {
    /// The family that tried to read it; `unknown` if that is not known.
    pub(crate) family: Cow<'static, str>,
    /// Its file.
    pub(crate) file: Arc<str>,
    /// The place after the puzzles that were read, from 1.
    pub(crate) index: u64,
    /// How reading ended.
    pub(crate) status: Status,
    /// Why, in words.
    pub(crate) reason: String,
    /// The digest of what happened, without parts that vary from run to run.
    pub(crate) digest: String,
}

impl Unread {
    pub(super) fn new(
        family: Option<Cow<'static, str>>,
        file: &Arc<str>,
        index: u64,
        status: Status,
        reason: String,
    ) -> Self {
        let digest = digest(status.word_of_failure());
        Unread { family: family.unwrap_or(NO_FAMILY), file: Arc::clone(file), index, status, reason, digest }
    }

    pub(super) fn answered(&self, key: &Key) -> Answered {
        let record =
            SolveRecord::new(self.family.clone(), &self.file, &"".into(), self.status.word_of_failure());
        without_answer(record, self.index, self.reason.clone(), &self.digest, key, None)
    }
}

/// The record of a puzzle that can't be read.
#[derive(Serialize)]
struct ErrorRecord<'a> {
    schema: u32,
    family: &'a str,
    /// The file that was read, even if it includes the one with the mistake.
    file: &'a str,
    index: u64,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'a str>,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
}
