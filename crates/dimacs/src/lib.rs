//! Formulas in DIMACS CNF as puzzles: a solution gives each shown variable a value, and can be completed to a model of all
//! clauses. [`Dimacs`] is a formula with the names and sentences of its comments, [`parse()`] reads it, [`check()`] is
//! the referee, and [`draw()`] makes the picture. [`DimacsFamily`] makes all of that available to the workbench.
mod check;
mod draw;
mod encode;
mod family;
mod names;
mod parse;
mod puzzle;
mod solution;
mod table;
mod write;

use std::fmt;

use jigsat_cnf::{Formula, Model, Var};
use jigsat_solve::{Limits, Puzzle, Refusal, Violation};

pub use check::{check, check_so_far};
pub use draw::{FormulaPicture, draw};
pub use encode::Encoding;
pub use family::DimacsFamily;
pub use parse::{parse, parse_solution, yaml_schema};
pub use puzzle::{Dimacs, MAX_VARIABLES};
pub use solution::Solution;

impl Puzzle for Dimacs {
    /// The variable of the text: variable 1 has the place 0.
    type Atom = Var;
    type Encoding = Encoding;
    type Solution = Solution;

    fn name(&self, var: Var, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name_of(var))
    }

    fn encode(&self, _: Encoding, e: &mut Formula<Var>) {
        e.draft(|mut e| encode::encode(self, &mut e));
    }

    fn decode(&self, _: Encoding, model: &Model<'_, Var>) -> Result<Solution, Violation> {
        let values: Vec<bool> = (0..self.variables()).map(|place| model.holds(Var::new(place))).collect();
        Ok(Solution::of_model(self, &values))
    }

    fn check(&self, solution: &Solution) -> Result<(), Violation> {
        Ok(check(self, solution, &Limits::default())?)
    }

    fn check_within(&self, solution: &Solution, limits: &Limits) -> Result<(), Refusal> {
        check(self, solution, limits)
    }
}

/// The examples of the page that the crate is introduced with.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
