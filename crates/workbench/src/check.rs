//! Whether something is a solution.

use jigsat_input::Source;
use jigsat_kit::{Error, Family, Optimal};
use jigsat_solve::{Puzzle, Refusal, Stop};

use crate::{
    Context, Status,
    case::Case,
    record::{CheckRecord, SCHEMA},
};

pub(crate) fn check<F: Family>(
    case: &Case<F>,
    solution: &Source,
    context: &Context,
) -> Result<(Status, CheckRecord), Error> {
    let (family, puzzle) = (&*case.family, case.puzzle());
    let limits = case.limits(context);
    let solution = family.read_solution(puzzle, solution, &limits)?;
    let record = |status, legal, complete| CheckRecord {
        schema: SCHEMA,
        family: family.info().name.clone(),
        file: case.board.file.clone(),
        status,
        legal,
        complete,
        violation: None,
        more: None,
        reason: None,
    };
    let open = |stop: Stop, legal| {
        let reason = Some(stop.to_string());
        (Status::Unknown, CheckRecord { reason, ..record("unknown", legal, false) })
    };
    let illegal = match Refusal::violation(family.check_so_far(puzzle, &solution, &limits)) {
        Ok(illegal) => illegal,
        Err(stop) => return Ok(open(stop, true)),
    };
    let incomplete = match Refusal::violation(puzzle.check_within(&solution, &limits)) {
        Ok(incomplete) => incomplete,
        Err(stop) => return Ok(open(stop, illegal.is_none())),
    };
    let (legal, complete) = (illegal.is_none(), incomplete.is_none());
    let violation = illegal.or(incomplete).as_ref().map(ToString::to_string);
    let optimal = match family.horizon().filter(|_| complete) {
        Some(horizon) => horizon.is_optimal(puzzle, &solution, &case.question, &context.run(&limits))?,
        None => None,
    };
    let (more, status) = match optimal {
        _ if !complete => (None, Status::Impossible),
        None => (None, Status::Solved),
        Some(Optimal::Yes(words)) => (Some(words), Status::Solved),
        Some(Optimal::No(words)) => (Some(words), Status::Impossible),
        Some(Optimal::Open(words)) => (Some(format!("left open: {words}")), Status::Unknown),
    };
    let word = if complete { "solved" } else { "impossible" };
    Ok((status, CheckRecord { violation, more, ..record(word, legal, complete) }))
}
