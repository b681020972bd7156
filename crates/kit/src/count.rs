//! Counting by finding one solution after the other.

use std::sync::{
    Mutex,
    atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
};

use jigsat_solve::{Answer, Effort, End, Error as SolveError, Limits, Provenance, Stop};

use crate::{Counted, Counting, Error, Family, Images, Lister, Question, SolutionOf, enumeration};

/// Number of parts of a search for each thread: several, because some take longer than others.
const CUBES_PER_JOB: usize = 64;

/// The message for a poisoned lock: a panic in a thread ends the scope before any other thread locks.
const UNPOISONED: &str = "no thread panics";

/// Rejects questions that listing can't answer; `what`, in messages, asks for it.
///
/// # Errors
///
/// An engine that finds only one solution.
pub fn listable<F: Family>(family: &F, question: &Question<F>, what: &'static str) -> Result<(), Error> {
    question.search.needs_lister(what, family.engines().map_or(&[], |engines| engines.listers()))
}

/// Counts by finding one solution after the other. Backtracking can use several threads.
///
/// # Errors
///
/// An engine that can't list, a formula that can't be built as asked, or a solver that fails.
pub fn by_listing<F: Family>(
    family: &F,
    puzzle: &F::Puzzle,
    question: &Question<F>,
    wanted: &Counting,
    limits: &Limits,
) -> Result<Counted, Error> {
    listable(family, question, "count")?;
    let tally = Tally::new(family, puzzle, wanted.limit);
    if let Some(engines) = family.engines()
        && let Some(mut own) = engines.list(puzzle.into(), question, limits)?
    {
        tally.add_all(&mut || own.solve(limits))?;
        return Ok(tally.counted(family, own.by(), own.effort(), own.size()));
    }
    let failure = |error: SolveError| Error::from(error).of_dropped(&question.formula.drop);
    let mut lister = Lister::new(family, puzzle, question, limits).map_err(failure)?;
    let mut effort = lister.effort();
    match &mut lister {
        Lister::Backtrack(first) if wanted.jobs > 1 => {
            let cubes = first.split(CUBES_PER_JOB * wanted.jobs)?;
            let next = AtomicUsize::new(0);
            let work = || -> Result<Effort, SolveError> {
                let enumeration = enumeration(family, puzzle, question, limits);
                let mut enumeration = match SolveError::unless_stopped(enumeration)? {
                    Ok(enumeration) => enumeration,
                    Err(stop) => {
                        tally.stop(stop);
                        return Ok(Effort::default());
                    }
                };
                while let Some(cube) = cubes.get(next.fetch_add(1, Relaxed)) {
                    enumeration.within(cube);
                    tally.add_all(&mut || enumeration.solve(limits))?;
                }
                Ok(enumeration.effort())
            };
            let started = web_time::Instant::now();
            #[allow(
                clippy::disallowed_methods,
                reason = "where there are no threads, one job is all that is asked for"
            )]
            std::thread::scope(|scope| {
                let threads: Vec<_> = (0..wanted.jobs).map(|_| scope.spawn(work)).collect();
                threads.into_iter().try_for_each(|thread| -> Result<(), SolveError> {
                    let of_thread = thread.join().expect(UNPOISONED)?;
                    effort.conflicts += of_thread.conflicts;
                    effort.propagations += of_thread.propagations;
                    Ok(())
                })
            })?;
            effort.solving += started.elapsed();
        }
        lister => {
            tally.add_all(&mut || lister.solve(limits))?;
            effort = lister.effort();
        }
    }
    Ok(tally.counted(family, lister.by(), effort, Some(lister.size())))
}

/// The joint count of several threads.
struct Tally<'f, F: Family> {
    limit: u64,
    /// The symmetries of the puzzle, and how many there are; `None` if there is only the identity.
    symmetries: Option<(Images<'f, F>, usize)>,
    count: AtomicU64,
    distinct: AtomicU64,
    stopped: Mutex<Option<Stop>>,
}

impl<'f, F: Family> Tally<'f, F> {
    fn new(family: &'f F, puzzle: &'f F::Puzzle, limit: Option<u64>) -> Self {
        let symmetries = family.symmetry().and_then(|symmetry| {
            let order = symmetry.order(puzzle);
            (order > 1).then(|| (symmetry.images(puzzle), order))
        });
        Tally {
            limit: limit.unwrap_or(u64::MAX),
            symmetries,
            count: AtomicU64::new(0),
            distinct: AtomicU64::new(0),
            stopped: Mutex::new(None),
        }
    }

    /// Counts until there are no more or enough. Of the solutions that are the same up to the board's
    /// symmetries, the first of its images counts as distinct, so nothing needs to be remembered.
    fn add_all<E>(&self, solve: &mut dyn FnMut() -> Result<Answer<SolutionOf<F>>, E>) -> Result<(), E> {
        while self.count.load(Relaxed) < self.limit {
            let is_first = match solve()? {
                Answer::Solved(solution) => self.is_first(&solution),
                // Without a rule, models are counted as they are.
                Answer::Refused { .. } => true,
                Answer::Impossible(_) => return Ok(()),
                Answer::Unknown(stop) => {
                    self.stop(stop);
                    return Ok(());
                }
            };
            let before = self.count.fetch_add(1, Relaxed);
            if before >= self.limit {
                self.count.fetch_sub(1, Relaxed);
            } else if is_first {
                self.distinct.fetch_add(1, Relaxed);
            }
        }
        Ok(())
    }

    /// The result.
    fn counted(self, family: &F, by: Provenance, effort: Effort, size: Option<(usize, usize)>) -> Counted {
        let distinct = family.symmetry().map(|_| u128::from(self.distinct.load(Relaxed)));
        let count = self.count.load(Relaxed);
        let end = match self.stopped.into_inner().expect(UNPOISONED) {
            Some(stop) => End::Stopped(stop),
            None if count >= self.limit => End::Enough,
            None => End::All,
        };
        Counted { count: count.into(), distinct, end, by, effort, size }
    }

    /// Records that a limit was reached, so that there may be more.
    fn stop(&self, stop: Stop) {
        *self.stopped.lock().expect(UNPOISONED) = Some(stop);
    }

    /// Whether no image of a solution comes before it.
    fn is_first(&self, solution: &SolutionOf<F>) -> bool {
        let Some((image, order)) = &self.symmetries else { return true };
        let itself = key(solution);
        (1..*order).all(|number| itself <= key(&image(solution, number)))
    }
}

fn key<S: serde::Serialize>(solution: &S) -> Vec<u8> {
    serde_json::to_vec(solution).expect("a solution has a JSON form")
}
