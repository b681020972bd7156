//! The strategy: which formula to ask next, and what its answers prove.
//!
//! A formula speaks of a fixed number of steps. The horizon rises from a lower bound until there is
//! a plan, which then is a shortest one. The first formula is made for the lower bound alone; then one
//! solver goes on with a formula that grows by a step at a time, its goal assumed at the horizon.

mod horizons;
mod second;

use std::time::Instant;

use jigsat_cnf::Choice;
use jigsat_solve::{Answer, Build, By, Effort, Error, Limits, Solver, Stop};

use crate::{
    How, Objective, Plan, Reason, Sokoban, check, check_reason, impossible,
    states::{self, Found},
};
use horizons::{Ended, Horizons};

/// What searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// Whichever is best for the level and the objective, one after the other.
    #[default]
    Auto,
    /// Formulas alone.
    Sat,
    /// The states of the level one by one, without any formula.
    States,
}

impl Choice for Engine {
    const ALL: &'static [Self] = &[Engine::Auto, Engine::Sat, Engine::States];

    fn name(self) -> &'static str {
        match self {
            Engine::Auto => "auto",
            Engine::Sat => "sat",
            Engine::States => "states",
        }
    }
}

/// What is asked about a level.
#[derive(Clone, Debug, Default)]
pub struct Ask {
    /// What is to be least.
    pub objective: Objective,
    /// The encoding; if none, the best for the objective.
    pub how: Option<How>,
    /// The solver; if none, the best for the encoding.
    pub solver: Option<Solver>,
    /// What searches.
    pub engine: Engine,
    /// How formulas are built.
    pub build: Build,
    /// A seed that permutes variables and clauses.
    pub seed: Option<u64>,
    /// No plan of more steps is looked for; steps are the encoding's own.
    pub most_steps: Option<u32>,
}

/// One formula's answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Horizon {
    /// How many steps.
    pub steps: u32,
    /// Whether there is a plan; none if a limit came first.
    pub plan: Option<bool>,
    /// Clauses of the formula.
    pub clauses: usize,
    /// Conflicts of this question.
    pub conflicts: u64,
    /// Seconds for this question.
    pub seconds: f64,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// A plan that the referee passed; or that there is none; or a limit.
    pub answer: Answer<Plan>,
    /// Proven: there is no plan of at most so many steps.
    pub none_within: Option<u32>,
    /// Why the level is impossible, where that can be said.
    pub reason: Option<Reason>,
    /// What was asked and not answered, in words.
    pub left_open: Option<String>,
    /// Who answered.
    pub by: By,
    /// What it has cost.
    pub effort: Effort,
    /// Variables and clauses of the last formula.
    pub size: Option<(usize, usize)>,
}

impl Outcome {
    fn new(answer: Answer<Plan>, by: By) -> Outcome {
        Outcome {
            answer,
            none_within: None,
            reason: None,
            left_open: None,
            by,
            effort: Effort::default(),
            size: None,
        }
    }
}

fn engine(name: &'static str) -> By {
    By { engine: name, stage: None, solver: None, encoding: None }
}

/// The encoding that looks for plans which are best in some way.
#[must_use]
pub fn best_encoding(objective: Objective) -> How {
    match objective {
        Objective::Pushes | Objective::PushesThenMoves | Objective::None => How::Pushes,
        Objective::Moves | Objective::MovesThenPushes => How::Moves,
    }
}

/// The solver that measured best for an encoding; the table is in docs/src/guide/sokoban.md.
#[must_use]
pub fn best_solver(how: How) -> Solver {
    let wanted = match how {
        How::Pushes | How::Lines => Solver::Glucose,
        How::Moves | How::Labelled => Solver::Cadical,
    };
    if Solver::built_in().contains(&wanted) { wanted } else { Solver::default() }
}

/// Conflicts after which the search of states gets its turn.
const FIRST_CONFLICTS: u64 = 100_000;

/// So much of the time goes into the best plan, the rest into any plan if that one was not found.
const BEST_PLAN: f64 = 0.85;

/// States that are looked at before formulas get their turn, where those are not the best.
const FIRST_STATES: usize = 3_000_000;

/// Looks for a plan as asked. `log` is told of each formula's answer.
///
/// # Errors
///
/// Those of the solver, formulas that are too large, and what the referee refuses.
pub fn solve(
    puzzle: &Sokoban,
    ask: &Ask,
    limits: &Limits,
    log: &mut dyn FnMut(&Horizon),
) -> Result<Outcome, Error> {
    let a = puzzle.analysis();
    let weakened = !ask.build.dropped.is_empty();
    if !weakened && let Some(reason) = impossible::reason(&puzzle.level, a) {
        let by = engine("analysis");
        check_reason(&puzzle.level, &reason).map_err(|flaw| Error::Refused { flaw, by: by.clone() })?;
        return Ok(Outcome { reason: Some(reason), ..Outcome::new(Answer::Impossible(by.clone()), by) });
    }
    // Of the time, a part is kept for finding any plan at all.
    let now = Instant::now();
    let first = Limits {
        deadline: limits.deadline.map(|end| now + end.saturating_duration_since(now).mul_f64(BEST_PLAN)),
        ..limits.clone()
    };
    let one_way = weakened || ask.how.is_some() || ask.most_steps.is_some() || puzzle.steps.is_some();
    let mut search = Search { puzzle, ask, limits: &first, log };
    let outcome = match ask.engine {
        Engine::States => return Search { limits, ..search }.states(states::MOST_STATES),
        _ if one_way => return Search { limits, ..search }.formulas(None),
        Engine::Sat => search.formulas(None)?,
        Engine::Auto => search.auto()?,
    };
    search.any_plan(outcome, limits)
}

struct Search<'s> {
    puzzle: &'s Sokoban,
    ask: &'s Ask,
    limits: &'s Limits,
    log: &'s mut dyn FnMut(&Horizon),
}

impl Search<'_> {
    fn how(&self) -> How {
        self.ask.how.unwrap_or_else(|| best_encoding(self.ask.objective))
    }

    /// Formulas first where they are good; the states where these are few; then formulas again.
    fn auto(&mut self) -> Result<Outcome, Error> {
        let mut best = None;
        let mut spent = Effort::default();
        if self.how() == How::Pushes {
            let outcome = self.formulas(Some(FIRST_CONFLICTS))?;
            if !is_open(&outcome) || self.limits.reached().is_some() {
                return Ok(outcome);
            }
            spent = outcome.effort;
            best = outcome.answer.solution();
        }
        let most = if self.how() == How::Pushes { states::MOST_STATES } else { FIRST_STATES };
        let mut outcome = self.states(most)?;
        add(&mut outcome.effort, spent);
        if !is_open(&outcome) || self.limits.reached().is_some() {
            return Ok(keep(outcome, best));
        }
        let spent = outcome.effort;
        let mut outcome = self.formulas(None)?;
        add(&mut outcome.effort, spent);
        Ok(keep(outcome, best))
    }

    /// Any plan, where the best was not found in time: whole straight pushes, in what time is left.
    fn any_plan(&mut self, outcome: Outcome, limits: &Limits) -> Result<Outcome, Error> {
        let wanted = matches!(outcome.answer, Answer::Unknown(Stop::Timeout)) && self.ask.how.is_none();
        if !wanted
            || self.ask.most_steps.is_some()
            || self.puzzle.steps.is_some()
            || limits.reached().is_some()
        {
            return Ok(outcome);
        }
        let ask = Ask { objective: Objective::None, how: Some(How::Lines), solver: None, ..self.ask.clone() };
        let mut search = Search { puzzle: self.puzzle, ask: &ask, limits, log: self.log };
        let any = search.formulas(None)?;
        Ok(match any.answer {
            Answer::Solved(plan) => {
                let plan = Plan { lower_bound: None, ..plan };
                let left_open =
                    Some(format!("whether the plan is best in {} was left open", self.ask.objective.name()));
                Outcome { answer: Answer::Solved(plan), left_open, by: any.by, size: any.size, ..outcome }
            }
            _ => outcome,
        })
    }

    fn states(&mut self, most: usize) -> Result<Outcome, Error> {
        let by = engine("states");
        let started = Instant::now();
        let a = self.puzzle.analysis();
        let found = states::search(&self.puzzle.level, a, self.ask.objective, most, self.limits);
        let mut outcome = match found {
            Found::Plan(plan) => {
                check(&self.puzzle.level, &plan).map_err(|flaw| Error::Refused { flaw, by: by.clone() })?;
                let most = self.ask.most_steps;
                let steps = if self.how() == How::Moves { plan.move_count } else { plan.push_count };
                match most.filter(|&most| steps > most) {
                    Some(most) => Outcome {
                        none_within: Some(most),
                        ..Outcome::new(Answer::Impossible(by.clone()), by)
                    },
                    None => Outcome::new(Answer::Solved(plan), by),
                }
            }
            Found::Nothing => Outcome::new(Answer::Impossible(by.clone()), by),
            Found::TooMany => {
                let left_open = Some("there are too many states to look at".into());
                Outcome { left_open, ..Outcome::new(Answer::Unknown(Stop::GaveUp), by) }
            }
            Found::Stopped(stop) => Outcome::new(Answer::Unknown(stop), by),
        };
        outcome.effort.solving = started.elapsed();
        Ok(outcome)
    }

    fn formulas(&mut self, conflicts: Option<u64>) -> Result<Outcome, Error> {
        let how = self.how();
        let mut limits = self.limits.clone();
        if let Some(most) = conflicts {
            limits.conflicts = Some(limits.conflicts.map_or(most, |known| known.min(most)));
        }
        let mut horizons = Horizons::new(self.puzzle, self.ask, how, &limits, self.log);
        let (ended, lower_bound) = horizons.run()?;
        let (by, effort, size) = horizons.told();
        let mut outcome = match ended {
            Ended::Plan(mut plan) => {
                plan.lower_bound = Some(lower_bound);
                plan.proven = match (how, self.puzzle.steps) {
                    (How::Lines, _) | (_, Some(_)) => None,
                    (How::Pushes, None) => Some(Objective::Pushes),
                    (How::Moves | How::Labelled, None) => Some(Objective::Moves),
                };
                let plan = self.second(plan, how, &limits)?;
                let wanted = self.ask.objective;
                let open =
                    wanted != Objective::None && self.puzzle.steps.is_none() && plan.proven != Some(wanted);
                let left_open =
                    open.then(|| format!("whether the plan is best in {} was left open", wanted.name()));
                Outcome { left_open, ..Outcome::new(Answer::Solved(plan), by) }
            }
            Ended::Refused { plan, flaw } => Outcome::new(Answer::Refused { solution: plan, flaw }, by),
            Ended::NoneWithin(most) => {
                Outcome { none_within: Some(most), ..Outcome::new(Answer::Impossible(by.clone()), by) }
            }
            Ended::NoneOf(steps) => {
                let left_open = Some(format!("there is no plan of just {steps} steps"));
                Outcome { left_open, ..Outcome::new(Answer::Unknown(Stop::GaveUp), by) }
            }
            Ended::Impossible => Outcome::new(Answer::Impossible(by.clone()), by),
            Ended::Stopped(stop) => {
                let left_open = Some(format!("no plan has fewer than {lower_bound} steps"));
                Outcome { left_open, ..Outcome::new(Answer::Unknown(stop), by) }
            }
        };
        (outcome.effort, outcome.size) = (effort, size);
        Ok(outcome)
    }

    /// Makes least what is to be least in the second place.
    fn second(&mut self, plan: Plan, how: How, limits: &Limits) -> Result<Plan, Error> {
        match (self.ask.objective, how) {
            (Objective::PushesThenMoves, How::Pushes) if plan.push_count > 0 => {
                second::fewest_moves(self.puzzle, self.ask, plan, limits)
            }
            (Objective::MovesThenPushes, How::Moves) if plan.push_count > 0 => {
                second::fewest_pushes(self.puzzle, self.ask, plan, limits)
            }
            (Objective::PushesThenMoves | Objective::MovesThenPushes, _) if plan.push_count == 0 => {
                Ok(Plan { proven: Some(self.ask.objective), ..plan })
            }
            _ => Ok(plan),
        }
    }
}

/// Adds what was spent before.
fn add(effort: &mut Effort, before: Effort) {
    effort.encoding += before.encoding;
    effort.solving += before.solving;
    effort.conflicts += before.conflicts;
    effort.propagations += before.propagations;
}

/// Whether something asked was left open.
fn is_open(outcome: &Outcome) -> bool {
    matches!(outcome.answer, Answer::Unknown(_)) || outcome.left_open.is_some()
}

/// A plan that was found earlier, where no better one came up.
fn keep(outcome: Outcome, best: Option<Plan>) -> Outcome {
    match (&outcome.answer, best) {
        (Answer::Unknown(_), Some(plan)) => Outcome { answer: Answer::Solved(plan), ..outcome },
        _ => outcome,
    }
}

/// How many plans have the least number of pushes (or moves), and that number: the way of the player
/// between pushes does not tell plans apart where pushes are counted. None where there are too many states.
///
/// # Errors
///
/// The limit that was reached.
pub fn count(puzzle: &Sokoban, moves: bool, limits: &Limits) -> Result<Option<(u32, u128)>, Stop> {
    let a = puzzle.analysis();
    if impossible::reason(&puzzle.level, a).is_some() {
        return Ok(Some((0, 0)));
    }
    let objective = if moves { Objective::Moves } else { Objective::Pushes };
    match states::search(&puzzle.level, a, objective, states::MOST_STATES, limits) {
        Found::Plan(plan) => {
            let length = if moves { plan.move_count } else { plan.push_count };
            Ok(states::count(a, moves, length, limits)?.map(|count| (length, count)))
        }
        Found::Nothing => Ok(Some((0, 0))),
        Found::TooMany => Ok(None),
        Found::Stopped(stop) => Err(stop),
    }
}
