//! Counting by finding one solution after the other.

use std::sync::{
    Mutex,
    atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
};

use jigsat_solve::{Answer, Effort, End, Error as SolveError, Held, Limits, Provenance, Stop};

use crate::{
    Counted, Counting, Error, Family, Images, Lister, Listing, Question, SolutionOf, enumeration,
    search::backtracks,
};

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
    let (tally, symmetries) = (Tally::new(wanted.limit), Symmetries::of(family, puzzle));
    let symmetric = family.symmetry().is_some();
    let own = match family.engines() {
        Some(engines) => engines.list(puzzle.into(), question, limits)?,
        None => None,
    };
    let failure = |error: SolveError| Error::from(error).of_dropped(&question.formula.drop);
    if own.is_none() && wanted.jobs > 1 && backtracks(family, puzzle, question) {
        let mut first = enumeration(family, Held::Borrowed(puzzle), question, limits).map_err(failure)?;
        let cubes = first.split(CUBES_PER_JOB * wanted.jobs)?;
        let next = AtomicUsize::new(0);
        let work = || -> Result<Effort, Error> {
            let enumeration = enumeration(family, Held::Borrowed(puzzle), question, limits);
            let mut enumeration = match SolveError::unless_stopped(enumeration)? {
                Ok(enumeration) => enumeration,
                Err(stop) => {
                    tally.stop(stop);
                    return Ok(Effort::default());
                }
            };
            while let Some(cube) = cubes.get(next.fetch_add(1, Relaxed)) {
                enumeration.within(cube);
                tally.add_all(&mut || Ok(symmetries.next(&enumeration.solve(limits)?)))?;
            }
            Ok(enumeration.effort())
        };
        let mut effort = first.effort();
        in_threads(wanted.jobs, &work, &mut effort)?;
        return Ok(tally.counted(symmetric, first.by(), effort, Some(first.formula().size())));
    }
    let mut listing: Box<dyn Listing<SolutionOf<F>> + '_> = match own {
        Some(own) => own,
        None => Box::new(Lister::new(family, Held::Borrowed(puzzle), question, limits).map_err(failure)?),
    };
    tally.add_all(&mut || Ok(symmetries.next(&listing.solve(limits)?)))?;
    Ok(tally.counted(symmetric, listing.by(), listing.effort(), listing.size()))
}

/// Works in this many threads, and adds what that took.
fn in_threads(
    jobs: usize,
    work: &(dyn Fn() -> Result<Effort, Error> + Sync),
    effort: &mut Effort,
) -> Result<(), Error> {
    let started = web_time::Instant::now();
    #[allow(
        clippy::disallowed_methods,
        reason = "where there are no threads, one job is all that is asked for"
    )]
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| -> Result<(), Error> {
            let of_thread = thread.join().expect(UNPOISONED)?;
            effort.conflicts += of_thread.conflicts;
            effort.propagations += of_thread.propagations;
            Ok(())
        })
    })?;
    effort.solving += started.elapsed();
    Ok(())
}

/// What a search came to.
enum Next {
    /// A solution, and whether none of its images comes before it.
    Solution { is_first: bool },
    /// There are no more.
    End,
    /// A limit was reached.
    Stopped(Stop),
}

/// The joint count of several threads.
struct Tally {
    limit: u64,
    count: AtomicU64,
    distinct: AtomicU64,
    stopped: Mutex<Option<Stop>>,
}

impl Tally {
    fn new(limit: Option<u64>) -> Self {
        Tally {
            limit: limit.unwrap_or(u64::MAX),
            count: AtomicU64::new(0),
            distinct: AtomicU64::new(0),
            stopped: Mutex::new(None),
        }
    }

    /// Counts until there are no more or enough.
    fn add_all(&self, next: &mut dyn FnMut() -> Result<Next, Error>) -> Result<(), Error> {
        while self.count.load(Relaxed) < self.limit {
            let next = match next() {
                // What was counted stays known.
                Err(Error::Solver(SolveError::OutOfMemory { .. })) if self.count.load(Relaxed) > 0 => {
                    Next::Stopped(Stop::Memory)
                }
                next => next?,
            };
            let is_first = match next {
                Next::Solution { is_first } => is_first,
                Next::End => return Ok(()),
                Next::Stopped(stop) => {
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
    fn counted(
        self,
        symmetric: bool,
        by: Provenance,
        effort: Effort,
        size: Option<(usize, usize)>,
    ) -> Counted {
        let distinct = symmetric.then(|| u128::from(self.distinct.load(Relaxed)));
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
}

/// The symmetries of a puzzle, and how many there are; `None` if there is only the identity.
struct Symmetries<'f, F: Family>(Option<(Images<'f, F>, usize)>);

impl<'f, F: Family> Symmetries<'f, F> {
    fn of(family: &'f F, puzzle: &'f F::Puzzle) -> Self {
        Symmetries(family.symmetry().and_then(|symmetry| {
            let order = symmetry.order(puzzle);
            (order > 1).then(|| (symmetry.images(puzzle), order))
        }))
    }

    /// An answer as a step of a count. Of the solutions that are the same up to the board's symmetries, the first of its
    /// images counts as distinct, so nothing needs to be remembered.
    fn next(&self, answer: &Answer<SolutionOf<F>>) -> Next {
        match answer {
            Answer::Solved(solution) => Next::Solution { is_first: self.is_first(solution) },
            // Without a rule, models are counted as they are.
            Answer::Refused { .. } => Next::Solution { is_first: true },
            Answer::Impossible(_) => Next::End,
            Answer::Unknown(stop) => Next::Stopped(*stop),
        }
    }

    /// Whether no image of a solution comes before it.
    fn is_first(&self, solution: &SolutionOf<F>) -> bool {
        let Some((image, order)) = &self.0 else { return true };
        let itself = key(solution);
        (1..*order).all(|number| itself <= key(&image(solution, number)))
    }
}

fn key<S: serde::Serialize>(solution: &S) -> Vec<u8> {
    serde_json::to_vec(solution).expect("a solution has a JSON form")
}
