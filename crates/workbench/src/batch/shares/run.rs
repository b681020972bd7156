//! Solving the puzzles of a share.

use std::{sync::Arc, thread, time::Duration};

use jigsat_kit::Error;
use jigsat_solve::Solver;
use web_time::Instant;

use super::Shares;
use crate::batch::{
    families::Families, pool::Pool, progress::Progress, results::Results, runner::Runner, task::Task,
};

/// Interval between checks whether another process has finished a share.
const LOOKS: Duration = Duration::from_millis(200);

/// The result of solving a share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShareEnd {
    /// All its puzzles have a line; this many got theirs now.
    Done(usize),
    /// It was stopped before its end.
    Stopped,
    /// Another process is working on it, and doesn't end.
    Busy,
}

impl ShareEnd {
    /// In words, if there is something to report.
    #[must_use]
    pub fn words(self, share: usize) -> Option<String> {
        match self {
            ShareEnd::Done(0) => Some(format!("task {share}: already done")),
            ShareEnd::Done(puzzles) => Some(format!("task {share}: {puzzles} puzzles done")),
            ShareEnd::Stopped => None,
            ShareEnd::Busy => Some(format!("task {share}: another process is doing it, and does not end")),
        }
    }
}

impl Shares {
    /// Solves the unsolved puzzles of a share, one at a time.
    ///
    /// A folder may come from anybody: an external solver program runs only if it is `agreed` to. Puzzles can name no
    /// file.
    ///
    /// # Errors
    ///
    /// A folder that can't be read or is malformed, a program that was not agreed to, and results that can't be
    /// written.
    pub fn run(&self, share: usize, agreed: Option<&Solver>, runner: &Runner) -> Result<ShareEnd, Error> {
        if !(1..=self.count()).contains(&share) {
            return Err(Error::request(format!(
                "there is no task '{share}'; tasks are 1 to {}",
                self.count()
            )));
        }
        if let Some(solver) = self.request.external_solver()
            && agreed != Some(solver)
        {
            let message = format!("the tasks are to be solved by '{solver}'; name that solver to agree");
            return Err(Error::request(message));
        }
        let families = Families::new(&self.request)?;
        let Some(results) = self.results(share, runner)? else {
            return Ok(if runner.stopped() { ShareEnd::Stopped } else { ShareEnd::Busy });
        };
        let progress = Progress::new(&runner.observer);
        let request = Arc::clone(&self.request);
        let pool =
            Pool { request: &request, families: &families, results: &results, progress: &progress, runner };
        let mut new = 0;
        pool.run(1, |queue| {
            for task in self.puzzles::<Task>(share)? {
                let task = task?;
                if results.done_task(&task).is_none() {
                    new += 1;
                    if !queue.push(task) {
                        break;
                    }
                }
            }
            Ok(())
        })?;
        Ok(if runner.stopped() { ShareEnd::Stopped } else { ShareEnd::Done(new) })
    }

    /// The results of a share, for appending. If another process appends to them, this waits as long as all its puzzles
    /// may take; `None` if that was in vain, or if everything should stop.
    fn results(&self, share: usize, runner: &Runner) -> Result<Option<Results>, Error> {
        let path = self.results_path(share);
        let started = Instant::now();
        loop {
            if let Some(results) = Results::open(&path, &self.key)? {
                return Ok(Some(results));
            }
            let puzzles = self.puzzle_count().div_ceil(self.count().max(1)) as u32;
            let most = self.request.hard_limit().saturating_mul(puzzles);
            if runner.stopped() || started.elapsed() > most {
                return Ok(None);
            }
            thread::sleep(LOOKS);
        }
    }
}
