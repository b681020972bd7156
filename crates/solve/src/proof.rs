//! Proofs that there is no solution, which other programs can check, too.
#[cfg(feature = "cadical")]
mod certify;
mod cover;
mod lrat;
mod read;
mod store;

#[cfg(feature = "cadical")]
pub use certify::{Certified, Wish, certify};
pub use cover::{Gap, NoLiteral, Part, covers, part_formula};
pub use lrat::{Checker, Invalid};
pub use read::{BadStep, StepFlaw, Steps, check_steps};
