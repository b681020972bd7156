//! The tests of this crate as one program, which builds and runs sooner than a program for each file.

mod check;
mod encodings;
mod family;
mod formats;
mod random;
mod refusals;
