use jigsat_solve::{
    Answer, BuildError, BuildOptions, Effort, Error, Limits, Provenance, Session, Stop, Violation,
};
use web_time::Instant;

use super::{Ask, Event, Horizon, Observer, best_solver};
use crate::{
    Encoding, Plan, Sokoban,
    encode::{self, Writer},
};

/// How the search over horizons ended.
pub(super) enum Ended {
    Plan(Plan),
    /// Rules were dropped, and the referee rejects the result.
    Refused {
        plan: Option<Plan>,
        violation: Violation,
    },
    /// No plan has at most this many steps.
    NoneWithin(u32),
    /// No plan has exactly this many steps.
    NoneOf(u32),
    /// After some steps there is nothing left to do, and no plan was found up to then.
    Impossible,
    Stopped(Stop),
}

/// Maximum number of steps of any formula: times are numbered in 16 bits.
const MOST_STEPS: u32 = 60_000;

/// Number of steps times cells from which the formula is not built at once for the lower bound.
const LARGE: usize = 50_000;

/// A search that moves the horizon.
pub(super) struct Horizons<'h, 'o> {
    puzzle: &'h Sokoban,
    ask: &'h Ask,
    encoding: Encoding,
    limits: &'h Limits,
    observer: &'h mut Observer<'o>,
    effort: Effort,
    size: Option<(usize, usize)>,
}

impl<'h, 'o> Horizons<'h, 'o> {
    pub fn new(
        puzzle: &'h Sokoban,
        ask: &'h Ask,
        encoding: Encoding,
        limits: &'h Limits,
        observer: &'h mut Observer<'o>,
    ) -> Horizons<'h, 'o> {
        Horizons { puzzle, ask, encoding, limits, observer, effort: Effort::default(), size: None }
    }

    /// The engine or solver that answered, the effort, and the size of the last formula.
    pub fn told(&self) -> (Provenance, Effort, Option<(usize, usize)>) {
        let solver = self.ask.solver.clone().unwrap_or_else(|| best_solver(self.encoding));
        let encoding = jigsat_cnf::Choice::name(self.encoding);
        if self.size.is_none() {
            return (Provenance::engine("analysis"), self.effort, None);
        }
        let by = Provenance {
            solver: Some(solver.to_string()),
            encoding: Some(encoding.into()),
            ..Provenance::engine("sat")
        };
        (by, self.effort, self.size)
    }

    /// Raises the horizon from the lower bound, or from the number below which it is already proved that there is no
    /// plan, until there is an answer; also returns the number of steps below which there is no plan.
    pub fn run(&mut self, least: u32) -> Result<(Ended, u32), Error> {
        if let Some(steps) = self.puzzle.steps {
            let ended = self.fresh(u32::from(steps))?;
            return Ok((ended.unwrap_or(Ended::NoneOf(u32::from(steps))), 0));
        }
        let mut steps = self.puzzle.lower_bound(self.encoding).unwrap_or(1).max(least);
        let rise =
            if self.encoding == Encoding::Pushes && self.puzzle.analysis().has_parity() { 2 } else { 1 };
        let most = self.ask.most_steps.unwrap_or(MOST_STEPS).min(MOST_STEPS);
        // Formulas that lack rules, or whose numbers depend on the number of steps, don't grow.
        let grows = self.ask.build.dropped.is_empty() && self.encoding != Encoding::Labelled;
        // A large formula is written step by step, with checks of the clock between steps.
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
        let (variables, clauses) = session.formula().size();
        self.size = Some((variables, clauses));
        let plan = match answer {
            Answer::Solved(_) | Answer::Refused { .. } => Some(true),
            Answer::Impossible(_) => Some(false),
            Answer::Unknown(_) => None,
        };
        (self.observer)(Event::Horizon(&Horizon { steps, plan, clauses, conflicts, seconds }));
    }

    /// A session with a formula.
    fn session<'p>(&self, puzzle: &'p Sokoban) -> Result<Session<'p, Sokoban>, Error> {
        let solver = self.ask.solver.clone().unwrap_or_else(|| best_solver(self.encoding));
        let options = BuildOptions { limits: self.limits.clone(), ..self.ask.build.clone() };
        Session::new(puzzle, self.encoding, &options, &solver, self.ask.seed)
    }

    /// Solves a separate formula; `None` if there is no plan of this many steps.
    fn fresh(&mut self, steps: u32) -> Result<Option<Ended>, Error> {
        let puzzle = self.puzzle.clone().with_steps(steps as u16);
        let mut session = match Error::unless_stopped(self.session(&puzzle))? {
            Ok(session) => session,
            Err(stop) => return Ok(Some(Ended::Stopped(stop))),
        };
        let answer = session.solve(&self.limits())?;
        self.tell(steps, Effort::default(), &session, &answer);
        Ok(ended(answer))
    }

    /// Asks one solver about more and more steps.
    fn growing(&mut self, mut steps: u32, rise: u32, most: u32) -> Result<(Ended, u32), Error> {
        let puzzle = self.puzzle.clone().with_steps(0).open().with_triples();
        let mut session = match Error::unless_stopped(self.session(&puzzle))? {
            Ok(session) => session,
            Err(stop) => return Ok((Ended::Stopped(stop), steps)),
        };
        let mut before = Effort::default();
        let mut written = 0;
        while steps <= most {
            let started = Instant::now();
            while written < steps {
                let formula = session.grow();
                formula.stop_when(self.limits.interrupt());
                formula.draft(|e| {
                    let mut writer = Writer::new(&puzzle, self.encoding, e)?;
                    encode::step(&mut writer, self.encoding, written as u16)
                });
                match session.formula().given_up() {
                    None => written += 1,
                    Some(Stop::TooLarge) => {
                        let literals = session.formula().clauses().literals();
                        let encoding = jigsat_cnf::Choice::name(self.encoding);
                        return Err(BuildError::TooLarge { encoding, literals }.into());
                    }
                    Some(stop) => return Ok((Ended::Stopped(stop), steps)),
                }
            }
            self.effort.encoding += started.elapsed();
            let mut ending = Vec::new();
            let formula = session.grow();
            formula.stop_when(self.limits.interrupt());
            formula.draft(|e| {
                let writer = Writer::new(&puzzle, self.encoding, e)?;
                ending = encode::ending(&writer, self.encoding, steps as u16);
                Ok(())
            });
            if let Some(stop) = session.formula().given_up() {
                return Ok((Ended::Stopped(stop), steps));
            }
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
        Answer::Solved(plan) => Some(Ended::Plan(plan.into_inner())),
        Answer::Refused { solution, violation } => Some(Ended::Refused { plan: solution, violation }),
        Answer::Unknown(stop) => Some(Ended::Stopped(stop)),
        Answer::Impossible(_) => None,
    }
}
