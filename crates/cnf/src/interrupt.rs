use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed},
    },
};

/// Says when to stop building a formula. The code that builds counts its steps here. After every
/// [`Interrupt::EVERY`] steps, the interrupt asks whether to go on. Clones share the count and the answer.
///
/// ```
/// use jigsat_cnf::Interrupt;
///
/// let (limit, asked) = (3, std::sync::atomic::AtomicU32::new(0));
/// let interrupt = Interrupt::new(move || asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) >= limit);
/// let mut steps = 0;
/// while !interrupt.after(1) {
///     steps += 1;
/// }
/// assert_eq!(steps, 4 * Interrupt::EVERY - 1);
/// assert!(!Interrupt::default().after(u32::MAX), "by default nothing stops it");
/// ```
#[derive(Clone, Default)]
pub struct Interrupt(Option<Arc<Shared>>);

struct Shared {
    asks: Box<dyn Fn() -> bool + Send + Sync>,
    since_asked: AtomicU32,
    stopped: AtomicBool,
    late: AtomicU64,
}

impl Interrupt {
    /// Number of steps between two questions. A step is a written literal, a declared atom, or work that
    /// takes about as long.
    pub const EVERY: u32 = 10_000;

    /// An interrupt that stops as soon as `asks` returns true.
    #[must_use]
    pub fn new(asks: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Interrupt(Some(Arc::new(Shared {
            asks: Box::new(asks),
            since_asked: AtomicU32::new(0),
            stopped: AtomicBool::new(false),
            late: AtomicU64::new(0),
        })))
    }

    /// Counts this many steps, and returns whether to stop.
    #[must_use]
    pub fn after(&self, steps: u32) -> bool {
        self.0.as_ref().is_some_and(|shared| shared.after(steps))
    }

    /// Whether it has said to stop.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.as_ref().is_some_and(|shared| shared.stopped.load(Relaxed))
    }

    /// How many steps were counted since it said to stop. For tests.
    #[must_use]
    pub fn late(&self) -> u64 {
        self.0.as_ref().map_or(0, |shared| shared.late.load(Relaxed))
    }
}

impl Shared {
    // Several threads may lose a step between them; no question is lost, as it comes at most one count later.
    fn after(&self, steps: u32) -> bool {
        if self.stopped.load(Relaxed) {
            self.late.fetch_add(u64::from(steps), Relaxed);
            return true;
        }
        let count = self.since_asked.load(Relaxed).saturating_add(steps);
        if count < Interrupt::EVERY {
            self.since_asked.store(count, Relaxed);
            return false;
        }
        self.since_asked.store(0, Relaxed);
        let stops = (self.asks)();
        self.stopped.store(stops, Relaxed);
        stops
    }
}

impl fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interrupt").field("stopped", &self.is_stopped()).finish_non_exhaustive()
    }
}
