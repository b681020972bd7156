//! The requests to a worker, and its replies.

use std::{borrow::Cow, path::Path, sync::Arc};

use jigsat_input::ParseError;
use jigsat_kit::{Event, Files, NoFiles, Text};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Context,
    batch::{BatchRequest, Malformed, Task, Unread},
    reply::Reply,
    verbs::Request,
};

/// A request to a worker: a line of JSON.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(clippy::large_enum_variant, reason = "they are read one at a time")]
pub enum WorkerRequest {
    /// Limits the memory of the process from now on; there is no reply.
    Bound {
        /// In bytes.
        memory_bytes: u64,
    },
    /// From now on, the events of the work are replies, too. There is no reply to this request.
    Observe,
    /// Lists the puzzles: the reply `family` when the family is known, then one for each puzzle, then `end`.
    Read {
        /// The request that will be made for each.
        batch: Arc<BatchRequest>,
        /// The place of the puzzles.
        input: Input,
    },
    /// Solves a puzzle of a batch: one reply `line`.
    Solve {
        /// The request.
        batch: Arc<BatchRequest>,
        /// The puzzle.
        task: Task,
    },
    /// Answers a request about every puzzle of a text, or about none: a reply `record` for each part, then `end`.
    Answer {
        /// The family by its name; detected if left out.
        family: Option<String>,
        /// The page of QPROP that defines the family, if it doesn't come with jigsat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        page: Option<String>,
        /// The place of the puzzles, if the request is about puzzles.
        input: Option<Input>,
        /// The request.
        verb: Request,
        /// Whether replies have pictures.
        pictures: bool,
    },
}

/// A reply of a worker: a line of JSON.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WorkerReply {
    /// The family of the puzzles that will now be read.
    Family(Cow<'static, str>),
    /// A puzzle that was read.
    Puzzle(Task),
    /// A puzzle that breaks a rule of its format.
    Malformed(Malformed),
    /// The rest, because the reader crashed.
    Unread(Unread),
    /// No puzzle can be read, in words.
    Skipped(String),
    /// A line of results, with its end, byte for byte.
    Line(String),
    /// A part of an answer, or the error that there is none.
    Record(Reply),
    /// An event on the way to the answer.
    Event(OwnEvent),
    /// The end of the replies.
    End,
}

/// An event of a search, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OwnEvent {
    /// A warning about the input.
    Warning(String),
    /// A solution that is better than those before.
    Better(String),
    /// The member of a portfolio that answered.
    Winner(String),
    /// How far a long search has come.
    Progress(String),
    /// A step of the search.
    Step(String),
}

impl OwnEvent {
    /// A copy of an event; `None` for kinds that stay within a process.
    pub(super) fn of(event: Event<'_>) -> Option<Self> {
        Some(match event {
            Event::Warning(words) => OwnEvent::Warning(words.into()),
            Event::Better(words) => OwnEvent::Better(words.into()),
            Event::Winner(words) => OwnEvent::Winner(words.into()),
            Event::Progress(words) => OwnEvent::Progress(words.into()),
            Event::Step(words) => OwnEvent::Step(words.into()),
            _ => return None,
        })
    }

    /// The event.
    pub(super) fn event(&self) -> Event<'_> {
        match self {
            OwnEvent::Warning(words) => Event::Warning(words),
            OwnEvent::Better(words) => Event::Better(words),
            OwnEvent::Winner(words) => Event::Winner(words),
            OwnEvent::Progress(words) => Event::Progress(words),
            OwnEvent::Step(words) => Event::Step(words),
        }
    }
}

/// The place of puzzles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Input {
    /// A file of this machine.
    File(String),
    /// A text with the name of its origin. It can name no file.
    Text {
        /// The name.
        name: String,
        /// The text.
        text: String,
    },
}

impl Input {
    /// The context in which it is read: a text from elsewhere has no files.
    pub(super) fn surroundings(&self, context: &Context) -> Context {
        let files: Arc<dyn Files> = match self {
            Input::File(_) => Arc::clone(&context.files),
            Input::Text { .. } => Arc::new(NoFiles),
        };
        Context { files, ..context.clone() }
    }

    /// Opens it.
    pub(super) fn open(self) -> Result<Text, ParseError> {
        match self {
            Input::File(path) => {
                let file = std::fs::File::open(Path::new(&path))
                    .map_err(|error| ParseError::unreadable(&path, &error))?;
                Text::new(path, std::io::BufReader::new(file))
            }
            Input::Text { name, text } => Ok(Text::of_string(name, text)),
        }
    }
}
