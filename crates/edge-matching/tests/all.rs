//! The tests of this crate as one program, which builds and runs sooner than a program for each file.

mod any_solution;
mod best;
mod check;
mod common;
mod encodings;
mod family;
mod formats;
mod limits;
mod reasons;
mod unique;
