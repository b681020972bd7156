//! The interface of puzzle families. [`Family`] is the trait that every family implements: it is about the
//! family's files, solutions and pictures. What only some families have is a *capability*, a small trait of
//! its own: [`Engines`], [`Symmetry`], [`Cutting`], [`Horizon`], [`Explanation`], [`Generator`].
//!
//! A [`Question`] is a question about puzzles, and an [`Outcome`] or [`Counted`] is its answer. This crate
//! has no registry, no verbs, and no input or output: those are in `jigsat-workbench`.
mod account;
mod capability;
mod claim;
mod count;
mod editor;
mod error;
mod family;
mod files;
pub mod links;
mod lister;
mod options;
mod outcome;
mod prepare;
mod question;
mod run;
mod search;
mod text;
mod types;
mod waiting;

pub use account::{Account, Act, Because};
pub use capability::{
    Beginning, Blank, Blanks, Cutting, Engines, Explanation, Generated, Generator, Given, Horizon, Images,
    Optimal, OwnListing, Rating, Subject, Symmetry, Unit, Within, cells_of_atoms, holding,
};
pub use claim::{Claim, Evidence, Proposition, Refuted, Theorem, follows_from_one};
pub use count::{by_listing, listable};
pub use editor::{Editor, Form, Word};
pub use error::Error;
pub use family::{Auto, CELL_SIDE, Entry, Family, Goal, Info, Puzzles, literal_name, only};
pub use files::{Disk, Files, NoFiles};
pub use lister::{AnyGrown, Lister, Listing};
pub use options::{NoOptions, Options, OptionsError, TextFile, schema_of};
pub use outcome::{Counted, Counting, Outcome};
pub use question::{FormulaOptions, GENERAL_ENGINES, Question, SearchOptions};
pub use run::{Event, Run, SILENT};
pub use search::{SolutionImages, ask_session, finder, images, lister, listing};
pub use text::Text;
pub use types::{AtomOf, EncodingOf, FamilyTypes, PuzzleOf, SolutionOf};
pub use waiting::Patience;

/// The examples of the page that the crate is introduced with.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
