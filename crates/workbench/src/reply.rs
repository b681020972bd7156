//! Parts of answers as JSON.

use std::borrow::Cow;

use jigsat_kit::Error;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

use crate::{Part, Solution, Status, failure::Failed};

/// A part of an answer.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Reply {
    /// Whether the answer continues: with a further step, solution or row, or with its end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
    /// The status of the question, final or so far.
    pub status: Status,
    /// The record, byte for byte; null if there are only words or a picture.
    #[schemars(with = "serde_json::Value")]
    pub record: Box<RawValue>,
    /// The same in words.
    pub words: String,
    /// The solution as known at this point, as JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Value>")]
    pub solution: Option<Box<RawValue>>,
    /// The other families that the text may belong to, if the request names none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Cow<'static, str>>,
    /// The picture as SVG, if pictures were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
}

impl Reply {
    /// A part of an answer as JSON; `None` if it is left out, because it is a piece of the end and pictures are not
    /// wanted.
    #[must_use]
    pub fn of(part: &dyn Part, more: bool, pictures: bool) -> Option<Self> {
        if part.is_piece() && !pictures {
            return None;
        }
        let record = match part.record() {
            Some(record) => to_raw_value(record),
            None => to_raw_value(&()),
        };
        Some(Reply {
            more,
            status: part.status(),
            record: record.expect("records are plain data"),
            words: part.words(),
            // Other records contain it.
            others: Vec::new(),
            solution: part.solution().filter(|_| part.is_piece()).map(Solution::to_json),
            picture: if pictures { part.reply_picture() } else { None },
        })
    }

    /// An error record that says that there is no answer.
    #[must_use]
    pub fn of_failure(error: &Error) -> Self {
        Reply::of(&Failed::new(error), false, false).expect("it is no piece")
    }

    /// The same for a failure with a status of its own.
    #[must_use]
    pub fn of_words(status: Status, words: String) -> Self {
        Reply::of(&Failed::in_words(status, words), false, false).expect("it is no piece")
    }
}
