//! Listing all solutions: on bit boards for puzzles that fit, otherwise from a formula.

use std::{collections::VecDeque, ops::ControlFlow, sync::Arc};

use jigsat_kit::{Error, Listing, OwnListing, Question, listing};
use jigsat_solve::{Answer, Effort, Held, Limits, Provenance, Solution, Stop};
use web_time::Instant;

use super::{TilingFamily, engines::without_fallback, solve::refereed};
use crate::{Tiling, search};

/// The number of solutions that a search finds before it starts again after the last of them, at most: so many that
/// starting costs little, and so few that they need little memory.
const MOST_AT_ONCE: usize = 4096;

type TilingListing<'p> = Box<dyn Listing + 'p>;

/// Lists on bit boards, unless something else was asked for or the puzzle is too large for them.
pub(super) fn list_as_it_is<'p>(
    puzzle: Held<'p, Tiling>,
    question: &Question<TilingFamily>,
    limits: &Limits,
) -> Result<OwnListing<'p>, Error> {
    let engine = question.search.engine();
    if !question.is_plain() || !matches!(engine, None | Some("bitboard")) {
        return Ok(None);
    }
    if !search::has_bitboard(&puzzle) {
        let most = search::MAX_ITEMS;
        let message = format!("engine 'bitboard' is for at most {most} cells and pieces together");
        return if engine.is_some() { Err(Error::request(message)) } else { Ok(None) };
    }
    // Colourings tell at once what a search may take for ever to find out.
    let is_coloured = engine.is_none() && puzzle.contradiction(&limits.interrupt()).is_some();
    let mut beginnings = if is_coloured { Vec::new() } else { search::beginnings(&puzzle) };
    beginnings.reverse();
    Ok(Some(Box::new(OnBitboard {
        puzzle,
        engine: if is_coloured { "colouring" } else { "bitboard" },
        beginnings,
        found: VecDeque::new(),
        last: None,
        at_once: 1,
        effort: Effort::default(),
    })))
}

/// Lists the solutions of the turned puzzle if the other one has none.
pub(super) fn list_in_turn<'p>(
    puzzle: Held<'p, Tiling>,
    turned: Tiling,
    question: &Question<TilingFamily>,
    limits: &Limits,
) -> Result<TilingListing<'p>, Error> {
    let question = without_fallback(question);
    let now = listing(&TilingFamily, puzzle, &question, limits)?;
    Ok(Box::new(InTurn { now, turned: Some((turned, question)) }))
}

/// The search on bit boards, from one solution to the next. It finds them in portions, among those of one beginning after
/// the other, each with its images under the symmetries that lead to other beginnings.
struct OnBitboard<'p> {
    puzzle: Held<'p, Tiling>,
    engine: &'static str,
    /// Those that are left, the current one last.
    beginnings: Vec<search::Beginning>,
    /// Found, but not yet asked for.
    found: VecDeque<Vec<u32>>,
    /// The last one found of the current beginning.
    last: Option<Vec<u32>>,
    /// How many the next search finds: few at first, because they are waited for.
    at_once: usize,
    effort: Effort,
}

impl OnBitboard<'_> {
    /// Finds the next portion; if nothing was found, returns the limit that was reached.
    fn find(&mut self, beginning: &search::Beginning, limits: &Limits) -> Option<Stop> {
        let started = Instant::now();
        let symmetries = self.puzzle.symmetries();
        let (found, mut last, mut count) = (&mut self.found, None, 0);
        let (steps, stopped) = search::list_beginning(
            &self.puzzle,
            beginning.placement,
            self.last.as_deref(),
            limits,
            &mut |placements| {
                for &image in &beginning.images {
                    let of = &symmetries[image].placements;
                    found.push_back(placements.iter().map(|&placement| of[placement as usize]).collect());
                }
                last = Some(placements.to_vec());
                count += 1;
                if count < self.at_once { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            },
        )
        .expect("the puzzle fits");
        self.effort.conflicts += steps;
        self.effort.solving += started.elapsed();
        if stopped.is_none() && count < self.at_once {
            self.beginnings.pop();
            self.last = None;
        } else if last.is_some() {
            self.last = last;
        }
        self.at_once = (2 * self.at_once).min(MOST_AT_ONCE);
        stopped.filter(|_| count == 0)
    }
}

impl Listing for OnBitboard<'_> {
    fn solve(&mut self, limits: &Limits) -> Result<Answer<Solution>, Error> {
        loop {
            if let Some(stop) = limits.reached() {
                return Ok(Answer::Unknown(stop));
            }
            if let Some(placements) = self.found.pop_front() {
                let solution = self.puzzle.solution(placements);
                return Ok(refereed(&self.puzzle, solution, self.engine)?.erased());
            }
            let Some(beginning) = self.beginnings.last().cloned() else {
                return Ok(Answer::Impossible(self.by()));
            };
            if let Some(stop) = self.find(&beginning, limits) {
                return Ok(Answer::Unknown(stop));
            }
        }
    }

    fn by(&self) -> Provenance {
        Provenance::engine(self.engine)
    }

    fn effort(&self) -> Effort {
        self.effort
    }

    fn size(&self) -> Option<(usize, usize)> {
        None
    }
}

/// The solutions of a puzzle, or if it has none, those of the same puzzle with pieces that may be rotated.
struct InTurn<'p> {
    now: TilingListing<'p>,
    turned: Option<(Tiling, Question<TilingFamily>)>,
}

impl Listing for InTurn<'_> {
    fn solve(&mut self, limits: &Limits) -> Result<Answer<Solution>, Error> {
        let answer = self.now.solve(limits)?;
        match (self.turned.take(), answer) {
            (Some((turned, question)), Answer::Impossible(_)) => {
                let turned = Held::Shared(Arc::new(turned));
                match Error::unless_stopped(listing(&TilingFamily, turned, &question, limits))? {
                    Ok(listing) => self.now = listing,
                    Err(stop) => return Ok(Answer::Unknown(stop)),
                }
                self.now.solve(limits)
            }
            (turned, Answer::Unknown(stop)) => {
                self.turned = turned;
                Ok(Answer::Unknown(stop))
            }
            (_, answer) => Ok(answer),
        }
    }

    fn by(&self) -> Provenance {
        self.now.by()
    }

    fn effort(&self) -> Effort {
        self.now.effort()
    }

    fn size(&self) -> Option<(usize, usize)> {
        self.now.size()
    }
}
