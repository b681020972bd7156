//! Sokoban: [`Level`] is a level, [`parse()`] reads it, [`Sokoban`] is the puzzle of a level and a number of steps,
//! [`Encoding`] names the encodings, [`search`] changes the number of steps until a plan is proved optimal, [`check()`]
//! is the referee of plans, [`check_reason`] that of impossibility, and a [`Ground`] is a part of a proof of optimality
//! that is not a refuted formula. [`SokobanFamily`] makes all of that available to the workbench.
mod alone;
mod board;
mod bounds;
mod check;
mod contradiction;
mod deadlock;
mod draw;
mod encode;
mod family;
mod generate;
mod ground;
mod level;
mod parse;
mod patterns;
mod plan;
mod prices;
mod purpose;
mod puzzle;
mod relaxed;
pub mod search;
mod states;
mod unit;
mod valid;
mod write;

use std::fmt;

use jigsat_cnf::{Formula, Model};
use jigsat_solve::{Puzzle, Violation};

pub use check::{check, play};
pub use contradiction::{Reason, check_reason};
pub use draw::{Drawing, draw, frame, frames};
pub use encode::{Atom, Encoding};
pub use family::{GenerateOptions, SokobanFamily, SokobanOptions};
pub use generate::{Generated, Wanted, generate};
pub use ground::{Ground, Refuted, Shown, grounds, shorter_than};
pub use level::{Level, Square, Stored};
pub use parse::{Entry, looks_like_levels, parse, parse_one, parse_plan, yaml_schema};
pub use plan::{Blocked, Game, Objective, Plan};
pub use prices::Price;
pub use puzzle::Sokoban;
pub use unit::Unit;
pub use valid::{Invalid, MAX_GOALS, MAX_SIDE};

impl Puzzle for Sokoban {
    type Atom = Atom;
    type Encoding = Encoding;
    type Solution = Plan;

    fn name(&self, atom: Atom, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        encode::name(atom, f)
    }

    fn encode(&self, encoding: Encoding, e: &mut Formula<Atom>) {
        e.draft(|e| encode::encode(self, encoding, e));
    }

    fn decode(&self, encoding: Encoding, model: &Model<'_, Atom>) -> Result<Plan, Violation> {
        encode::decode(self, encoding, model)
    }

    fn check(&self, plan: &Plan) -> Result<(), Violation> {
        check(&self.level, plan)
    }
}

/// The examples of the page that the crate is introduced with.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
