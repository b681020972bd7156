//! Puzzle text with positions. [`Source`] is a named text, [`Reader`] takes tokens from it, and [`from_yaml`]
//! reads YAML; [`lists`] reads boards in JSON, [`xml`] reads XML, and [`pzpr`] has what addresses of puzzles have in common.
//! Every mistake becomes a [`ParseError`], which names file, line and column and can show the line with a caret. A [`Message`] names
//! fields of a request, which each front shows in its own way.
mod about;
mod error;
pub mod lists;
mod message;
mod part;
pub mod pzpr;
mod reader;
mod source;
pub mod xml;
mod yaml;

pub use about::About;
pub use error::{ParseError, counted, quote};
pub use message::{Message, Naming};
pub use part::Part;
pub use reader::{Reader, Token};
pub use source::{MAX_TEXT, Position, Source, narrow};
pub use yaml::{MAX_YAML, WriteError, from_yaml, to_yaml, yaml_documents, yaml_error, yaml_kind};

/// The examples of the page that the crate is introduced with.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
