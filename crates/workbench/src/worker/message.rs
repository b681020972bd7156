//! What a worker is asked, and what it answers.

use std::{borrow::Cow, path::Path, sync::Arc};

use jigsat_input::ParseError;
use jigsat_kit::{Files, NoFiles, Text};
use serde::{Deserialize, Serialize};

use crate::{
    Ask, Context, CountRequest, ExplainRequest, HintRequest, RateRequest, RightSoFarRequest, SolveRequest,
    Status,
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
    /// Answers a request about every puzzle of a text: [`WorkerReply::Record`] or [`WorkerReply::Error`] for each, then
    /// [`WorkerReply::End`].
    Answer {
        /// The family by its name; recognised if left out.
        family: Option<String>,
        /// Where the puzzles are.
        input: Input,
        /// What is asked.
        verb: Verb,
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
    /// An answer.
    Record {
        /// How the question ended.
        status: Status,
        /// The record as JSON, byte for byte.
        record: String,
        /// The same in words.
        words: String,
    },
    /// There is no answer.
    Error {
        /// What that means.
        status: Status,
        /// Why not, in words.
        message: String,
    },
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

/// What is asked of every puzzle of a text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verb {
    /// One solution.
    Solve(SolveRequest),
    /// How many solutions there are.
    Count(CountRequest),
    /// Whether that is a solution.
    Check {
        /// What is asked of solutions.
        ask: Ask,
        /// The solution, in any form that is read.
        solution: String,
    },
    /// Solutions one by one: a record for each, then one that sums up.
    List {
        /// What is asked.
        ask: Ask,
        /// This many at most.
        limit: Option<u64>,
    },
    /// The solution step by step, or why there is none.
    Explain(ExplainRequest),
    /// The next step.
    Hint(HintRequest),
    /// Whether what is filled in is right so far.
    RightSoFar(RightSoFarRequest),
    /// How hard it is.
    Rate(RateRequest),
}

impl Verb {
    /// Formula, search and options.
    #[must_use]
    pub fn ask(&self) -> &Ask {
        match self {
            Verb::Solve(SolveRequest { ask, .. })
            | Verb::Count(CountRequest { ask, .. })
            | Verb::Check { ask, .. }
            | Verb::List { ask, .. }
            | Verb::Explain(ExplainRequest { ask, .. })
            | Verb::Hint(HintRequest { ask, .. })
            | Verb::RightSoFar(RightSoFarRequest { ask, .. })
            | Verb::Rate(RateRequest { ask, .. }) => ask,
        }
    }
}
