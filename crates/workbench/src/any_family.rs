//! A family without its types, and how its puzzles are read.

use std::sync::Arc;

use jigsat_input::{ParseError, counted};
use jigsat_kit::{Error, Files, Generated, Info, Run, Text};
use schemars::{JsonSchema, Schema};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::{Ask, Board};

/// What a family can do besides solving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Abilities {
    /// Whether its boards have symmetries.
    pub symmetry: bool,
    /// Whether its formulas are about solutions of one length, so that solutions have a minimum length.
    pub horizon: bool,
    /// Whether its solutions can be explained.
    pub explanation: bool,
}

/// A family of any kind: an adapter hides the types of a [`Family`](jigsat_kit::Family), so that what lists families is compiled
/// once.
pub trait AnyFamily: Send + Sync {
    /// Its name, its formats and its help.
    fn info(&self) -> &Info;

    /// The names of its encodings, the default first.
    fn encodings(&self) -> Vec<&'static str>;

    /// The names of the engines of its own.
    fn engines(&self) -> &'static [&'static str];

    /// Its other abilities.
    fn abilities(&self) -> Abilities;

    /// The schema of its own options; see [`Options`](jigsat_kit::Options) for the keys that are ours.
    fn options(&self) -> Schema;

    /// The schema of its generator's options, if it has one.
    fn generator_options(&self) -> Option<Schema>;

    /// The schema of its solutions: usually a reference to a definition that the generator then has. The WebAssembly module
    /// has none: nothing there asks for it.
    #[cfg(not(target_family = "wasm"))]
    fn solution_schema(&self, generator: &mut schemars::SchemaGenerator) -> Schema;

    /// Whether a text may be one of its puzzles, by its beginning.
    fn recognises(&self, start: &str) -> bool;

    /// Whether a whole text that names no family can be read as a puzzle of this one.
    fn reads(&self, text: &str) -> bool;

    /// Looks up every name in a request, and checks whether the fields can be combined.
    ///
    /// # Errors
    ///
    /// An option, encoding or engine that doesn't exist; fields that exclude each other.
    fn prepare(&self, ask: &Ask) -> Result<Arc<dyn Prepared>, Error>;
}

/// A request for a family's puzzles, prepared for many of them; its adapter hides the types of a [`jigsat_kit::Question`].
pub trait Prepared: Send + Sync {
    /// Reads all puzzles of a text, one after the other.
    ///
    /// # Errors
    ///
    /// Malformed text in which no further puzzle can be read. A malformed puzzle among others is an item.
    fn read(&self, text: Text, files: &dyn Files) -> Result<Boards, ParseError>;

    /// Makes a puzzle by the options of the family's generator; the same seed makes the same puzzle.
    ///
    /// # Errors
    ///
    /// A family that makes none, options that don't exist or can't be met.
    fn generate(
        &self,
        options: &Map<String, Value>,
        seed: u64,
        files: &dyn Files,
        run: &Run<'_>,
    ) -> Result<Generated<Arc<dyn Board>>, Error>;
}

/// Puzzles as they are read.
pub type Boards = Box<dyn Iterator<Item = Result<Arc<dyn Board>, ParseError>> + Send>;

/// The only puzzle of a text.
///
/// # Errors
///
/// Malformed text, and text with no puzzle or several.
pub fn only(prepared: &dyn Prepared, text: Text, files: &dyn Files) -> Result<Arc<dyn Board>, ParseError> {
    let name = text.name().to_owned();
    let mut instances = prepared.read(text, files)?;
    let first = instances.next().unwrap_or_else(|| Err(ParseError::in_file(&name, "has no puzzle")))?;
    if instances.next().is_some() {
        let help = "`index: N` selects one of them; 'solve', 'rate', 'show' and 'batch' take all";
        return Err(ParseError::in_file(&name, "has several puzzles, expected one").with_help(help));
    }
    Ok(first)
}

/// A puzzle of a text with several, by its place from 1. Malformed puzzles before it count, but are not errors.
///
/// # Errors
///
/// Malformed text, and text with fewer puzzles.
pub fn nth(
    prepared: &dyn Prepared,
    text: Text,
    index: u64,
    files: &dyn Files,
) -> Result<Arc<dyn Board>, ParseError> {
    let name = text.name().to_owned();
    let mut there = 0_u64;
    for board in prepared.read(text, files)? {
        there += 1;
        if there == index {
            return board;
        }
    }
    let message = format!("has {}, there is no puzzle {index}", counted(there, "puzzle"));
    Err(ParseError::in_file(name, message))
}

/// A text from which a process without files reads the same puzzle.
///
/// # Errors
///
/// A puzzle that has no such form.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn complete_text(board: &dyn Board) -> Result<String, Error> {
    // The short form of a light puzzle is complete; that of others may leave out a variant or a hint.
    let written = if board.is_light() {
        board.write("plain")
    } else {
        board.write("yaml").or_else(|_| board.write("plain"))
    };
    String::from_utf8(written?).map_err(|_| Error::request("has a form that is not UTF-8"))
}
