//! Why there is no answer.

use std::borrow::Cow;

use jigsat_input::ParseError;
use jigsat_kit::Error;
use schemars::JsonSchema;
use serde::Serialize;

use super::SCHEMA;
use crate::Status;

/// Why there is no answer: the puzzle could not be read, the request could not be met, or a limit was reached before
/// anything was known.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ErrorRecord<'a> {
    /// The version of this format.
    pub schema: u32,
    /// The puzzle's family, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub family: Option<Cow<'static, str>>,
    /// The result: `unknown` if a limit was reached, `bug` if jigsat itself failed, otherwise `error`.
    #[schemars(extend("enum" = ["error", "unknown", "bug"]))]
    pub status: &'static str,
    /// The puzzle's number in a file with several puzzles, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<u64>,
    /// What is wrong, and where.
    #[serde(flatten)]
    pub reason: Reason<'a>,
}

/// What is wrong.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Reason<'a> {
    /// An error at a place in a file.
    Input(&'a ParseError),
    /// An error in words.
    Words {
        /// The file of the puzzle, if the error is about one.
        #[serde(skip_serializing_if = "Option::is_none")]
        file: Option<String>,
        /// The message.
        message: String,
    },
}

impl<'a> ErrorRecord<'a> {
    /// The record of an error.
    #[must_use]
    pub fn new(family: Option<Cow<'static, str>>, status: Status, error: &'a Error) -> Self {
        match error {
            Error::Input(error) => ErrorRecord::of(family, status, Reason::Input(error)),
            error => {
                ErrorRecord::of(family, status, Reason::Words { file: None, message: error.to_string() })
            }
        }
    }

    /// The record of a puzzle that could not be read.
    #[must_use]
    pub fn of_input(family: Cow<'static, str>, index: Option<u64>, error: &'a ParseError) -> Self {
        let status = if error.is_unfinished() { Status::Unknown } else { Status::BadInput };
        ErrorRecord { index, ..ErrorRecord::of(Some(family), status, Reason::Input(error)) }
    }

    /// The record of a message.
    #[must_use]
    pub fn in_words(family: Option<Cow<'static, str>>, status: Status, message: String) -> Self {
        ErrorRecord::of(family, status, Reason::Words { file: None, message })
    }

    /// The same record of a message, about a puzzle: its file, and its number there.
    #[must_use]
    pub fn about(self, file: Option<String>, index: Option<u64>) -> Self {
        let reason = match self.reason {
            Reason::Words { message, .. } => Reason::Words { file, message },
            reason @ Reason::Input(_) => reason,
        };
        ErrorRecord { index, reason, ..self }
    }

    fn of(family: Option<Cow<'static, str>>, status: Status, reason: Reason<'a>) -> Self {
        ErrorRecord { schema: SCHEMA, family, status: status.word_of_failure(), index: None, reason }
    }
}
