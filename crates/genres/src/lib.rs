//! Puzzle types, each a page of qprop: its rules, how its boards are read, and how they are drawn. A [`Page`] is read
//! from such a text, a [`Board`] is one of its puzzles, and [`GenreFamily`] makes a family of it. [`genres`] lists all
//! that come with jigsat.
mod address;
mod board;
mod check;
mod code;
mod draw;
mod family;
mod generate;
mod genres;
mod given;
mod givens;
mod look;
mod page;
mod parse;
mod runs;
mod saved;
mod solution;
mod wording;
mod write;

use std::fmt;

use jigsat_cnf::{Formula, Model};
use jigsat_qprop::{Atom, Encoding, Over};
use jigsat_solve::{Limits, Puzzle, Refusal, Stop, Violation};

pub use board::Board;
pub use draw::draw;
pub use family::GenreFamily;
pub use generate::{Generated, Wanted, generate};
pub use genres::{genres, makers, page};
pub use givens::Givens;
pub use page::Page;
pub use parse::yaml::{File, yaml_schema};
pub use solution::{Cells, Edges, Layer, Solution, Value};

impl Puzzle for Board {
    type Atom = Atom;
    type Encoding = Encoding;
    type Solution = Solution;

    fn name(&self, atom: Atom, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Numbers in cells have the same names as everywhere in jigsat: `r1c2=5`.
        match self.place_of(atom).filter(|(layer, _)| layer.over == Over::Cells && !layer.values.is_empty()) {
            Some((layer, cell)) => {
                let value = layer.place(atom).map_or(0, |(_, value)| value);
                write!(f, "{}={}", self.givens.size.cell(cell), layer.values[value])
            }
            None => Puzzle::name(&self.model, atom, f),
        }
    }

    fn encode(&self, encoding: Encoding, e: &mut Formula<Atom>) {
        self.model.encode(encoding, e);
    }

    fn decode(&self, _encoding: Encoding, model: &Model<'_, Atom>) -> Result<Solution, Violation> {
        Solution::of_atoms(self, model.true_atoms())
    }

    fn check(&self, solution: &Solution) -> Result<(), Violation> {
        self.check_within(solution, &Limits::default()).map_err(Violation::from)
    }

    fn check_within(&self, solution: &Solution, limits: &Limits) -> Result<(), Refusal> {
        self.judged(solution, limits)
    }

    fn accepts(
        &self,
        encoding: Encoding,
        model: &Model<'_, Atom>,
        limits: &Limits,
    ) -> Result<Option<bool>, Stop> {
        self.model.accepts(encoding, model, limits)
    }

    fn comes_first(&self, _encoding: Encoding, model: &Model<'_, Atom>) -> bool {
        // Whoever wants to know has asked how many symmetries there are.
        self.known_symmetries().is_none_or(|symmetries| symmetries.comes_first(|atom| model.holds(atom)))
    }
}

/// The examples of the page that the crate is introduced with.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
