use crate::{BuildError, By, Flaw};

/// Why there is no answer at all. Giving up at a limit is an answer, not an error.
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
        /// The names that would do.
        available: String,
    },
    /// The solver exists, but was left out when this program was built.
    #[error("this build has no {solver} (build it with the feature '{solver}'); it has {available}")]
    NotBuiltIn {
        /// Which solver.
        solver: String,
        /// The names that would do.
        available: String,
    },
    /// A solver program could not be run, or answered what is no answer.
    #[error("external solver '{command}': {message}")]
    External {
        /// The command as the user gave it.
        command: String,
        /// What went wrong, with what the program wrote to its standard error.
        message: String,
    },
    /// The formula can't be built as asked.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The referee rejects a solution that the formula allows: a bug of the encoding.
    #[error(
        "the referee refuses what {} found: {flaw}; this is a bug of jigsat, please report it with the \
         puzzle and the command", by.engine
    )]
    Refused {
        /// What the referee says.
        flaw: Flaw,
        /// Who found it.
        by: By,
    },
    /// A proof could not be made, or its steps don't hold.
    #[error("no proof: {0}")]
    Proof(String),
    /// A proof could not be written.
    #[error("the proof can't be written: {0}")]
    ProofOutput(std::io::Error),
    /// A solver behaved as it should not.
    #[error("{solver} failed: {message}; please report this, naming the puzzle and the command")]
    Backend {
        /// Which solver.
        solver: String,
        /// What it said.
        message: String,
    },
}

/// What rustsat's error says, in our terms.
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
