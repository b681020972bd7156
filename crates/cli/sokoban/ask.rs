//! What is asked, as the strategy takes it, and what it tells.

use jigsat_cnf::Choice;
use jigsat_sokoban::{
    How, Objective,
    search::{self, Ask, Engine, Horizon},
};

use super::{Sokoban, options::SolveOptions};
use crate::{exit::Failure, family::Question};

/// The question as the strategy takes it.
pub fn ask(question: &Question<'_, Sokoban>, most_steps: Option<u32>) -> Ask {
    // An encoding says what is least, where nobody else does.
    let by_encoding = match question.how {
        Some(How::Moves | How::Labelled) => Objective::Moves,
        Some(How::Lines) => Objective::None,
        Some(How::Pushes) | None => Objective::Pushes,
    };
    let engine = match question.search.engine() {
        Some("sat") => Engine::Sat,
        Some("states") => Engine::States,
        _ if question.is_plain() => Engine::Auto,
        _ => Engine::Sat,
    };
    Ask {
        objective: question.options.optimal.unwrap_or(by_encoding),
        how: question.how,
        solver: question.search.solver().cloned(),
        engine,
        build: question.formula.recipe(false),
        seed: question.search.seed,
        most_steps,
    }
}

/// Whether encoding, objective and bounds go together.
pub fn suits(question: &Question<'_, Sokoban>, own: &SolveOptions) -> Result<(), Failure> {
    let (Some(how), Some(objective)) = (question.how, question.options.optimal) else { return Ok(()) };
    let fits = match how {
        How::Pushes => matches!(objective, Objective::Pushes | Objective::PushesThenMoves | Objective::None),
        How::Moves => matches!(objective, Objective::Moves | Objective::MovesThenPushes | Objective::None),
        How::Labelled => matches!(objective, Objective::Moves | Objective::None),
        How::Lines => objective == Objective::None,
    };
    if !fits {
        let (how, objective) = (how.name(), objective.name());
        return Err(Failure::usage(format!("encoding '{how}' does not find what is least in '{objective}'")));
    }
    if how == How::Lines && own.at_most.is_some() {
        return Err(Failure::usage(
            "--at-most counts pushes or moves, encoding 'lines' whole straight pushes; use --max-steps",
        ));
    }
    Ok(())
}

pub fn bound(puzzle: &jigsat_sokoban::Sokoban, question: &Question<'_, Sokoban>) -> u32 {
    let how = question.how.unwrap_or_else(|| search::best_encoding(ask(question, None).objective));
    puzzle.lower_bound(how).unwrap_or(0)
}

/// A line of the log.
pub fn told(horizon: &Horizon) -> String {
    let verdict = match horizon.plan {
        Some(true) => "SAT",
        Some(false) => "UNSAT",
        None => "unknown",
    };
    format!(
        "{verdict} at {}: {} clauses, {} conflicts, {:.2} s",
        horizon.steps, horizon.clauses, horizon.conflicts, horizon.seconds
    )
}
