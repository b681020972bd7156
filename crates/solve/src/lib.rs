//! SAT solvers behind one small trait, and the tools that use them.
//!
//! A family implements [`Puzzle`]. A [`Session`] loads its formula into a [`Solver`] and answers questions
//! under [`Limits`]. Every solution must pass the family's referee before you see it. The module [`testing`]
//! contains tests of encodings.
mod answer;
mod batsat;
#[cfg(feature = "cadical")]
mod cadical;
pub mod cdcl;
mod checked;
mod complete;
mod completion;
mod counting;
pub mod cubes;
mod enumeration;
mod error;
pub mod explain;
#[cfg(not(target_family = "wasm"))]
mod external;
#[cfg(feature = "glucose")]
mod glucose;
mod growing;
mod held;
#[cfg(any(feature = "minisat", feature = "glucose"))]
mod interruptible;
mod limits;
mod loaded;
pub mod meaning;
#[cfg(feature = "minisat")]
mod minisat;
mod permute;
#[cfg(not(target_family = "wasm"))]
mod process;
pub mod proof;
mod puzzle;
mod refine;
mod sat;
mod session;
mod simplify;
mod solution;
mod solver;
pub mod testing;
pub mod thin;
mod violation;
#[cfg(any(feature = "minisat", feature = "glucose"))]
mod watch;

pub use answer::{Answer, Attempt, Count, End, Provenance, Searched};
pub use checked::{Checked, Judged};
pub use complete::complete;
pub use completion::{Completion, Refined};
pub use enumeration::{Enumeration, Enumerator};
pub use error::Error;
pub use growing::{Growing, Grown};
pub use held::Held;
pub use jigsat_cnf::Stop;
pub use limits::{Hook, Limits};
pub use loaded::Effort;
pub use permute::Permuted;
#[cfg(not(target_family = "wasm"))]
pub use process::Process;
pub use puzzle::{BuildError, BuildOptions, GIVEN, Puzzle, build, with_names};
pub use sat::{Sat, SolverStats, Verdict};
pub use session::{ANOTHER, Excluded, Searcher, Session};
pub use solution::Solution;
pub use solver::{Solver, SolverInfo};
pub use violation::{Refusal, Violation};

/// The examples of the page that the crate is introduced with.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
