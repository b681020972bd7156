use std::sync::{Arc, OnceLock};

use jigsat_cnf::Interrupt;

use crate::{
    Level,
    board::Board,
    deadlock::{Deadlocks, Triples},
    encode::Encoding,
    relaxed::{Bound, Relaxed},
};

/// A level and a number of steps: what one formula is about.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // each is a choice of its own
pub struct Sokoban {
    /// The level.
    pub level: Level,
    /// How many steps a plan has, counted as the encoding does; if none, as many as it needs at least.
    pub steps: Option<u16>,
    /// Whether pictures of a plan move.
    pub animated: bool,
    /// Whether the goal is left out, to be assumed at some step.
    pub(crate) is_open: bool,
    /// How much of what is known beforehand the formula has.
    pub(crate) known: Known,
    /// Clones share it: it depends on the level alone.
    analysis: Arc<OnceLock<Analysis>>,
}

/// How much of what is known about a level beforehand its formula has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// Nothing: the rules alone, for explanations.
    Rules,
    /// What each push wastes, and nothing else: for proofs.
    Waste,
    /// All that is known about one box and two.
    Pairs,
    /// About three boxes, too.
    Triples,
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
    /// How many moves the player needs to come to a cell, boxes aside.
    pub from_player: Vec<u32>,
    deadlocks: OnceLock<Deadlocks>,
    triples: OnceLock<Triples>,
}

impl Analysis {
    /// None if it was interrupted.
    pub fn new(level: &Level, interrupt: &Interrupt) -> Option<Analysis> {
        let board = Board::new(level);
        let relaxed = Relaxed::new(&board, interrupt)?;
        let bound = Bound::new(&board, &relaxed, interrupt)?;
        let states = |cell: usize| cell * 4..cell * 4 + 4;
        let live: Vec<bool> =
            (0..board.len()).map(|cell| states(cell).any(|state| relaxed.is_live(state))).collect();
        let earliest = |cell: usize| states(cell).map(|state| relaxed.earliest(state)).min().unwrap_or(0);
        let earliest = (0..board.len()).map(earliest).collect();
        let from_player = board.distances(board.player);
        let (deadlocks, triples) = (OnceLock::new(), OnceLock::new());
        Some(Analysis { board, relaxed, bound, live, earliest, from_player, deadlocks, triples })
    }

    /// How many moves come before the first push at least.
    fn first_walk(&self) -> u32 {
        if self.board.boxes.iter().all(|&cell| self.board.is_goal[usize::from(cell)]) {
            return 0;
        }
        let stands = self.board.pushes().filter(|push| self.board.boxes.contains(&push.from));
        stands.map(|push| self.from_player[usize::from(push.stand)]).min().unwrap_or(0)
    }

    /// None if it was interrupted.
    pub fn deadlocks(&self, interrupt: &Interrupt) -> Option<&Deadlocks> {
        kept(&self.deadlocks, || {
            Deadlocks::new(&self.board, &self.relaxed, self.bound.as_ref(), &self.live, interrupt)
        })
    }

    /// None if it was interrupted.
    pub fn triples(&self, interrupt: &Interrupt) -> Option<&Triples> {
        let pairs = self.deadlocks(interrupt)?;
        kept(&self.triples, || {
            Triples::new(&self.board, &self.relaxed, self.bound.as_ref(), &self.live, pairs, interrupt)
        })
    }

    /// Whether the boxes and goals are as many, so that all plans have an even number of pushes, or
    /// all an odd number: each push changes the colour of a box's cell, as on a chessboard.
    pub fn has_parity(&self) -> bool {
        self.board.boxes.len() == self.board.goals.len()
    }
}

/// What is there already, or else is made now; none if that was interrupted, and nothing is kept then.
fn kept<T>(place: &OnceLock<T>, make: impl FnOnce() -> Option<T>) -> Option<&T> {
    if place.get().is_none() {
        let made = make()?;
        return Some(place.get_or_init(|| made));
    }
    place.get()
}

impl Sokoban {
    /// A level, with no number of steps given.
    #[must_use]
    pub fn new(level: Level) -> Sokoban {
        Sokoban {
            level,
            steps: None,
            animated: false,
            is_open: false,
            known: Known::Pairs,
            analysis: Arc::default(),
        }
    }

    /// The same level with this many steps.
    #[must_use]
    pub fn with_steps(mut self, steps: u16) -> Sokoban {
        self.steps = Some(steps);
        self
    }

    /// How many steps the formula has: as many as asked for, or as the level needs at least.
    #[must_use]
    pub fn steps_in(&self, encoding: Encoding) -> u16 {
        let least = || self.lower_bound(encoding).unwrap_or(1);
        self.steps.unwrap_or_else(|| u16::try_from(least()).unwrap_or(u16::MAX - 1))
    }

    /// A lower bound on the steps of a plan in an encoding, without search; none where the boxes
    /// can't all have a goal of their own.
    #[must_use]
    pub fn lower_bound(&self, encoding: Encoding) -> Option<u32> {
        let a = self.analysis();
        let pushes = a.bound.as_ref()?.pushes;
        let off_goals = a.board.boxes.iter().filter(|&&cell| !a.board.is_goal[usize::from(cell)]).count();
        Some(match encoding {
            Encoding::Pushes => pushes,
            Encoding::Lines => off_goals as u32,
            Encoding::Moves | Encoding::Labelled => pushes + a.first_walk(),
        })
    }

    /// The same level, its goal left to be assumed.
    pub(crate) fn open(mut self) -> Sokoban {
        self.is_open = true;
        self
    }

    /// The same level, its formula with what is known about three boxes.
    pub(crate) fn with_triples(mut self) -> Sokoban {
        self.known = Known::Triples;
        self
    }

    /// The same level, its formula as proofs take it: the rules, and nothing that the analysis of the level has found
    /// (dead squares, deadlocks, how soon a box can be where), but for what each push wastes against the lower
    /// bound. That is what [`Ground::Assignment`](crate::Ground::Assignment) certifies.
    #[must_use]
    pub fn for_proofs(mut self) -> Sokoban {
        self.known = Known::Waste;
        self
    }

    /// The same level, its formula as explanations take it: the rules, and nothing that follows from them.
    #[must_use]
    pub fn for_explanations(mut self) -> Sokoban {
        self.known = Known::Rules;
        self
    }

    /// The analysis, however long it takes.
    pub(crate) fn analysis(&self) -> &Analysis {
        self.analysis_within(&Interrupt::default()).expect("nothing interrupts it")
    }

    /// The analysis; none if it was interrupted. Whoever has limits asks for it so first.
    pub(crate) fn analysis_within(&self, interrupt: &Interrupt) -> Option<&Analysis> {
        kept(&self.analysis, || Analysis::new(&self.level, interrupt))
    }
}
