//! Edge-matching puzzles: [`EdgeMatching`] is a puzzle, [`parse()`] reads it, [`How`] names the encodings,
//! [`check()`] is the referee, [`Best`] matches as many edges as can be, [`draw()`] makes the picture, and
//! [`generate()`] a new puzzle.
mod best;
mod check;
mod colors;
mod draw;
mod encode;
mod generate;
mod hopeless;
mod kinds;
mod parse;
mod puzzle;
mod symmetry;
mod valid;
mod write;

use std::fmt;

use jigsat_cnf::{Encoding, Model};
use jigsat_solve::{Flaw, Puzzle};

pub use best::{Best, BestAtom, BestHow, Improved, Ways, improve};
pub use check::{Progress, check, check_so_far, matched};
pub use colors::{Color, Colors};
pub use draw::{Assembly, draw};
pub use encode::{Atom, How, Seam};
pub use generate::{Generated, Recipe, generate};
pub use kinds::{Kind, Kinds};
pub use parse::{parse, parse_solution, recognises, yaml_schema};
pub use puzzle::{EdgeMatching, Edges, Hint, MAX_CELLS, MAX_COLORS, MAX_PIECES, Placement, SIDES, Solution};
pub use valid::Invalid;

impl Puzzle for EdgeMatching {
    type Atom = Atom;
    type How = How;
    type Solution = Solution;

    fn name(&self, atom: Atom, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        encode::name(self, atom, f)
    }

    fn encode(&self, how: How, e: &mut Encoding<Atom>) {
        encode::encode(self, how, e);
    }

    fn decode(&self, how: How, model: &Model<'_, Atom>) -> Result<Solution, Flaw> {
        encode::decode(self, how, model)
    }

    fn check(&self, solution: &Solution) -> Result<(), Flaw> {
        check(self, solution)
    }
}

impl EdgeMatching {
    /// The cells that an atom speaks of.
    #[must_use]
    pub fn cells_of(&self, atom: Atom) -> Vec<jigsat_grid::Cell> {
        encode::cells_of(self, atom)
    }
}
