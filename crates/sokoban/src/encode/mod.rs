//! The encodings, one file each; what they share is here.

pub(crate) mod pushes;

use std::fmt;

use jigsat_cnf::{Arg, Choice, Encoding, Literal, Model, Rule, neg, pos};
use jigsat_grid::{Cell, Direction};
use jigsat_solve::Flaw;

use crate::{Plan, Sokoban, plan::Game, puzzle::Analysis, relaxed::NEVER};

/// The variables of all encodings. Times are counted in steps of the encoding, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atom {
    /// A box is there: `box@3(r2c4)`.
    Box {
        /// When.
        time: u16,
        /// Where.
        cell: Cell,
    },
    /// In the step from that time on, the box there is pushed: `push@3(r2c4 R)`.
    Push {
        /// From when.
        time: u16,
        /// Where the box is before.
        cell: Cell,
        /// Which way it goes.
        direction: Direction,
    },
    /// The player stands there after the last push: `start@3(r2c4)`.
    Start {
        /// When.
        time: u16,
        /// Where.
        cell: Cell,
    },
    /// The player stands there before the next push: `end@3(r2c4)`.
    End {
        /// When.
        time: u16,
        /// Where.
        cell: Cell,
    },
    /// The player's way to the next push leads over that cell: `walk@3(r2c4)`.
    Walk {
        /// When.
        time: u16,
        /// Where.
        cell: Cell,
    },
    /// The pushes so far waste that much or more: `waste@3>=2`.
    Waste {
        /// When.
        time: u16,
        /// How much.
        at_least: u16,
    },
    /// The push of that step wastes that much or more: `wasted@3>=2`.
    Wasted {
        /// From when.
        time: u16,
        /// How much.
        at_least: u16,
    },
    /// The pushes from then on waste that much or more: `ahead@3>=2`.
    Ahead {
        /// When.
        time: u16,
        /// How much.
        at_least: u16,
    },
    /// The whole plan wastes that much or more: `waste>=2`.
    Total {
        /// How much.
        at_least: u16,
    },
}

/// Which encoding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum How {
    /// A step is one push; the player's way between pushes is a path.
    #[default]
    Pushes,
}

impl Choice for How {
    const ALL: &'static [Self] = &[How::Pushes];

    fn name(self) -> &'static str {
        match self {
            How::Pushes => "pushes",
        }
    }
}

pub(crate) fn encode(puzzle: &Sokoban, how: How, e: &mut Encoding<Atom>) {
    let mut w = Writer::new(puzzle.analysis(), e);
    let steps = puzzle.steps.unwrap_or(0);
    match how {
        How::Pushes => {
            pushes::begin(&mut w);
            for time in 0..steps {
                pushes::step(&mut w, time);
            }
            if !puzzle.is_open {
                pushes::goal(&mut w, steps);
            }
        }
    }
}

/// A formula that is being written, step by step.
pub(crate) struct Writer<'w> {
    a: &'w Analysis,
    e: &'w mut Encoding<Atom>,
}

impl<'w> Writer<'w> {
    pub fn new(a: &'w Analysis, e: &'w mut Encoding<Atom>) -> Writer<'w> {
        Writer { a, e }
    }

    fn cell(&self, number: u16) -> Cell {
        self.a.board.cells[usize::from(number)]
    }

    fn arg(&self, number: u16) -> Arg {
        let cell = self.cell(number);
        Arg::Cell(cell.row, cell.col)
    }

    /// The box on a cell at a time; none where there can be none.
    fn box_at(&self, time: u16, cell: u16) -> Option<Literal<Atom>> {
        let index = usize::from(cell);
        let possible = self.a.live[index] && self.a.earliest[index] <= u32::from(time);
        possible.then(|| pos(Atom::Box { time, cell: self.cell(cell) }))
    }
}

/// Writes an atom's name.
pub(crate) fn name(atom: Atom, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match atom {
        Atom::Box { time, cell } => write!(f, "box@{time}({cell})"),
        Atom::Push { time, cell, direction } => write!(f, "push@{time}({cell} {direction})"),
        Atom::Start { time, cell } => write!(f, "start@{time}({cell})"),
        Atom::End { time, cell } => write!(f, "end@{time}({cell})"),
        Atom::Walk { time, cell } => write!(f, "walk@{time}({cell})"),
        Atom::Waste { time, at_least } => write!(f, "waste@{time}>={at_least}"),
        Atom::Wasted { time, at_least } => write!(f, "wasted@{time}>={at_least}"),
        Atom::Ahead { time, at_least } => write!(f, "ahead@{time}>={at_least}"),
        Atom::Total { at_least } => write!(f, "waste>={at_least}"),
    }
}

/// Reads the plan from a model.
pub(crate) fn decode(puzzle: &Sokoban, how: How, model: &Model<'_, Atom>) -> Result<Plan, Flaw> {
    match how {
        How::Pushes => pushes::decode(puzzle, model),
    }
}
