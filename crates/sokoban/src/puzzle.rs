use std::{fmt, sync::OnceLock};

use jigsat_cnf::{Encoding, Model};
use jigsat_solve::{Flaw, Puzzle};

use crate::{
    Level, Plan,
    board::Board,
    check,
    deadlock::Deadlocks,
    encode::{self, Atom, How},
    relaxed::{Bound, Relaxed},
};

/// A level and a number of steps: what one formula speaks of.
#[derive(Debug)]
pub struct Sokoban {
    /// The level.
    pub level: Level,
    /// How many steps a plan has, counted as the encoding does; if none, as many as it needs at least.
    pub steps: Option<u16>,
    /// Whether the goal is left out, to be assumed at some step.
    pub(crate) is_open: bool,
    analysis: OnceLock<Analysis>,
}

/// What can be said about a level without search.
#[derive(Debug)]
pub(crate) struct Analysis {
    pub board: Board,
    pub relaxed: Relaxed,
    /// None if the boxes can't all have a goal of their own.
    pub bound: Option<Bound>,
    /// On which cells a box may be in a plan.
    pub live: Vec<bool>,
    /// In how many pushes a box comes to a cell at the earliest.
    pub earliest: Vec<u32>,
    pub deadlocks: Deadlocks,
}

impl Analysis {
    pub fn new(level: &Level) -> Analysis {
        let board = Board::new(level);
        let relaxed = Relaxed::new(&board);
        let bound = relaxed.bound();
        let states = |cell: usize| cell * 4..cell * 4 + 4;
        let live: Vec<bool> =
            (0..board.len()).map(|cell| states(cell).any(|state| relaxed.is_live(state))).collect();
        let earliest = |cell: usize| states(cell).map(|state| relaxed.earliest(state)).min().unwrap_or(0);
        let earliest = (0..board.len()).map(earliest).collect();
        let deadlocks = Deadlocks::new(&board, &relaxed, bound.as_ref(), &live);
        Analysis { board, relaxed, bound, live, earliest, deadlocks }
    }
}

impl Sokoban {
    /// A level, with no number of steps given.
    #[must_use]
    pub fn new(level: Level) -> Sokoban {
        Sokoban { level, steps: None, is_open: false, analysis: OnceLock::new() }
    }

    /// The same level with so many steps.
    #[must_use]
    pub fn with_steps(mut self, steps: u16) -> Sokoban {
        self.steps = Some(steps);
        self
    }

    pub(crate) fn open(mut self) -> Sokoban {
        self.is_open = true;
        self
    }

    pub(crate) fn analysis(&self) -> &Analysis {
        self.analysis.get_or_init(|| Analysis::new(&self.level))
    }
}

impl Clone for Sokoban {
    fn clone(&self) -> Sokoban {
        let copy = Sokoban::new(self.level.clone());
        Sokoban { steps: self.steps, is_open: self.is_open, ..copy }
    }
}

impl Puzzle for Sokoban {
    type Atom = Atom;
    type How = How;
    type Solution = Plan;

    fn name(&self, atom: Atom, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        encode::name(atom, f)
    }

    fn encode(&self, how: How, e: &mut Encoding<Atom>) {
        encode::encode(self, how, e);
    }

    fn decode(&self, how: How, model: &Model<'_, Atom>) -> Result<Plan, Flaw> {
        encode::decode(self, how, model)
    }

    fn check(&self, plan: &Plan) -> Result<(), Flaw> {
        check(&self.level, plan)
    }
}
