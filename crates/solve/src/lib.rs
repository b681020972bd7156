//! SAT solvers behind one small trait, and what is built on them.
mod error;
mod flaw;
mod limits;
mod sat;

pub use error::Error;
pub use flaw::Flaw;
pub use limits::{Limits, Stop};
pub use sat::{Sat, SolverStats, Verdict};
