//! How far a batch is, on a terminal.

use std::{
    io::IsTerminal,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use indicatif::{ProgressBar, ProgressStyle};

use super::{
    line::{Category, Verdict},
    tally::Tally,
};
use crate::exit::Status;

/// Counts what came of the puzzles, and shows it.
pub struct Progress {
    bar: ProgressBar,
    state: Mutex<(Tally, Status)>,
}

impl Progress {
    /// Shown on the standard error where that is a terminal, unless answers scroll by there.
    pub fn new(shown: bool) -> Self {
        let bar = if shown && std::io::stderr().is_terminal() {
            let template = "{bar:24} {pos} of {len}: {msg}; {elapsed}, {eta} left";
            let style =
                ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
            let bar = ProgressBar::new(0).with_style(style);
            bar.enable_steady_tick(Duration::from_millis(500));
            bar
        } else {
            ProgressBar::hidden()
        };
        Progress { bar, state: Mutex::new((Tally::default(), Status::Solved)) }
    }

    /// One more puzzle is known.
    pub fn found(&self) {
        if !self.bar.is_hidden() {
            self.bar.inc_length(1);
        }
    }

    /// A puzzle is done. One that was done before takes no part in the estimate of the time left.
    pub fn done(
        &self,
        family: &str,
        verdict: Verdict,
        time_s: Option<f64>,
        was_done: bool,
        name: impl FnOnce() -> String,
    ) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (tally, status) = &mut *state;
        tally.add(family, verdict, time_s, name);
        *status = status.and(verdict.status);
        if self.bar.is_hidden() {
            return;
        }
        let told = Category::ALL.map(|category| format!("{} {}", tally.count(category), category.name()));
        drop(state);
        if was_done {
            self.bar.dec_length(1);
        } else {
            self.bar.inc(1);
        }
        // Last, because that draws.
        self.bar.set_message(told.join(", "));
    }

    /// What came of all.
    pub fn finish(self) -> (Tally, Status) {
        self.bar.finish_and_clear();
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
