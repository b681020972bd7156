//! Requests and answers as JSON: for programs, pages and other processes.

use jigsat_kit::{Error, Text, TextFile};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

use crate::{
    Asked, Context, Part, Solution, Status, Wants, answer, failure::Failed, registry::known, verbs::Request,
};

/// A request about a text.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Inquiry {
    /// The family by its name; detected if left out.
    pub family: Option<String>,
    /// The text and the name of a puzzle; left out if the verb is not about a puzzle.
    pub puzzle: Option<TextFile>,
    /// The request.
    pub verb: Request,
    /// Whether replies have pictures.
    #[serde(default)]
    pub pictures: bool,
}

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
            solution: part.solution().filter(|_| part.is_piece()).map(Solution::to_json),
            picture: if pictures { part.picture().map(|picture| picture.to_svg()) } else { None },
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

/// The listener that gets the parts of an answer as JSON; an error ends the answer.
pub type ReplyListener<'l> = dyn FnMut(Reply) -> Result<(), Error> + 'l;

/// Answers a request.
///
/// # Errors
///
/// Why there is no answer, and errors of the listener.
pub fn answer_inquiry(
    inquiry: Inquiry,
    context: &Context,
    listener: &mut ReplyListener<'_>,
) -> Result<(), Error> {
    let Inquiry { family, puzzle, verb, pictures } = inquiry;
    let family = family.map(|name| known(&name)).transpose()?;
    let text = puzzle.map(|TextFile { name, text }| Text::of_string(name, text));
    let asked = Asked { family: family.map(|family| &**family), text, ..Asked::default() };
    let context = Context { wants: Wants { pictures, ..context.wants.clone() }, ..context.clone() };
    answer(&verb, asked, &context, &mut |part, more| {
        Reply::of(&*part, more, pictures).map_or(Ok(()), &mut *listener)
    })
}
