//! Fillomino: every cell gets a number, and equal numbers that hang together are as many as they say. [`Fillomino`] is a
//! puzzle, [`parse()`] reads it, [`How`] names the encodings, [`check()`] is the referee, [`draw()`]
//! makes the picture, [`generate()`] a new puzzle, [`smt2()`] a script for SMT solvers, and [`rules`] is an engine that reasons
//! as people do.
mod check;
mod complete;
mod domains;
mod draw;
mod encode;
mod field;
mod generate;
mod parse;
mod puzzle;
pub mod rules;
mod smt2;
mod symmetry;
mod write;

use std::fmt;

use jigsat_cnf::{Encoding, Literal, Model};
use jigsat_solve::{Flaw, Puzzle, Refined};

pub use check::{Progress, check, check_so_far};
pub use complete::complete;
pub use draw::draw;
pub use encode::{Atom, How};
pub use generate::{Generated, Wanted, generate};
pub use parse::{parse, parse_all, parse_solution, yaml_schema};
pub use puzzle::{Fillomino, MAX_NUMBER, MAX_SIDE, Solution, Variant};
pub use smt2::smt2;

impl Puzzle for Fillomino {
    type Atom = Atom;
    type How = How;
    type Solution = Solution;

    fn name(&self, atom: Atom, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        encode::name(self, atom, f)
    }

    fn encode(&self, how: How, e: &mut Encoding<Atom>) {
        encode::encode(self, how, encode::most(self, how, e.prunes()), e);
    }

    fn givens(&self) -> Vec<Literal<Atom>> {
        encode::givens(self)
    }

    fn decode(&self, _how: How, model: &Model<'_, Atom>) -> Result<Solution, Flaw> {
        encode::decode(self, model)
    }

    fn check(&self, solution: &Solution) -> Result<(), Flaw> {
        check(self, solution)
    }

    fn refine(&self, how: How, candidate: &Solution, e: &mut Encoding<Atom>) -> Refined {
        match how {
            How::Lazy => encode::refine(self, encode::most(self, how, e.prunes()), candidate, e),
            _ => Refined::Accepted,
        }
    }

    fn notice(&self, how: How, values: &[Option<bool>], e: &mut Encoding<Atom>) {
        if how == How::Lazy {
            encode::notice(self, encode::most(self, how, e.prunes()), values, e);
        }
    }

    fn before_another(&self, how: How, values: &[bool], e: &mut Encoding<Atom>) {
        let most = encode::most(self, how, e.prunes());
        if how == How::Lazy && most < self.size.area() {
            encode::before_another(self, most, values, e);
        }
    }

    fn merges_solutions(&self, how: How) -> bool {
        how == How::Lazy
    }
}

impl Fillomino {
    /// The cells that an atom speaks of.
    #[must_use]
    pub fn cells_of(&self, atom: Atom) -> Vec<jigsat_grid::Cell> {
        encode::cells_of(self, atom)
    }
}
