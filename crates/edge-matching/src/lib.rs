//! Edge-matching puzzles: [`EdgeMatching`] is a puzzle, [`parse()`] reads it, [`Encoding`] names the encodings,
//! [`check()`] is the referee, [`Best`] matches as many edges as possible, [`draw()`] makes the picture, and
//! [`generate()`] a new puzzle. [`EdgeMatchingFamily`] makes all of that available to the workbench.
mod best;
mod check;
mod colors;
mod contradiction;
mod draw;
mod encode;
mod family;
mod generate;
mod kinds;
mod parse;
mod puzzle;
mod symmetry;
mod valid;
mod write;

use std::fmt;

use jigsat_cnf::{Formula, Model};
use jigsat_solve::{Puzzle, Violation};

pub use best::{Best, BestAtom, BestEncoding, ImproveOptions, Improved, improve};
pub use check::{Progress, check, check_so_far, matched};
pub use colors::{Color, Colors};
pub use draw::{Assembly, draw};
pub use encode::{Atom, Encoding, Seam};
pub use family::{EdgeMatchingFamily, EdgeMatchingOptions, GenerateOptions, Rotate, Turns};
pub use generate::{Generated, Wanted, generate};
pub use kinds::{Kind, Kinds};
pub use parse::{assumed_board, parse, parse_drawn, parse_solution, recognises, yaml_schema};
pub use puzzle::{EdgeMatching, Edges, Hint, MAX_CELLS, MAX_COLORS, MAX_PIECES, Placement, SIDES, Solution};
pub use valid::Invalid;

impl Puzzle for EdgeMatching {
    type Atom = Atom;
    type Encoding = Encoding;
    type Solution = Solution;

    fn name(&self, atom: Atom, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        encode::name(self, atom, f)
    }

    fn encode(&self, encoding: Encoding, e: &mut Formula<Atom>) {
        e.draft(|e| encode::encode(self, encoding, e));
    }

    fn decode(&self, encoding: Encoding, model: &Model<'_, Atom>) -> Result<Solution, Violation> {
        encode::decode(self, encoding, model)
    }

    fn check(&self, solution: &Solution) -> Result<(), Violation> {
        check(self, solution)
    }

    /// The rotations of an assembly, if they count as one and no piece distinguishes them in the formula.
    fn alike(&self, solution: &Solution) -> Vec<Solution> {
        if self.turns_are_one && !self.turns_told_apart() {
            self.images(solution)
        } else {
            vec![solution.clone()]
        }
    }
}

impl EdgeMatching {
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
