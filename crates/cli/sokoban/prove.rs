//! Proofs of optima: a lower bound with its certificate, and a formula without a plan for each length between.

use jigsat_sokoban::{How, Objective, Plan, Unit, grounds, shorter_than};
use jigsat_solve::{Answer, Flaw, Stop};
use serde_json::Value;

use super::{Sokoban, ask::ask};
use crate::{
    family::{Outcome, Question},
    prove::{Claim, Refuted, Theorem, ToProve},
};

/// Why nothing can be proven of answers to a question.
pub fn cannot_prove(question: &Question<'_, Sokoban>) -> Option<&'static str> {
    if question.options.steps.is_some() {
        return Some("of plans of just N steps nothing is proven; leave --steps out");
    }
    match ask(question, None).objective {
        Objective::Pushes | Objective::Moves => None,
        Objective::PushesThenMoves | Objective::MovesThenPushes => {
            Some("proven is what is least in one measure: --optimal pushes or moves")
        }
        Objective::None => Some("a plan that need not be best has nothing to prove"),
    }
}

/// What an outcome claims.
pub fn to_prove(
    puzzle: &jigsat_sokoban::Sokoban,
    question: &Question<'_, Sokoban>,
    outcome: &Outcome<Plan>,
) -> Result<Option<ToProve<Sokoban>>, Stop> {
    let (unit, how) = match ask(question, None).objective {
        Objective::Moves => (Unit::Moves, question.how.unwrap_or(How::Moves)),
        _ => (Unit::Pushes, How::Pushes),
    };
    let (than, solution) = match &outcome.first {
        Answer::Solved(plan) if plan.proven.is_some() => (length(plan, unit), Some(plan.clone())),
        Answer::Impossible(_) => match outcome.none_within {
            Some(bound) => (u32::try_from(bound).unwrap_or(u32::MAX).saturating_add(1), None),
            None => return impossible(puzzle, unit).map(Some),
        },
        _ => return Ok(None),
    };
    let (grounds, lengths) = grounds(puzzle, unit, than);
    let claim = |length: u32| Claim {
        what: format!("no plan has just {length} {}", unit.name()),
        how: Some(how),
        length: Some(length),
        besides: None,
    };
    Ok(Some(ToProve {
        theorem: Theorem::NoneShorter { unit: unit.name().into(), than },
        claims: lengths.into_iter().map(claim).collect(),
        grounds: data(&grounds),
        solution,
    }))
}

/// That a level has no plan of any length: formulas can't say that, only reasons can.
fn impossible(puzzle: &jigsat_sokoban::Sokoban, unit: Unit) -> Result<ToProve<Sokoban>, Stop> {
    if puzzle.reason().is_none() {
        return Err(Stop::GaveUp);
    }
    let (grounds, _) = grounds(puzzle, unit, 0);
    let grounds = data(&grounds);
    Ok(ToProve { theorem: Theorem::None, claims: Vec::new(), grounds, solution: None })
}

fn data(grounds: &[jigsat_sokoban::Ground]) -> Vec<Value> {
    grounds.iter().filter_map(|ground| serde_json::to_value(ground).ok()).collect()
}

fn length(plan: &Plan, unit: Unit) -> u32 {
    match unit {
        Unit::Pushes => plan.push_count,
        Unit::Moves => plan.move_count,
    }
}

/// Whether grounds and refuted formulas leave no plan that is shorter.
pub fn follows(
    puzzle: &jigsat_sokoban::Sokoban,
    theorem: &Theorem,
    grounds: &[Value],
    refuted: &[Refuted<Sokoban>],
) -> Result<(), Flaw> {
    let ground = |ground: &Value| {
        serde_json::from_value(ground.clone())
            .map_err(|error| Flaw::new(format!("a ground is none: {error}")))
    };
    let grounds = grounds.iter().map(ground).collect::<Result<Vec<jigsat_sokoban::Ground>, Flaw>>()?;
    let of_length = |&(how, length): &Refuted<Sokoban>| match length {
        Some(steps) => Ok(jigsat_sokoban::Refuted { how, steps }),
        None => Err(Flaw::new("a formula says not how long its plans are")),
    };
    let refuted = refuted.iter().map(of_length).collect::<Result<Vec<_>, Flaw>>()?;
    let unit = Unit::of_grounds(&grounds);
    match (shorter_than(puzzle, &grounds, &refuted)?, theorem) {
        (None, Theorem::None | Theorem::NoneShorter { .. }) => Ok(()),
        (Some(least), Theorem::NoneShorter { unit: claimed, than }) => {
            if claimed != unit.name() {
                Err(Flaw::new(format!("the grounds speak of {}, not of {claimed}", unit.name())))
            } else if least < *than {
                Err(Flaw::new(format!("whether a plan has just {least} {claimed} is left open")))
            } else {
                Ok(())
            }
        }
        (Some(_), Theorem::None) => Err(Flaw::new("that there is no plan of any length is not shown")),
        (_, Theorem::Unique) => Err(Flaw::new("plans are many: none is the only one")),
    }
}

/// A plan whose optimum was not proven.
pub fn leave_open(outcome: &mut Outcome<Plan>, stop: Stop) {
    match &mut outcome.first {
        Answer::Solved(plan) => (plan.proven, plan.lower_bound) = (None, None),
        Answer::Impossible(_) => {
            outcome.first = Answer::Unknown(stop);
            outcome.none_within = None;
        }
        Answer::Unknown(_) | Answer::Refused { .. } => {}
    }
}
