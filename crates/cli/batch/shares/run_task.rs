//! `run-task`: solves the puzzles of a share.

use std::{
    sync::atomic::Ordering::Relaxed,
    thread,
    time::{Duration, Instant},
};

use super::Shares;
use crate::{
    Context,
    args::RunTaskArgs,
    batch::{
        pool::{Pool, hard_limit},
        progress::Progress,
        ready::Families,
        results::Results,
        task::Task,
    },
    cubes,
    exit::{Failure, Status},
};

/// How often it is looked whether another process is done with a share.
const LOOKS: Duration = Duration::from_millis(200);

/// Solves what is not solved yet of some shares, one puzzle at a time.
pub fn run_task(args: &RunTaskArgs, context: &Context) -> Result<Status, Failure> {
    if args.timeout.is_some() {
        return Err(Failure::usage(
            "--timeout was asked for when 'batch' dealt the puzzles; it can't be changed",
        ));
    }
    let shares = Shares::open(&args.folder)?;
    let families = Families::new(&shares.asked);
    for share in cubes::wanted(&args.tasks, shares.count())? {
        let Some(results) = shares.results(share, context)? else {
            if context.stop.load(Relaxed) {
                return Ok(Status::Unknown);
            }
            eprintln!("task {share}: another process is doing it, and does not end");
            return Ok(Status::Unknown);
        };
        let mut new = 0_usize;
        let progress = Progress::new(false);
        let pool = Pool {
            asked: &shares.asked,
            families: &families,
            results: &results,
            progress: &progress,
            context,
        };
        pool.run(1, |queue| {
            for task in shares.puzzles::<Task>(share)? {
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
        if context.stop.load(Relaxed) {
            return Ok(Status::Unknown);
        }
        if !context.quiet {
            anstream::println!(
                "task {share}: {}",
                if new == 0 { "done already".into() } else { format!("{new} puzzles done") }
            );
        }
    }
    Ok(Status::Solved)
}

impl Shares {
    /// The results of a share, to be added to. While another process adds to them this waits, as long as that may take
    /// for all its puzzles; none if that was in vain, or if Ctrl-C was pressed.
    fn results(&self, share: usize, context: &Context) -> Result<Option<Results>, Failure> {
        let path = self.results_path(share);
        let started = Instant::now();
        loop {
            if let Some(results) = Results::open(&path, &self.key)? {
                return Ok(Some(results));
            }
            let puzzles = self.manifest.puzzles.div_ceil(self.count()) as u32;
            let most = hard_limit(self.asked.timeout()).saturating_mul(puzzles);
            if context.stop.load(Relaxed) || started.elapsed() > most {
                return Ok(None);
            }
            thread::sleep(LOOKS);
        }
    }
}
