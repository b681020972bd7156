use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use jigsat_cnf::{Interrupt, Stop};
use web_time::Instant;

/// The limits of a computation. Everything that can take long takes them and checks them often.
///
/// Clones share the stop flag, so one Ctrl-C stops all of them.
///
/// ```
/// use std::{sync::atomic::Ordering, time::{Duration, Instant}};
/// use jigsat_solve::{Limits, Stop};
///
/// let limits = Limits { deadline: Some(Instant::now() + Duration::from_secs(30)), ..Limits::default() };
/// assert_eq!(limits.reached(), None);
/// limits.stop.store(true, Ordering::Relaxed);
/// assert_eq!(limits.reached(), Some(Stop::Interrupted));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// When to give up; `None` for never.
    pub deadline: Option<Instant>,
    /// Maximum number of conflicts of a solver; `None` for no bound.
    pub conflicts: Option<u64>,
    /// Memory that the process may have, in bytes; `None` for no bound. Searches that remember what they have seen stay
    /// below it; the memory of solvers is not counted.
    pub memory_bytes: Option<u64>,
    /// The stop flag, set by Ctrl-C or by code that no longer needs the answer.
    pub stop: Arc<AtomicBool>,
    /// What else is asked whenever these limits are.
    pub hook: Hook,
}

/// A question of the front end's own, which is asked whenever [`Limits`] are: often, but not at every step. It returns
/// why to stop, if there is a reason. Examples are a look for signals in an interpreter that only notices them when it is
/// asked, and a look at the memory that is left.
///
/// The code that works asks it, on its own thread, and while a solver runs that can't ask, a thread beside it.
///
/// ```
/// use jigsat_solve::{Hook, Limits, Stop};
///
/// let limits = Limits { hook: Hook::new(|| Some(Stop::Interrupted)), ..Limits::default() };
/// assert_eq!(limits.reached(), Some(Stop::Interrupted));
/// ```
#[derive(Clone, Default)]
pub struct Hook(Option<Arc<dyn Fn() -> Option<Stop> + Send + Sync>>);

impl Hook {
    /// A hook that asks this.
    #[must_use]
    pub fn new(asks: impl Fn() -> Option<Stop> + Send + Sync + 'static) -> Self {
        Hook(Some(Arc::new(asks)))
    }

    fn asks(&self) -> Option<Stop> {
        self.0.as_ref().and_then(|asks| asks())
    }
}

impl fmt::Debug for Hook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Hook(..)" } else { "None" })
    }
}

impl Limits {
    /// These limits for code that makes many things, each of which is a step: an interrupt that stops when
    /// [`Limits::reached`] returns a reason.
    #[must_use]
    pub fn interrupt(&self) -> Interrupt {
        let limits = self.clone();
        Interrupt::new(move || limits.reached())
    }

    /// Fails if there is a reason to stop now.
    ///
    /// # Errors
    ///
    /// As [`Limits::reached`].
    pub fn check(&self) -> Result<(), Stop> {
        self.reached().map_or(Ok(()), Err)
    }

    /// The reason to stop now, if there is one: the stop flag, the hook or the deadline.
    #[must_use]
    pub fn reached(&self) -> Option<Stop> {
        if self.stop.load(Ordering::Relaxed) {
            return Some(Stop::Interrupted);
        }
        let is_late = || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        self.hook.asks().or_else(|| is_late().then_some(Stop::Timeout))
    }
}
