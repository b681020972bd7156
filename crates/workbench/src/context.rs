use std::{
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use jigsat_kit::{Disk, Event, Files, Run, SearchOptions};
use jigsat_solve::{Hook, Limits};
use web_time::Instant;

use crate::wants::Wants;

/// The function that gets the events on the way to an answer.
pub type Observer = Arc<dyn Fn(Event<'_>) + Send + Sync>;

/// The context of a request, which a front end gives to the library.
#[derive(Clone)]
pub struct Context {
    /// The stop flag, which ends all computation when it is set.
    pub stop: Arc<AtomicBool>,
    /// A question of the front end's own, which also ends all computation.
    pub hook: Hook,
    /// The observer of events.
    pub observer: Observer,
    /// The files that requests and puzzles may name.
    pub files: Arc<dyn Files>,
    /// The deadline of the current question, whatever its parts may take.
    pub deadline: Option<Instant>,
    /// Memory that this process may have, in bytes; `None` for no bound. It is what somebody else bounds: see
    /// [`crate::worker`].
    pub memory_bytes: Option<u64>,
    /// What the front wants of answers.
    pub wants: Wants,
}

impl Default for Context {
    /// With the files of this machine and without an observer.
    fn default() -> Self {
        Context {
            stop: Arc::default(),
            hook: Hook::default(),
            observer: Arc::new(|_| {}),
            files: Arc::new(Disk::default()),
            deadline: None,
            memory_bytes: None,
            wants: Wants::default(),
        }
    }
}

impl Context {
    /// The limits of a search that starts now.
    #[must_use]
    pub fn limits(&self, search: &SearchOptions) -> Limits {
        Limits { conflicts: search.conflicts, ..self.limits_of(search.timeout_s) }
    }

    /// The limits of a computation that starts now and may take this many seconds.
    #[must_use]
    pub fn limits_of(&self, timeout_s: Option<f64>) -> Limits {
        let own = time(timeout_s).and_then(|time| Instant::now().checked_add(time));
        let deadline = self.deadline.into_iter().chain(own).min();
        Limits {
            deadline,
            memory_bytes: self.memory_bytes,
            stop: Arc::clone(&self.stop),
            hook: self.hook.clone(),
            ..Limits::default()
        }
    }

    /// The context of a question that starts now, with its deadline.
    #[must_use]
    pub fn asked(&self, search: &SearchOptions) -> Context {
        Context { deadline: self.limits(search).deadline, ..self.clone() }
    }

    /// A computation within limits.
    #[must_use]
    pub fn run<'r>(&'r self, limits: &'r Limits) -> Run<'r> {
        Run { limits, observer: &*self.observer }
    }
}

/// A limit of time; `None` if it is beyond what a duration can represent.
pub(crate) fn time(timeout_s: Option<f64>) -> Option<Duration> {
    timeout_s.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
}
