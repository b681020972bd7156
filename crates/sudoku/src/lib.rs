//! Sudoku of any box size, with its variants: [`Sudoku`] is a puzzle, [`Puzzles`] reads it, [`Encoding`] names the
//! encodings, [`check()`] is the referee, [`draw()`] makes the picture, [`generate()`] a new puzzle, and [`fast`] is an
//! engine for many boards of 9x9. [`SudokuFamily`] makes all of that available to the workbench.
mod candidates;
mod check;
mod contradiction;
mod draw;
mod encode;
mod family;
pub mod fast;
mod generate;
mod parse;
mod puzzle;
mod symmetry;
mod valid;
mod write;

use std::fmt;

use jigsat_cnf::{Formula, Literal, Model, pos};
use jigsat_solve::{Puzzle, Violation};

pub use check::{Clash, Progress, check, check_so_far};
pub use draw::draw;
pub use encode::{Atom, Encoding};
pub use family::{GenerateOptions, SudokuFamily};
pub use generate::{Generated, Pattern, generate};
pub use parse::{Entry, Puzzles, parse, parse_solution, yaml_schema};
pub use puzzle::{Cage, MAX_SIDE, Solution, Sudoku, UnitKind};
pub use valid::{Invalid, default_box};

impl Puzzle for Sudoku {
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
        let given = |(cell, &digit): (_, &u16)| (digit != 0).then(|| pos(Atom::Is { cell, digit }));
        self.cells().zip(&self.givens).filter_map(given).collect()
    }

    fn decode(&self, _encoding: Encoding, model: &Model<'_, Atom>) -> Result<Solution, Violation> {
        encode::decode(self, model)
    }

    fn check(&self, solution: &Solution) -> Result<(), Violation> {
        check(self, solution)
    }
}

impl Sudoku {
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
