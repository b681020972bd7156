//! A small language for quantified propositional formulas, grounded to SAT: [`Model::read`] takes a
//! text and its [`Data`], and the [`Model`] is a puzzle as those of the other families; [`parse()`]
//! and `Display` turn text into a tree and back.
mod atom;
mod check;
mod data;
mod evaluate;
mod ground;
mod load;
mod model;
mod parse;
mod print;
mod resolve;
mod solution;
pub mod syntax;
mod theory;

pub use atom::Atom;
pub use data::Data;
pub use load::Open;
pub use model::{How, MAX_CLAUSES, Model};
pub use parse::parse;
pub use solution::Solution;
