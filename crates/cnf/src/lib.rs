//! Formulas in CNF whose variables and constraints have names.
//!
//! A family of puzzles declares its variables as values of an enum of its own, and writes its rules
//! as groups of clauses, implications and counting statements into an [`Encoding`]. From there come
//! clauses for a solver, readable text, DIMACS and GCNF, statistics by rule, and unit propagation
//! that says which constraint forced what. There is no solver in this crate.
//!
//! [`assert_encoding!`] keeps a formula as a snapshot in the tests of the crate that writes it.
mod choice;
mod clauses;
mod dimacs;
mod encoding;
mod flavour;
mod group;
mod group_ref;
mod literal;
mod model;
mod order;
mod propagate;
mod rule;
mod rustsat_encoders;
pub mod snapshot;
mod statement;
mod stats;
mod text;

pub use choice::Choice;
pub use clauses::Clauses;
pub use dimacs::{
    Dimacs, ReadError, SolverOutput, read_dimacs, read_solver_output, write_dimacs, write_icnf,
};
pub use encoding::{Encoding, MAX_LITERALS, Names};
pub use flavour::{Amo, Card, Flavours, Sum};
pub use group::Group;
pub use group_ref::GroupRef;
pub use literal::{Atom, Literal, Variable, neg, pos};
pub use model::Model;
pub use order::{Order, Threshold};
pub use propagate::Propagation;
pub use rule::{Arg, Args, Name, Rule};
pub use rustsat::types::{Lit, Var};
pub use statement::{Bound, Statement};
pub use stats::{RuleStats, Stats};
pub use text::Show;
