//! How the program ends: exit codes, and messages to standard error.

use std::{fmt, io, path::Path};

use bytesize::ByteSize;
use jigsat_input::ParseError;
use jigsat_kit::Error;
use jigsat_workbench::{Status, record::ErrorRecord};

use crate::{args::option, output};

/// Why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// An error of the library.
    Library(Error),
    /// The command line asks for something impossible.
    Usage(String),
    /// The output could not be written.
    Output(String, io::Error),
    /// The command needed more memory than allowed.
    Memory {
        memory: ByteSize,
        /// The file of its puzzle, if it is about one.
        file: Option<String>,
        /// The number of the puzzle there, if one was chosen.
        index: Option<u64>,
    },
    /// The process that did the work ended unexpectedly, in words that follow its name.
    Died(String),
}

impl Failure {
    pub fn usage(message: impl Into<String>) -> Self {
        Failure::Usage(message.into())
    }

    /// The record of this failure, for answers that programs read. Failures to write have none.
    pub fn record(&self, family: Option<&str>) -> Option<ErrorRecord<'_>> {
        let (family, status) = (family.map(|family| family.to_owned().into()), self.status());
        Some(match self {
            Failure::Library(error) => ErrorRecord::new(family, status, error),
            Failure::Usage(message) => ErrorRecord::in_words(family, status, message.trim_end().to_owned()),
            Failure::Memory { memory, file, index } => {
                ErrorRecord::in_words(family, status, format!("memory limit reached: {memory}"))
                    .about(file.clone(), *index)
            }
            Failure::Died(how) => {
                let message = format!("the process that did the work {how}");
                ErrorRecord::in_words(family, status, message)
            }
            Failure::Output(..) => return None,
        })
    }

    pub fn status(&self) -> Status {
        match self {
            Failure::Output(_, error) if has_no_reader(error) => Status::Solved,
            Failure::Output(_, error) if error.kind() == io::ErrorKind::TimedOut => Status::Unknown,
            Failure::Library(error) => Status::of(error),
            Failure::Usage(_) | Failure::Output(..) => Status::BadInput,
            Failure::Memory { .. } => Status::Unknown,
            Failure::Died(_) => Status::Bug,
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Output { path, error } => Failure::Output(path, error),
            error => Failure::Library(error),
        }
    }
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Self {
        Failure::Library(error.into())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        output::failed(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Library(Error::Input(error)) if !error.is_unfinished() => {
                f.write_str(&error.render_named(&option, true))
            }
            Failure::Library(error) if Status::of(error) == Status::Unknown => write!(f, "unknown: {error}"),
            Failure::Library(error) => write!(f, "error: {}", error.message().shown(&option).trim_end()),
            Failure::Usage(message) => write!(f, "error: {}", message.trim_end()),
            Failure::Memory { memory, .. } => write!(f, "unknown: memory limit reached: {memory}"),
            Failure::Died(how) => write!(f, "error: the process that did the work {how}"),
            Failure::Output(what, error) if error.kind() == io::ErrorKind::TimedOut => {
                write!(f, "unknown: {error} while {what} was written")
            }
            Failure::Output(what, error) => write!(f, "error: can't write {what}: {error}"),
        }
    }
}

/// Whether an error says that nobody reads any longer what is written into a pipe.
pub fn has_no_reader(error: &io::Error) -> bool {
    /// `ERROR_PIPE_NOT_CONNECTED`: the standard library has no kind for it.
    const NOT_CONNECTED: i32 = 233;
    error.kind() == io::ErrorKind::BrokenPipe || cfg!(windows) && error.raw_os_error() == Some(NOT_CONNECTED)
}

/// A path that can't be written, or a program that can't be started.
pub fn failure(path: &Path, error: io::Error) -> Failure {
    Failure::Output(path.display().to_string(), error)
}

/// Prints what went wrong, and gives its status.
pub fn tell(failure: &Failure) -> Status {
    let status = failure.status();
    if status != Status::Solved {
        note!("{failure}");
    }
    status
}

/// Prints what went wrong and gives the status of the whole command.
pub fn report(result: Result<Status, Failure>) -> Status {
    let status = match result {
        Ok(status) => status,
        Err(failure) => tell(&failure),
    };
    if status == Status::Bug {
        note!("This is a bug: please report it with the puzzle and the command.");
    }
    status
}
