//! What a worker is asked, and what it answers.

use std::{borrow::Cow, path::Path, sync::Arc};

use jigsat_input::ParseError;
use jigsat_kit::{Files, NoFiles, Text};
use serde::{Deserialize, Serialize};

use crate::{
    Context,
    answer::{Reply, Verb},
    batch::{BatchRequest, Malformed, Task, Unread},
};

/// A request to a worker: a line of JSON.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(clippy::large_enum_variant, reason = "they are read one at a time")]
pub enum WorkerRequest {
    /// From now on the process gets no more memory than this; it says nothing to that.
    Bound {
        /// In bytes.
        memory_bytes: u64,
    },
    /// Says which puzzles there are: [`WorkerReply::Family`] when it knows whose they are, then each of them, then
    /// [`WorkerReply::End`].
    Read {
        /// What each will be asked.
        batch: Arc<BatchRequest>,
        /// Where they are.
        input: Input,
    },
    /// Solves a puzzle of a batch: one [`WorkerReply::Line`].
    Solve {
        /// What it is asked.
        batch: Arc<BatchRequest>,
        /// The puzzle.
        task: Task,
    },
    /// Answers a request about every puzzle of a text, or about none: [`WorkerReply::Record`] for each part, then
    /// [`WorkerReply::End`].
    Answer {
        /// The family by its name; recognised if left out.
        family: Option<String>,
        /// Where the puzzles are, if it is about puzzles.
        input: Option<Input>,
        /// What is asked.
        verb: Verb,
        /// Whether replies have pictures.
        pictures: bool,
    },
}

/// What a worker says: a line of JSON.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WorkerReply {
    /// Whose puzzles are to be read now.
    Family(Cow<'static, str>),
    /// A puzzle that was read.
    Puzzle(Task),
    /// A puzzle that breaks a rule of its format.
    Malformed(Malformed),
    /// The rest, because the reader broke down.
    Unread(Unread),
    /// No puzzle can be read, in words.
    Skipped(String),
    /// A line of results, with its end, byte for byte.
    Line(String),
    /// A part of an answer, or that there is none.
    Record(Reply),
    /// That was all.
    End,
}

/// Where puzzles are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Input {
    /// A file of this machine.
    File(String),
    /// A text under the name of where it is from. It can name no file.
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

    /// What it is called.
    pub(super) fn name(&self) -> &str {
        match self {
            Input::File(name) | Input::Text { name, .. } => name,
        }
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
