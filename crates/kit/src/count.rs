//! Counting by finding one solution after the other.

use std::sync::{
    Mutex,
    atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
};

use jigsat_solve::{
    Answer, Effort, End, Enumerator, Error as SolveError, Growing, Held, Limits, Provenance, Solution, Stop,
};

use crate::{
    Counted, Counting, Error, Family, Listing, Question, SolutionImages,
    lister::next,
    search::{AnyAsked, Asked, backtracks, enumeration, lister_of},
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
    count(&Asked { family, puzzle: Held::Borrowed(puzzle), question }, wanted, limits)
}

/// Counts without the types of the puzzle.
fn count(asked: &dyn AnyAsked<'_>, wanted: &Counting, limits: &Limits) -> Result<Counted, Error> {
    asked.search_options().needs_lister("count", asked.listers())?;
    let own = asked.own_listing(limits)?;
    let symmetries = Symmetries::of(asked);
    if own.is_none() && wanted.jobs > 1 && backtracks(asked) {
        return in_parts(asked, &symmetries, wanted, limits);
    }
    let mut listing: Box<dyn Listing + '_> = match own {
        Some(own) => own,
        None => Box::new(lister_of(asked, limits).map_err(failure(asked))?),
    };
    let tally = Tally::new(wanted.limit);
    tally.add_all(&mut || Ok(symmetries.next(&listing.solve(limits)?)))?;
    Ok(tally.counted(&symmetries, listing.by(), listing.effort(), listing.size()))
}

fn failure(asked: &dyn AnyAsked<'_>) -> impl FnOnce(SolveError) -> Error {
    move |error| Error::from(error).of_dropped(&asked.formula_options().drop)
}

/// Counts the parts of a search in several threads. Each thread starts a search of its own.
fn in_parts(
    asked: &dyn AnyAsked<'_>,
    symmetries: &Symmetries<'_>,
    wanted: &Counting,
    limits: &Limits,
) -> Result<Counted, Error> {
    let tally = Tally::new(wanted.limit);
    let mut first = enumeration(asked, limits).map_err(failure(asked))?;
    let first: &mut Enumerator<dyn Growing + '_> = &mut first;
    let cubes = first.split(CUBES_PER_JOB * wanted.jobs)?;
    let number = AtomicUsize::new(0);
    let work = || -> Result<Effort, Error> {
        let mut enumeration = match SolveError::unless_stopped(enumeration(asked, limits))? {
            Ok(enumeration) => enumeration,
            Err(stop) => {
                tally.stop(stop);
                return Ok(Effort::default());
            }
        };
        while let Some(cube) = cubes.get(number.fetch_add(1, Relaxed)) {
            let part: &mut Enumerator<dyn Growing + '_> = &mut enumeration;
            part.within(cube);
            tally.add_all(&mut || Ok(symmetries.next(&next(&mut enumeration, limits)?)))?;
        }
        let searched: &Enumerator<dyn Growing + '_> = &enumeration;
        Ok(searched.effort())
    };
    let mut effort = first.effort();
    in_threads(wanted.jobs, &work, &mut effort)?;
    Ok(tally.counted(symmetries, first.by(), effort, Some(first.cnf().size())))
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
        symmetries: &Symmetries<'_>,
        by: Provenance,
        effort: Effort,
        size: Option<(usize, usize)>,
    ) -> Counted {
        let (count, mut distinct) = (self.count.load(Relaxed), self.distinct.load(Relaxed));
        let end = match self.stopped.into_inner().expect(UNPOISONED) {
            Some(stop) => End::Stopped(stop),
            None if count >= self.limit => End::Enough,
            None => End::All,
        };
        if end != End::All {
            // The first image of a solution may be still to come. Each solution has at most so many.
            distinct = distinct.max(count.div_ceil(symmetries.order as u64));
        }
        let distinct = symmetries.are_counted.then_some(distinct.into());
        Counted { count: count.into(), distinct, end, by, effort, size }
    }

    /// Records that a limit was reached, so that there may be more.
    fn stop(&self, stop: Stop) {
        *self.stopped.lock().expect(UNPOISONED) = Some(stop);
    }
}

/// The symmetries of a puzzle.
struct Symmetries<'a> {
    /// Whether solutions are counted up to them.
    are_counted: bool,
    /// The images of solutions, if there are others than themselves.
    image: Option<SolutionImages<'a>>,
    /// How many there are.
    order: usize,
}

impl<'a> Symmetries<'a> {
    fn of(asked: &'a dyn AnyAsked<'_>) -> Self {
        let order = asked.symmetries();
        let image = if order.is_none_or(|order| order == 1) { None } else { asked.images() };
        Symmetries { are_counted: order.is_some(), image, order: order.unwrap_or(1) }
    }

    /// An answer as a step of a count. Of the solutions that are the same up to the board's symmetries, the first of its
    /// images counts as distinct, so nothing needs to be remembered.
    fn next(&self, answer: &Answer<Solution>) -> Next {
        match answer {
            Answer::Solved(solution) => Next::Solution { is_first: self.is_first(solution) },
            // Without a rule, models are counted as they are.
            Answer::Refused { .. } => Next::Solution { is_first: true },
            Answer::Impossible(_) => Next::End,
            Answer::Unknown(stop) => Next::Stopped(*stop),
        }
    }

    /// Whether no image of a solution comes before it.
    fn is_first(&self, solution: &Solution) -> bool {
        let Some(image) = &self.image else { return true };
        let itself = solution.to_json();
        (1..self.order).all(|number| itself.get() <= image(solution, number).to_json().get())
    }
}
