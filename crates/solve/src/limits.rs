use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use jigsat_cnf::{Cnf, Interrupt};
use serde::Serialize;
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
}

impl Limits {
    /// These limits for code that builds formulas: an interrupt that stops when [`Limits::reached`] returns a
    /// reason.
    #[must_use]
    pub fn interrupt(&self) -> Interrupt {
        let limits = self.clone();
        Interrupt::new(move || limits.reached().is_some())
    }

    /// Why a formula that was built within these limits must not be used, if it was given up.
    pub(crate) fn gave_up(&self, formula: &Cnf) -> Option<Stop> {
        if formula.interrupt().is_stopped() {
            Some(self.reached().unwrap_or(Stop::Interrupted))
        } else {
            formula.is_too_large().then_some(Stop::TooLarge)
        }
    }

    /// The reason to stop now, if there is one: the stop flag or the deadline.
    #[must_use]
    pub fn reached(&self) -> Option<Stop> {
        if self.stop.load(Ordering::Relaxed) {
            Some(Stop::Interrupted)
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(Stop::Timeout)
        } else {
            None
        }
    }
}

/// Why a computation gave up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stop {
    /// The deadline passed.
    Timeout,
    /// The conflicts were used up.
    Conflicts,
    /// The stop flag was set.
    Interrupted,
    /// The solver gave up by itself, such as a program with a limit in its command line.
    GaveUp,
    /// The formula would have more literals than it may.
    TooLarge,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::Timeout => "time limit reached",
            Stop::Conflicts => "conflict limit reached",
            Stop::Interrupted => "interrupted",
            Stop::GaveUp => "the solver gave up",
            Stop::TooLarge => "the formula got too large",
        })
    }
}
