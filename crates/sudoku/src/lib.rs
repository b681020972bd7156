//! Sudoku of any box size, and its variants: diagonals, jigsaw regions, killer cages, anti-knight,
//! anti-king, thermometers.
mod candidates;
mod encode;
mod puzzle;

use std::fmt;

use jigsat_cnf::{Encoding, Literal, Model, pos};
use jigsat_solve::{Flaw, Puzzle};

pub use encode::{Atom, How};
pub use puzzle::{Cage, MAX_SIDE, Solution, Sudoku, UnitKind};

impl Puzzle for Sudoku {
    type Atom = Atom;
    type How = How;
    type Solution = Solution;

    fn name(&self, atom: Atom, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        encode::name(atom, f)
    }

    fn encode(&self, how: How, e: &mut Encoding<Atom>) {
        encode::encode(self, how, e);
    }

    fn givens(&self) -> Vec<Literal<Atom>> {
        let given = |(cell, &digit): (_, &u16)| (digit != 0).then(|| pos(Atom::Is { cell, digit }));
        self.cells().zip(&self.givens).filter_map(given).collect()
    }

    fn decode(&self, _how: How, model: &Model<'_, Atom>) -> Result<Solution, Flaw> {
        encode::decode(self, model)
    }

    fn check(&self, solution: &Solution) -> Result<(), Flaw> {
        check::check(self, solution)
    }
}
