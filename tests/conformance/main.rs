//! What holds for every family, every genre, and a page of one's own: each property is a test here, over all of them, on small
//! boards of the library, generated ones and changed ones. A new family or genre is tested without a change here; if it has
//! no board, the tests fail.
//!
//! `JIGSAT_FAMILY=tapa cargo test --test conformance` tests one of them.

#[path = "../common/mod.rs"]
mod common;

mod changed;
mod drawing;
mod explanation;
mod families;
mod generation;
mod limits;
#[cfg(feature = "cadical")]
mod proofs;
mod properties;
mod reading;
mod reasons;
mod round_trips;
mod subjects;
mod symmetry;
