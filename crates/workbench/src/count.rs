//! The number of solutions.

use std::path::Path;

use jigsat_kit::{Counted, Counting, Error, Family, Outcome, by_listing};
use jigsat_solve::{Answer, Effort, End};

use crate::{
    Context, CountRequest, Status,
    case::Case,
    prove,
    record::{CountRecord, SCHEMA, Stats},
};

pub(crate) fn count<F: Family>(
    case: &Case<F>,
    request: &CountRequest,
    proofs: Option<&Path>,
    context: &Context,
) -> Result<(Status, CountRecord), Error> {
    prove::possible(case, request.proof, proofs)?;
    let context = &case.asked(context);
    let (family, question) = (&*case.family, &*case.question);
    // WebAssembly has no threads.
    let jobs = if cfg!(target_family = "wasm") { 1 } else { request.jobs.unwrap_or(1).max(1) };
    let wanted = Counting { limit: request.limit, labelled: request.labelled, jobs };
    let limits = case.limits(context);
    let puzzle = case.puzzle();
    let by_engine =
        family.engines().map(|engines| engines.count(puzzle, question, &wanted, &context.run(&limits)));
    let counted = match by_engine.unwrap_or(Ok(None)) {
        Ok(None) => by_listing(family, puzzle, question, &wanted, &limits),
        Ok(Some(counted)) => Ok(counted),
        Err(error) => Err(error),
    };
    let counted = Error::unless_stopped(counted)?.unwrap_or_else(|stop| Counted {
        count: 0,
        distinct: None,
        end: End::Stopped(stop),
        by: case.builder(),
        effort: Effort::default(),
        size: None,
    });
    let mut end = counted.end;
    let (mut certified, mut not_certified) = (None, None);
    if counted.count == 0 && end == End::All && request.proof.wanted(proofs) {
        let mut none = Outcome::none(counted.by.clone());
        certified = prove::outcome(case, request.proof, proofs, &mut none, context)?;
        if let Answer::Unknown(stop) = none.first {
            (end, not_certified) = (End::Stopped(stop), none.left_open);
        }
    }
    let complete = end == End::All;
    let (status, word) = match (complete, counted.count) {
        (true, 0) => (Status::Impossible, "impossible"),
        (true, _) => (Status::Solved, "solved"),
        (false, _) => (Status::Unknown, "unknown"),
    };
    let record = CountRecord {
        schema: SCHEMA,
        family: family.info().name.clone(),
        file: case.board.file.clone(),
        puzzle: case.board.title.clone(),
        status: word,
        count: counted.count,
        // Assignments that break a rule are not boards, so symmetries could not map them to each other.
        distinct: counted.distinct.filter(|_| question.formula.drop.is_empty()),
        complete,
        reason: match end {
            End::All => None,
            End::Enough => Some("stopped at the limit".into()),
            End::Stopped(stop) => Some(not_certified.unwrap_or_else(|| stop.to_string())),
        },
        certified,
        by: counted.by,
        stats: Stats::new(counted.effort, counted.size),
    };
    Ok((status, record))
}
