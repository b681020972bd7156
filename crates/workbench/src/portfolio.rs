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

use jigsat_kit::{Error, Event, FormulaOptions, Goal, Outcome, SearchOptions};
use jigsat_solve::{Answer, Error as SolveError, Limits, Solver};

use crate::{Board, Context, Solution, verbs};

/// Interval between checks whether the front end wants to stop.
const PATIENCE: Duration = Duration::from_millis(20);

/// The answer of one member.
type Asked = Result<Outcome<Solution>, Error>;

/// One way to answer the question.
struct Member {
    name: String,
    board: Arc<dyn Board>,
}

/// Asks this many members in parallel, and returns the first answer that settles the question; otherwise the best of
/// the others.
pub(crate) fn ask(board: &dyn Board, count: usize, context: &Context) -> Result<Outcome<Solution>, Error> {
    let members = members(board, count.max(1))?;
    let stop = Arc::new(AtomicBool::new(false));
    let limits = board.limits(context);
    let memory_bytes = limits.memory_bytes.map(|bytes| bytes / members.len() as u64);
    let limits = Limits { stop: Arc::clone(&stop), memory_bytes, ..limits };
    let (sender, receiver) = mpsc::channel();
    let mut best: Option<(usize, Asked)> = None;
    std::thread::scope(|scope| {
        for (number, member) in members.iter().enumerate() {
            let (sender, limits) = (sender.clone(), &limits);
            scope.spawn(move || {
                // If another member was faster, nobody listens any more.
                let _ = sender.send((number, verbs::solve::ask(&*member.board, limits, context)));
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
fn members(board: &dyn Board, count: usize) -> Result<Vec<Member>, Error> {
    let (formula, search) = (board.formula_options(), board.search_options());
    let best = board.best(Goal::One);
    let solver = board.solver_or(&best.solver);
    let encoding = board.encoding();
    let member = |name: String, formula: FormulaOptions, search: SearchOptions| -> Result<Member, Error> {
        Ok(Member { name, board: board.with(&Arc::new(formula), &Arc::new(search))? })
    };
    let with_solver = |other: &Solver| {
        let search = SearchOptions { solver: Some(other.clone()), ..search.clone() };
        member(format!("{other}, encoding {encoding}"), formula.clone(), search)
    };
    let with_encoding = |name: &str| {
        let formula = FormulaOptions { encoding: Some(name.into()), ..formula.clone() };
        member(format!("{solver}, encoding {name}"), formula, search.clone())
    };
    let with_seed = |seed: u64| {
        let search = SearchOptions { seed: Some(seed), ..search.clone() };
        member(format!("{solver}, encoding {encoding}, seed {seed}"), formula.clone(), search)
    };
    // CaDiCaL differs most from the others.
    let mut solvers: Vec<&Solver> =
        Solver::built_in().iter().filter(|&other| *other != best.solver).collect();
    solvers.sort_by_key(|&solver| *solver != Solver::Cadical);
    solvers.retain(|_| search.solver.is_none());
    let mut encodings = board.encodings();
    encodings.retain(|&other| other != best.encoding);
    // If each encoding has its own measure of length, they answer different questions.
    encodings.retain(|_| board.names_no_encoding() && !board.has_plans());
    let mut members = vec![Member { name: "the default choice".into(), board: board.shared() }];
    let longest = solvers.len().max(encodings.len());
    let first_seed = search.seed.unwrap_or(0) + 1;
    for place in 0..longest {
        members.extend(solvers.get(place).map(|solver| with_solver(solver)).transpose()?);
        members.extend(encodings.get(place).map(|&encoding| with_encoding(encoding)).transpose()?);
        members.push(with_seed(first_seed + place as u64)?);
    }
    for seed in (first_seed + longest as u64..).take(count.saturating_sub(members.len())) {
        members.push(with_seed(seed)?);
    }
    members.truncate(count);
    Ok(members)
}
