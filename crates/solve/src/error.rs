/// Why a solver gave no answer at all. Giving up at a limit is an answer, not an error.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The solver could not get the memory it asked for.
    #[error("{solver} ran out of memory; try a smaller encoding or another solver")]
    OutOfMemory {
        /// Which solver.
        solver: String,
    },
    /// A solver program could not be run, or answered what is no answer.
    #[error("external solver '{command}': {message}")]
    External {
        /// The command as the user gave it.
        command: String,
        /// What went wrong, with what the program wrote to its standard error.
        message: String,
    },
    /// A solver behaved as it should not.
    #[error("{solver} failed: {message}; please report this, naming the puzzle and the command")]
    Backend {
        /// Which solver.
        solver: String,
        /// What it said.
        message: String,
    },
}
