//! `batch`: many puzzles of any family, each within bounds; started again, it does what is missing.
//!
//! One thread reads the files and puts the puzzles into a [`queue`]; the threads of a [`pool`] take them from there,
//! the largest first, have them solved, and append a line for each to the [`results`]. What needs bounds is solved in a
//! [`process`] of its own. With a scheduler, [`shares`] of the puzzles go to other machines instead.

mod files;
pub mod line;
mod pool;
mod process;
mod progress;
mod queue;
mod ready;
mod results;
pub mod shares;
pub mod tally;
mod task;
pub mod worker;

use std::{io, path::PathBuf, sync::atomic::Ordering::Relaxed, thread::available_parallelism};

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
use task::Task;

/// So many files that are no puzzles are listed.
const LISTED: usize = 100;

pub fn run(args: &BatchArgs, context: &Context) -> Result<Status, Failure> {
    if let (Some(scheduler), Some(out)) = (args.scheduler, &args.out) {
        return shares::submit(args, out, scheduler, context);
    }
    let jobs = args.jobs.map_or_else(|| available_parallelism().map_or(1, Into::into), usize::from);
    let mut results = match &args.out {
        Some(path) => Results::open_alone(path, &Key::new(&args.asked))?,
        None => Results::standard(),
    };
    results.retry = args.retry;
    results.tell_of_mending(context);
    let families = Families::new(&args.asked);
    let answers_scroll_by = args.out.is_none() && io::IsTerminal::is_terminal(&io::stdout());
    let progress = Progress::new(!context.quiet && !answers_scroll_by);
    let pool =
        Pool { asked: &args.asked, families: &families, results: &results, progress: &progress, context };
    let skipped = pool.run(jobs, |queue| {
        read(args, &results, &families, &progress, context, |task| Ok(queue.push(task)))
    })?;
    finish(args, progress, &skipped, 0, context)
}

/// Reads all puzzles, and gives those that are not done yet to `on_task`, which says whether it wants more. Puzzles that
/// can't be read have their lines written at once.
fn read(
    args: &BatchArgs,
    results: &Results,
    families: &Families,
    progress: &Progress,
    context: &Context,
    mut on_task: impl FnMut(Task) -> Result<bool, Failure>,
) -> Result<Vec<Skipped>, Failure> {
    let goes_on = || Ok(!context.stop.load(Relaxed));
    let except: Vec<PathBuf> = args.out.iter().flat_map(|out| [out.clone(), shares::parent(out)]).collect();
    files::read(&args.paths, &except, families, &mut |read| {
        progress.found();
        match read {
            Read::Puzzle(task) => match results.done_task(&task) {
                Some(done) => {
                    progress.done(&task.family, done.verdict, done.time_s, true, || task.name());
                    goes_on()
                }
                None => on_task(task),
            },
            Read::Malformed(malformed) => {
                let was_done = results.done(&malformed.file, malformed.index, &malformed.digest).is_some();
                if !was_done {
                    results.append(&malformed.answered.line)?;
                }
                progress.done(malformed.family, malformed.answered.verdict, None, was_done, String::new);
                goes_on()
            }
        }
    })
}

/// Says what came of all, and gives the status; so many puzzles are still with a scheduler.
fn finish(
    args: &BatchArgs,
    progress: Progress,
    skipped: &[Skipped],
    left: usize,
    context: &Context,
) -> Result<Status, Failure> {
    let (tally, status) = progress.finish();
    if !context.quiet {
        list(skipped);
    }
    let stopped = context.stop.load(Relaxed);
    if tally.total() == 0 && left == 0 && !stopped {
        let paths = args.paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ");
        return Err(Failure::Input(ParseError::in_file(paths, "has no puzzle")));
    }
    if !context.quiet {
        let table = tally.table();
        // With the answers on the standard output, that is for programs.
        match args.out {
            _ if tally.total() == 0 => {}
            Some(_) => table.print(TableFormat::Text, &mut io::stdout())?,
            None => table.print(TableFormat::Text, &mut io::stderr())?,
        }
        if left > 0 {
            eprintln!("not done yet: {left}; the same command joins what is done by then, and goes on");
        } else if stopped && args.out.is_some() {
            eprintln!("stopped; the same command goes on from here");
        }
    }
    Ok(if stopped || left > 0 { status.and(Status::Unknown) } else { status })
}

fn list(skipped: &[Skipped]) {
    for Skipped { file, reason } in skipped.iter().take(LISTED) {
        eprintln!("skipped {file}: {reason}");
    }
    if skipped.len() > LISTED {
        eprintln!("skipped {} more files", skipped.len() - LISTED);
    }
}
