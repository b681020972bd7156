//! The results of the puzzles so far, and their observer.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicUsize, Ordering::Relaxed},
};

use super::{
    event::{BatchEvent, BatchObserver, Counts},
    line::{Category, Verdict},
    tally::Tally,
    unread::Malformed,
};
use crate::Status;

/// Maximum number of malformed puzzles that are reported one by one.
const TOLD: usize = 100;

/// Counts the results of the puzzles, and reports them.
pub(super) struct Progress<'o> {
    observer: &'o BatchObserver,
    state: Mutex<(Tally, Counts, Status)>,
    malformed: AtomicUsize,
}

impl<'o> Progress<'o> {
    pub fn new(observer: &'o BatchObserver) -> Self {
        let state = Mutex::new((Tally::default(), Counts::default(), Status::Solved));
        Progress { observer, state, malformed: AtomicUsize::new(0) }
    }

    /// Records another known puzzle.
    pub fn found(&self) {
        (self.observer)(BatchEvent::Found);
    }

    /// Records a puzzle that can't be read.
    pub fn malformed(&self, malformed: &Malformed) {
        if self.malformed.fetch_add(1, Relaxed) < TOLD {
            (self.observer)(BatchEvent::Malformed(malformed));
        }
    }

    /// Records a finished puzzle, possibly finished by an earlier run.
    pub fn done(
        &self,
        family: &str,
        verdict: Verdict,
        time_s: Option<f64>,
        before: bool,
        name: impl FnOnce() -> String,
    ) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (tally, counts, status) = &mut *state;
        tally.add(family, verdict, time_s, name);
        counts.0[verdict.category as usize] += 1;
        *status = status.and(verdict.status);
        let counts = *counts;
        drop(state);
        (self.observer)(BatchEvent::Done { counts, before });
    }

    /// The results of all, and the number of malformed puzzles that were not reported one by one.
    pub fn finish(self) -> (Tally, Status, usize) {
        let (tally, _, status) = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        (tally, status, self.malformed.into_inner().saturating_sub(TOLD))
    }
}

const _: () = {
    // Counts are indexed by the category's number.
    let mut number = 0;
    while number < Category::ALL.len() {
        assert!(Category::ALL[number] as usize == number);
        number += 1;
    }
};
