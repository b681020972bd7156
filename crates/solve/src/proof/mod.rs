//! Proofs that there is no solution, which anyone can check.
#[cfg(feature = "cadical")]
mod certify;
mod lrat;
mod read;

#[cfg(feature = "cadical")]
pub use certify::{Certified, Wish, certify};
pub use lrat::{Checker, Invalid};
pub use read::{BadStep, StepFlaw, Steps, check_steps};
