//! Fillomino: every cell gets a number, and each connected group of equal numbers k has exactly k cells. [`Fillomino`]
//! is a puzzle, [`parse()`] reads it, [`Encoding`] names the encodings, [`check()`] is the referee, [`draw()`] makes
//! the picture, [`generate()`] a new puzzle, [`smt2()`] a script for SMT solvers, and [`rules`] is an engine that
//! reasons as people do. [`FillominoFamily`] makes all of that available to the workbench.
mod check;
mod contradiction;
mod domains;
mod draw;
mod encode;
mod family;
mod field;
mod generate;
mod parse;
mod puzzle;
pub mod rules;
mod smt2;
mod symmetry;
mod write;

use std::fmt;

use jigsat_cnf::{Formula, Literal, Model};
use jigsat_solve::{Completion, Puzzle, Refined, Violation};

pub use check::{Progress, check, check_so_far};
pub use draw::draw;
pub use encode::{Atom, Encoding};
pub use family::{FillominoFamily, FillominoOptions, GenerateOptions, Percent};
pub use generate::{Generated, Wanted, generate};
pub use parse::{parse, parse_all, parse_solution, yaml_schema};
pub use puzzle::{Fillomino, MAX_NUMBER, MAX_SIDE, Solution, Variant};
pub use smt2::{parse_model, smt2};

impl Puzzle for Fillomino {
    type Atom = Atom;
    type Encoding = Encoding;
    type Solution = Solution;

    fn name(&self, atom: Atom, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        encode::name(self, atom, f)
    }

    fn encode(&self, encoding: Encoding, e: &mut Formula<Atom>) {
        let most = encode::most(self, encoding, e.prunes());
        e.draft(|e| encode::encode(self, encoding, most, e));
    }

    fn givens(&self) -> Vec<Literal<Atom>> {
        encode::givens(self)
    }

    fn decode(&self, _encoding: Encoding, model: &Model<'_, Atom>) -> Result<Solution, Violation> {
        encode::decode(self, model)
    }

    fn check(&self, solution: &Solution) -> Result<(), Violation> {
        check(self, solution)
    }

    fn completion(&self, encoding: Encoding) -> Option<&dyn Completion<Self>> {
        (encoding == Encoding::Lazy).then_some(self as &dyn Completion<Self>)
    }
}

impl Completion<Fillomino> for Fillomino {
    fn refine(&self, encoding: Encoding, candidate: &Solution, e: &mut Formula<Atom>) -> Refined {
        encode::refine(self, encode::most(self, encoding, e.prunes()), candidate, e)
    }

    fn notice(&self, encoding: Encoding, assignments: &[Vec<Option<bool>>], e: &mut Formula<Atom>) {
        encode::notice(self, encode::most(self, encoding, e.prunes()), assignments, e);
    }

    fn before_another(&self, encoding: Encoding, values: &[bool], e: &mut Formula<Atom>) {
        let most = encode::most(self, encoding, e.prunes());
        if most < self.size.area() {
            encode::before_another(self, most, values, e);
        }
    }

    fn merges_solutions(&self) -> bool {
        true
    }
}

impl Fillomino {
    /// The cells that an atom is about.
    #[must_use]
    pub fn cells_of(&self, atom: Atom) -> Vec<jigsat_grid::Cell> {
        encode::cells_of(self, atom)
    }
}

/// The examples of the page that the crate is introduced with.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
