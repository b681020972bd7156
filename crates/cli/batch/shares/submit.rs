//! `batch --scheduler`: deals the puzzles, and gives the shares to a scheduler.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::atomic::Ordering::Relaxed,
};

use super::{Shares, deal::Dealer};
use crate::{
    Context,
    args::{BatchArgs, ScheduleArgs, Scheduler, SubmitArgs},
    batch::{finish, line::Key, progress::Progress, read, ready::Families, results::Results},
    cubes::Job,
    exit::{Failure, Status},
    submit,
};

/// The puzzles that are with a scheduler, with their digests.
type Awaited = HashMap<String, HashMap<u64, String>>;

/// Joins what earlier shares have found, deals the puzzles that are neither done nor with a scheduler, and has all that
/// is missing done; with GNU parallel that waits for the end.
pub fn submit(
    args: &BatchArgs,
    out: &Path,
    scheduler: Scheduler,
    context: &Context,
) -> Result<Status, Failure> {
    let key = Key::new(&args.asked);
    let mut results = Results::open_alone(out, &key)?;
    results.tell_of_mending(context);
    let mut awaited = Awaited::new();
    let mut unfinished = Vec::new();
    for shares in Shares::all(out)? {
        if shares.is_joined() {
            continue;
        }
        if shares.key != key {
            if !context.quiet {
                eprintln!("{}: has other options; 'jigsat gather' joins it", shares.path.display());
            }
            continue;
        }
        let left = shares.join(&mut results, |_| {})?;
        for (file, index, digest) in left.puzzles {
            awaited.entry(file).or_default().insert(index, digest);
        }
        if !left.shares.is_empty() {
            unfinished.push(shares);
        }
    }
    let families = Families::new(&args.asked);
    let progress = Progress::new(false);
    results.retry = args.retry;
    let mut dealer: Option<Dealer> = None;
    let skipped = read(args, &results, &families, &progress, context, |task| {
        let with_scheduler = awaited.get(&*task.file).and_then(|file| file.get(&task.index));
        if with_scheduler != Some(&task.digest) {
            match &mut dealer {
                Some(dealer) => dealer.push(&task)?,
                none => none.insert(Dealer::new(out)?).push(&task)?,
            }
            awaited.entry(task.file.to_string()).or_default().insert(task.index, task.digest);
        }
        Ok(!context.stop.load(Relaxed))
    })?;
    if let Some(dealer) = dealer
        && !context.stop.load(Relaxed)
    {
        unfinished.push(dealer.finish(out, &args.asked, args.tasks.map(|tasks| tasks as usize))?);
    }
    let mut status = Status::Solved;
    for shares in &unfinished {
        if context.stop.load(Relaxed) {
            break;
        }
        let waits = scheduler == Scheduler::Parallel && !args.dry_run;
        let quiet = Context { stop: context.stop.clone(), quiet: true, job: Job::Cut };
        let given = submit::run(&submission(args, scheduler, &shares.path), &quiet)?;
        if waits {
            status = status.and(given);
            shares.join(&mut results, |told| {
                let file = awaited.get_mut(&told.file);
                let file = file.filter(|file| file.get(&told.index) == Some(&told.digest));
                if file.is_some_and(|file| file.remove(&told.index).is_some()) {
                    progress.done(&told.family, told.verdict(), told.time_s, false, || told.name());
                }
            })?;
        } else if !context.quiet {
            let (puzzles, folder) = (shares.manifest.puzzles, shares.path.display());
            let done = if args.dry_run { "nothing was started" } else { "the jobs are submitted" };
            eprintln!(
                "puzzles: {puzzles}, tasks: {}; {done}; 'jigsat gather {folder}' joins the results",
                shares.count()
            );
        }
    }
    let left = awaited.values().map(HashMap::len).sum::<usize>();
    finish(args, progress, &skipped, left, context).map(|all| all.and(status))
}

fn submission(args: &BatchArgs, scheduler: Scheduler, folder: &Path) -> SubmitArgs {
    SubmitArgs {
        folder: PathBuf::from(folder),
        scheduler,
        jobs: args.jobs.map(u32::from),
        chunk: 1,
        timeout: None,
        schedule: ScheduleArgs {
            sshlogin: args.sshlogin.clone(),
            max_array: 1000,
            jigsat: None,
            dry_run: args.dry_run,
            own: args.own.clone(),
        },
    }
}
