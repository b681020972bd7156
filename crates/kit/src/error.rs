use std::io;

use jigsat_input::{Message, ParseError};
use jigsat_solve::{BuildError, Stop};

/// Why a question has no answer. Giving up at a limit is an answer, not an error; but what works towards an answer fails
/// with a [`Stop`], and the answer says so.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The puzzle, or another input, is malformed.
    #[error(transparent)]
    Input(#[from] ParseError),
    /// The request asks for something that doesn't exist, or its fields can't be combined.
    #[error("{0}")]
    Request(Message),
    /// A solver failed, or the referee rejected a solution.
    #[error("{}", of_solver(.0))]
    Solver(#[from] jigsat_solve::Error),
    /// A file could not be written.
    #[error("can't write {path}: {error}")]
    Output {
        /// The file; empty if only the front end that offered the output knows it.
        path: String,
        /// The reason.
        error: io::Error,
    },
}

impl Error {
    /// A request that can't be met, and why.
    pub fn request(message: impl Into<Message>) -> Self {
        Error::Request(message.into())
    }

    /// The same error, as an [`Error::Request`] if it is about a dropped rule that does not exist: only a user
    /// can name such a rule.
    #[must_use]
    pub fn of_dropped(self, dropped: &[String]) -> Self {
        match self {
            Error::Solver(jigsat_solve::Error::Build(error)) if !dropped.is_empty() => error.into(),
            error => error,
        }
    }

    /// What went wrong, with the fields of the request as fronts show them.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            Error::Request(message) => message.clone(),
            Error::Solver(error) => of_solver(error),
            other => other.to_string().into(),
        }
    }

    /// The limit that was reached, if that is the error.
    #[must_use]
    pub fn stopped(&self) -> Option<Stop> {
        match self {
            Error::Solver(error) => error.stopped(),
            _ => None,
        }
    }

    /// Separates the limit that was reached, which is an answer, from other errors, which `?` hands on.
    ///
    /// # Errors
    ///
    /// All other errors.
    pub fn unless_stopped<T>(result: Result<T, Error>) -> Result<Result<T, Stop>, Error> {
        match result {
            Ok(value) => Ok(Ok(value)),
            Err(error) => error.only_stopped().map(Err),
        }
    }

    /// The limit that was reached, unless it is another error.
    fn only_stopped(self) -> Result<Stop, Error> {
        self.stopped().ok_or(self)
    }
}

impl From<BuildError> for Error {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::Stopped(stop) => stop.into(),
            error => Error::Request(of_building(&error)),
        }
    }
}

fn of_solver(error: &jigsat_solve::Error) -> Message {
    match error {
        jigsat_solve::Error::Build(error) => of_building(error),
        other => other.to_string().into(),
    }
}

fn of_building(error: &BuildError) -> Message {
    let message = Message::from(error.to_string());
    match error {
        BuildError::TooLarge { .. } => message.and("; try another encoding, `amo: ladder` or `card: adder`"),
        _ => message,
    }
}

impl From<Stop> for Error {
    fn from(stop: Stop) -> Self {
        Error::Solver(stop.into())
    }
}

impl From<std::io::Error> for Error {
    /// An error of an output whose name only the front end knows.
    fn from(error: std::io::Error) -> Self {
        Error::Output { path: String::new(), error }
    }
}
