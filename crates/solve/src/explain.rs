//! Explanations: the constraints that are to blame for something, and a solution step by step.
mod argument;
mod blame;
mod combinations;
mod correction;
mod derive;
mod minimize;
mod models;
mod scale;
mod singles;
mod smallest;
mod steps;
mod verify;

pub use argument::{Argument, How, Line, Term, is_seen};
pub use blame::{Blame, Blamed, Blamer, Reason, is_fact};
pub use combinations::combinations;
pub use correction::Corrections;
pub use scale::{Scale, Weights};
pub use steps::{Contradiction, Step, Stepper, Steps};
pub use verify::{Flaw, Verifier};
