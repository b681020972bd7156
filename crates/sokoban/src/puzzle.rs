use std::sync::{Arc, OnceLock};

use jigsat_cnf::{Interrupt, Stop};

use crate::{
    Level,
    board::Board,
    deadlock::{Deadlocks, Triples},
    encode::Encoding,
    relaxed::{Bound, Relaxed},
};

/// A level and a number of steps: the subject of one formula.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // each is a choice of its own
pub struct Sokoban {
    /// The level.
    pub level: Level,
    /// The number of steps of a plan, in the unit of the encoding; `None` for the minimum.
    pub steps: Option<u16>,
    /// Whether pictures of a plan are animated.
    pub animated: bool,
    /// Whether the goal is left out, to be assumed at some step.
    pub(crate) is_open: bool,
    /// Which facts from the analysis of the level the formula contains.
    pub(crate) known: Known,
    /// Clones share it, as it depends on the level alone.
    analysis: Arc<OnceLock<Analysis>>,
}

/// Which facts from the analysis of a level its formula contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// None: the rules alone, for explanations.
    Rules,
    /// The waste of each push, and nothing else: for proofs.
    Waste,
    /// All facts about one box and two boxes.
    Pairs,
    /// Facts about three boxes, too.
    Triples,
}

/// Facts about a level that can be found without search.
#[derive(Debug)]
pub(crate) struct Analysis {
    pub board: Board,
    pub relaxed: Relaxed,
    /// `None` if the boxes can't all have goals of their own.
    pub bound: Option<Bound>,
    /// The cells where a box may be in a plan.
    pub live: Vec<bool>,
    /// The minimum number of pushes until a box can be on each cell.
    pub earliest: Vec<u32>,
    /// The number of moves that the player needs to each cell, ignoring boxes.
    pub from_player: Vec<u32>,
    deadlocks: OnceLock<Deadlocks>,
    triples: OnceLock<Triples>,
}

impl Analysis {
    /// `None` if interrupted.
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

    /// The minimum number of moves before the first push.
    fn first_walk(&self) -> u32 {
        if self.board.boxes.iter().all(|&cell| self.board.is_goal[usize::from(cell)]) {
            return 0;
        }
        let stands = self.board.pushes().filter(|push| self.board.boxes.contains(&push.from));
        stands.map(|push| self.from_player[usize::from(push.stand)]).min().unwrap_or(0)
    }

    /// # Errors
    ///
    /// Why it was given up.
    pub fn deadlocks(&self, interrupt: &Interrupt) -> Result<&Deadlocks, Stop> {
        kept(&self.deadlocks, interrupt, || {
            Deadlocks::new(&self.board, &self.relaxed, self.bound.as_ref(), &self.live, interrupt)
        })
    }

    /// # Errors
    ///
    /// Why it was given up.
    pub fn triples(&self, interrupt: &Interrupt) -> Result<&Triples, Stop> {
        let pairs = self.deadlocks(interrupt)?;
        kept(&self.triples, interrupt, || {
            Triples::new(&self.board, &self.relaxed, self.bound.as_ref(), &self.live, pairs, interrupt)
        })
    }

    /// Whether there are as many boxes as goals, so that all plans have an even number of pushes, or all an odd number:
    /// each push changes the colour of a box's cell on a chessboard.
    pub fn has_parity(&self) -> bool {
        self.board.boxes.len() == self.board.goals.len()
    }
}

/// The value, which is made now if necessary. If that is interrupted, nothing is kept.
fn kept<'k, T>(
    place: &'k OnceLock<T>,
    interrupt: &Interrupt,
    make: impl FnOnce() -> Option<T>,
) -> Result<&'k T, Stop> {
    if let Some(known) = place.get() {
        return Ok(known);
    }
    let made = make().ok_or_else(|| interrupt.stopped().unwrap_or(Stop::Interrupted))?;
    Ok(place.get_or_init(|| made))
}

impl Sokoban {
    /// A level, without a given number of steps.
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

    /// The number of steps of the formula: the given number, or the minimum for the level.
    #[must_use]
    pub fn steps_in(&self, encoding: Encoding) -> u16 {
        let least = || self.lower_bound(encoding).unwrap_or(1);
        self.steps.unwrap_or_else(|| u16::try_from(least()).unwrap_or(u16::MAX - 1))
    }

    /// A lower bound on the steps of a plan in an encoding, without search; `None` if the boxes can't all have goals of
    /// their own.
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

    /// The same level, with its goal left to be assumed.
    pub(crate) fn open(mut self) -> Sokoban {
        self.is_open = true;
        self
    }

    /// The same level; its formula contains the facts about three boxes.
    pub(crate) fn with_triples(mut self) -> Sokoban {
        self.known = Known::Triples;
        self
    }

    /// The same level with its formula for proofs: the rules, and no results of the analysis (dead squares, deadlocks,
    /// the earliest time for a box in a cell), except for the waste of each push against the lower bound, which
    /// [`Ground::Assignment`](crate::Ground::Assignment) certifies.
    #[must_use]
    pub fn for_proofs(mut self) -> Sokoban {
        self.known = Known::Waste;
        self
    }

    /// The same level with its formula for explanations: the rules, and nothing that follows from them.
    #[must_use]
    pub fn for_explanations(mut self) -> Sokoban {
        self.known = Known::Rules;
        self
    }

    /// The analysis, however long it takes.
    pub(crate) fn analysis(&self) -> &Analysis {
        self.analysis_within(&Interrupt::default()).expect("nothing interrupts it")
    }

    /// The analysis. Code with limits calls this first.
    ///
    /// # Errors
    ///
    /// Why it was given up.
    pub(crate) fn analysis_within(&self, interrupt: &Interrupt) -> Result<&Analysis, Stop> {
        kept(&self.analysis, interrupt, || Analysis::new(&self.level, interrupt))
    }
}
