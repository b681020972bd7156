//! SAT solvers behind one small trait, and what is built on them.
//!
//! A family implements [`Puzzle`]; a [`Session`] loads its formula into a [`Solver`] and answers
//! questions under [`Limits`]. Every solution passes the family's referee before anyone sees it.
//! The module [`testing`] has what tests of encodings need.
mod answer;
mod batsat;
#[cfg(feature = "cadical")]
mod cadical;
pub mod cubes;
mod enumeration;
mod error;
pub mod explain;
mod external;
mod flaw;
#[cfg(feature = "glucose")]
mod glucose;
#[cfg(any(feature = "minisat", feature = "glucose"))]
mod interruptible;
mod limits;
#[cfg(feature = "minisat")]
mod minisat;
mod permute;
pub mod proof;
mod puzzle;
mod sat;
mod session;
mod solver;
pub mod testing;
#[cfg(any(feature = "minisat", feature = "glucose"))]
mod watch;

pub use answer::{Answer, By, Count, End};
pub use enumeration::Enumeration;
pub use error::Error;
pub use flaw::Flaw;
pub use limits::{Limits, Stop};
pub use permute::Permuted;
pub use puzzle::{Build, BuildError, GIVEN, Puzzle, Refined, build, with_names};
pub use sat::{Sat, SolverStats, Verdict};
pub use session::{ANOTHER, Effort, Session};
pub use solver::{Solver, SolverInfo};
