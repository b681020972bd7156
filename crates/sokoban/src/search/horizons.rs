use std::time::Instant;

use jigsat_solve::{Answer, BuildError, By, Effort, Error, Flaw, Limits, Session, Stop};

use super::{Ask, Horizon, best_solver};
use crate::{
    How, Plan, Sokoban,
    encode::{self, Writer},
};

/// How the horizons came to an end.
pub(super) enum Ended {
    Plan(Plan),
    /// Rules were dropped, and the referee rejects what was found.
    Refused {
        plan: Option<Plan>,
        flaw: Flaw,
    },
    /// No plan has at most so many steps.
    NoneWithin(u32),
    /// No plan has just so many steps.
    NoneOf(u32),
    /// After some steps there is nothing left to do, and no plan came up till then.
    Impossible,
    Stopped(Stop),
}

/// The most steps of any formula: times are numbered in 16 bits.
const MOST_STEPS: u32 = 60_000;

/// Steps times cells from which on there is no formula for the lower bound alone.
const LARGE: usize = 50_000;

/// A search that moves the horizon.
pub(super) struct Horizons<'h> {
    puzzle: &'h Sokoban,
    ask: &'h Ask,
    how: How,
    limits: &'h Limits,
    log: &'h mut dyn FnMut(&Horizon),
    effort: Effort,
    size: Option<(usize, usize)>,
}

impl<'h> Horizons<'h> {
    pub fn new(
        puzzle: &'h Sokoban,
        ask: &'h Ask,
        how: How,
        limits: &'h Limits,
        log: &'h mut dyn FnMut(&Horizon),
    ) -> Horizons<'h> {
        Horizons { puzzle, ask, how, limits, log, effort: Effort::default(), size: None }
    }

    /// Who answered, what it cost, and the size of the last formula.
    pub fn told(&self) -> (By, Effort, Option<(usize, usize)>) {
        let solver = self.ask.solver.clone().unwrap_or_else(|| best_solver(self.how));
        let encoding = jigsat_cnf::Choice::name(self.how);
        if self.size.is_none() {
            return (super::engine("analysis"), self.effort, None);
        }
        let by =
            By { engine: "sat", stage: None, solver: Some(solver.to_string()), encoding: Some(encoding) };
        (by, self.effort, self.size)
    }

    /// Raises the horizon from the lower bound until there is an answer; gives the steps below which there is no plan, too.
    pub fn run(&mut self) -> Result<(Ended, u32), Error> {
        if let Some(steps) = self.puzzle.steps {
            let ended = self.fresh(u32::from(steps))?;
            return Ok((ended.unwrap_or(Ended::NoneOf(u32::from(steps))), 0));
        }
        let mut steps = self.puzzle.lower_bound(self.how).unwrap_or(1);
        let rise = if self.how == How::Pushes && self.puzzle.analysis().has_parity() { 2 } else { 1 };
        let most = self.ask.most_steps.unwrap_or(MOST_STEPS).min(MOST_STEPS);
        // Formulas that lack rules, or whose numbers depend on the number of steps, don't grow.
        let grows = self.ask.build.dropped.is_empty() && self.how != How::Labelled;
        // A large formula is written step by step, a look at the clock between.
        let is_large = steps as usize * self.puzzle.analysis().board.len() > LARGE;
        let mut first = !(grows && is_large);
        while steps <= most {
            if grows && !first {
                return self.growing(steps, rise, most);
            }
            if let Some(ended) = self.fresh(steps)? {
                return Ok((ended, steps));
            }
            first = false;
            steps += rise;
        }
        Ok((Ended::NoneWithin(most), steps))
    }

    /// Limits of the next question, with the conflicts that are left.
    fn limits(&self) -> Limits {
        let mut limits = self.limits.clone();
        if let Some(conflicts) = &mut limits.conflicts {
            *conflicts = conflicts.saturating_sub(self.effort.conflicts);
        }
        limits
    }

    fn tell(&mut self, steps: u32, before: Effort, session: &Session<'_, Sokoban>, answer: &Answer<Plan>) {
        let effort = session.effort();
        let encoding = effort.encoding.saturating_sub(before.encoding);
        let solving = effort.solving.saturating_sub(before.solving);
        let conflicts = effort.conflicts - before.conflicts;
        self.effort.conflicts += conflicts;
        self.effort.propagations += effort.propagations - before.propagations;
        self.effort.encoding += encoding;
        self.effort.solving += solving;
        let seconds = (encoding + solving).as_secs_f64();
        let clauses = session.encoding().clauses().len();
        self.size = Some((session.encoding().variables() as usize, clauses));
        let plan = match answer {
            Answer::Solved(_) | Answer::Refused { .. } => Some(true),
            Answer::Impossible(_) => Some(false),
            Answer::Unknown(_) => None,
        };
        (self.log)(&Horizon { steps, plan, clauses, conflicts, seconds });
    }

    /// Asks a formula of its own; none if there is no plan of so many steps.
    fn fresh(&mut self, steps: u32) -> Result<Option<Ended>, Error> {
        let puzzle = self.puzzle.clone().with_steps(steps as u16);
        let solver = self.ask.solver.clone().unwrap_or_else(|| best_solver(self.how));
        let mut session = Session::new(&puzzle, self.how, &self.ask.build, &solver, self.ask.seed)?;
        let answer = session.solve(&self.limits())?;
        self.tell(steps, Effort::default(), &session, &answer);
        Ok(ended(answer))
    }

    /// Asks one solver about ever more steps.
    fn growing(&mut self, mut steps: u32, rise: u32, most: u32) -> Result<(Ended, u32), Error> {
        let puzzle = self.puzzle.clone().with_steps(0).open().with_triples();
        let solver = self.ask.solver.clone().unwrap_or_else(|| best_solver(self.how));
        let mut session = Session::new(&puzzle, self.how, &self.ask.build, &solver, self.ask.seed)?;
        let mut before = Effort::default();
        let mut written = 0;
        while steps <= most {
            let started = Instant::now();
            while written < steps {
                if let Some(stop) = self.limits.reached() {
                    return Ok((Ended::Stopped(stop), steps));
                }
                encode::step(&mut Writer::new(&puzzle, self.how, session.grow()), self.how, written as u16);
                written += 1;
            }
            if session.encoding().is_too_large() {
                let literals = session.encoding().clauses().literals();
                let encoding = jigsat_cnf::Choice::name(self.how);
                return Err(BuildError::TooLarge { encoding, literals }.into());
            }
            self.effort.encoding += started.elapsed();
            let ending =
                encode::ending(&Writer::new(&puzzle, self.how, session.grow()), self.how, steps as u16);
            let answer = session.solve_assuming(&ending, &self.limits())?;
            self.tell(steps, before, &session, &answer);
            before = session.effort();
            if let Some(ended) = ended(answer) {
                return Ok((ended, steps));
            }
            if session.core().is_empty() {
                return Ok((Ended::Impossible, steps));
            }
            steps += rise;
        }
        Ok((Ended::NoneWithin(most), steps))
    }
}

fn ended(answer: Answer<Plan>) -> Option<Ended> {
    match answer {
        Answer::Solved(plan) => Some(Ended::Plan(plan)),
        Answer::Refused { solution, flaw } => Some(Ended::Refused { plan: solution, flaw }),
        Answer::Unknown(stop) => Some(Ended::Stopped(stop)),
        Answer::Impossible(_) => None,
    }
}
