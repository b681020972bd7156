//! Sokoban: [`Level`] is a level, [`parse()`] reads it, [`Sokoban`] is the puzzle of a level and a number of steps,
//! [`How`] names the encodings, [`search`] moves the number of steps until a plan is proven best,
//! [`check()`] is the referee of plans, [`check_reason`] that of impossibility, and [`Ground`] what a proof that a plan is
//! best rests on besides refuted formulas.
mod alone;
mod board;
mod check;
mod deadlock;
mod draw;
mod encode;
mod generate;
mod ground;
mod impossible;
mod level;
mod parse;
mod patterns;
mod plan;
mod puzzle;
mod relaxed;
pub mod search;
mod states;
mod write;

pub use check::{check, play};
pub use draw::{Drawing, draw, frame, frames};
pub use encode::{Atom, How};
pub use generate::{Generated, Wish, generate};
pub use ground::{Ground, Price, Refuted, Unit, grounds, shorter_than};
pub use impossible::{Reason, check_reason};
pub use level::{Invalid, Level, MAX_GOALS, MAX_SIDE, Square, Stored};
pub use parse::{Entry, looks_like_levels, parse, parse_one, parse_plan, yaml_schema};
pub use plan::{Blocked, Game, Objective, Plan};
pub use puzzle::Sokoban;
