//! The options of verbs that give tasks to a scheduler.

use std::{path::PathBuf, time::Duration};

use clap::{Args, ValueEnum};

use super::value::{duration, number};

/// Submits the missing tasks of a folder to GNU parallel, Slurm or HyperQueue
#[derive(Clone, Debug, Args)]
#[command(after_long_help = "Examples:\n  jigsat submit tasks --jobs 8\n  \
    jigsat submit tasks --scheduler slurm --dry-run -- --partition=long --mem=2G\n\n\
    The scripts are in FOLDER/jobs/1, 2 and so on; you can also run them by hand. All machines must see the folder \
    under the same path.")]
pub struct SubmitArgs {
    /// The folder that 'cubes' or 'batch --scheduler' wrote
    pub folder: PathBuf,
    /// The scheduler that runs the tasks
    #[arg(long, value_enum, default_value_t)]
    pub scheduler: Scheduler,
    /// Maximum number of tasks running at once (default: the scheduler's limit)
    #[arg(long, value_name = "N", value_parser = number(1_u32..=1_000_000))]
    pub jobs: Option<u32>,
    /// Tasks per job of the scheduler; useful if each takes less than a second or so
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(1_u32..=1_000_000))]
    pub chunk: u32,
    /// Time limit for a task: 500ms, 30s, 2m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub timeout: Option<Duration>,
    #[command(flatten)]
    pub schedule: ScheduleArgs,
}

/// How to call a scheduler.
#[derive(Clone, Debug, Args)]
#[group(skip)]
pub struct ScheduleArgs {
    /// A machine that GNU parallel reaches by ssh; ':' is this one (repeatable)
    #[arg(long, value_name = "LOGIN")]
    pub sshlogin: Vec<String>,
    /// Maximum number of jobs in a Slurm array (MaxArraySize minus one); with more tasks, each job gets several
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number(1_u32..=4_000_000))]
    pub max_array: u32,
    /// Path of jigsat on the machines, if it differs from the path here
    #[arg(long, value_name = "PATH")]
    pub jigsat: Option<PathBuf>,
    /// Prints the scripts without writing or starting anything
    #[arg(long)]
    pub dry_run: bool,
    /// Options for the scheduler itself
    #[arg(last = true, value_name = "OPTION")]
    pub own: Vec<String>,
}

/// The programs that run tasks on many machines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Scheduler {
    /// GNU parallel, here or by ssh
    #[default]
    Parallel,
    /// Slurm: an array of jobs by sbatch
    Slurm,
    /// HyperQueue: an array of tasks by hq
    Hq,
}
