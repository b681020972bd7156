//! How the program ends: exit codes, and what goes to the standard error.

use std::{fmt, io, process::ExitCode};

use jigsat_input::ParseError;
use jigsat_solve::{BuildError, Error};

/// How a question ended, the worst last but for bad input: see [`Status::and`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// What was asked for is there.
    Solved,
    /// Proven that it is not.
    Impossible,
    /// A puzzle could not be read.
    BadInput,
    /// Left open at a limit.
    Unknown,
    /// A bug of ours.
    Bug,
}

impl Status {
    /// The status of two questions together: the first of bug, bad input, unknown, impossible.
    pub fn and(self, other: Status) -> Status {
        if self.rank() >= other.rank() { self } else { other }
    }

    fn rank(self) -> u8 {
        match self {
            Status::Solved => 0,
            Status::Impossible => 1,
            Status::Unknown => 2,
            Status::BadInput => 3,
            Status::Bug => 4,
        }
    }

    fn code(self) -> u8 {
        match self {
            Status::Solved => 0,
            Status::Impossible => 1,
            Status::BadInput => 2,
            Status::Unknown => 3,
            Status::Bug => 4,
        }
    }
}

/// Why a verb could not do its work.
#[derive(Debug)]
pub enum Failure {
    /// The puzzle, or another input, is malformed.
    Input(ParseError),
    /// The command line asks for what can't be.
    Usage(String),
    /// A solver failed, or the referee refused.
    Solver(Error),
    /// The output could not be written.
    Output(String, io::Error),
}

impl Failure {
    pub fn usage(message: impl Into<String>) -> Self {
        Failure::Usage(message.into())
    }

    fn status(&self) -> Status {
        match self {
            Failure::Solver(error) => status_of(error),
            Failure::Output(_, error) if error.kind() == io::ErrorKind::BrokenPipe => Status::Solved,
            Failure::Input(_) | Failure::Usage(_) | Failure::Output(..) => Status::BadInput,
        }
    }
}

/// What an error of the solving crates means for the exit code.
pub fn status_of(error: &Error) -> Status {
    match error {
        Error::Refused { .. } | Error::Backend { .. } => Status::Bug,
        Error::OutOfMemory { .. } => Status::Unknown,
        _ => Status::BadInput,
    }
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Self {
        Failure::Input(error)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure::Solver(error)
    }
}

impl From<BuildError> for Failure {
    fn from(error: BuildError) -> Self {
        Failure::Usage(error.to_string())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output("the standard output".into(), error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Input(error) => write!(f, "{}", error.render(true)),
            Failure::Usage(message) => write!(f, "error: {}", message.trim_end()),
            Failure::Solver(error) => write!(f, "error: {error}"),
            Failure::Output(what, error) => write!(f, "error: can't write {what}: {error}"),
        }
    }
}

/// Prints what went wrong and gives the exit code.
pub fn report(result: Result<Status, Failure>) -> ExitCode {
    let status = match result {
        Ok(status) => status,
        Err(failure) => {
            let status = failure.status();
            if status != Status::Solved {
                anstream::eprintln!("{failure}");
            }
            status
        }
    };
    ExitCode::from(status.code())
}
