//! The tests of this crate as one program, which builds and runs sooner than a program for each file.

mod any_solution;
mod check;
mod common;
mod dropped;
mod encodings;
mod explain;
mod family;
mod formats;
mod generate;
mod growth;
mod limits;
mod rules;
mod smt2;
mod solution_size;
