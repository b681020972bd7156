//! Counting by finding one solution after the other.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
    },
    time::Duration,
};

use jigsat_input::counted;
use jigsat_solve::{
    Answer, Count, Effort, End, Enumerator, Error as SolveError, Growing, Held, Limits, Provenance, Solution,
    Stop,
};
use web_time::Instant;

use crate::{
    Counted, Counting, Error, Event, Family, Listing, Question, Run, SolutionImages,
    search::{AnyAsked, Asked, backtracks, enumeration, lister_of},
};

/// Time between two messages about the solutions so far.
const PROGRESS: Duration = Duration::from_secs(5);

/// Time for which solutions are counted before the limit of a count and its messages are looked at again.
const BATCH: Duration = Duration::from_millis(50);

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

/// Counts by finding one solution after the other, and tells the observer now and then how many there are so far.
/// Backtracking can use several threads.
///
/// # Errors
///
/// An engine that can't list, a formula that can't be built as asked, or a solver that fails.
pub fn by_listing<F: Family>(
    family: &F,
    puzzle: &F::Puzzle,
    question: &Question<F>,
    wanted: &Counting,
    run: &Run<'_>,
) -> Result<Counted, Error> {
    count(&Asked { family, puzzle: Held::Borrowed(puzzle), question }, wanted, run)
}

/// Counts without the types of the puzzle.
fn count(asked: &dyn AnyAsked<'_>, wanted: &Counting, run: &Run<'_>) -> Result<Counted, Error> {
    let limits = run.limits;
    asked.search_options().needs_lister("count", asked.listers())?;
    let own = asked.own_listing(limits)?;
    let symmetries = Symmetries::of(asked, limits)?;
    if own.is_none() && wanted.jobs > 1 && backtracks(asked) {
        return in_parts(asked, &symmetries, wanted, run);
    }
    let mut listing: Box<dyn Listing + '_> = match own {
        Some(own) => own,
        None => Box::new(lister_of(asked, limits).map_err(failure(asked))?),
    };
    let tally = Tally::new(wanted.limit, run);
    tally.add_all(&mut |at_most| symmetries.count(&mut *listing, at_most, limits))?;
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
    run: &Run<'_>,
) -> Result<Counted, Error> {
    let limits = run.limits;
    let tally = Tally::new(wanted.limit, run);
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
            tally.add_all(&mut |at_most| symmetries.count(&mut enumeration, at_most, limits))?;
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
    let started = Instant::now();
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

/// Some solutions.
struct Batch {
    /// How many.
    found: u64,
    /// How many of them are the first of their images.
    distinct: u64,
    /// Whether there are more.
    end: End,
}

/// The joint count of several threads.
struct Tally<'r> {
    limit: u64,
    count: AtomicU64,
    distinct: AtomicU64,
    stopped: Mutex<Option<Stop>>,
    run: &'r Run<'r>,
    /// When the observer was last told about it.
    told: Mutex<Instant>,
}

impl<'r> Tally<'r> {
    fn new(limit: Option<u64>, run: &'r Run<'r>) -> Self {
        Tally {
            limit: limit.unwrap_or(u64::MAX),
            count: AtomicU64::new(0),
            distinct: AtomicU64::new(0),
            stopped: Mutex::new(None),
            run,
            told: Mutex::new(Instant::now()),
        }
    }

    /// Counts until there are no more or enough: in batches, each of at most so many, which grow as long as they take little
    /// time.
    fn add_all(&self, next: &mut dyn FnMut(u64) -> Result<Batch, Error>) -> Result<(), Error> {
        let mut at_most = 1_u64;
        loop {
            let left = self.limit.saturating_sub(self.count.load(Relaxed));
            if left == 0 {
                return Ok(());
            }
            let started = Instant::now();
            let batch = match next(at_most.min(left)) {
                // What was counted stays known.
                Err(Error::Solver(SolveError::OutOfMemory { .. })) if self.count.load(Relaxed) > 0 => {
                    Batch { found: 0, distinct: 0, end: End::Stopped(Stop::Memory) }
                }
                next => next?,
            };
            self.add(&batch);
            match batch.end {
                End::All => return Ok(()),
                End::Stopped(stop) => {
                    self.stop(stop);
                    return Ok(());
                }
                End::Enough => {}
            }
            self.tell();
            at_most = if started.elapsed() < BATCH { at_most.saturating_mul(2) } else { at_most.div_ceil(2) };
        }
    }

    /// Adds a batch, of which other threads may have left less room than it has.
    fn add(&self, batch: &Batch) {
        let before = self.count.fetch_add(batch.found, Relaxed);
        let room = self.limit.saturating_sub(before);
        self.count.fetch_sub(batch.found.saturating_sub(room), Relaxed);
        self.distinct.fetch_add(batch.distinct.min(room), Relaxed);
    }

    /// Tells the observer how many there are so far, if it was told long ago.
    fn tell(&self) {
        if let Ok(mut told) = self.told.try_lock()
            && told.elapsed() >= PROGRESS
        {
            *told = Instant::now();
            let found = counted(self.count.load(Relaxed).min(self.limit), "solution");
            self.run.tell(Event::SoFar(&format!("{found} so far")));
        }
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
    /// The images of solutions, if there are others than themselves and models don't tell which come first.
    image: Option<SolutionImages<'a>>,
    /// How many there are.
    order: usize,
}

impl<'a> Symmetries<'a> {
    fn of(asked: &'a dyn AnyAsked<'_>, limits: &Limits) -> Result<Self, Stop> {
        let order = asked.symmetries(limits)?;
        let is_told = order.is_none_or(|order| order == 1) || asked.models_tell_first();
        let image = if is_told { None } else { asked.images() };
        Ok(Symmetries { are_counted: order.is_some(), image, order: order.unwrap_or(1) })
    }

    /// Counts at most so many solutions more. Of the solutions that are the same up to the board's symmetries, the first of
    /// its images counts as distinct, so nothing needs to be remembered.
    fn count(&self, listing: &mut dyn Listing, at_most: u64, limits: &Limits) -> Result<Batch, Error> {
        if self.image.is_none() {
            let Count { found, first, end } = listing.count(at_most, limits)?;
            return Ok(Batch { found, distinct: first, end });
        }
        Ok(match listing.solve(limits)? {
            Answer::Solved(solution) => {
                Batch { found: 1, distinct: self.is_first(&solution).into(), end: End::Enough }
            }
            // Without a rule, models are counted as they are.
            Answer::Refused { .. } => Batch { found: 1, distinct: 1, end: End::Enough },
            Answer::Impossible(_) => Batch { found: 0, distinct: 0, end: End::All },
            Answer::Unknown(stop) => Batch { found: 0, distinct: 0, end: End::Stopped(stop) },
        })
    }

    /// Whether no image of a solution comes before it.
    fn is_first(&self, solution: &Solution) -> bool {
        let Some(image) = &self.image else { return true };
        let itself = solution.to_json();
        (1..self.order).all(|number| itself.get() <= image(solution, number).to_json().get())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_observer_is_told_now_and_then() {
        let told = Mutex::new(Vec::new());
        let observer = |event: Event<'_>| {
            if let Event::SoFar(words) = event {
                told.lock().expect(UNPOISONED).push(words.to_owned());
            }
        };
        let limits = Limits::default();
        let run = Run { limits: &limits, observer: &observer };
        let tally = Tally::new(Some(1_200), &run);
        let mut batches = [1_u64, 0, 1_000, 500].into_iter();
        let mut next = |_| {
            let long_ago = Instant::now().checked_sub(2 * PROGRESS);
            let found = batches.next().expect("there are enough");
            if let (Some(long_ago), false) = (long_ago, found == 0) {
                *tally.told.lock().expect(UNPOISONED) = long_ago;
            }
            Ok(Batch { found, distinct: found, end: End::Enough })
        };
        tally.add_all(&mut next).expect("it has no errors");
        assert_eq!(tally.count.load(Relaxed), 1_200);
        assert_eq!(tally.distinct.load(Relaxed), 1_200);
        assert_eq!(
            *told.lock().expect(UNPOISONED),
            ["1 solution so far", "1001 solutions so far", "1200 solutions so far"]
        );
    }
}
