//! Explanations: the constraints that are to blame for something, and a solution step by step.
mod blame;
mod correction;
mod derive;
mod minimize;
mod models;
mod singles;
mod smallest;
mod steps;

pub use blame::{Blame, Blamed, Blamer, Reason};
pub use correction::Corrections;
pub use steps::{Contradiction, Step, Stepper, Steps, is_fact};
