use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

use serde::Serialize;

/// What bounds a computation. Everything that can be long takes one and looks at it often.
///
/// Clones share the stop flag, so that one Ctrl-C stops all of them.
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
    /// When to give up; none is never.
    pub deadline: Option<Instant>,
    /// How many conflicts a solver may have; none is no bound.
    pub conflicts: Option<u64>,
    /// Set by Ctrl-C, or by whoever no longer needs the answer.
    pub stop: Arc<AtomicBool>,
}

impl Limits {
    /// Why to stop now, if there is a reason: the stop flag or the deadline.
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
    /// Somebody set the stop flag.
    Interrupted,
    /// The solver gave up of its own accord: a program with a limit in its command line.
    GaveUp,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::Timeout => "time limit reached",
            Stop::Conflicts => "conflict limit reached",
            Stop::Interrupted => "interrupted",
            Stop::GaveUp => "the solver gave up",
        })
    }
}
