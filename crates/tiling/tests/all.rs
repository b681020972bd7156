//! The tests of this crate as one program, which builds and runs sooner than a program for each file.

mod any_solution;
mod check;
mod common;
mod counts;
mod encodings;
mod family;
mod formats;
mod generate;
mod limits;
mod listing;
