//! All engines, taking turns.

use web_time::Instant;

use jigsat_solve::{Answer, Effort, Error, Limits, Provenance, Stop};

use super::{
    Ask, Engine, Event, Observer, Outcome, add, answer, best_encoding,
    formulas::{Formulas, none_shorter, not_proven, unit_of},
};
use crate::{
    Encoding, Objective, Plan, Sokoban, check,
    states::{self, Budget, Continue, Ends, Field, Found, MOST_BYTES, Open, Without, share},
};

/// Number of states in the first turn: about a tenth of a second.
const FIRST_STATES: usize = 100_000;

/// The divisor of that number for searches for any plan: they find one soon, or another one is better.
const FEWER: usize = 5;

/// Number of states of the search by features in its first turn: each costs as much as a hundred others.
const FIRST_FEATURES: usize = 500;

/// Maximum memory of the searches for any plan that only help the others, in bytes.
const FEWER_BYTES: usize = MOST_BYTES / 4;

/// Number of conflicts of formulas in their first turn.
const FIRST_CONFLICTS: u64 = 2_000;

/// The engines, and the results so far.
pub(super) struct Turns<'t, 'o> {
    puzzle: &'t Sokoban,
    ask: &'t Ask,
    limits: &'t Limits,
    observer: &'t mut Observer<'o>,
    /// The best plan so far, and the engine that found it.
    best: Option<(Plan, Provenance)>,
    lower_bound: Option<u32>,
    effort: Effort,
    /// Number of states that all searches reached.
    states: usize,
    size: Option<(usize, usize)>,
    /// Number of bytes that all searches of states use.
    bytes: usize,
    /// Whether the states of the search for the objective did not fit into memory.
    is_full: bool,
    /// What an engine can't do, in words.
    obstacles: Vec<String>,
}

impl<'t, 'o> Turns<'t, 'o> {
    pub fn new(
        puzzle: &'t Sokoban,
        ask: &'t Ask,
        limits: &'t Limits,
        observer: &'t mut Observer<'o>,
    ) -> Turns<'t, 'o> {
        Turns {
            puzzle,
            ask,
            limits,
            observer,
            best: None,
            lower_bound: None,
            effort: Effort::default(),
            states: 0,
            size: None,
            bytes: 0,
            is_full: false,
            obstacles: Vec::new(),
        }
    }

    /// Takes turns until there is an answer.
    pub fn run(mut self) -> Result<Outcome, Error> {
        let (level, objective) = (&self.puzzle.level, self.ask.objective);
        let interrupt = self.limits.interrupt();
        let field = Field::new(level, self.puzzle.analysis(), &interrupt);
        if let Some(stop) = interrupt.stopped() {
            return self.left_open(stop);
        }
        let fewer = FIRST_STATES / FEWER;
        let is_any = objective == Objective::None;
        let search = |objective, ends| {
            let without = Without::default();
            field.as_ref().and_then(|field| states::best(level, field, objective, ends, without))
        };
        let ends = Ends::usual(objective);
        let first = if is_any { fewer } else { FIRST_STATES };
        let mut best = Running::new("states", search(objective, ends), first, MOST_BYTES);
        if best.search.is_none() {
            self.obstacles.push("the level is too large for searches of states".into());
        }
        if let Some(outcome) = self.states(&mut best, None)? {
            return Ok(outcome);
        }
        // Most levels are solved by now, and the order takes time.
        let order = field.as_ref().map_or_else(Vec::new, |field| states::order(field, &interrupt));
        let features = field.as_ref().and_then(|field| states::any(level, field, &order, &interrupt));
        let in_order = field.as_ref().and_then(|field| states::in_order(level, field, &order));
        let nearest = if is_any { None } else { search(Objective::None, Ends::Start) };
        let mut any = [
            Running::new("features", features, FIRST_FEATURES, MOST_BYTES),
            Running::new("order", in_order, fewer, FEWER_BYTES),
            Running::new("nearest", nearest, fewer, FEWER_BYTES),
        ];
        let has_rival = !is_any && ends == Ends::Start;
        let rival = if has_rival { search(objective, Ends::Both) } else { None };
        let mut from_both_ends = Running::new("both-ends", rival, FIRST_STATES, MOST_BYTES);
        let mut has_formulas = self.ask.engine == Engine::Auto;
        let mut conflicts = FIRST_CONFLICTS;
        loop {
            for running in &mut any {
                if self.best.is_none()
                    && let Some(outcome) = self.states(running, None)?
                {
                    return Ok(outcome);
                }
            }
            if let Some((plan, _)) = &self.best {
                for running in &mut any {
                    self.bytes -= running.end();
                }
                for running in [&mut best, &mut from_both_ends] {
                    if let Some(search) = &mut running.search {
                        search.know(plan);
                    }
                }
            }
            if let Some(outcome) = self.states(&mut from_both_ends, Some(&best))? {
                return Ok(outcome);
            }
            let is_last =
                [&best, &from_both_ends].into_iter().chain(&any).all(|running| running.search.is_none());
            if has_formulas && (!is_any || is_last) {
                let most = if is_last { None } else { Some(conflicts) };
                match self.formulas(most)? {
                    Turn::Done(outcome) => return Ok(*outcome),
                    Turn::Open => {}
                    Turn::Over => has_formulas = false,
                }
            }
            if !has_formulas && is_last {
                let stop = self.limits.reached().unwrap_or(Stop::GaveUp);
                return self.left_open(stop);
            }
            conflicts = conflicts.saturating_mul(2);
            if let Some(outcome) = self.states(&mut best, Some(&from_both_ends))? {
                return Ok(outcome);
            }
        }
    }

    /// A turn of a search of states, and the answer if it has one. The next turn is longer, unless a rival's bound has
    /// risen further: then that one will probably be done first.
    fn states(
        &mut self,
        running: &mut Running<'_>,
        rival: Option<&Running<'_>>,
    ) -> Result<Option<Outcome>, Error> {
        let Some(search) = &mut running.search else { return Ok(None) };
        let is_main = running.stage == "states";
        let started = Instant::now();
        let left = share(self.limits).saturating_sub(self.bytes - running.used);
        let found =
            search.run(Budget { states: running.states, bytes: left.min(running.bytes) }, self.limits);
        self.bytes -= std::mem::replace(&mut running.used, search.bytes());
        self.bytes += running.used;
        self.states += search.reached() - std::mem::replace(&mut running.reached, search.reached());
        if let Found::Paused(open) = &found {
            running.bound = open.lower_bound;
        }
        if !rival.is_some_and(|rival| rival.search.is_some() && rival.bound > running.bound) {
            running.states = running.states.saturating_mul(2);
        }
        self.effort.solving += started.elapsed();
        let by =
            Provenance { stage: (!is_main).then(|| running.stage.into()), ..Provenance::engine("states") };
        match found {
            Found::Plan(plan) => {
                let proven = plan.proven;
                self.better(plan, &by)?;
                let is_enough = self.ask.objective == Objective::None || proven.is_some();
                if is_enough { self.solved(proven) } else { Ok(None) }
            }
            Found::Nothing => Ok(Some(self.outcome(Answer::Impossible(by.clone()), by))),
            Found::Paused(open) => {
                self.note(open, &by)?;
                Ok(self.none_within(&by))
            }
            Found::TooMany(open) => {
                if is_main {
                    self.is_full = true;
                    self.obstacles.push("there are more states than fit into the memory for them".into());
                }
                self.bytes -= running.end();
                self.note(open, &by)?;
                Ok(self.none_within(&by))
            }
            Found::Stopped(stop, open) => {
                self.note(open, &by)?;
                self.none_within(&by).map_or_else(|| self.left_open(stop), Ok).map(Some)
            }
        }
    }

    /// A turn of formulas.
    fn formulas(&mut self, most: Option<u64>) -> Result<Turn, Error> {
        let mut limits = self.limits.clone();
        if let Some(conflicts) = &mut limits.conflicts {
            *conflicts = conflicts.saturating_sub(self.effort.conflicts);
            if *conflicts == 0 {
                return Ok(Turn::Over);
            }
        }
        let lines = Ask { encoding: Some(Encoding::Lines), ..self.ask.clone() };
        let any = self.ask.objective == Objective::None;
        let (ask, least) = if any { (&lines, 0) } else { (self.ask, self.first_horizon()) };
        let mut formulas =
            Formulas { puzzle: self.puzzle, ask, limits: &limits, observer: &mut *self.observer };
        let outcome = match formulas.run(least, most) {
            // The search of states may still find the answer.
            Err(error @ Error::Build(_)) if !self.is_full => {
                self.obstacles.push(error.to_string());
                return Ok(Turn::Over);
            }
            Err(Error::OutOfMemory { .. }) if most.is_some() || self.best.is_some() => return Ok(Turn::Over),
            other => other?,
        };
        add(&mut self.effort, outcome.effort);
        self.size = outcome.size.or(self.size);
        let open = Open { lower_bound: outcome.lower_bound, plan: None };
        self.note(open, &outcome.by)?;
        match outcome.answer {
            Answer::Solved(plan) => {
                let proven = plan.proven;
                self.better(plan.into_inner(), &outcome.by)?;
                let is_done = outcome.left_open.is_none();
                Ok(self.solved(proven)?.filter(|_| is_done).map_or(Turn::Open, Turn::done))
            }
            Answer::Impossible(_) | Answer::Refused { .. } => {
                Ok(Turn::done(Outcome { effort: self.effort, states: self.states, ..outcome }))
            }
            Answer::Unknown(Stop::Conflicts) if most.is_some() => Ok(Turn::Open),
            Answer::Unknown(stop) if self.limits.reached().is_some() => Ok(Turn::done(self.left_open(stop)?)),
            Answer::Unknown(_) => Ok(Turn::Over),
        }
    }

    /// The number of steps below which no formula needs to be solved.
    fn first_horizon(&self) -> u32 {
        let least = self.lower_bound.unwrap_or(0);
        let a = self.puzzle.analysis();
        let pushes = a.bound.as_ref().map_or(0, |bound| bound.pushes);
        let is_even = a.has_parity() && best_encoding(self.ask.objective) == Encoding::Pushes;
        // The number of pushes of every plan is that of the first bound, or differs from it by an even number.
        least + u32::from(is_even && least > pushes && (least - pushes) % 2 == 1)
    }

    /// Takes over the results of a search that has not ended.
    fn note(&mut self, open: Open, by: &Provenance) -> Result<(), Error> {
        if let Some(plan) = open.plan {
            self.better(plan, by)?;
        }
        if self.ask.objective != Objective::None && open.lower_bound > self.lower_bound {
            self.lower_bound = open.lower_bound;
            if let Some(bound) = open.lower_bound {
                (self.observer)(Event::LowerBound(bound));
            }
        }
        Ok(())
    }

    /// Takes over a plan if it is the best so far.
    fn better(&mut self, plan: Plan, by: &Provenance) -> Result<(), Error> {
        let worth = |plan: &Plan| match self.ask.objective {
            Objective::Moves => (plan.move_count, 0),
            Objective::MovesThenPushes => (plan.move_count, plan.push_count),
            Objective::PushesThenMoves => (plan.push_count, plan.move_count),
            Objective::Pushes | Objective::None => (plan.push_count, 0),
        };
        if self.best.as_ref().is_some_and(|(best, _)| worth(best) <= worth(&plan)) {
            return Ok(());
        }
        check(&self.puzzle.level, &plan).map_err(|violation| Error::Refused { violation, by: by.clone() })?;
        let plan = Plan { proven: None, lower_bound: None, ..plan };
        (self.observer)(Event::Plan(&plan));
        self.best = Some((plan, by.clone()));
        Ok(())
    }

    /// The best plan, with what is proved about it.
    fn solved(&mut self, proven: Option<Objective>) -> Result<Option<Outcome>, Error> {
        let Some((plan, by)) = self.best.clone() else { return Ok(None) };
        let lower_bound = match self.ask.objective {
            Objective::None => None,
            Objective::Moves | Objective::MovesThenPushes => Some(plan.move_count),
            Objective::Pushes | Objective::PushesThenMoves => Some(plan.push_count),
        };
        self.lower_bound = lower_bound.filter(|_| proven.is_some()).or(self.lower_bound);
        let plan = Plan { proven, lower_bound: self.lower_bound, ..plan };
        if let Some(none) = self.none_within(&by) {
            return Ok(Some(none));
        }
        Ok(Some(self.outcome(answer(self.puzzle, plan, &by)?, by)))
    }

    /// The outcome that no plan has as few steps as allowed, if that is proved.
    fn none_within(&self, by: &Provenance) -> Option<Outcome> {
        let most = self.ask.most_steps.filter(|&most| self.lower_bound > Some(most))?;
        let outcome = self.outcome(Answer::Impossible(by.clone()), by.clone());
        Some(Outcome { none_within: Some(most), ..outcome })
    }

    /// The results when a limit came.
    fn left_open(&self, stop: Stop) -> Result<Outcome, Error> {
        let objective = self.ask.objective;
        let reasons = match stop {
            Stop::GaveUp => self.obstacles.clone(),
            stop => vec![stop.to_string()],
        };
        // A plan that is too long is not an answer.
        let steps = |plan: &Plan| {
            let by_moves = best_encoding(self.ask.objective) == Encoding::Moves;
            if by_moves { plan.move_count } else { plan.push_count }
        };
        let most = self.ask.most_steps.unwrap_or(u32::MAX);
        let Some((plan, by)) = self.best.clone().filter(|(plan, _)| steps(plan) <= most) else {
            let bound = self.lower_bound.map(|least| none_shorter(least, unit_of(objective)));
            let words: Vec<String> = reasons.into_iter().chain(bound).collect();
            let left_open = (!words.is_empty()).then(|| words.join("; "));
            return Ok(Outcome {
                left_open,
                ..self.outcome(Answer::Unknown(stop), Provenance::engine("states"))
            });
        };
        let plan = Plan { lower_bound: self.lower_bound, ..plan };
        let open = not_proven(objective, self.lower_bound);
        // Whoever set another limit knows of it; the plan says enough.
        let is_told = matches!(stop, Stop::GaveUp | Stop::Memory);
        let words: Vec<String> = [open].into_iter().chain(reasons.into_iter().filter(|_| is_told)).collect();
        let left_open = Some(words.join("; "));
        Ok(Outcome { left_open, ..self.outcome(answer(self.puzzle, plan, &by)?, by) })
    }

    fn outcome(&self, answer: Answer<Plan>, by: Provenance) -> Outcome {
        let (lower_bound, effort, states, size) = (self.lower_bound, self.effort, self.states, self.size);
        Outcome { lower_bound, effort, states, size, ..Outcome::new(answer, by) }
    }
}

/// A search of states that takes turns.
struct Running<'s> {
    /// Its name in answers; "states" for the first search for the objective.
    stage: &'static str,
    /// `None` if the level is too large for it, or it can't continue.
    search: Option<Box<dyn Continue + 's>>,
    /// Number of states of its next turn.
    states: usize,
    /// Maximum memory, in bytes.
    bytes: usize,
    /// Number of bytes that it uses.
    used: usize,
    /// Number of states that it reached.
    reached: usize,
    /// The lower bound so far, if it is for the objective.
    bound: Option<u32>,
}

impl<'s> Running<'s> {
    fn new(
        stage: &'static str,
        search: Option<Box<dyn Continue + 's>>,
        states: usize,
        bytes: usize,
    ) -> Running<'s> {
        Running { stage, search, states, bytes, used: 0, reached: 0, bound: None }
    }

    /// Ends it, and returns the number of bytes that it used.
    fn end(&mut self) -> usize {
        self.search = None;
        std::mem::take(&mut self.used)
    }
}

/// The result of a turn.
enum Turn {
    Done(Box<Outcome>),
    /// There is more to do.
    Open,
    /// There is nothing left to do for this engine.
    Over,
}

impl Turn {
    fn done(outcome: Outcome) -> Turn {
        Turn::Done(Box::new(outcome))
    }
}
