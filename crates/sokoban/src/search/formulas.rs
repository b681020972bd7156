//! The engine `sat`: formulas alone. A formula is about a fixed number of steps; the horizon rises from a lower bound
//! until there is a plan, which is then a shortest one.

use jigsat_solve::{Answer, Error, Limits, Stop};

use super::{
    Ask, Observer, Outcome, answer, best_encoding,
    horizons::{Ended, Horizons},
    second,
};
use crate::{Encoding, Objective, Plan, Sokoban, unit::Unit};

/// A question to formulas.
pub(super) struct Formulas<'f, 'o> {
    pub puzzle: &'f Sokoban,
    pub ask: &'f Ask,
    pub limits: &'f Limits,
    pub observer: &'f mut Observer<'o>,
}

impl Formulas<'_, '_> {
    /// Raises the horizon from a number of steps below which there is no known plan, until this many conflicts are used
    /// up.
    pub fn run(&mut self, least: u32, conflicts: Option<u64>) -> Result<Outcome, Error> {
        let encoding = self.ask.encoding.unwrap_or_else(|| best_encoding(self.ask.objective));
        let mut limits = self.limits.clone();
        if let Some(most) = conflicts {
            limits.conflicts = Some(limits.conflicts.map_or(most, |known| known.min(most)));
        }
        let mut horizons = Horizons::new(self.puzzle, self.ask, encoding, &limits, self.observer);
        let (ended, lower_bound) = horizons.run(least)?;
        let (by, effort, size) = horizons.told();
        let mut outcome = match ended {
            Ended::Plan(mut plan) => {
                plan.lower_bound = Some(lower_bound);
                plan.proven = match (encoding, self.puzzle.steps) {
                    (Encoding::Lines, _) | (_, Some(_)) => None,
                    (Encoding::Pushes, None) => Some(Objective::Pushes),
                    (Encoding::Moves | Encoding::Labelled, None) => Some(Objective::Moves),
                };
                let plan = self.second(plan, encoding, &limits)?;
                let wanted = self.ask.objective;
                let open =
                    wanted != Objective::None && self.puzzle.steps.is_none() && plan.proven != Some(wanted);
                let left_open = open.then(|| not_proven(wanted, Some(lower_bound)));
                Outcome { left_open, ..Outcome::new(answer(self.puzzle, plan, &by)?, by) }
            }
            Ended::Refused { plan, violation } => {
                Outcome::new(Answer::Refused { solution: plan, violation }, by)
            }
            Ended::NoneWithin(most) => {
                Outcome { none_within: Some(most), ..Outcome::new(Answer::Impossible(by.clone()), by) }
            }
            Ended::NoneOf(steps) => {
                let left_open = Some(format!("there is no plan of exactly {steps} steps"));
                Outcome { left_open, ..Outcome::new(Answer::Unknown(Stop::GaveUp), by) }
            }
            Ended::Impossible => Outcome::new(Answer::Impossible(by.clone()), by),
            Ended::Stopped(stop) => {
                let unit = Unit::of(encoding).map_or("straight pushes", Unit::name);
                let left_open = Some(format!("{stop}; {}", none_shorter(lower_bound, unit)));
                Outcome { left_open, ..Outcome::new(Answer::Unknown(stop), by) }
            }
        };
        let counts = encoding != Encoding::Lines
            && self.ask.objective != Objective::None
            && self.puzzle.steps.is_none();
        outcome.lower_bound = counts.then_some(lower_bound);
        (outcome.effort, outcome.size) = (effort, size);
        Ok(outcome)
    }

    /// Minimises the secondary objective.
    fn second(&mut self, plan: Plan, encoding: Encoding, limits: &Limits) -> Result<Plan, Error> {
        match (self.ask.objective, encoding) {
            (Objective::PushesThenMoves, Encoding::Pushes) if plan.push_count > 0 => {
                second::fewest_moves(self.puzzle, self.ask, plan, limits)
            }
            (Objective::MovesThenPushes, Encoding::Moves) if plan.push_count > 0 => {
                second::fewest_pushes(self.puzzle, self.ask, plan, limits)
            }
            (Objective::PushesThenMoves | Objective::MovesThenPushes, _) if plan.push_count == 0 => {
                Ok(Plan { proven: Some(self.ask.objective), ..plan })
            }
            _ => Ok(plan),
        }
    }
}

/// The words for a plan that may not be optimal.
pub(super) fn not_proven(objective: Objective, lower_bound: Option<u32>) -> String {
    let open = format!("whether the plan is optimal in {}", jigsat_cnf::Choice::name(objective));
    match lower_bound {
        Some(bound) => format!("{open}; {}", none_shorter(bound, unit_of(objective))),
        None => open,
    }
}

/// What an objective minimises first; pushes, if it minimises nothing.
pub(super) fn unit_of(objective: Objective) -> &'static str {
    match objective {
        Objective::Moves | Objective::MovesThenPushes => "moves",
        Objective::Pushes | Objective::PushesThenMoves | Objective::None => "pushes",
    }
}

/// A lower bound in words.
pub(super) fn none_shorter(bound: u32, unit: &str) -> String {
    format!("no plan has fewer than {bound} {unit}")
}

/// Any plan, if no optimal one was found in time: whole straight pushes, in the remaining time.
pub(super) fn any_plan(
    puzzle: &Sokoban,
    ask: &Ask,
    outcome: Outcome,
    limits: &Limits,
    observer: &mut Observer<'_>,
) -> Result<Outcome, Error> {
    let wanted = matches!(outcome.answer, Answer::Unknown(Stop::Timeout));
    if !wanted || limits.reached().is_some() {
        return Ok(outcome);
    }
    let lines =
        Ask { objective: Objective::None, encoding: Some(Encoding::Lines), solver: None, ..ask.clone() };
    let any = Formulas { puzzle, ask: &lines, limits, observer }.run(0, None)?;
    Ok(match any.answer {
        Answer::Solved(plan) => {
            let plan = Plan { lower_bound: outcome.lower_bound, ..plan.into_inner() };
            let left_open = Some(not_proven(ask.objective, outcome.lower_bound));
            let answer = answer(puzzle, plan, &any.by)?;
            Outcome { answer, left_open, by: any.by, size: any.size, ..outcome }
        }
        _ => outcome,
    })
}
