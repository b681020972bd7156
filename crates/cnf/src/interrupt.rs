use std::{
    error, fmt, io,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU32, AtomicU64, Ordering::Relaxed},
    },
};

/// Why work was given up. Reading, grounding and encoding fail with it; an answer says it, with what is known by then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "schemas", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Stop {
    /// The deadline passed.
    Timeout,
    /// The conflicts were used up.
    Conflicts,
    /// The steps that were to be recorded were used up.
    Steps,
    /// The stop flag was set.
    Interrupted,
    /// The solver gave up by itself, such as a program with a limit in its command line.
    GaveUp,
    /// The formula would have more literals than it may.
    TooLarge,
    /// The memory was used up.
    Memory,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::Timeout => "time limit reached",
            Stop::Conflicts => "conflict limit reached",
            Stop::Steps => "step limit reached",
            Stop::Interrupted => "interrupted",
            Stop::GaveUp => "the solver gave up",
            Stop::TooLarge => "the formula got too large",
            Stop::Memory => "memory limit reached",
        })
    }
}

impl error::Error for Stop {}

impl From<Stop> for io::Error {
    /// An error of the kind [`TimedOut`](io::ErrorKind::TimedOut).
    fn from(stop: Stop) -> Self {
        io::Error::new(io::ErrorKind::TimedOut, stop)
    }
}

/// Says when to stop. What makes something counts its steps here: a [`Formula`](crate::Formula) its atoms, groups and
/// clauses, a search its nodes. After every [`Interrupt::EVERY`] steps, the interrupt asks whether to go on. Clones share
/// the count and the answer, which stays.
///
/// ```
/// use jigsat_cnf::{Interrupt, Stop};
///
/// let (limit, asked) = (3, std::sync::atomic::AtomicU32::new(0));
/// let is_enough = move || asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) >= limit;
/// let interrupt = Interrupt::new(move || is_enough().then_some(Stop::Timeout));
/// let mut steps = 0;
/// while interrupt.step(1).is_ok() {
///     steps += 1;
/// }
/// assert_eq!(steps, 4 * Interrupt::EVERY - 1);
/// assert_eq!(interrupt.stopped(), Some(Stop::Timeout));
/// assert_eq!(Interrupt::default().step(usize::MAX), Ok(()), "by default nothing stops it");
/// ```
#[derive(Clone, Default)]
pub struct Interrupt(Option<Arc<Shared>>);

struct Shared {
    asks: Box<dyn Fn() -> Option<Stop> + Send + Sync>,
    since_asked: AtomicU32,
    stopped: OnceLock<Stop>,
    late: AtomicU64,
}

impl Interrupt {
    /// Number of steps between two questions. A step is a written literal, a declared atom, or work that
    /// takes about as long.
    pub const EVERY: u32 = 10_000;

    /// An interrupt that stops as soon as `asks` returns a reason.
    #[must_use]
    pub fn new(asks: impl Fn() -> Option<Stop> + Send + Sync + 'static) -> Self {
        Interrupt(Some(Arc::new(Shared {
            asks: Box::new(asks),
            since_asked: AtomicU32::new(0),
            stopped: OnceLock::new(),
            late: AtomicU64::new(0),
        })))
    }

    /// Counts this many steps.
    ///
    /// # Errors
    ///
    /// Why to stop.
    #[inline]
    pub fn step(&self, steps: usize) -> Result<(), Stop> {
        self.0.as_ref().map_or(Ok(()), |shared| shared.step(u32::try_from(steps).unwrap_or(u32::MAX)))
    }

    /// Why it said to stop, if it did. Counts and asks nothing.
    #[must_use]
    #[inline]
    pub fn stopped(&self) -> Option<Stop> {
        self.0.as_ref().and_then(|shared| shared.stopped.get().copied())
    }

    /// Fails if it said to stop. Counts and asks nothing.
    ///
    /// # Errors
    ///
    /// Why it said to stop.
    #[inline]
    pub fn check(&self) -> Result<(), Stop> {
        self.stopped().map_or(Ok(()), Err)
    }

    /// How many steps were counted since it said to stop. For tests.
    #[must_use]
    pub fn late(&self) -> u64 {
        self.0.as_ref().map_or(0, |shared| shared.late.load(Relaxed))
    }
}

impl Shared {
    // Several threads may lose a step between them; no question is lost, as it comes at most one count later.
    #[inline]
    fn step(&self, steps: u32) -> Result<(), Stop> {
        if let Some(&stop) = self.stopped.get() {
            self.late.fetch_add(u64::from(steps), Relaxed);
            return Err(stop);
        }
        let count = self.since_asked.load(Relaxed).saturating_add(steps);
        if count < Interrupt::EVERY {
            self.since_asked.store(count, Relaxed);
            return Ok(());
        }
        self.ask()
    }

    #[cold]
    fn ask(&self) -> Result<(), Stop> {
        self.since_asked.store(0, Relaxed);
        match (self.asks)() {
            Some(stop) => Err(*self.stopped.get_or_init(|| stop)),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interrupt").field("stopped", &self.stopped()).finish_non_exhaustive()
    }
}
