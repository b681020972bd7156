//! The result of a batch.

use std::path::PathBuf;

use jigsat_input::ParseError;

use super::{files::Skipped, progress::Progress, tally::Tally};
use crate::{Status, table::Table};

/// Maximum number of files to list that are not puzzles.
const LISTED: usize = 100;

/// The result of a batch.
pub struct Summary {
    /// The tally of all puzzles, including those of earlier runs.
    pub tally: Tally,
    /// The joint status of all puzzles; unknown if some are not done.
    pub status: Status,
    /// The files that are not puzzles.
    pub skipped: Vec<Skipped>,
    /// Number of puzzles that are still with a scheduler.
    pub left: usize,
    /// Whether it was stopped before its end.
    pub stopped: bool,
    /// Whether the lines go to a file.
    in_file: bool,
    /// The paths to read.
    paths: String,
    /// Number of malformed puzzles that were not reported to the observer.
    untold: usize,
}

impl Summary {
    pub(super) fn new(
        progress: Progress<'_>,
        paths: &[PathBuf],
        skipped: Vec<Skipped>,
        left: usize,
        stopped: bool,
        in_file: bool,
    ) -> Self {
        let (tally, status, untold) = progress.finish();
        let status = if stopped || left > 0 { status.and(Status::Unknown) } else { status };
        let paths = paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ");
        Summary { tally, status, skipped, left, stopped, in_file, paths, untold }
    }

    /// The files that are not puzzles and the reasons, one per line; if there are very many, only the first.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if self.untold > 0 {
            lines.push(format!("{} more puzzles are malformed", self.untold));
        }
        lines.extend(
            self.skipped
                .iter()
                .take(LISTED)
                .map(|Skipped { file, reason }| format!("skipped {file}: {reason}")),
        );
        if self.skipped.len() > LISTED {
            lines.push(format!("skipped {} more files", self.skipped.len() - LISTED));
        }
        lines
    }

    /// The error that there was no puzzle at all, if that is so.
    #[must_use]
    pub fn nothing(&self) -> Option<ParseError> {
        let nothing = self.tally.total() == 0 && self.left == 0 && !self.stopped;
        nothing.then(|| ParseError::in_file(&*self.paths, "has no puzzle"))
    }

    /// The tally as a table, if there is anything in it.
    #[must_use]
    pub fn table(&self) -> Option<Table> {
        (self.tally.total() > 0).then(|| self.tally.table())
    }

    /// Advice on how to continue if something is missing.
    #[must_use]
    pub fn next_step(&self) -> Option<String> {
        if self.left > 0 {
            let left = self.left;
            Some(format!(
                "not done yet: {left}; run the same command again to join the results so far and continue"
            ))
        } else if self.stopped && self.in_file {
            Some("stopped; run the same command again to continue".into())
        } else {
            None
        }
    }
}
