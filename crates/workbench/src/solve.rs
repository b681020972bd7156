//! One solution of one puzzle.

use std::path::Path;

use jigsat_input::counted;
use jigsat_kit::{Error, Family, Outcome, SolutionOf, ask_session};
use jigsat_solve::{Answer, Effort, Limits, Provenance};

use crate::{
    Context, Solution, SolveRequest, Status,
    case::Case,
    prove,
    record::{SolveRecord, Stats},
};

/// The answer to a [`SolveRequest`].
#[derive(Debug)]
pub struct Solved {
    /// The status.
    pub status: Status,
    /// The record.
    pub record: SolveRecord,
    /// The details of the verdict that the record doesn't have.
    told: Verdict,
}

/// The answer in the words of [`Solved::verdict`].
#[derive(Debug)]
enum Verdict {
    /// A solution; if it is partial, how complete it is.
    Solved(Option<String>),
    Unique,
    NotUnique,
    /// Whether it is unique was left open.
    UniqueOpen,
    NoneWithin(u64),
    Impossible,
    Unknown,
    Refused,
    /// In the words of another process.
    #[cfg(not(target_family = "wasm"))]
    Said(String),
}

impl Solved {
    /// The answer of another process, in which the referee accepted the solutions.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn said(status: Status, record: SolveRecord, words: String) -> Self {
        Solved { status, record, told: Verdict::Said(words) }
    }

    /// The answer in words.
    #[must_use]
    pub fn verdict(&self) -> String {
        let reason = self.record.reason.as_deref();
        match &self.told {
            Verdict::Solved(partial) => {
                let solved =
                    partial.as_ref().map_or("solved".into(), |partial| format!("partial: {partial}"));
                reason.map_or(solved.clone(), |open| format!("{solved}; left open: {open}"))
            }
            Verdict::Unique => "solved, unique".into(),
            Verdict::NotUnique => "not unique: two solutions".into(),
            Verdict::UniqueOpen => {
                format!("solved; whether it is unique was left open: {}", reason.unwrap_or_default())
            }
            Verdict::NoneWithin(bound) => {
                format!("none within {bound}: there is no solution of at most that length")
            }
            Verdict::Impossible => format!("impossible: {}", reason.unwrap_or("there is no solution")),
            Verdict::Unknown => format!("unknown: {}", reason.unwrap_or_default()),
            Verdict::Refused => "rejected by the referee: a rule was dropped".into(),
            #[cfg(not(target_family = "wasm"))]
            Verdict::Said(words) => words.clone(),
        }
    }

    /// The message if a proof was asked for and there is nothing to prove: the referee checks solutions, and no formula
    /// is refuted. `None` if something was claimed.
    #[must_use]
    pub fn without_proof(&self) -> Option<&'static str> {
        match &self.told {
            _ if self.record.certified.is_some() => None,
            Verdict::Solved(_) if self.status == Status::Solved => {
                Some("a solution needs no proof: the referee checked it")
            }
            Verdict::NotUnique => Some("two solutions need no proof: the referee checked both"),
            _ => None,
        }
    }

    /// The solutions: none, one or two.
    pub fn solutions(&self) -> impl Iterator<Item = &Solution> {
        self.record.solution.iter().chain(&self.record.other)
    }
}

/// Who answered, and the effort, in words: `sat, minisat, encoding extended, 11988 clauses, 0.3ms`.
#[must_use]
pub fn provenance_words(by: &Provenance, stats: Stats) -> String {
    let mut parts = vec![by.engine.to_string()];
    parts.extend(by.stage.as_ref().map(ToString::to_string));
    parts.extend(by.solver.clone());
    parts.extend(by.encoding.as_ref().map(|encoding| format!("encoding {encoding}")));
    if let Some(clauses) = stats.clauses {
        parts.push(counted(clauses, "clause"));
    }
    parts.extend(stats.solve_s.map(|solve| {
        let seconds = solve + stats.encode_s.unwrap_or(0.0);
        format!("{:.1?}", std::time::Duration::from_secs_f64(seconds))
    }));
    parts.join(", ")
}

pub(crate) fn solve<F: Family>(
    case: &Case<F>,
    request: &SolveRequest,
    proofs: Option<&Path>,
    context: &Context,
) -> Result<Solved, Error> {
    prove::possible(case, request.proof, proofs)?;
    let context = &case.asked(context);
    let limits = case.limits(context);
    let mut outcome = match request.portfolio {
        #[cfg(not(target_family = "wasm"))]
        Some(members) => crate::portfolio::ask(case, members, context)?,
        // Without threads, only the first member runs: the one that was requested.
        _ => ask(case, &limits, context)?,
    };
    let certified = prove::outcome(case, request.proof, proofs, &mut outcome, context)?;
    let mut solved = record(case, outcome, &limits);
    solved.record.certified = certified;
    Ok(solved)
}

/// Asks the family's engines, or a session. A limit that is reached while a formula is built leaves the answer open.
pub(crate) fn ask<F: Family>(
    case: &Case<F>,
    limits: &Limits,
    context: &Context,
) -> Result<Outcome<SolutionOf<F>>, Error> {
    let (family, question) = (&*case.family, &*case.question);
    let outcome = match family.engines() {
        Some(engines) => {
            if let Some(engine) = question.search.engine()
                && let Some(reason) = engines.refuses(case.puzzle(), engine, question.is_plain())
            {
                return Err(Error::Request(reason));
            }
            engines.solve(case.puzzle(), question, &context.run(limits))
        }
        None => ask_session(family, case.puzzle(), question, limits).map_err(Error::from),
    };
    let outcome = outcome.map_err(|error| error.of_dropped(&question.formula.drop));
    Ok(Error::unless_stopped(outcome)?.unwrap_or_else(|stop| {
        let left_open = Some(stop.to_string());
        Outcome { left_open, ..Outcome::new(Answer::Unknown(stop), case.builder(), Effort::default()) }
    }))
}

/// The meaning of an outcome, and its record.
fn record<F: Family>(case: &Case<F>, outcome: Outcome<SolutionOf<F>>, limits: &Limits) -> Solved {
    let (status, word, unique, told) = verdict(&outcome);
    let mut record =
        SolveRecord::new(case.family.info().name.clone(), &case.board.file, &case.board.title, word);
    record.unique = unique;
    record.reason = left_open(&outcome);
    record.bound = outcome.none_within;
    if matches!(outcome.first, Answer::Unknown(_)) {
        record.lower_bound = outcome.lower_bound;
    }
    match outcome.first {
        Answer::Solved(solution) => record.solution = Some(Solution::new(solution)),
        Answer::Refused { solution, violation } => {
            record.solution = solution.map(Solution::unchecked);
            record.refused = Some(violation.to_string());
        }
        // It is unknown which rule a contradiction breaks: it may be one that was dropped.
        Answer::Impossible(_) if case.question.formula.drop.is_empty() => {
            record.reason = record.reason.or_else(|| case.family.contradiction(case.puzzle(), limits));
        }
        Answer::Impossible(_) | Answer::Unknown(_) => {}
    }
    if outcome.partial.is_some() && record.solution.is_some() {
        record.status = "partial".into();
    }
    if let Some(Answer::Solved(other)) = outcome.second {
        record.other = Some(Solution::new(other));
    }
    record.without.clone_from(&case.question.formula.drop);
    record.by = Some(outcome.by);
    record.stats = Some(Stats::new(outcome.effort, outcome.size));
    let told = match told {
        Verdict::Solved(_) => Verdict::Solved(outcome.partial),
        told => told,
    };
    Solved { status, record, told }
}

/// The meaning of an outcome: the exit status, the status in a record, whether a solution is unique, and words.
fn verdict<S>(outcome: &Outcome<S>) -> (Status, &'static str, Option<bool>, Verdict) {
    match (&outcome.first, &outcome.second) {
        (Answer::Solved(_), None) if outcome.left_open.is_some() => {
            (Status::Unknown, "solved", None, Verdict::Solved(None))
        }
        (Answer::Solved(_), None) => (Status::Solved, "solved", None, Verdict::Solved(None)),
        (Answer::Solved(_), Some(Answer::Impossible(_))) => {
            (Status::Solved, "solved", Some(true), Verdict::Unique)
        }
        (Answer::Solved(_), Some(Answer::Unknown(_))) => {
            (Status::Unknown, "unknown", None, Verdict::UniqueOpen)
        }
        (Answer::Solved(_), Some(_)) => (Status::Impossible, "solved", Some(false), Verdict::NotUnique),
        (Answer::Impossible(_), _) => match outcome.none_within {
            Some(bound) => (Status::Impossible, "none-within", None, Verdict::NoneWithin(bound)),
            None => (Status::Impossible, "impossible", None, Verdict::Impossible),
        },
        (Answer::Unknown(_), _) => (Status::Unknown, "unknown", None, Verdict::Unknown),
        (Answer::Refused { .. }, _) => (Status::Solved, "refused", None, Verdict::Refused),
    }
}

/// What was left open, and why.
fn left_open<S>(outcome: &Outcome<S>) -> Option<String> {
    outcome.left_open.clone().or_else(|| match (&outcome.first, &outcome.second) {
        (Answer::Unknown(stop), _) | (_, Some(Answer::Unknown(stop))) => Some(stop.to_string()),
        _ => None,
    })
}
