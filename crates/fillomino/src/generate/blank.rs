//! The empty board, in a formula that fits any givens.

use std::fmt;

use jigsat_cnf::{Formula, Literal, Model, pos};
use jigsat_grid::Size;
use jigsat_solve::{Completion, Puzzle, Refined, Violation};

use crate::{Atom, Encoding, Fillomino, Solution, encode};

/// A formula for all givens up to a number: larger sizes share a value.
pub(super) struct Blank {
    puzzle: Fillomino,
    most: usize,
}

impl Blank {
    pub(super) fn new(size: Size, most: usize) -> Self {
        Blank { puzzle: Fillomino::new(size, vec![0; size.area()]), most }
    }

    /// The literal that a cell, given by its index, has a number up to the most.
    pub(super) fn literal(&self, cell: usize, number: u16) -> Literal<Atom> {
        pos(Atom::Is { cell: self.puzzle.size.cell(cell), number })
    }

    /// For each cell, the literal that it has a larger number; empty if there is none.
    pub(super) fn larger(&self) -> Vec<Literal<Atom>> {
        let most = self.most as u16;
        let cells = self.puzzle.cells().filter(|_| self.most < self.puzzle.size.area());
        cells.map(|cell| pos(Atom::Above { cell, most })).collect()
    }
}

impl Puzzle for Blank {
    type Atom = Atom;
    type Encoding = Encoding;
    type Solution = Solution;

    fn name(&self, atom: Atom, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        encode::name(&self.puzzle, atom, f)
    }

    fn encode(&self, encoding: Encoding, e: &mut Formula<Atom>) {
        e.draft(|e| encode::encode(&self.puzzle, encoding, self.most, e));
    }

    fn decode(&self, _encoding: Encoding, model: &Model<'_, Atom>) -> Result<Solution, Violation> {
        encode::decode(&self.puzzle, model)
    }

    fn check(&self, solution: &Solution) -> Result<(), Violation> {
        crate::check(&self.puzzle, solution)
    }

    fn completion(&self, _encoding: Encoding) -> Option<&dyn Completion<Self>> {
        Some(self)
    }
}

impl Completion<Blank> for Blank {
    fn refine(&self, _encoding: Encoding, candidate: &Solution, e: &mut Formula<Atom>) -> Refined {
        encode::refine(&self.puzzle, self.most, candidate, e)
    }
}
