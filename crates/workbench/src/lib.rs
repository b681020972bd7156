//! The workbench as a library: requests in, records and handles out, the same for every family of puzzles.
//!
//! [`recognise`] finds the family of a text, [`family`] one by its name; [`AnyFamily::prepare`] checks a request, once
//! for many puzzles; [`Prepared::read`] reads them; a [`Board`] is a puzzle with its question, and answers. It makes
//! formulas ([`puzzle_formula::PuzzleFormula`]). A family need not be registered ([`Erased`]), and an
//! [`OwnPuzzle`] is any puzzle of a program.
//!
//! This crate never prints, reads the environment or ends the process: front ends do that.
#![cfg_attr(
    target_family = "wasm",
    allow(
        dead_code,
        reason = "what needs threads, files or processes is not there, nor what only that uses"
    )
)]
#[macro_use]
pub mod verbs;

pub mod answer;
mod any_family;
mod asked;
#[cfg(not(target_family = "wasm"))]
pub mod batch;
mod board;
#[cfg(not(target_family = "wasm"))]
pub mod check_proof;
mod context;
#[cfg(not(target_family = "wasm"))]
pub mod cubes;
pub mod difficulty;
pub mod explain;
pub mod failure;
pub mod formula;
mod given;
#[cfg(not(target_family = "wasm"))]
mod inside;
#[cfg(not(target_family = "wasm"))]
pub mod meaning;
mod output;
mod own;
mod parallel;
pub mod plot;
#[cfg(not(target_family = "wasm"))]
mod portfolio;
mod prove;
mod pure;
pub mod puzzle_formula;
mod recognise;
pub mod record;
mod registry;
mod reply;
mod request;
#[cfg(not(target_family = "wasm"))]
pub mod schema;
mod status;
pub mod table;
mod typed;
pub mod verb;
mod wants;
pub mod wire;
pub mod words;
#[cfg(not(target_family = "wasm"))]
pub mod worker;

pub use answer::answer;
pub use any_family::{Abilities, AnyFamily, Boards, Prepared, nth, only};
pub use asked::Asked;
pub use board::{Best, Board, Purpose};
pub use context::{Context, Observer};
pub use jigsat_kit::{Error, Event, FormulaOptions, Info, SearchOptions, Text};
pub use jigsat_solve::Solution;
pub use own::OwnPuzzle;
pub use pure::Pure;
pub use recognise::{Guess, guess, recognise};
pub use registry::{families, family, names, page_family};
pub use request::{Ask, ProofRequest};
pub use status::Status;
pub use typed::Erased;
pub use verb::{Listener, Part, Teller};
pub use verbs::{
    CheckRequest, CompareRequest, CountRequest, DecodeRequest, EncodeRequest, ExplainRequest,
    FamiliesRequest, GenerateRequest, HintRequest, ListRequest, RateRequest, Request, RightSoFarRequest,
    ShowRequest, SolveRequest, VERBS, list,
};
#[cfg(not(target_family = "wasm"))]
pub use verbs::{DiffRequest, GradeRequest, TraceRequest};
pub use wants::Wants;

/// The examples of the page that the crate is introduced with.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
