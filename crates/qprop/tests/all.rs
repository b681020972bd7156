//! The tests of this crate as one program, which builds and runs sooner than a program for each file.

mod boards;
mod by_search;
mod common;
mod errors;
mod family;
mod graphs;
mod limits;
mod models;
mod oracle;
mod referee;
mod text;
