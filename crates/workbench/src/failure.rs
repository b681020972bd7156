//! Failures as parts of answers.

use std::{any::Any, borrow::Cow, io};

use jigsat_input::{Message, ParseError};
use jigsat_kit::Error;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use crate::{
    Status,
    record::ErrorRecord,
    verb::{Part, Teller},
};

/// That a question, or one of several, has no answer.
pub struct Failed {
    status: Status,
    record: Box<RawValue>,
    message: Message,
    index: Option<u64>,
}

impl Failed {
    /// For this reason.
    #[must_use]
    pub fn new(error: &Error) -> Self {
        let status = Status::of(error);
        Failed::with(status, &ErrorRecord::new(None, status, error), error.message())
    }

    /// The reason.
    #[must_use]
    pub fn message(&self) -> &Message {
        &self.message
    }

    /// For a puzzle of a text with several that can't be read.
    pub(crate) fn of_input(family: Cow<'static, str>, index: u64, error: &ParseError) -> Self {
        let record = ErrorRecord::of_input(family, Some(index), error);
        let status = if error.is_unfinished() { Status::Unknown } else { Status::BadInput };
        Failed::with(status, &record, format!("{}: {error}", record.status)).numbered(index)
    }

    /// With this status, for a reason in words.
    #[must_use]
    pub fn in_words(status: Status, words: String) -> Self {
        Failed::with(status, &ErrorRecord::in_words(None, status, words.clone()), words)
    }

    /// Because the code that should find it panicked.
    pub(crate) fn of_panic(panic: &(dyn Any + Send)) -> Self {
        let (status, words) = panicked(panic);
        if status != Status::Unknown {
            return Failed::in_words(status, words);
        }
        // What the system calls it is for programmers.
        let words = words.split(": Os {").next().unwrap_or(&words);
        Failed::in_words(status, format!("not enough memory: {words}"))
    }

    /// The same about one of several puzzles.
    pub(crate) fn numbered(self, index: u64) -> Self {
        Failed { index: Some(index), ..self }
    }

    pub(crate) fn with(status: Status, record: &impl Serialize, message: impl Into<Message>) -> Self {
        let record = to_raw_value(record).expect("records are plain data");
        Failed { status, record, message: message.into(), index: None }
    }
}

impl Part for Failed {
    fn status(&self) -> Status {
        self.status
    }

    fn record(&self) -> Option<&dyn erased_serde::Serialize> {
        Some(&self.record)
    }

    fn words(&self) -> String {
        self.message.to_string()
    }

    fn tell(&self, teller: &mut dyn Teller) -> io::Result<()> {
        teller.message(&self.message)
    }

    fn index(&self) -> Option<u64> {
        self.index
    }

    fn write(&self, _: &str, out: &mut dyn io::Write) -> Result<(), Error> {
        Ok(writeln!(out, "{}", self.message)?)
    }
}

/// The status after a panic, and its message. It is a bug, unless a solver found no memory for its first tables.
pub(crate) fn panicked(panic: &(dyn Any + Send)) -> (Status, String) {
    let said = panic.downcast_ref::<&str>().copied();
    let said = said.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    match said {
        Some(said) if is_of_memory(said) => (Status::Unknown, said.to_owned()),
        said => (Status::Bug, format!("panicked: {}", said.unwrap_or("without a message"))),
    }
}

/// The messages of failed allocations: of Rust, of its threads' stacks, of C++, and of other linked code.
const OF_MEMORY: [&str; 6] = [
    "memory allocation of",
    "failed to spawn thread",
    "bad_alloc",
    "out of memory",
    "not enough memory",
    "Cannot allocate memory",
];

/// Whether a line that a process wrote as it ended says that it wanted more memory than allowed.
pub(crate) fn is_of_memory(words: &str) -> bool {
    OF_MEMORY.iter().any(|known| words.contains(known))
}
