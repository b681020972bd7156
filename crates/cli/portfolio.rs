//! `--portfolio`: several solvers, encodings and seeds side by side on one puzzle; the first answer counts.
//!
//! C. Gomes and B. Selman, Algorithm portfolios (2001): where times vary by chance, the shortest of a few is far
//! shorter than their mean.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc,
    },
    thread::available_parallelism,
    time::Duration,
};

use jigsat_cnf::Choice;
use jigsat_solve::{Answer, By, Effort, Error, Limits, Solver};

use crate::{
    Context,
    args::{FormulaArgs, SearchArgs, SolveArgs, SolverChoice},
    exit::Failure,
    family::{Family, HowOf, Outcome, Question, SolutionOf},
    solve::{limits, usage_of_drop},
};

/// So often it is looked whether Ctrl-C was pressed.
const PATIENCE: Duration = Duration::from_millis(20);

/// What came of asking one member.
type Asked<F> = Result<Outcome<SolutionOf<F>>, Error>;

/// One way to answer the question.
struct Member {
    name: String,
    formula: FormulaArgs,
    search: SearchArgs,
}

/// Asks all members at once, and gives the first answer that settles the question; else the best of the others.
pub fn ask<F: Family>(
    puzzle: &F::Puzzle,
    question: &Question<'_, F>,
    own: &F::SolveOptions,
    args: &SolveArgs,
    context: &Context,
) -> Result<Outcome<SolutionOf<F>>, Failure> {
    let cores = available_parallelism().map_or(1, usize::from);
    let jobs = if args.jobs > 1 { usize::from(args.jobs) } else { cores.max(2) };
    let members = members::<F>(puzzle, question, jobs);
    let stop = Arc::new(AtomicBool::new(false));
    let bounds = Limits { stop: Arc::clone(&stop), ..limits(question.search, context) };
    let (sender, receiver) = mpsc::channel();
    let mut best: Option<(usize, Asked<F>)> = None;
    std::thread::scope(|scope| {
        for (number, member) in members.iter().enumerate() {
            let (sender, bounds) = (sender.clone(), &bounds);
            scope.spawn(move || {
                let question = Question::<F> {
                    how: member.formula.encoding.as_deref().and_then(HowOf::<F>::named),
                    formula: &member.formula,
                    search: &member.search,
                    options: question.options,
                    unique: question.unique,
                };
                // Nobody listens any more when another member was faster.
                let _ = sender.send((number, F::solve(puzzle, &question, own, bounds)));
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
    let mut outcome = answer.map_err(|error| usage_of_drop(error, &question.formula.drop))?;
    if args.output.no_times {
        // Who wins is a matter of time.
        outcome.by = By { engine: "portfolio", stage: None, solver: None, encoding: None };
        (outcome.effort, outcome.size) = (Effort::default(), None);
    } else if !context.quiet {
        let won = if rank_of(&outcome) == 0 { "won by" } else { "no answer; furthest came" };
        eprintln!("portfolio of {}: {won} {}", members.len(), members[number].name);
    }
    Ok(outcome)
}

/// 0 for what settles the question, more for what leaves more open; a bug of ours is never to be passed over.
fn rank<S>(answer: &Result<Outcome<S>, Error>) -> u8 {
    match answer {
        Err(Error::Refused { .. } | Error::Backend { .. }) => 0,
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

/// So many ways, those that differ most first: as asked, other solvers and encodings by turns, then seeds.
fn members<F: Family>(puzzle: &F::Puzzle, question: &Question<'_, F>, count: usize) -> Vec<Member> {
    let (auto_how, auto_solver) = F::auto(puzzle);
    let as_asked = || (question.formula.clone(), question.search.clone());
    let with_solver = |solver: &Solver| {
        let (formula, mut search) = as_asked();
        search.solver = Some(SolverChoice::Named(solver.clone()));
        Member {
            name: format!("{solver}, encoding {}", question.how.unwrap_or(auto_how).name()),
            formula,
            search,
        }
    };
    let with_encoding = |how: HowOf<F>| {
        let (mut formula, search) = as_asked();
        formula.encoding = Some(how.name().into());
        let solver = question.search.solver().unwrap_or(&auto_solver);
        Member { name: format!("{solver}, encoding {}", how.name()), formula, search }
    };
    let with_seed = |seed: u64| {
        let (formula, mut search) = as_asked();
        search.seed = Some(seed);
        let solver = question.search.solver().unwrap_or(&auto_solver);
        let how = question.how.unwrap_or(auto_how).name();
        Member { name: format!("{solver}, encoding {how}, seed {seed}"), formula, search }
    };
    // CaDiCaL is the least like the others.
    let mut solvers: Vec<&Solver> =
        Solver::built_in().iter().filter(|&solver| *solver != auto_solver).collect();
    solvers.sort_by_key(|&solver| *solver != Solver::Cadical);
    solvers.retain(|_| question.search.solver().is_none());
    let mut encodings: Vec<HowOf<F>> =
        HowOf::<F>::ALL.iter().copied().filter(|&how| how != auto_how).collect();
    encodings.retain(|_| question.how.is_none() && F::ENCODINGS_AGREE);
    let (formula, search) = as_asked();
    let mut members = vec![Member { name: "the choice without --portfolio".into(), formula, search }];
    let longest = solvers.len().max(encodings.len());
    let first_seed = question.search.seed.unwrap_or(0) + 1;
    for place in 0..longest {
        members.extend(solvers.get(place).map(|solver| with_solver(solver)));
        members.extend(encodings.get(place).map(|&how| with_encoding(how)));
        members.push(with_seed(first_seed + place as u64));
    }
    let more = (first_seed + longest as u64..).take(count.saturating_sub(members.len()));
    members.extend(more.map(with_seed));
    members.truncate(count);
    members
}
