//! The tests of this crate as one program, which builds and runs sooner than a program for each file.

mod any_reason;
mod check;
mod encodings;
mod family;
mod forgeries;
mod formats;
mod limits;
mod oracle;
