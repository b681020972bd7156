//! Sokoban as SAT over time steps.
mod board;
mod check;
mod deadlock;
mod encode;
mod level;
mod patterns;
mod plan;
mod puzzle;
#[doc(hidden)]
pub mod search;
mod relaxed;
mod parse;

pub use check::{check, play};
pub use encode::{Atom, How};
pub use level::{Invalid, Level, MAX_GOALS, MAX_SIDE, Square, Stored};
pub use plan::{Blocked, Game, Objective, Plan};
pub use puzzle::Sokoban;
pub use parse::{Entry, looks_like_levels, parse, parse_one, parse_plan};
