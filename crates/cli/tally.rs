//! The puzzles of a collection: counted while they are solved.

use std::any::Any;

use indicatif::{ProgressBar, ProgressStyle};
use jigsat_input::counted;
use jigsat_workbench::{Part, Status, verbs::solve::Solved};

use crate::terminal;

/// The answers about the puzzles of a collection, with a counter on standard error.
pub struct Tally {
    counter: ProgressBar,
    is_of_several: bool,
    has_times: bool,
    puzzles: u32,
    solved: u32,
    /// Number of solved puzzles that leave something open: an optimum, uniqueness.
    open: u32,
    impossible: u32,
    unknown: u32,
    seconds: f64,
    slowest: f64,
}

impl Tally {
    /// The counter is shown on a terminal only, and only if no answers scroll by there.
    pub fn new(quiet: bool, answers_elsewhere: bool, has_times: bool) -> Self {
        let is_shown = !quiet && (answers_elsewhere || !terminal::is_terminal());
        let counter = if is_shown {
            let style = ProgressStyle::with_template("{spinner} {pos} puzzles, {per_sec}, {elapsed}");
            let style = style.unwrap_or_else(|_| ProgressStyle::default_spinner());
            ProgressBar::new_spinner().with_style(style)
        } else {
            ProgressBar::hidden()
        };
        Tally {
            counter,
            is_of_several: false,
            has_times,
            puzzles: 0,
            solved: 0,
            open: 0,
            impossible: 0,
            unknown: 0,
            seconds: 0.0,
            slowest: 0.0,
        }
    }

    /// Adds the answer about a puzzle; one that could not be read counts for the progress alone, unless a limit is why.
    pub fn add(&mut self, part: &dyn Part) {
        self.is_of_several = true;
        self.counter.inc(1);
        let Some(solved) = (part as &dyn Any).downcast_ref::<Solved>() else {
            let is_unknown = u32::from(part.status() == Status::Unknown);
            self.puzzles += is_unknown;
            self.unknown += is_unknown;
            return;
        };
        self.puzzles += 1;
        match &*solved.record.status {
            "solved" => {
                self.solved += 1;
                self.open += u32::from(solved.status == Status::Unknown);
            }
            "impossible" | "none-within" => self.impossible += 1,
            _ => self.unknown += 1,
        }
        if let Some(stats) = solved.record.stats {
            let seconds = stats.encode_s.unwrap_or(0.0) + stats.solve_s.unwrap_or(0.0);
            self.seconds += seconds;
            self.slowest = self.slowest.max(seconds);
        }
    }

    /// Whether there are several puzzles.
    pub fn is_of_several(&self) -> bool {
        self.is_of_several
    }

    /// Ends the counter; gives a line about all puzzles, if there are several.
    pub fn finish(&self) -> Option<String> {
        self.counter.finish_and_clear();
        let Tally { puzzles, solved, open, impossible, unknown, seconds, slowest, .. } = self;
        let open = if *open > 0 { format!(" ({open} of them not proved optimal)") } else { String::new() };
        let text = format!(
            "{}: {solved} solved{open}, {impossible} impossible, {unknown} unknown",
            counted(*puzzles, "puzzle")
        );
        let text = if self.has_times {
            format!("{text}; {seconds:.1} s in all, {slowest:.1} s the slowest")
        } else {
            text
        };
        self.is_of_several.then_some(text)
    }
}
