//! What can't be read.

use std::{borrow::Cow, sync::Arc};

use jigsat_input::ParseError;
use serde::{Deserialize, Serialize};

use super::{
    line::{Answered, Key, Line, Verdict},
    task::{digest, without_answer},
};
use crate::{
    Status,
    record::{SCHEMA, SolveRecord},
};

/// What a puzzle or a file is said to be of whose family is not known.
pub(super) const NO_FAMILY: Cow<'static, str> = Cow::Borrowed("unknown");

/// A puzzle that can't be read, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Malformed {
    /// Which family was to read it.
    pub family: Cow<'static, str>,
    /// Where it is.
    pub file: Arc<str>,
    /// Which puzzle of that file, from 1.
    pub index: u64,
    /// In one line, with the place.
    pub sentence: String,
    /// Of that sentence.
    pub(super) digest: String,
    pub(super) line: Option<usize>,
    pub(super) column: Option<usize>,
    pub(super) path: Option<String>,
    pub(super) message: String,
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
            // What is wrong in a file that this one includes is told with its place.
            message: if is_here { error.message().to_owned() } else { sentence.clone() },
            help: error.help().map(str::to_owned),
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

/// That the rest of a file can't be read, through no fault that the reader could name: it crashed, or reached a limit.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Unread {
    pub(crate) family: Cow<'static, str>,
    pub(crate) file: Arc<str>,
    /// After the puzzles that were read, from 1.
    pub(crate) index: u64,
    pub(crate) status: Status,
    pub(crate) reason: String,
    /// Of what happened, without what differs from run to run.
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

/// What is written of a puzzle that can't be read.
#[derive(Serialize)]
struct ErrorRecord<'a> {
    schema: u32,
    family: &'a str,
    /// The file that was to be read, even if it includes the one that is wrong.
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
