//! Slitherlink: a single loop along the edges of a board, such that each number has that many edges of the loop around
//! it. [`Slitherlink`] is a puzzle, [`parse_all()`] reads it, [`check()`] is the referee, [`draw()`] makes the picture
//! and [`generate()`] a new puzzle. [`SlitherlinkFamily`] makes all of that available to the workbench.
mod check;
mod draw;
mod encode;
mod family;
mod generate;
mod parse;
mod puzzle;
mod symmetry;
mod write;

use std::fmt;

use jigsat_cnf::{Formula, Model};
use jigsat_grid::{Edge, Symmetry};
use jigsat_solve::{Limits, Puzzle, Stop, Violation};

pub use check::{check, check_so_far};
pub use draw::draw;
pub use encode::Encoding;
pub use family::{GenerateOptions, SlitherlinkFamily};
pub use generate::{Generated, generate};
pub use parse::{parse_all, parse_solution, yaml_schema};
pub use puzzle::{MAX_SIDE, Slitherlink, Solution};

impl Puzzle for Slitherlink {
    /// The edge is on the loop: `r1c2-top`.
    type Atom = Edge;
    type Encoding = Encoding;
    type Solution = Solution;

    fn name(&self, edge: Edge, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.size.edge_name(edge))
    }

    fn encode(&self, _: Encoding, e: &mut Formula<Edge>) {
        e.draft(|mut e| encode::encode(self, &mut e));
    }

    fn decode(&self, _: Encoding, model: &Model<'_, Edge>) -> Result<Solution, Violation> {
        Ok(Solution::of(self.size, |edge| Some(model.holds(edge))))
    }

    fn check(&self, solution: &Solution) -> Result<(), Violation> {
        check(self, solution)
    }

    fn accepts(
        &self,
        encoding: Encoding,
        model: &Model<'_, Edge>,
        _limits: &Limits,
    ) -> Result<Option<bool>, Stop> {
        let solution = self.decode(encoding, model);
        Ok(Some(solution.is_ok_and(|solution| check(self, &solution).is_ok())))
    }

    fn comes_first(&self, _: Encoding, model: &Model<'_, Edge>) -> bool {
        let mut others = self.symmetries().into_iter().filter(|&symmetry| symmetry != Symmetry::Identity);
        others.all(|symmetry| {
            let differ = |&edge: &Edge| model.holds(edge) != model.holds(symmetry.edge(edge, self.size));
            self.size.edges().find(differ).is_none_or(|edge| model.holds(edge))
        })
    }
}

/// The examples of the page that the crate is introduced with.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
