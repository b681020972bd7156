//! The one adapter from a family's types to data: a family, its puzzles, their formulas and solutions without their types.
//! Besides it, only what makes a family ([`OwnPuzzle`](crate::OwnPuzzle)) and the bridges of `grade` name the types of one.

mod atoms;
mod board;
mod case;
mod family;
mod formula;

pub(crate) use atoms::Atoms;
pub(crate) use case::{Case, Origin, question};
pub use family::Erased;
