//! Confirms that a plan is optimal, by formulas that know nothing about the search that found it.

use jigsat_solve::{Answer, BuildOptions, Error, Limits, Provenance, Refusal, Session, Solver, Stop};

use super::{Event, Horizon, Observer, best_solver};
use crate::{Encoding, Plan, Refuted, Shown, Sokoban, Unit, check, grounds, shorter_than};

/// The result of the confirmation of a plan.
#[derive(Clone, Debug, PartialEq)]
pub enum Confirmed {
    /// No plan is shorter, because of these grounds and refuted formulas, which [`shorter_than`] has checked.
    Best {
        /// The grounds that are not formulas.
        grounds: Vec<crate::Ground>,
        /// The formulas without a plan.
        refuted: Vec<Refuted>,
    },
    /// This plan is shorter, so the claim was wrong.
    Shorter(Plan),
    /// A limit came; whether there is a plan of exactly this many steps is open.
    Open {
        /// The number of steps.
        steps: u32,
        /// The limit.
        stop: Stop,
    },
}

/// Confirms that no plan has fewer pushes, or fewer moves, than one that was found in any way: the grounds give a lower
/// bound with a certificate, and for each length between, a formula of the rules alone ([`Sokoban::for_proofs`]) is
/// refuted, the longest first. Its formulas can be refuted with a proof for a checker. [`super::certificate`] is the other
/// way to certify an optimum of the engine `states`.
///
/// `unit` is the quantity that the plan minimises; the solver is the best for the encoding if none is given.
///
/// # Errors
///
/// Errors of the solver, formulas that are too large, and a plan or grounds that the referee rejects.
pub fn confirm(
    puzzle: &Sokoban,
    plan: &Plan,
    unit: Unit,
    solver: Option<&Solver>,
    limits: &Limits,
    observer: &mut Observer<'_>,
) -> Result<Confirmed, Error> {
    let (encoding, length) = match unit {
        Unit::Pushes => (Encoding::Pushes, plan.push_count),
        Unit::Moves => (Encoding::Moves, plan.move_count),
    };
    let by = Provenance { stage: Some("confirm".into()), ..Provenance::engine("sat") };
    let refuse = |violation| Error::Refused { violation, by: by.clone() };
    check(&puzzle.level, plan).map_err(refuse)?;
    let solver = solver.cloned().unwrap_or_else(|| best_solver(encoding));
    let (grounds, lengths) = grounds(puzzle, unit, length);
    let mut refuted = Vec::new();
    let mut spent = 0;
    for steps in lengths.into_iter().rev() {
        let Ok(time) = u16::try_from(steps) else {
            return Ok(Confirmed::Open { steps, stop: Stop::GaveUp });
        };
        if let Some(stop) = limits.reached() {
            return Ok(Confirmed::Open { steps, stop });
        }
        let formula = puzzle.clone().with_steps(time).for_proofs();
        let options = BuildOptions { limits: limits.clone(), ..BuildOptions::default() };
        let session = Session::new(&formula, encoding, &options, &solver, None);
        let mut session = match Error::unless_stopped(session)? {
            Ok(session) => session,
            Err(stop) => return Ok(Confirmed::Open { steps, stop }),
        };
        let conflicts = limits.conflicts.map(|most| most.saturating_sub(spent));
        let answer = session.solve(&Limits { conflicts, ..limits.clone() })?;
        let effort = session.effort();
        spent += effort.conflicts;
        let found = match &answer {
            Answer::Unknown(_) => None,
            Answer::Impossible(_) => Some(false),
            Answer::Solved(_) | Answer::Refused { .. } => Some(true),
        };
        observer(Event::Horizon(&Horizon {
            steps,
            plan: found,
            clauses: session.formula().clauses().len(),
            conflicts: effort.conflicts,
            seconds: (effort.encoding + effort.solving).as_secs_f64(),
        }));
        match answer {
            Answer::Impossible(_) => refuted.push(Refuted { encoding, steps }),
            Answer::Solved(plan) => return Ok(Confirmed::Shorter(plan.into_inner())),
            Answer::Refused { violation, .. } => return Err(refuse(violation)),
            Answer::Unknown(stop) => return Ok(Confirmed::Open { steps, stop }),
        }
    }
    let shown = Shown { grounds: &grounds, certificate: None, refuted: &refuted };
    match shorter_than(puzzle, shown, limits) {
        Err(Refusal::Stopped(stop)) => Ok(Confirmed::Open { steps: length, stop }),
        Err(Refusal::Broken(violation)) => Err(refuse(violation)),
        Ok(Some(least)) if least < length => Ok(Confirmed::Open { steps: least, stop: Stop::GaveUp }),
        Ok(_) => Ok(Confirmed::Best { grounds, refuted }),
    }
}
