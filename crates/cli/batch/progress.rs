//! The progress of a batch, on a terminal.

use std::{io::IsTerminal, time::Duration};

use indicatif::{ProgressBar, ProgressStyle};
use jigsat_workbench::batch::BatchEvent;

/// A bar on standard error; hidden if nobody would see it.
#[derive(Clone)]
pub struct Progress(ProgressBar);

impl Progress {
    /// Shows the bar if standard error is a terminal, unless answers scroll by there.
    pub fn new(shown: bool) -> Self {
        if !shown || !std::io::stderr().is_terminal() {
            return Progress(ProgressBar::hidden());
        }
        let template = "{bar:24} {pos} of {len}: {msg}; {elapsed}, {eta} left";
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::new(0).with_style(style);
        bar.enable_steady_tick(Duration::from_millis(500));
        Progress(bar)
    }

    /// Shows what happened.
    pub fn on(&self, event: &BatchEvent<'_>) {
        if self.0.is_hidden() {
            return;
        }
        match event {
            BatchEvent::Found => self.0.inc_length(1),
            BatchEvent::Done { counts, before } => {
                // A puzzle that was done before doesn't count for the estimate of the time left.
                if *before {
                    self.0.dec_length(1);
                } else {
                    self.0.inc(1);
                }
                // This comes last, because it draws.
                self.0.set_message(counts.to_string());
            }
            _ => {}
        }
    }

    /// Prints a message above the bar.
    pub fn tell(&self, words: &str) {
        if self.0.is_hidden() { note!("{words}") } else { self.0.println(words) }
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}
