//! The interface of families and puzzles to the outside, the same for all of them.

#[cfg(not(target_family = "wasm"))]
use std::path::Path;
use std::{any::Any, sync::Arc};

use jigsat_input::{ParseError, counted};
use jigsat_kit::{Error, Files, Info, Text};
use schemars::{JsonSchema, Schema};
use serde::Serialize;

use crate::{
    Ask, Context,
    board::Board,
    status::Status,
    verb::{Listener, Part},
    verbs::{GenerateRequest, Question, Request},
};
#[cfg(not(target_family = "wasm"))]
use crate::{
    check_proof::Theory,
    cubes::{CubesRecord, CubesRequest, Gathered, TaskFolder},
    prove::Manifest,
};

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

/// A new puzzle.
pub struct New {
    /// The puzzle.
    pub puzzle: Box<dyn Instance>,
    /// The seed that made it.
    pub seed: u64,
    /// How it differs from the request, in words.
    pub short_of: Option<String>,
    /// Solved, or left open if a limit is the cause of the difference.
    pub status: Status,
}

/// The end of the answer to a [`GenerateRequest`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// The joint status of all puzzles.
    pub status: Status,
    /// Why there are fewer puzzles than requested, in words.
    pub missing: Option<String>,
}

/// The function that gets each new puzzle; an error ends the generation.
pub type OnNew<'l> = dyn FnMut(New) -> Result<(), Error> + 'l;

/// A family of any kind.
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

    /// The schema of the output of `solve`. The WebAssembly module has none: nothing there asks for it.
    #[cfg(not(target_family = "wasm"))]
    fn solve_schema(&self) -> Schema;

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

    /// Makes new puzzles, and gives each to `on_new`, in order and as early as possible.
    ///
    /// # Errors
    ///
    /// A family that makes none, options that can't be met, and errors of `on_new`.
    fn generate(
        &self,
        request: &GenerateRequest,
        context: &Context,
        on_new: &mut OnNew<'_>,
    ) -> Result<End, Error>;

    /// The claims of a proof's manifest about the puzzle of a text, which is read with these options. The inner error
    /// says why the manifest's solution is not one of that puzzle.
    ///
    /// # Errors
    ///
    /// A text that is not a puzzle, options that don't exist, and a manifest that the family can't read.
    #[cfg(not(target_family = "wasm"))]
    fn theory(
        &self,
        manifest: &Manifest,
        text: Text,
        options: &serde_json::Map<String, serde_json::Value>,
        files: &dyn Files,
    ) -> Result<Result<Box<dyn Theory>, ParseError>, Error>;
}

/// A request for a family's puzzles, prepared for many of them.
pub trait Prepared: Send + Sync {
    /// Reads all puzzles of a text, one after the other.
    ///
    /// # Errors
    ///
    /// Malformed text in which no further puzzle can be read. A malformed puzzle among others is an item.
    fn read(&self, text: Text, files: &dyn Files) -> Result<Instances, ParseError>;
}

/// Puzzles as they are read.
pub type Instances = Box<dyn Iterator<Item = Result<Box<dyn Instance>, ParseError>> + Send>;

/// The only puzzle of a text.
///
/// # Errors
///
/// Malformed text, and text with no puzzle or several.
pub fn only(prepared: &dyn Prepared, text: Text, files: &dyn Files) -> Result<Box<dyn Instance>, ParseError> {
    let name = text.name().to_owned();
    let mut instances = prepared.read(text, files)?;
    let first = instances.next().unwrap_or_else(|| Err(ParseError::in_file(&name, "has no puzzle")))?;
    if instances.next().is_some() {
        let help = "--index N selects one of them; 'solve', 'rate', 'show' and 'batch' take all";
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
) -> Result<Box<dyn Instance>, ParseError> {
    let name = text.name().to_owned();
    let mut there = 0_u64;
    for instance in prepared.read(text, files)? {
        there += 1;
        if there == index {
            return instance;
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
pub(crate) fn complete_text(instance: &dyn Instance) -> Result<String, Error> {
    // The short form of a light puzzle is complete; that of others may leave out a variant or a hint.
    let written = if instance.is_light() {
        instance.write("plain")
    } else {
        instance.write("yaml").or_else(|_| instance.write("plain"))
    };
    String::from_utf8(written?).map_err(|_| Error::request("has a form that is not UTF-8"))
}

/// A puzzle of any family, with a question that can be answered. Clones share the puzzle.
pub trait Instance: Board {
    /// The same puzzle.
    fn boxed(&self) -> Box<dyn Instance>;

    /// The same puzzle with another question. Options that choose the puzzle no longer have an effect.
    ///
    /// # Errors
    ///
    /// As [`AnyFamily::prepare`].
    fn asking(&self, ask: &Ask) -> Result<Box<dyn Instance>, Error>;

    /// The same puzzle as one of several, with its number from 1.
    fn numbered(self: Box<Self>, index: u64) -> Box<dyn Instance>;

    /// Gives the parts of the answer to a request to a listener. The request's own question is the one that the
    /// instance was prepared for.
    ///
    /// # Errors
    ///
    /// A request that can't be met, a solver that fails, a solution that the referee rejects, which is a bug, and errors
    /// of the listener.
    fn answer(&self, request: &Request, context: &Context, listener: &mut Listener<'_>) -> Result<(), Error>;

    /// Looks for solutions one by one.
    ///
    /// # Errors
    ///
    /// An engine that finds only one, and a formula that can't be built.
    fn solutions(&self, context: &Context) -> Result<Box<dyn crate::verbs::list::Solutions>, Error>;

    /// Cuts the search into tasks and writes them into a folder, with the original text of the puzzle; see
    /// [`cubes::cut`](crate::cubes::cut).
    ///
    /// # Errors
    ///
    /// A request that can't be met, a text that does not give the same puzzle, a folder that can't be written.
    #[cfg(not(target_family = "wasm"))]
    fn cut(
        &self,
        request: &CubesRequest,
        text: &[u8],
        folder: &Path,
        force: bool,
        context: &Context,
    ) -> Result<(Status, CubesRecord), Error>;

    /// Does tasks of a folder, which must be of this puzzle; see [`cubes::run_task`](crate::cubes::run_task).
    ///
    /// # Errors
    ///
    /// Tasks that are about another puzzle, a solver that fails, a result that can't be written.
    #[cfg(not(target_family = "wasm"))]
    fn run_tasks(
        &self,
        folder: &TaskFolder,
        tasks: &[usize],
        timeout_s: Option<f64>,
        context: &Context,
        tell: &mut dyn FnMut(usize, &str),
    ) -> Result<Status, Error>;

    /// Joins the results of a folder, which must be of this puzzle; see [`cubes::gather`](crate::cubes::gather).
    ///
    /// # Errors
    ///
    /// Tasks that are about another puzzle, or leave something out.
    #[cfg(not(target_family = "wasm"))]
    fn gather(
        &self,
        folder: &TaskFolder,
        timeout_s: Option<f64>,
        context: &Context,
    ) -> Result<Gathered, Error>;
}

impl dyn Instance + '_ {
    /// The last part of the answer to a request, in its own type. The request's own question is the one that the instance
    /// was prepared for.
    ///
    /// # Errors
    ///
    /// As [`Instance::answer`].
    ///
    /// # Panics
    ///
    /// Never: each verb ends with a part of that type.
    pub fn ask<Q: Question>(&self, request: &Q, context: &Context) -> Result<Q::Answer, Error> {
        let mut last: Option<Box<dyn Part>> = None;
        self.answer(&request.clone().into(), context, &mut |part, _| {
            last = Some(part);
            Ok(())
        })?;
        let last: Box<dyn Any> = last.expect("an answer has a last part");
        Ok(*last.downcast::<Q::Answer>().expect("each verb says what its answer ends with"))
    }
}
