//! SAT solvers behind one small trait, and what is built on them.
mod batsat;
#[cfg(feature = "cadical")]
mod cadical;
mod error;
mod external;
#[cfg(feature = "glucose")]
mod glucose;
#[cfg(any(feature = "minisat", feature = "glucose"))]
mod interruptible;
mod limits;
#[cfg(feature = "minisat")]
mod minisat;
mod permute;
mod sat;
mod solver;
#[cfg(any(feature = "minisat", feature = "glucose"))]
mod watch;

pub use error::Error;
pub use limits::{Limits, Stop};
pub use permute::Permuted;
pub use sat::{Sat, SolverStats, Verdict};
pub use solver::{Solver, SolverInfo};
