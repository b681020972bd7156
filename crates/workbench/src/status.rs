use jigsat_kit::Error;
use jigsat_solve::Error as SolveError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a question ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// The requested result exists.
    Solved,
    /// It is proved that it doesn't exist.
    Impossible,
    /// A puzzle could not be read, or a request could not be met.
    BadInput,
    /// Left open at a limit.
    Unknown,
    /// A bug: the referee rejected a result that a complete formula allows, or a solver misbehaved.
    Bug,
}

impl Status {
    /// The status of two questions together: the first of bug, bad input, unknown, impossible that occurs.
    #[must_use]
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

    /// The exit code of a command with this status.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Status::Solved => 0,
            Status::Impossible => 1,
            Status::BadInput => 2,
            Status::Unknown => 3,
            Status::Bug => 4,
        }
    }

    /// The status with that exit code.
    #[must_use]
    pub fn of_code(code: u8) -> Option<Self> {
        [Status::Solved, Status::Impossible, Status::BadInput, Status::Unknown, Status::Bug]
            .into_iter()
            .find(|status| status.code() == code)
    }

    /// The status of an error.
    #[must_use]
    pub fn of(error: &Error) -> Self {
        match error {
            Error::Solver(SolveError::Refused { .. } | SolveError::Backend { .. }) => Status::Bug,
            Error::Solver(SolveError::OutOfMemory { .. }) => Status::Unknown,
            Error::Input(error) if error.is_unfinished() => Status::Unknown,
            error if error.stopped().is_some() => Status::Unknown,
            _ => Status::BadInput,
        }
    }

    /// The status in a record of a puzzle that failed this way.
    #[must_use]
    pub fn word_of_failure(self) -> &'static str {
        match self {
            Status::Bug => "bug",
            Status::Unknown => "unknown",
            _ => "error",
        }
    }
}
