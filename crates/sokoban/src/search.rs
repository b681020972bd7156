//! The strategy: which engine gets how much work, and what its answers prove.
//!
//! There are three engines. `states` looks at the states of a level one by one, cheapest first; its stage `features`
//! finds any plan soon; `sat` asks formulas. Each is best on some levels by a factor of hundreds, and none can be
//! told beforehand. So they work in turns on one thread, states first, each turn with twice the work of the turn before:
//! whichever engine is best has about a third of all the work. Work is counted in states and conflicts, not in
//! seconds, so that the same question has the same answer on every machine.
//!
//! What one engine finds helps the others: a plan bounds the search of states, and the lower bound that states have
//! proven is where the formulas begin.

mod confirm;
mod formulas;
mod horizons;
mod second;
mod turns;

use jigsat_cnf::Choice;
use jigsat_solve::{Answer, BuildOptions, Checked, Effort, Error, Limits, Provenance, Solver, Stop};
use web_time::Instant;

use crate::{
    Encoding, Objective, Plan, Reason, Sokoban, check_reason, contradiction,
    states::{self, Budget, Field, Found},
};
pub use confirm::{Confirmed, confirm};
use formulas::Formulas;
use turns::Turns;

/// What searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// All engines in turns.
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
    pub encoding: Option<Encoding>,
    /// The solver; if none, the best for the encoding.
    pub solver: Option<Solver>,
    /// What searches.
    pub engine: Engine,
    /// How formulas are built; the limits are those of the search.
    pub build: BuildOptions,
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

/// What an observer is told while a search goes on.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'e> {
    /// A formula was asked.
    Horizon(&'e Horizon),
    /// The best plan so far; the referee passed it.
    Plan(&'e Plan),
    /// It is proven that no plan has less of what is to be least, in the first place.
    LowerBound(u32),
}

/// Who is told of events.
pub type Observer<'o> = dyn FnMut(Event<'_>) + 'o;

/// The result.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// A plan that the referee passed; or that there is none; or a limit. Where a limit came before the proof that a
    /// plan is best, the best so far, its `proven` empty.
    pub answer: Answer<Plan>,
    /// No plan has less of what is to be least in the first place, as far as is proven; none where nothing is
    /// to be least. It stands in the plan, too.
    pub lower_bound: Option<u32>,
    /// Proven: there is no plan of at most this many steps.
    pub none_within: Option<u32>,
    /// Why the level is impossible, where that can be said.
    pub reason: Option<Reason>,
    /// What was asked and not answered, in words.
    pub left_open: Option<String>,
    /// Who found the plan, or else who answered.
    pub by: Provenance,
    /// What it has cost.
    pub effort: Effort,
    /// Variables and clauses of the last formula.
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
            size: None,
        }
    }
}

/// That this plan is the answer, if the referee passes it.
fn answer(puzzle: &Sokoban, plan: Plan, by: &Provenance) -> Result<Answer<Plan>, Error> {
    let refused = |violation| Error::Refused { violation, by: by.clone() };
    Checked::by(puzzle, plan).map(Answer::Solved).map_err(refused)
}

fn engine(name: &'static str) -> Provenance {
    Provenance { engine: name, stage: None, solver: None, encoding: None }
}

/// The encoding that looks for plans which are best in some way.
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

/// The most memory that the search of states takes, in bytes.
const MOST_BYTES: usize = 1 << 30;

/// Of the time for formulas alone, so much goes into the best plan, the rest into any plan if that one was not found.
const BEST_PLAN: f64 = 0.85;

/// Looks for a plan as asked, and tells the observer what comes up on the way.
///
/// The memory of the search of states is bounded, that of formulas by the bound on their size.
///
/// # Errors
///
/// Those of the solver, formulas that are too large, and what the referee refuses.
pub fn solve(
    puzzle: &Sokoban,
    ask: &Ask,
    limits: &Limits,
    observer: &mut Observer<'_>,
) -> Result<Outcome, Error> {
    let Some(a) = puzzle.analysis_within(&limits.interrupt()) else {
        return Ok(Outcome::new(Answer::Unknown(stop_of(limits)), engine("analysis")));
    };
    let weakened = !ask.build.dropped.is_empty();
    if !weakened && let Some(reason) = contradiction::reason(&puzzle.level, a) {
        let by = engine("analysis");
        check_reason(&puzzle.level, &reason)
            .map_err(|violation| Error::Refused { violation, by: by.clone() })?;
        return Ok(Outcome { reason: Some(reason), ..Outcome::new(Answer::Impossible(by.clone()), by) });
    }
    if let Some(stop) = limits.reached() {
        return Ok(Outcome::new(Answer::Unknown(stop), engine("states")));
    }
    let encoding = ask.encoding.unwrap_or_else(|| best_encoding(ask.objective));
    if let Some(bound) = puzzle.lower_bound(encoding) {
        observer(Event::LowerBound(bound));
    }
    let one_way = weakened || ask.encoding.is_some() || ask.most_steps.is_some() || puzzle.steps.is_some();
    match ask.engine {
        Engine::Auto if one_way => Formulas { puzzle, ask, limits, observer }.run(0, None),
        Engine::States if ask.most_steps.is_some() && ask.objective == Objective::None => {
            // Only the fewest pushes tell that none are few enough.
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

/// Why something was interrupted within limits.
fn stop_of(limits: &Limits) -> Stop {
    limits.reached().unwrap_or(Stop::Interrupted)
}

/// Adds what was spent before.
fn add(effort: &mut Effort, before: Effort) {
    effort.encoding += before.encoding;
    effort.solving += before.solving;
    effort.conflicts += before.conflicts;
    effort.propagations += before.propagations;
}

/// How many plans have the least number of pushes (or moves), and that number: the way of the player
/// between pushes does not tell plans apart where pushes are counted. None where there are too many states.
///
/// # Errors
///
/// The limit that was reached.
pub fn count(puzzle: &Sokoban, moves: bool, limits: &Limits) -> Result<Option<(u32, u128)>, Stop> {
    let interrupt = limits.interrupt();
    let Some(a) = puzzle.analysis_within(&interrupt) else { return Err(stop_of(limits)) };
    if contradiction::reason(&puzzle.level, a).is_some() {
        return Ok(Some((0, 0)));
    }
    let objective = if moves { Objective::Moves } else { Objective::Pushes };
    let Some(field) = Field::new(&puzzle.level, a, &interrupt) else {
        return if interrupt.is_stopped() { Err(stop_of(limits)) } else { Ok(None) };
    };
    let search = states::best(&puzzle.level, &field, objective, states::Without::default());
    let Some(mut search) = search else { return Ok(None) };
    match search.run(Budget { states: usize::MAX, bytes: MOST_BYTES }, limits) {
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
