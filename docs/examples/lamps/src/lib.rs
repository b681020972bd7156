//! A row of lamps: a puzzle that a program makes, without files, for everything that the workbench does with puzzles.

use std::fmt;

use jigsat_cnf::{Formula, Literal, Model, Rule, neg, pos};
use jigsat_solve::{Puzzle, Violation};

/// A row of lamps, of which neighbours are not both lit; the first one is.
#[derive(Clone, Copy, Debug)]
pub struct Lamps(
    /// How many lamps there are, at most 26.
    pub u16,
);

const APART: Rule = Rule::new("apart", "{0} and {1} are not both lit");
const PAIR: Rule = Rule::new("pair", "one of {0} and {1} is lit");

impl Puzzle for Lamps {
    type Atom = u16;
    type Encoding = ();
    type Solution = Vec<u16>;

    fn name(&self, lamp: u16, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "lamp{lamp}")
    }

    fn encode(&self, (): (), e: &mut Formula<u16>) {
        (0..self.0).for_each(|lamp| e.declare_projected(lamp));
        for lamp in 1..self.0 {
            e.group(&APART, (usize::from(lamp - 1), usize::from(lamp))).clause([neg(lamp - 1), neg(lamp)]);
            e.group(&PAIR, (usize::from(lamp - 1), usize::from(lamp))).clause([lamp - 1, lamp]);
        }
    }

    fn givens(&self) -> Vec<Literal<u16>> {
        vec![pos(0)]
    }

    fn decode(&self, (): (), model: &Model<'_, u16>) -> Result<Vec<u16>, Violation> {
        Ok((0..self.0).filter(|&lamp| model.holds(lamp)).collect())
    }

    fn check(&self, lit: &Vec<u16>) -> Result<(), Violation> {
        let wanted: Vec<u16> = (0..self.0).step_by(2).collect();
        if *lit == wanted { Ok(()) } else { Err(Violation::new("every second lamp is lit")) }
    }
}
