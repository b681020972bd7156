//! Puzzle types, each a page of qprop: its rules, how its boards are read, and how they are drawn. A [`Page`] is read
//! from such a text, a [`Board`] is one of its puzzles, and [`GenreFamily`] makes a family of it. [`genres`] lists all
//! that come with jigsat.
mod address;
mod board;
mod draw;
mod family;
mod generate;
mod genres;
mod givens;
mod page;
mod read;
mod saved;
mod solution;
mod wording;
mod write;

pub use board::Board;
pub use draw::draw;
pub use family::GenreFamily;
pub use generate::{Generated, Wanted, generate};
pub use genres::{genres, page};
pub use givens::Givens;
pub use page::Page;
pub use read::yaml::{File, yaml_schema};
pub use solution::{Cells, Edges, Layer, Solution, Value};

/// The examples of the page that the crate is introduced with.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
