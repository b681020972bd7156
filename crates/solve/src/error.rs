use crate::{BuildError, Provenance, Stop, Violation};

/// Why there is no answer at all. Giving up at a limit is an answer, not an error; but what works towards an answer fails
/// with [`Error::Stopped`], and the answer says so.
///
/// ```
/// use jigsat_solve::{Error, Solver};
///
/// let error = "minsat".parse::<Solver>().unwrap_err();
/// assert!(matches!(&error, Error::UnknownSolver { name, .. } if name == "minsat"));
/// assert!(error.to_string().starts_with("there is no solver 'minsat'; this build has "));
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The solver could not get the memory it asked for.
    #[error("{solver} ran out of memory; try a smaller encoding or another solver")]
    OutOfMemory {
        /// Which solver.
        solver: String,
    },
    /// No solver has that name.
    #[error("there is no solver '{name}'; this build has {available}")]
    UnknownSolver {
        /// The name as the user gave it.
        name: String,
        /// The names that exist.
        available: String,
    },
    /// The solver exists, but was left out when this program was built.
    #[error("this build has no {solver} (build it with the feature '{solver}'); it has {available}")]
    NotBuiltIn {
        /// Which solver.
        solver: String,
        /// The names that exist.
        available: String,
    },
    /// A solver program could not be run, or its output is not an answer.
    #[error("external solver '{command}': {message}")]
    External {
        /// The command as the user gave it.
        command: String,
        /// What went wrong, with the program's standard error.
        message: String,
    },
    /// The formula can't be built as asked.
    #[error(transparent)]
    Build(BuildError),
    /// A limit was reached. That is not an error of the question, which is left open.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// The referee rejects a solution that the formula allows: a bug of the encoding.
    #[error(
        "the referee rejects what {} found: {violation}; this is a bug in the encoding{} or in the referee", by.engine,
        by.encoding.as_ref().map(|name| format!(" '{name}'")).unwrap_or_default()
    )]
    Refused {
        /// The rule that the solution breaks.
        violation: Violation,
        /// What found the solution.
        by: Provenance,
    },
    /// A clause that should exclude a candidate does not: the search would find the candidate forever.
    #[error(
        "a cut of rule '{rule}' does not exclude the candidate it was made for; this is a bug in jigsat: please \
         report it with the puzzle and the command"
    )]
    IdleCut {
        /// The rule of the cut.
        rule: String,
    },
    /// A proof could not be made, or its steps don't hold.
    #[error("no proof: {0}")]
    Proof(String),
    /// A proof could not be written.
    #[error("the proof can't be written: {0}")]
    ProofOutput(std::io::Error),
    /// A solver misbehaved.
    #[error("{solver} failed: {message}")]
    Backend {
        /// Which solver.
        solver: String,
        /// Its message.
        message: String,
    },
}

impl Error {
    /// The limit that was reached, if that is the error.
    #[must_use]
    pub fn stopped(&self) -> Option<Stop> {
        match self {
            Error::Stopped(stop) => Some(*stop),
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
            Err(error) => error.stopped().map_or(Err(error), |stop| Ok(Err(stop))),
        }
    }
}

impl From<BuildError> for Error {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::Stopped(stop) => Error::Stopped(stop),
            error => Error::Build(error),
        }
    }
}

/// An error of rustsat as an error of this crate.
#[cfg(any(feature = "minisat", feature = "glucose", feature = "cadical"))]
pub(crate) fn backend_error(solver: &str, error: &(dyn std::error::Error + Send + Sync + 'static)) -> Error {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(inner) = cause {
        if inner.is::<rustsat::OutOfMemory>() {
            return Error::OutOfMemory { solver: solver.into() };
        }
        cause = inner.source();
    }
    Error::Backend { solver: solver.into(), message: error.to_string() }
}
