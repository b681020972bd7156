//! The tests of this crate as one program, which builds and runs sooner than a program for each file.

mod any_solution;
mod bad_input;
mod check;
mod common;
mod draw;
mod encodings;
mod explain;
mod family;
mod fast;
mod formats;
mod generate;
mod limits;
mod readers;
mod round_trip;
