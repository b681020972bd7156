//! Solves and counts with the strategy of horizons and states.

use jigsat_input::Message;
use jigsat_kit::{
    Counted, Counting, Engines, Error, Event, Horizon as _, Outcome, Question, Rating, Run, by_listing,
};
use jigsat_solve::{Effort, End, Limits, Provenance, Solution, Stop};
use web_time::Instant;

use super::{SokobanFamily, rating};
use crate::{
    Encoding, Objective, Plan, Sokoban,
    search::{self, Ask, Engine, Horizon},
};

impl Engines<SokobanFamily> for SokobanFamily {
    fn names(&self) -> &'static [&'static str] {
        &["states"]
    }

    fn refuses(&self, _puzzle: &Sokoban, engine: &str, is_plain: bool) -> Option<Message> {
        match engine {
            "backtrack" => {
                Some("engine 'backtrack' lists plans (`all`, `limit`, count); it cannot find an optimal one".into())
            }
            "states" if !is_plain => {
                Some("`encoding`, `solver`, `drop` and `seed` cannot be used with `engine: states`, which builds no formula".into())
            }
            _ => None,
        }
    }

    fn solve(
        &self,
        puzzle: &Sokoban,
        question: &Question<Self>,
        run: &Run<'_>,
    ) -> Result<Outcome<Solution>, Error> {
        let ask = ask(question, question.options.most_steps());
        let mut log = |event: search::Event<'_>| match event {
            search::Event::Horizon(horizon) => run.tell(Event::Step(&in_words(horizon))),
            search::Event::Plan(plan) => run.tell(Event::Step(&format!("a plan: {}", plan.summary()))),
            search::Event::LowerBound(bound) => {
                run.tell(Event::Step(&format!("no plan has fewer than {bound} steps")));
            }
        };
        let found = search::solve(puzzle, &ask, run.limits, &mut log)?;
        Ok(outcome(found).erased())
    }

    /// Counts the shortest plans: state by state, or by listing if there are too many states or a formula was asked
    /// for.
    fn count(
        &self,
        puzzle: &Sokoban,
        question: &Question<Self>,
        wanted: &Counting,
        run: &Run<'_>,
    ) -> Result<Option<Counted>, Error> {
        let by_states = question.is_plain() && puzzle.steps.is_none() && wanted.limit.is_none();
        if by_states && matches!(question.search.engine(), None | Some("states")) {
            let started = Instant::now();
            let moves = question.options.optimal == Some(Objective::Moves);
            let counted = |count, end| {
                let by = Provenance::engine("states");
                let effort = Effort { solving: started.elapsed(), ..Effort::default() };
                Counted { count, distinct: None, end, by, effort, size: None }
            };
            match search::count(puzzle, moves, run.limits) {
                Ok(Some((_, count))) => return Ok(Some(counted(count, End::All))),
                Err(stop) => return Ok(Some(counted(0, End::Stopped(stop)))),
                Ok(None) if question.search.engine().is_some() => {
                    return Ok(Some(counted(0, End::Stopped(Stop::GaveUp))));
                }
                Ok(None) => {}
            }
        }
        let shortest = self.shortest(puzzle, question, run)?;
        by_listing(self, shortest.as_ref().unwrap_or(puzzle), question, wanted, run).map(Some)
    }

    fn rate(&self, puzzle: &Sokoban, run: &Run<'_>) -> Result<Option<Rating>, Error> {
        rating::rate(puzzle, run)
    }
}

/// The result of the strategy in the form of all families.
pub(super) fn outcome(found: search::Outcome) -> Outcome<Plan> {
    Outcome {
        none_within: found.none_within.map(u64::from),
        lower_bound: found.lower_bound.map(u64::from),
        left_open: found.left_open,
        size: found.size,
        ..Outcome::new(found.answer, found.by, found.effort)
    }
}

/// The question in the form of the strategy.
pub(super) fn ask(question: &Question<SokobanFamily>, most_steps: Option<u32>) -> Ask {
    // If no objective is given, the encoding determines it.
    let by_encoding = match question.encoding {
        Some(Encoding::Moves | Encoding::Labelled) => Objective::Moves,
        Some(Encoding::Lines) => Objective::None,
        Some(Encoding::Pushes) | None => Objective::Pushes,
    };
    let engine = match question.search.engine() {
        Some("sat") => Engine::Sat,
        Some("states") => Engine::States,
        _ if question.is_plain() => Engine::Auto,
        _ => Engine::Sat,
    };
    Ask {
        objective: question.options.optimal.unwrap_or(by_encoding),
        encoding: question.encoding,
        solver: question.search.solver.clone(),
        engine,
        build: question.formula.build(false, &Limits::default()),
        seed: question.search.seed,
        most_steps,
    }
}

/// The answer of a formula, in words.
fn in_words(horizon: &Horizon) -> String {
    let verdict = match horizon.plan {
        Some(true) => "SAT",
        Some(false) => "UNSAT",
        None => "unknown",
    };
    let Horizon { steps, clauses, conflicts, seconds, .. } = horizon;
    format!("{verdict} at {steps}: {clauses} clauses, {conflicts} conflicts, {seconds:.2} s")
}
