//! A small language for quantified propositional formulas, grounded to SAT: [`Model::read`] takes a text and its
//! [`Data`], and the [`Model`] is a puzzle like those of the other families; [`parse()`] and `Display` turn text into a
//! tree and back. [`QpropFamily`] makes all of that available to the workbench.
mod atom;
mod check;
mod data;
mod draw;
mod encode;
mod evaluate;
mod family;
mod ground;
mod hidden;
mod layer;
mod load;
mod model;
mod parse;
mod print;
mod resolve;
mod solution;
mod symmetry;
pub mod syntax;
mod theory;
mod tuples;
mod walk;

use std::fmt;

use jigsat_cnf::Formula;
use jigsat_solve::{Limits, Puzzle, Refusal, Stop, Violation};

pub use atom::Atom;
pub use data::{Data, Drawn, yaml_schema};
pub use draw::draw;
pub use encode::Encoding;
pub use family::{QpropFamily, QpropOptions};
pub use layer::{Layer, Over};
pub use load::{Open, Parsed, Unread};
pub use model::{MAX_CLAUSES, Model};
pub use parse::parse;
pub use solution::Solution;
pub use symmetry::Symmetries;

impl Puzzle for Model {
    type Atom = Atom;
    type Encoding = Encoding;
    type Solution = Solution;

    fn name(&self, atom: Atom, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.theory.write_atom(atom, f)
    }

    fn encode(&self, _encoding: Encoding, e: &mut Formula<Atom>) {
        e.draft(|mut e| {
            for pred in &self.theory.preds {
                for atom in (pred.first..pred.first + pred.count).map(Atom) {
                    if pred.shown {
                        e.declare_projected(atom)?;
                    } else {
                        e.declare(atom)?;
                    }
                }
            }
            self.program.write(&self.theory, &mut e)
        });
    }

    fn decode(
        &self,
        _encoding: Encoding,
        model: &jigsat_cnf::Model<'_, Atom>,
    ) -> Result<Solution, Violation> {
        let (shown, hidden): (Vec<Atom>, Vec<Atom>) =
            model.true_atoms().partition(|&atom| self.is_shown(atom));
        let holds = shown.into_iter().map(|atom| self.atom_name(atom)).collect();
        Ok(Solution { holds, hidden: Some(hidden) })
    }

    fn check(&self, solution: &Solution) -> Result<(), Violation> {
        crate::check::check(self, solution, &Limits::default()).map_err(Violation::from)
    }

    fn check_within(&self, solution: &Solution, limits: &Limits) -> Result<(), Refusal> {
        crate::check::check(self, solution, limits)
    }

    fn accepts(
        &self,
        _encoding: Encoding,
        model: &jigsat_cnf::Model<'_, Atom>,
        limits: &Limits,
    ) -> Result<Option<bool>, Stop> {
        // The atoms say it all, so the referee needs no names.
        let mut holds = vec![false; self.atoms() as usize];
        for atom in model.true_atoms() {
            holds[atom.0 as usize] = true;
        }
        self.holds(&holds, limits).map(Some)
    }
}

/// The examples of the page that the crate is introduced with.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
