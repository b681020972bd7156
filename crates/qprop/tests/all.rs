//! The tests of this crate as one program, which builds and runs sooner than a program for each file.

mod boards;
mod by_search;
mod common;
mod errors;
mod family;
mod graphs;
mod hidden;
mod hints;
mod limits;
mod meaning;
mod models;
mod named_data;
mod oracle;
mod redundant;
mod referee;
mod sums;
mod text;
mod values;
mod visits;
