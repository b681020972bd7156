//! Formulas in CNF whose variables and constraints have names.
mod choice;
mod clauses;

pub use choice::Choice;
pub use clauses::Clauses;
pub use rustsat::types::{Lit, Var};
