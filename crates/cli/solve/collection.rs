use jigsat_input::counted;
use jigsat_workbench::{Status, solve::Solved};

/// The answers about the puzzles of a collection.
#[derive(Debug, Default)]
pub struct Tally {
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
    /// Adds a puzzle.
    pub fn add(&mut self, solved: &Solved) {
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

    /// A line about all of them, with or without times.
    pub fn words(&self, times: bool) -> String {
        let Tally { puzzles, solved, open, impossible, unknown, seconds, slowest } = self;
        let open = if *open > 0 { format!(" ({open} of them not proved optimal)") } else { String::new() };
        let text = format!(
            "{}: {solved} solved{open}, {impossible} impossible, {unknown} unknown",
            counted(*puzzles, "puzzle")
        );
        if times { format!("{text}; {seconds:.1} s in all, {slowest:.1} s the slowest") } else { text }
    }
}
