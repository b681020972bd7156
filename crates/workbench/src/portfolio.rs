//! Several solvers, encodings and seeds in parallel on one puzzle; the first answer counts.
//!
//! C. Gomes and B. Selman, Algorithm portfolios (2001): if times vary at random, the shortest of a few is far shorter
//! than their mean.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc,
    },
    time::Duration,
};

use jigsat_cnf::Choice;
use jigsat_kit::{Auto, EncodingOf, Error, Event, Family, Goal, Outcome, Question, SolutionOf};
use jigsat_solve::{Answer, Error as SolveError, Limits, Solver};

use crate::{Context, case::Case, verbs};

/// Interval between checks whether the front end wants to stop.
const PATIENCE: Duration = Duration::from_millis(20);

/// The answer of one member.
type Asked<F> = Result<Outcome<SolutionOf<F>>, Error>;

/// One way to answer the question.
struct Member<F: Family> {
    name: String,
    question: Question<F>,
}

/// Asks this many members in parallel, and returns the first answer that settles the question; otherwise the best of
/// the others.
pub(crate) fn ask<F: Family>(
    case: &Case<F>,
    count: usize,
    context: &Context,
) -> Result<Outcome<SolutionOf<F>>, Error> {
    let members = members(case, count.max(1));
    let stop = Arc::new(AtomicBool::new(false));
    let limits = case.limits(context);
    let memory_bytes = limits.memory_bytes.map(|bytes| bytes / members.len() as u64);
    let limits = Limits { stop: Arc::clone(&stop), memory_bytes, ..limits };
    let (sender, receiver) = mpsc::channel();
    let mut best: Option<(usize, Asked<F>)> = None;
    std::thread::scope(|scope| {
        for (number, member) in members.iter().enumerate() {
            let (sender, limits) = (sender.clone(), &limits);
            let case = Case { question: Arc::new(member.question.clone()), ..case.clone() };
            scope.spawn(move || {
                // If another member was faster, nobody listens any more.
                let _ = sender.send((number, verbs::solve::ask(&case, limits, context)));
            });
        }
        drop(sender);
        loop {
            match receiver.recv_timeout(PATIENCE) {
                Ok((number, answer)) => {
                    let settles = rank(&answer) == 0;
                    if best.as_ref().is_none_or(|(_, best)| rank(&answer) < rank(best)) {
                        best = Some((number, answer));
                    }
                    if settles {
                        break;
                    }
                }
                Err(mpsc::RecvTimeoutError::Timeout) if !context.stop.load(Relaxed) => {}
                Err(mpsc::RecvTimeoutError::Timeout) => stop.store(true, Relaxed),
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            }
        }
        stop.store(true, Relaxed);
    });
    let (number, answer) = best.expect("each member answers");
    let outcome = answer?;
    let won = if rank_of(&outcome) == 0 { "won by" } else { "no answer; furthest came" };
    let name = &members[number].name;
    if context.wants.times {
        // The winner depends on them.
        (context.observer)(Event::Winner(&format!("portfolio of {}: {won} {name}", members.len())));
    }
    Ok(outcome)
}

/// 0 for an answer that settles the question, more for one that leaves more open; a bug of ours must never be skipped.
fn rank<S>(answer: &Result<Outcome<S>, Error>) -> u8 {
    match answer {
        Err(Error::Solver(SolveError::Refused { .. } | SolveError::Backend { .. })) => 0,
        Ok(outcome) => rank_of(outcome),
        Err(_) => 4,
    }
}

fn rank_of<S>(outcome: &Outcome<S>) -> u8 {
    match (&outcome.first, &outcome.second) {
        (Answer::Unknown(_), _) => 3,
        (_, Some(Answer::Unknown(_))) => 2,
        _ if outcome.left_open.is_some() => 1,
        _ => 0,
    }
}

/// Ways to ask, the most different first: as requested, other solvers and encodings alternately, then seeds.
fn members<F: Family>(case: &Case<F>, count: usize) -> Vec<Member<F>> {
    let asked = &*case.question;
    let auto: Auto<F> = case.family.auto(case.puzzle(), Goal::One);
    let solver = asked.search.solver.as_ref().unwrap_or(&auto.solver);
    let encoding = asked.encoding.unwrap_or(auto.encoding).name();
    let with_solver = |solver: &Solver| {
        let mut question = asked.clone();
        question.search.solver = Some(solver.clone());
        Member { name: format!("{solver}, encoding {encoding}"), question }
    };
    let with_encoding = |encoding: EncodingOf<F>| {
        let name = encoding.name();
        let mut question = asked.clone();
        (question.encoding, question.formula.encoding) = (Some(encoding), Some(name.into()));
        Member { name: format!("{solver}, encoding {name}"), question }
    };
    let with_seed = |seed: u64| {
        let mut question = asked.clone();
        question.search.seed = Some(seed);
        Member { name: format!("{solver}, encoding {encoding}, seed {seed}"), question }
    };
    // CaDiCaL differs most from the others.
    let mut solvers: Vec<&Solver> =
        Solver::built_in().iter().filter(|&other| *other != auto.solver).collect();
    solvers.sort_by_key(|&solver| *solver != Solver::Cadical);
    solvers.retain(|_| asked.search.solver.is_none());
    let mut encodings: Vec<EncodingOf<F>> =
        EncodingOf::<F>::ALL.iter().copied().filter(|&other| other != auto.encoding).collect();
    // If each encoding has its own measure of length, they answer different questions.
    encodings.retain(|_| asked.encoding.is_none() && case.family.horizon().is_none());
    let mut members = vec![Member { name: "the default choice".into(), question: asked.clone() }];
    let longest = solvers.len().max(encodings.len());
    let first_seed = asked.search.seed.unwrap_or(0) + 1;
    for place in 0..longest {
        members.extend(solvers.get(place).map(|solver| with_solver(solver)));
        members.extend(encodings.get(place).map(|&encoding| with_encoding(encoding)));
        members.push(with_seed(first_seed + place as u64));
    }
    let more = (first_seed + longest as u64..).take(count.saturating_sub(members.len()));
    members.extend(more.map(with_seed));
    members.truncate(count);
    members
}
