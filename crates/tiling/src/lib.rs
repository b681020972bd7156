//! Tiling and shape fitting in two and three dimensions: [`Tiling`] is a puzzle, [`parse()`] reads it, [`Encoding`]
//! names the encodings, [`check()`] is the referee, [`draw()`] makes the picture, [`generate()`] cuts a new puzzle, and
//! [`search`] has the engines that count without a formula. [`TilingFamily`] makes all of that available to the
//! workbench.
#![allow(
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "coordinates are below 10,000, checked by the readers, and not negative on a board"
)]

mod board;
mod check;
mod contradiction;
mod cut;
mod draw;
mod encode;
mod family;
mod generate;
mod given;
mod isometric;
mod kinds;
mod labels;
mod parse;
mod placements;
mod puzzle;
pub mod search;
mod sets;
mod shape;
mod solution;
mod spec;
mod symmetry;
mod turn;
mod valid;
mod write;

use std::fmt;

use jigsat_cnf::{Formula, Literal, Model, pos};
use jigsat_solve::{Puzzle, Violation};

pub use board::{Board, Place};
pub use check::{check, check_so_far};
pub use cut::{Cut, Generated, Way, cut_at_random};
pub use draw::{TilingPicture, draw};
pub use encode::{Atom, Encoding};
pub use family::{GenerateOptions, TilingFamily, TilingOptions, Turning};
pub use generate::{GenerateError, generate};
pub use kinds::Kind;
pub use parse::{Read, Rotate, parse, parse_solution, parse_xmpuzzle, recognises, yaml_schema};
pub use placements::{MAX_PLACEMENTS, Placements};
pub use puzzle::Tiling;
pub use sets::{SETS, named_set};
pub use shape::Shape;
pub use solution::{Placed, Solution};
pub use spec::{Cover, Given, Piece, Spec};
pub use symmetry::Symmetry;
pub use turn::{Freedom, Point, Turn};
pub use valid::Invalid;

impl Puzzle for Tiling {
    type Atom = Atom;
    type Encoding = Encoding;
    type Solution = Solution;

    fn name(&self, atom: Atom, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        encode::name(self, atom, f)
    }

    fn encode(&self, encoding: Encoding, e: &mut Formula<Atom>) {
        e.draft(|e| encode::encode(self, encoding, e));
    }

    fn givens(&self) -> Vec<Literal<Atom>> {
        self.given().iter().map(|&placement| pos(Atom::Place(placement))).collect()
    }

    fn decode(&self, _encoding: Encoding, model: &Model<'_, Atom>) -> Result<Solution, Violation> {
        Ok(encode::decode(self, model))
    }

    fn check(&self, solution: &Solution) -> Result<(), Violation> {
        check(self, solution)
    }
}

/// The examples of the page that the crate is introduced with.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
