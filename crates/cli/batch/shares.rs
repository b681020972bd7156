//! `batch --scheduler`, and `run-task` and `gather` for its tasks.

use std::{io::Write, path::Path, sync::atomic::Ordering::Relaxed};

use jigsat_workbench::{
    Status,
    batch::{ShareEnd, Shares, deal},
    cubes::wanted,
};

use super::{finish, progress::Progress, request, runner};
use crate::{
    args::{
        BatchArgs, DataFormat, GatherArgs, RunTaskArgs, ScheduleArgs, Scheduler, SubmitArgs, TableFormat,
    },
    exit::Failure,
    front::Front,
    library,
    output::{Output, write_json, write_yaml},
    submit, table, terminal,
};

/// Joins the results of earlier shares, deals the puzzles that are neither done nor submitted, and submits everything
/// that is missing. With GNU parallel this waits for the end.
pub fn submit(args: &BatchArgs, out: &Path, scheduler: Scheduler, front: &Front) -> Result<Status, Failure> {
    let runner = runner(front, &Progress::new(false))?;
    let shares = args.tasks.map(|tasks| tasks as usize);
    let mut dealt = deal(&request(args, front)?, &library::with_folders(&args.paths), out, shares, &runner)?;
    let mut status = Status::Solved;
    for place in 0..dealt.unfinished().len() {
        if front.context.stop.load(Relaxed) {
            break;
        }
        let waits = scheduler == Scheduler::Parallel && !args.dry_run;
        let shares = &dealt.unfinished()[place];
        let quiet = Front { context: front.context.clone(), quiet: true, patience: front.patience.clone() };
        let given = submit::run(&submission(args, scheduler, shares.path()), &quiet)?;
        if waits {
            status = status.and(given);
            dealt.join(place)?;
        } else if !front.quiet {
            let (puzzles, folder) = (shares.puzzle_count(), shares.path().display());
            let done = if args.dry_run { "nothing was started" } else { "the jobs are submitted" };
            note!(
                "puzzles: {puzzles}, tasks: {}; {done}; 'jigsat gather {folder}' joins the results",
                shares.count()
            );
        }
    }
    finish(args, &dealt.finish(), front).map(|all| all.and(status))
}

fn submission(args: &BatchArgs, scheduler: Scheduler, folder: &Path) -> SubmitArgs {
    SubmitArgs {
        folder: folder.to_owned(),
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

/// Solves the unsolved puzzles of some shares, one puzzle at a time.
pub fn run_share(args: &RunTaskArgs, front: &Front) -> Result<Status, Failure> {
    if args.timeout.is_some() {
        return Err(Failure::usage(
            "'batch' fixed --timeout when it dealt the puzzles; it cannot be changed here",
        ));
    }
    let shares = Shares::open(&args.folder)?;
    let runner = runner(front, &Progress::new(false))?;
    let agreed = if args.allow_external { shares.request().external_solver() } else { None };
    for share in wanted(&args.tasks, shares.count())? {
        let end = shares.run(share, agreed, &runner)?;
        match end.words(share) {
            Some(words) if end == ShareEnd::Busy => note!("{words}"),
            // Nobody may read it any more.
            Some(words) if !front.quiet => drop(writeln!(terminal::stdout(), "{words}")),
            _ => {}
        }
        if !matches!(end, ShareEnd::Done(_)) {
            return Ok(Status::Unknown);
        }
    }
    Ok(Status::Solved)
}

/// Joins the results so far; exit code 3 if something is missing, otherwise that of the batch.
pub fn gather_shares(args: &GatherArgs) -> Result<Status, Failure> {
    if args.timeout.is_some() {
        return Err(Failure::usage("--timeout applies to tasks of 'cubes'; here there is nothing to prove"));
    }
    let gathered = Shares::open(&args.folder)?.gather(!args.output.no_times)?;
    let mut out = Output::open(&args.output)?;
    match args.format {
        DataFormat::Json => write_json(&gathered.record, &mut out)?,
        DataFormat::Yaml => write_yaml(&gathered.record, &mut out)?,
        DataFormat::Text => {
            table::print(&gathered.tally.table(), TableFormat::Text, &mut out)?;
            write!(out, "{}", gathered.words())?;
        }
    }
    out.finish()?;
    Ok(gathered.status)
}
