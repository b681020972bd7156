//! One hard puzzle in many tasks: `cubes` cuts it, `run-task` does tasks, `gather` joins their results.
//!
//! All three read the command line of `cubes` with the family's own options; the latter two read it from the folder.

mod command_line;
mod cover;
mod cut;
mod cutter;
pub mod folder;
mod gather;
mod names;
mod part;
mod run_task;
mod tally;
mod work;
mod write;

use crate::{
    Context,
    args::{CubesArgs, GatherArgs, RunTaskArgs, With},
    exit::{Failure, Status},
    family::{self, Entry, Family, Question},
    input::Opened,
    run,
};

use folder::{Folder, Manifest};

pub use part::{Beginning, Within};
pub use run_task::wanted;
pub use tally::ranges;

/// What is to be done with a puzzle that is cut into tasks.
pub enum Job {
    /// Cuts it.
    Cut,
    /// Does tasks of a folder.
    Run(Folder, RunTaskArgs),
    /// Joins the results of a folder.
    Gather(Folder, GatherArgs),
}

/// `cubes`, `run-task` and `gather` of one family.
pub fn of_family<F: Family>(
    with: &With<CubesArgs, F::Options>,
    opened: Opened,
    context: &Context,
) -> Result<Status, Failure> {
    let args = &with.args;
    if !args.formula.drop.is_empty() {
        return Err(Failure::usage("--drop is not for tasks: their results would be no solutions"));
    }
    let question = Question::<F>::new(&args.formula, &args.search, &with.options, false)?;
    question.needs_lister("cubes")?;
    match &context.job {
        Job::Cut => cut::run::<F>(args, &question, opened, context),
        Job::Run(folder, wanted) => {
            let entry = family::only::<F>(opened, &with.options)?;
            run_task::run::<F>(folder, wanted, &question, &cut_puzzle::<F>(entry, &folder.manifest), context)
        }
        Job::Gather(folder, wanted) => {
            let entry = family::only::<F>(opened, &with.options)?;
            gather::run::<F>(folder, wanted, &question, &cut_puzzle::<F>(entry, &folder.manifest), context)
        }
    }
}

/// The puzzle whose solutions the tasks look for, and how many solutions each of them stands for.
struct CutPuzzle<P> {
    puzzle: P,
    times: u128,
    title: String,
}

fn cut_puzzle<F: Family>(entry: Entry<F::Puzzle>, manifest: &Manifest) -> CutPuzzle<F::Puzzle> {
    part::to_cut::<F>(entry, manifest.asked)
}

/// `run-task`.
pub fn run_task(args: &RunTaskArgs, context: &Context) -> Result<Status, Failure> {
    let folder = Folder::open(&args.folder)?;
    again(folder, context, |folder| Job::Run(folder, args.clone()))
}

/// `gather`.
pub fn gather(args: &GatherArgs, context: &Context) -> Result<Status, Failure> {
    let folder = Folder::open(&args.folder)?;
    again(folder, context, |folder| Job::Gather(folder, args.clone()))
}

/// Reads the command line that made a folder once more, for another job with the puzzle in it.
fn again(folder: Folder, context: &Context, job: impl FnOnce(Folder) -> Job) -> Result<Status, Failure> {
    let (cli, opened) = command_line::replay(&folder.path, &folder.manifest)?;
    let context = Context { stop: context.stop.clone(), quiet: context.quiet, job: job(folder) };
    run(cli, Some(opened), &context)
}
