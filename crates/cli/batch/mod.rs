//! `batch`: many puzzles of any family, each within bounds; started again, it does what is missing.
//!
//! One thread reads the files and puts the puzzles into a [`queue`]; the threads of a [`pool`] take them from there,
//! the largest first, have them solved, and append a line for each to the [`results`]. What needs bounds is solved in a
//! [`process`] of its own.

mod files;
pub mod line;
mod pool;
mod process;
mod progress;
mod queue;
mod ready;
mod results;
pub mod tally;
mod task;
pub mod worker;

use std::{io, sync::atomic::Ordering::Relaxed, thread::available_parallelism};

use jigsat_input::ParseError;

use crate::{
    Context,
    args::{BatchArgs, TableFormat},
    exit::{Failure, Status},
};
use files::Skipped;
use line::Key;
use pool::Pool;
use progress::Progress;
use ready::{Families, Read};
use results::Results;

/// So many files that are no puzzles are listed.
const LISTED: usize = 100;

pub fn run(args: &BatchArgs, context: &Context) -> Result<Status, Failure> {
    let jobs = args.jobs.map_or_else(|| available_parallelism().map_or(1, Into::into), usize::from);
    let key = Key::new(&args.asked);
    let results = match &args.out {
        Some(path) => Results::open(path, &key, args.retry)?,
        None => Results::standard(),
    };
    if results.mended > 0 && !context.quiet {
        eprintln!("a torn last line of {} bytes was cut off; its puzzle is done again", results.mended);
    }
    let families = Families::new(&args.asked);
    let answers_scroll_by = args.out.is_none() && io::IsTerminal::is_terminal(&io::stdout());
    let progress = Progress::new(!context.quiet && !answers_scroll_by);
    let pool =
        Pool { asked: &args.asked, families: &families, results: &results, progress: &progress, context };
    let skipped = pool.run(jobs, |queue| {
        files::read(&args.paths, args.out.as_deref(), &families, &mut |read| {
            progress.found();
            match read {
                Read::Puzzle(task) => match results.done_task(&task) {
                    Some(done) => {
                        progress.done(&task.family, done.verdict, done.time_s, true, || task.name());
                        Ok(!context.stop.load(Relaxed))
                    }
                    None => Ok(queue.push(task)),
                },
                Read::Malformed(malformed) => {
                    let was_done =
                        results.done(&malformed.file, malformed.index, &malformed.digest).is_some();
                    if !was_done {
                        results.append(&malformed.answered.line)?;
                    }
                    progress.done(malformed.family, malformed.answered.verdict, None, was_done, String::new);
                    Ok(!context.stop.load(Relaxed))
                }
            }
        })
    })?;
    let (tally, status) = progress.finish();
    if !context.quiet {
        list(&skipped);
    }
    if tally.total() == 0 && !context.stop.load(Relaxed) {
        let paths = args.paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ");
        return Err(Failure::Input(ParseError::in_file(paths, "has no puzzle")));
    }
    let stopped = context.stop.load(Relaxed);
    if !context.quiet {
        let table = tally.table();
        // With the answers on the standard output, that is for programs.
        match args.out {
            Some(_) => table.print(TableFormat::Text, &mut io::stdout())?,
            None => table.print(TableFormat::Text, &mut io::stderr())?,
        }
        if stopped && args.out.is_some() {
            eprintln!("stopped; the same command goes on from here");
        }
    }
    Ok(if stopped { status.and(Status::Unknown) } else { status })
}

fn list(skipped: &[Skipped]) {
    for Skipped { file, reason } in skipped.iter().take(LISTED) {
        eprintln!("skipped {file}: {reason}");
    }
    if skipped.len() > LISTED {
        eprintln!("skipped {} more files", skipped.len() - LISTED);
    }
}
