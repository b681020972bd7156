//! `submit`: gives the tasks of a folder to a scheduler that knows many machines.
//!
//! Tasks may run twice, as all schedulers did occasionally in trials after a failure. A result that exists is not
//! computed again.

mod hq;
pub mod job;
mod parallel;
mod slurm;
mod tasks;

use std::{fs, path::Path};

use jigsat_input::counted;
use jigsat_workbench::{Status, cubes::ranges};

use crate::{
    args::{Scheduler, SubmitArgs},
    exit::{Failure, failure},
    front::Front,
};

use job::{Job, quoted, text};
use tasks::Tasks;

pub fn run(args: &SubmitArgs, front: &Front) -> Result<Status, Failure> {
    let tasks = Tasks::open(&args.folder)?;
    let gather = format!("jigsat gather {}", quoted(&args.folder.display().to_string())?);
    let left = tasks.missing()?;
    if left.is_empty() || tasks.is_answered() {
        let done = if left.is_empty() { "all tasks are done" } else { "a task found a solution" };
        println!("{done}: {gather}");
        return Ok(Status::Solved);
    }
    let root = fs::canonicalize(&args.folder).map_err(|error| failure(&args.folder, error))?;
    let chunk = job::per_line(left.len(), args.chunk, args.scheduler, &args.schedule);
    let job = Job {
        scheduler: args.scheduler,
        scripts: match args.scheduler {
            Scheduler::Parallel => parallel::scripts,
            Scheduler::Slurm => slurm::scripts,
            Scheduler::Hq => hq::scripts,
        },
        at_a_time: args.jobs,
        schedule: &args.schedule,
        folder: job::new_folder(&root),
        command: command(args, &root)?,
        lines: lines(&left, chunk),
    };
    if args.schedule.dry_run {
        job.show()?;
        return Ok(Status::Solved);
    }
    let ended = job.start()?;
    if args.scheduler != Scheduler::Parallel {
        if !front.quiet {
            println!("when the jobs are done: {gather}");
        }
        return Ok(Status::Solved);
    }
    let left = tasks.missing()?.len();
    if left > 0 && !tasks.is_answered() {
        if !front.quiet {
            let are = if left == 1 { "is" } else { "are" };
            println!("{} {are} left ({ended}): submit again, or {gather}", counted(left, "task"));
        }
        return Ok(Status::Unknown);
    }
    if !front.quiet {
        println!("all tasks are done: {gather}");
    }
    Ok(Status::Solved)
}

/// Deals tasks like cards to as many lines as needed for this many in each, so that the first ones are in different
/// lines.
fn lines(tasks: &[usize], each: usize) -> Vec<String> {
    let count = tasks.len().div_ceil(each.max(1));
    let line = |first: usize| {
        let mut tasks: Vec<usize> = tasks.iter().skip(first).step_by(count).copied().collect();
        tasks.sort_unstable();
        ranges(&tasks).join(",")
    };
    (0..count).map(line).collect()
}

/// The command that runs tasks such as `7` or `1-3,8`.
fn command(args: &SubmitArgs, root: &Path) -> Result<Vec<String>, Failure> {
    let mut words = vec![args.schedule.program()?, "run-task".into(), "--quiet".into()];
    if let Some(timeout) = args.timeout {
        words.push(format!("--timeout={}", humantime::format_duration(timeout)).replace(' ', ""));
    }
    words.push(text(root)?.to_owned());
    Ok(words)
}
