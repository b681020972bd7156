//! Formulas in CNF whose variables and constraints have names.
//!
//! A family of puzzles declares its variables as values of an enum of its own. It writes its rules into a
//! [`Formula`], as groups of clauses, implications, counting constraints and graph constraints. A formula
//! gives clauses for a solver, readable text, DIMACS and GCNF, statistics by rule, and unit propagation that
//! says which constraint forced what. This crate contains no solver.
//!
//! [`assert_encoding!`] keeps a formula as a snapshot in the tests of the crate that writes it; [`assert_cnf!`] does so
//! for clauses of rustsat or any other program.
mod adder;
mod choice;
mod clauses;
mod cnf;
mod constraint;
mod dimacs;
mod draft;
mod flavour;
mod foreign;
mod formula;
pub mod graph;
mod group;
mod group_ref;
mod interrupt;
mod literal;
mod model;
mod order;
mod propagate;
pub mod rarely;
mod rule;
mod rustsat_encoders;
mod sentence;
pub mod snapshot;
mod solver_output;
mod stats;
mod stored;
mod text;

pub use choice::Choice;
pub use clauses::Clauses;
pub use cnf::{AtomNames, Cnf, CnfGroup, MAX_LITERALS};
pub use constraint::{Bound, Constraint};
pub use dimacs::{Dimacs, DimacsPart, ReadError, read_dimacs, read_dimacs_parts, write_dimacs, write_icnf};
pub use draft::Draft;
pub use flavour::{Amo, Card, Flavours, GraphFlavour, Sum};
pub use formula::{Formula, Names};
pub use group::Group;
pub use group_ref::GroupRef;
pub use interrupt::{Interrupt, Stop};
pub use literal::{Atom, Literal, Variable, neg, pos};
pub use model::Model;
pub use order::{Order, Threshold};
pub use propagate::Propagation;
pub use rule::{Arg, Args, Name, Rule};
pub use rustsat::types::{Lit, Var};
pub use sentence::{enumerated, fill_sentence, fits_several};
pub use solver_output::{
    Printed, SolverOutput, SolverReader, SolverVerdict, formula_size, read_solver_output,
};
pub use stats::{GraphStats, RuleStats, Stats};
pub use stored::{OfText, StoredGroup, StoredRule, StoredText, Untold};
pub use text::{AtomOrder, Show};

/// The examples of the page that the crate is introduced with.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
