//! Fillomino: every cell gets a number, and equal numbers that hang together are as many as they say. [`Fillomino`] is a
//! puzzle, [`parse()`] reads it, [`How`] names the encodings, [`check()`] is the referee, [`draw()`]
//! makes the picture.
mod check;
mod domains;
mod draw;
mod encode;
mod field;
mod parse;
mod puzzle;
mod symmetry;
mod write;

use std::fmt;

use jigsat_cnf::{Encoding, Literal, Model};
use jigsat_solve::{Flaw, Puzzle, Refined};

pub use check::{Progress, check, check_so_far};
pub use draw::draw;
pub use encode::{Atom, How};
pub use parse::{parse, parse_all, parse_solution};
pub use puzzle::{Fillomino, MAX_NUMBER, MAX_SIDE, Solution, Variant};

impl Puzzle for Fillomino {
    type Atom = Atom;
    type How = How;
    type Solution = Solution;

    fn name(&self, atom: Atom, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        encode::name(self, atom, f)
    }

    fn encode(&self, how: How, e: &mut Encoding<Atom>) {
        encode::encode(self, how, e);
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
        encode::refine(self, how, candidate, e)
    }

    fn before_another(&self, how: How, values: &[bool], e: &mut Encoding<Atom>) {
        encode::before_another(self, how, values, e);
    }
}
