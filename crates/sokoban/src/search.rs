//! The strategy: how much work each engine gets, and what its answers prove.
//!
//! There are two engines. `states` searches the states of a level one by one, cheapest first; its stages `features`,
//! `order` and `nearest` find some plan quickly, and `both-ends` looks for few pushes from both ends of a plan. `sat`
//! solves formulas. Each is the best on some levels by a factor of hundreds, and which one can't be predicted. So they
//! take turns on one thread, states first, each turn with twice the work of the previous one: the best engine gets
//! about a quarter of all the work. Work is counted in states and conflicts, not in seconds, so that the same question
//! has the same answer on every machine.
//!
//! The results of one engine help the others: a plan bounds the search of states, and formulas begin at the lower bound
//! proved by states.

mod certificate;
mod confirm;
mod formulas;
mod horizons;
mod second;
mod turns;

use jigsat_cnf::choice;
use jigsat_solve::{Answer, BuildOptions, Checked, Effort, Error, Limits, Provenance, Solver, Stop};
use strum::{IntoStaticStr, VariantArray};
use web_time::Instant;

use crate::{
    Encoding, Objective, Plan, Reason, Sokoban, check_reason, contradiction,
    states::{self, Budget, Ends, Field, Found, MOST_BYTES, Without},
};
pub use certificate::certificate;
pub use confirm::{Confirmed, confirm};
use formulas::Formulas;
use turns::Turns;

/// The engines that search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Engine {
    /// All engines, taking turns.
    #[default]
    Auto,
    /// Formulas alone.
    Sat,
    /// The states of the level one by one, without any formula.
    States,
}

choice!(Engine);

/// A question about a level.
#[derive(Clone, Debug, Default)]
pub struct Ask {
    /// The objective to minimise.
    pub objective: Objective,
    /// The encoding; if `None`, the best for the objective.
    pub encoding: Option<Encoding>,
    /// The solver; if `None`, the best for the encoding.
    pub solver: Option<Solver>,
    /// The engine.
    pub engine: Engine,
    /// How formulas are built; the limits are those of the search.
    pub build: BuildOptions,
    /// A seed that permutes variables and clauses.
    pub seed: Option<u64>,
    /// Maximum number of steps of a plan, in the unit of the encoding.
    pub most_steps: Option<u32>,
}

/// One formula's answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Horizon {
    /// The number of steps.
    pub steps: u32,
    /// Whether there is a plan; `None` if a limit came first.
    pub plan: Option<bool>,
    /// Number of clauses of the formula.
    pub clauses: usize,
    /// Number of conflicts of this question.
    pub conflicts: u64,
    /// Time of this question, in seconds.
    pub seconds: f64,
}

/// An event during a search, for an observer.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'e> {
    /// A formula was solved.
    Horizon(&'e Horizon),
    /// The best plan so far; the referee accepted it.
    Plan(&'e Plan),
    /// It is proved that no plan has a lower value of the primary objective.
    LowerBound(u32),
}

/// The function that receives events.
pub type Observer<'o> = dyn FnMut(Event<'_>) + 'o;

/// The result.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// A plan that the referee accepted; or that there is none; or a limit. If a limit came before a plan was proved
    /// optimal, the best plan so far, without `proven`.
    pub answer: Answer<Plan>,
    /// The proved lower bound on the primary objective; `None` if there is no objective. The plan contains it, too.
    pub lower_bound: Option<u32>,
    /// Proven: there is no plan of at most this many steps.
    pub none_within: Option<u32>,
    /// Why the level is impossible, if a reason is known.
    pub reason: Option<Reason>,
    /// The part of the question that was left open, in words.
    pub left_open: Option<String>,
    /// The engine or solver that found the plan, or otherwise answered.
    pub by: Provenance,
    /// The effort.
    pub effort: Effort,
    /// Number of states that searches of states reached.
    pub states: usize,
    /// Numbers of variables and clauses of the last formula.
    pub size: Option<(usize, usize)>,
}

impl Outcome {
    fn new(answer: Answer<Plan>, by: Provenance) -> Outcome {
        Outcome {
            answer,
            lower_bound: None,
            none_within: None,
            reason: None,
            left_open: None,
            by,
            effort: Effort::default(),
            states: 0,
            size: None,
        }
    }
}

/// The answer with this plan, if the referee accepts it.
fn answer(puzzle: &Sokoban, plan: Plan, by: &Provenance) -> Result<Answer<Plan>, Error> {
    let refused = |violation| Error::Refused { violation, by: by.clone() };
    Checked::by(puzzle, plan).map(Answer::Solved).map_err(refused)
}

/// The encoding that looks for plans that are optimal for an objective.
#[must_use]
pub fn best_encoding(objective: Objective) -> Encoding {
    match objective {
        Objective::Pushes | Objective::PushesThenMoves | Objective::None => Encoding::Pushes,
        Objective::Moves | Objective::MovesThenPushes => Encoding::Moves,
    }
}

/// The solver that measured best for an encoding; the table is in docs/src/guide/sokoban.md.
#[must_use]
pub fn best_solver(encoding: Encoding) -> Solver {
    let wanted = match encoding {
        Encoding::Pushes | Encoding::Lines => Solver::Glucose,
        Encoding::Moves | Encoding::Labelled => Solver::Cadical,
    };
    if Solver::built_in().contains(&wanted) { wanted } else { Solver::default() }
}

/// Share of the time for formulas alone that is spent on an optimal plan; the rest is for any plan, if no optimal one
/// was found.
const BEST_PLAN: f64 = 0.85;

/// Looks for a plan, and reports events to the observer.
///
/// The memory of the search of states is bounded, and that of formulas by the bound on their size.
///
/// # Errors
///
/// Errors of the solver, formulas that are too large, and results that the referee rejects.
pub fn solve(
    puzzle: &Sokoban,
    ask: &Ask,
    limits: &Limits,
    observer: &mut Observer<'_>,
) -> Result<Outcome, Error> {
    let a = match puzzle.analysis_within(&limits.interrupt()) {
        Ok(a) => a,
        Err(stop) => return Ok(Outcome::new(Answer::Unknown(stop), Provenance::engine("analysis"))),
    };
    let weakened = !ask.build.dropped.is_empty();
    if !weakened && let Some(reason) = contradiction::reason(&puzzle.level, a) {
        let by = Provenance::engine("analysis");
        check_reason(&puzzle.level, &reason)
            .map_err(|violation| Error::Refused { violation, by: by.clone() })?;
        return Ok(Outcome { reason: Some(reason), ..Outcome::new(Answer::Impossible(by.clone()), by) });
    }
    if let Some(stop) = limits.reached() {
        return Ok(Outcome::new(Answer::Unknown(stop), Provenance::engine("states")));
    }
    let encoding = ask.encoding.unwrap_or_else(|| best_encoding(ask.objective));
    if let Some(bound) = puzzle.lower_bound(encoding) {
        observer(Event::LowerBound(bound));
    }
    let one_way = weakened || ask.encoding.is_some() || ask.most_steps.is_some() || puzzle.steps.is_some();
    match ask.engine {
        Engine::Auto if one_way => Formulas { puzzle, ask, limits, observer }.run(0, None),
        Engine::States if ask.most_steps.is_some() && ask.objective == Objective::None => {
            // Only the minimum number of pushes shows that no plan has few enough.
            let ask = Ask { objective: Objective::Pushes, ..ask.clone() };
            Turns::new(puzzle, &ask, limits, observer).run()
        }
        Engine::Auto | Engine::States => Turns::new(puzzle, ask, limits, observer).run(),
        Engine::Sat => {
            let now = Instant::now();
            let left = |end: Instant| now + end.saturating_duration_since(now).mul_f64(BEST_PLAN);
            let first = Limits { deadline: limits.deadline.map(left), ..limits.clone() };
            if one_way {
                return Formulas { puzzle, ask, limits, observer }.run(0, None);
            }
            let outcome = Formulas { puzzle, ask, limits: &first, observer }.run(0, None)?;
            formulas::any_plan(puzzle, ask, outcome, limits, observer)
        }
    }
}

/// Adds the effort spent before.
fn add(effort: &mut Effort, before: Effort) {
    effort.encoding += before.encoding;
    effort.solving += before.solving;
    effort.conflicts += before.conflicts;
    effort.propagations += before.propagations;
}

/// The number of plans with the minimum number of pushes (or moves), and that minimum. If pushes are counted, the
/// player's way between pushes does not distinguish plans. `None` if there are too many states.
///
/// # Errors
///
/// The limit that was reached.
pub fn count(puzzle: &Sokoban, moves: bool, limits: &Limits) -> Result<Option<(u32, u128)>, Stop> {
    let interrupt = limits.interrupt();
    let a = puzzle.analysis_within(&interrupt)?;
    if contradiction::reason(&puzzle.level, a).is_some() {
        return Ok(Some((0, 0)));
    }
    let objective = if moves { Objective::Moves } else { Objective::Pushes };
    let Some(field) = Field::new(&puzzle.level, a, &interrupt) else {
        return interrupt.check().map(|()| None);
    };
    let (ends, without) = (Ends::usual(objective), Without::default());
    let search = states::best(&puzzle.level, &field, objective, ends, without);
    let Some(mut search) = search else { return Ok(None) };
    match search.run(Budget { states: usize::MAX, bytes: states::share(limits).min(MOST_BYTES) }, limits) {
        Found::Plan(plan) => {
            drop(search);
            let length = if moves { plan.move_count } else { plan.push_count };
            Ok(states::count(a, moves, length, limits)?.map(|count| (length, count)))
        }
        Found::Nothing => Ok(Some((0, 0))),
        Found::Paused(_) | Found::TooMany(_) => Ok(None),
        Found::Stopped(stop, _) => Err(stop),
    }
}
