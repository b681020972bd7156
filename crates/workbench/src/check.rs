//! Whether something is a solution.

use jigsat_input::Source;
use jigsat_kit::{Error, Family, Optimal};
use jigsat_solve::{Puzzle, Stop};

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
    let legal = match family.check_so_far(puzzle, &solution, &limits) {
        Ok(legal) => legal,
        Err(stop) => return Ok(open(stop, true)),
    };
    let complete = match puzzle.check_within(&solution, &limits) {
        Ok(complete) => complete,
        Err(stop) => return Ok(open(stop, legal.is_ok())),
    };
    let violation = legal.as_ref().err().or(complete.as_ref().err()).map(ToString::to_string);
    let optimal = match family.horizon().filter(|_| complete.is_ok()) {
        Some(horizon) => horizon.is_optimal(puzzle, &solution, &case.question, &context.run(&limits))?,
        None => None,
    };
    let (more, status) = match optimal {
        _ if complete.is_err() => (None, Status::Impossible),
        None => (None, Status::Solved),
        Some(Optimal::Yes(words)) => (Some(words), Status::Solved),
        Some(Optimal::No(words)) => (Some(words), Status::Impossible),
        Some(Optimal::Open(words)) => (Some(format!("left open: {words}")), Status::Unknown),
    };
    let word = if complete.is_ok() { "solved" } else { "impossible" };
    Ok((status, CheckRecord { violation, more, ..record(word, legal.is_ok(), complete.is_ok()) }))
}
