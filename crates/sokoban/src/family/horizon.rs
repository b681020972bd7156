//! What is proved about the length of plans. The proofs are a lower bound with its prices, and then a refuted formula for
//! each length between, or a certificate of the search of states.

use jigsat_cnf::Choice;
use jigsat_kit::{
    Account, Claim, Error, Evidence, Horizon, Optimal, Outcome, Proposition, Question,
    Refuted as RefutedFormula, Run, Theorem,
};
use jigsat_solve::{Answer, BuildError, Checked, Limits, Refusal, Solution, Stop, Violation};
use serde_json::Value;

use super::{SokobanFamily, account::account, engines::ask};
use crate::{
    Encoding, Ground, Objective, Plan, Refuted, Shown, Sokoban, Unit, grounds,
    search::{self, Ask, Engine},
    shorter_than,
};

impl Horizon<SokobanFamily> for SokobanFamily {
    fn length(&self, puzzle: &Sokoban) -> Option<u16> {
        puzzle.steps.filter(|_| puzzle.contradiction().is_none())
    }

    fn shortest(
        &self,
        puzzle: &Sokoban,
        question: &Question<SokobanFamily>,
        run: &Run<'_>,
    ) -> Result<Option<Sokoban>, Error> {
        if puzzle.steps.is_some() {
            return Ok(None);
        }
        let encoding = question.encoding.unwrap_or_default();
        let ask = Ask { engine: Engine::Sat, encoding: Some(encoding), ..ask(question, None) };
        let found = search::solve(puzzle, &ask, run.limits, &mut |_| {})?;
        let steps = match found.answer {
            Answer::Solved(plan) => match encoding {
                Encoding::Pushes => plan.push_count,
                Encoding::Moves | Encoding::Labelled => plan.move_count,
                Encoding::Lines => plan.lower_bound.unwrap_or(0),
            },
            Answer::Impossible(_) => return Ok(None),
            Answer::Unknown(stop) => return Err(BuildError::Stopped(stop).into()),
            Answer::Refused { violation, .. } => {
                return Err(Error::request(format!(
                    "the shortest plan of this formula is illegal: {violation}"
                )));
            }
        };
        Ok(Some(puzzle.clone().with_steps(u16::try_from(steps).unwrap_or(u16::MAX))))
    }

    fn is_optimal(
        &self,
        puzzle: &Sokoban,
        plan: &Plan,
        question: &Question<SokobanFamily>,
        run: &Run<'_>,
    ) -> Result<Option<Optimal>, Error> {
        let asked = question.options.optimal;
        let Some(objective) = asked.filter(|&objective| objective != Objective::None) else {
            return Ok(None);
        };
        let found = search::solve(puzzle, &ask(question, None), run.limits, &mut |_| {})?;
        let Answer::Solved(best) = found.answer else {
            return Ok(Some(Optimal::Open("whether it is optimal".into())));
        };
        let name = objective.name();
        Ok(Some(if lengths(plan, objective) > lengths(&best, objective) {
            Optimal::No(format!("not optimal in {name}: another plan has {}", best.summary()))
        } else if best.proven == Some(objective) {
            Optimal::Yes(format!("optimal in {name}"))
        } else {
            Optimal::Open(format!("whether it is optimal in {name}"))
        }))
    }

    fn account(
        &self,
        puzzle: &Sokoban,
        question: &Question<SokobanFamily>,
        played: Option<&Plan>,
        run: &Run<'_>,
    ) -> Result<Account, Error> {
        account(puzzle, question, played, run)
    }

    fn cannot_prove(&self, question: &Question<SokobanFamily>) -> Option<&'static str> {
        if question.options.steps.is_some() {
            return Some("they prove nothing about plans of exactly N steps; leave `steps` out");
        }
        match ask(question, None).objective {
            Objective::Pushes | Objective::Moves => None,
            Objective::PushesThenMoves | Objective::MovesThenPushes => {
                Some("they prove that one measure is minimal: choose `optimal: pushes` or moves")
            }
            Objective::None => Some("a plan that need not be optimal leaves nothing to prove"),
        }
    }

    fn proposition(
        &self,
        puzzle: &Sokoban,
        question: &Question<SokobanFamily>,
        outcome: &Outcome<Solution>,
        limits: &Limits,
    ) -> Result<Option<Proposition>, Stop> {
        let by_states = outcome.by.engine == "states";
        let (unit, encoding) = match ask(question, None).objective {
            Objective::Moves => (Unit::Moves, question.encoding.unwrap_or(Encoding::Moves)),
            _ => (Unit::Pushes, Encoding::Pushes),
        };
        let (than, solution) = match &outcome.first {
            Answer::Solved(solution) => match solution.typed::<Plan>() {
                Some(plan) if plan.proven.is_some() => (length(&plan, unit), Some((**solution).clone())),
                _ => return Ok(None),
            },
            Answer::Impossible(_) => match outcome.none_within {
                Some(bound) => (u32::try_from(bound).unwrap_or(u32::MAX).saturating_add(1), None),
                None => return impossible(puzzle, by_states, limits).map(Some),
            },
            _ => return Ok(None),
        };
        let (mut grounds, mut lengths) = grounds(puzzle, unit, than);
        let mut certificate = None;
        if by_states && !lengths.is_empty() {
            certificate = search::certificate(puzzle, unit, Some(than), limits)?;
        }
        if certificate.is_some() {
            lengths.clear();
            grounds.retain(|ground| matches!(ground, Ground::Assignment { .. }));
        }
        let claim = |length: u32| Claim {
            what: format!("no plan has exactly {length} {}", unit.name()),
            encoding: Some(encoding.name()),
            length: Some(length),
            besides: None,
        };
        Ok(Some(Proposition {
            theorem: Theorem::NoneShorter { unit: unit.name().into(), than },
            claims: lengths.into_iter().map(claim).collect(),
            grounds: data(&grounds),
            certificate,
            solution,
        }))
    }

    fn follows(
        &self,
        puzzle: &Sokoban,
        theorem: &Theorem,
        evidence: &Evidence<'_>,
        limits: &Limits,
    ) -> Result<(), Refusal> {
        let (grounds, refuted) = read(evidence)?;
        let shown = Shown { grounds: &grounds, certificate: evidence.certificate, refuted: &refuted };
        let unit = shown.unit();
        let least = shorter_than(puzzle, shown, limits)?;
        Ok(match (least, theorem) {
            (None, Theorem::None | Theorem::NoneShorter { .. }) => Ok(()),
            (Some(least), Theorem::NoneShorter { unit: claimed, than }) => {
                if claimed != unit.name() {
                    Err(Violation::new(format!("the grounds are about {}, not about {claimed}", unit.name())))
                } else if least < *than {
                    Err(Violation::new(format!(
                        "it is left open whether some plan has exactly {least} {claimed}"
                    )))
                } else {
                    Ok(())
                }
            }
            (Some(_), Theorem::None) => {
                Err(Violation::new("it is not shown that there is no plan of any length"))
            }
            (_, Theorem::Unique) => {
                Err(Violation::new("a level has many plans: none of them is the only one"))
            }
        }?)
    }

    fn leave_open(&self, puzzle: &Sokoban, outcome: &mut Outcome<Solution>, stop: Stop) {
        match &outcome.first {
            Answer::Solved(solution) => {
                let Some(plan) = solution.typed::<Plan>() else { return };
                let plan = Plan { proven: None, lower_bound: None, ..plan.into_inner() };
                outcome.first = match Checked::by(puzzle, plan) {
                    Ok(plan) => Answer::Solved(plan.erased()),
                    Err(violation) => Answer::Refused { solution: None, violation },
                };
            }
            Answer::Impossible(_) => {
                outcome.first = Answer::Unknown(stop);
                outcome.none_within = None;
            }
            Answer::Unknown(_) | Answer::Refused { .. } => {}
        }
    }
}

/// The claim that a level has no plan of any length: a reason or a certificate can show that, but no formula.
fn impossible(puzzle: &Sokoban, by_states: bool, limits: &Limits) -> Result<Proposition, Stop> {
    let mut certificate = None;
    if puzzle.contradiction().is_none() {
        if by_states {
            certificate = search::certificate(puzzle, Unit::Pushes, None, limits)?;
        }
        if certificate.is_none() {
            return Err(Stop::GaveUp);
        }
    }
    let (mut grounds, _) = grounds(puzzle, Unit::Pushes, 0);
    grounds.retain(|ground| !matches!(ground, Ground::Parity { .. }));
    let (theorem, claims, grounds) = (Theorem::None, Vec::new(), data(&grounds));
    Ok(Proposition { theorem, claims, grounds, certificate, solution: None })
}

/// The grounds and the refuted formulas, as this family has them.
fn read(evidence: &Evidence<'_>) -> Result<(Vec<Ground>, Vec<Refuted>), Violation> {
    let ground = |ground: &Value| {
        serde_json::from_value(ground.clone())
            .map_err(|error| Violation::new(format!("a ground cannot be read: {error}")))
    };
    let refuted_of = |(encoding, length): &RefutedFormula| match (Encoding::named(encoding), *length) {
        (Some(encoding), Some(steps)) => Ok(Refuted { encoding, steps }),
        (None, _) => Err(Violation::new(format!("there is no encoding '{encoding}'"))),
        (_, None) => Err(Violation::new("a formula does not say how long its plans are")),
    };
    let grounds = evidence.grounds.iter().map(ground).collect::<Result<_, _>>()?;
    Ok((grounds, evidence.refuted.iter().map(refuted_of).collect::<Result<_, _>>()?))
}

fn data(grounds: &[Ground]) -> Vec<Value> {
    grounds.iter().filter_map(|ground| serde_json::to_value(ground).ok()).collect()
}

fn length(plan: &Plan, unit: Unit) -> u32 {
    match unit {
        Unit::Pushes => plan.push_count,
        Unit::Moves => plan.move_count,
    }
}

/// The values of the primary and the secondary objective.
fn lengths(plan: &Plan, objective: Objective) -> (u32, u32) {
    match objective {
        Objective::Pushes | Objective::None => (plan.push_count, 0),
        Objective::Moves => (plan.move_count, 0),
        Objective::MovesThenPushes => (plan.move_count, plan.push_count),
        Objective::PushesThenMoves => (plan.push_count, plan.move_count),
    }
}
