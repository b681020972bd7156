//! The options of commands that do tasks of a folder.

use std::{path::PathBuf, time::Duration};

use clap::Args;

use super::{
    common::{MemoryArgs, OutputArgs},
    formats::DataFormat,
    value::duration,
};

/// Runs tasks of a folder that 'cubes' or 'batch --scheduler' wrote; tasks already done are skipped
#[derive(Clone, Debug, Args)]
#[command(after_long_help = "Example:\n  jigsat run-task soma-tasks 1-10 --timeout 10m\n\n\
    Exit codes: 0 the results are complete, 2 bad input, 3 a task was left open at a limit: run it again")]
pub struct RunTaskArgs {
    /// The folder with the tasks
    pub folder: PathBuf,
    /// Task numbers and ranges such as 7 or 1-20, separated by spaces or commas
    #[arg(required = true, value_name = "TASK", value_delimiter = ',')]
    pub tasks: Vec<String>,
    /// Time limit for a task: 500ms, 30s, 2m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub timeout: Option<Duration>,
    #[command(flatten)]
    pub memory: MemoryArgs,
    /// Allows running the external solver that the folder names: only for programs you trust
    #[arg(long)]
    pub allow_external: bool,
}

/// Joins the results of a folder of tasks (into one answer for 'cubes', lines for 'batch'), or lists the missing ones
#[derive(Clone, Debug, Args)]
#[command(after_long_help = "Example:\n  jigsat gather soma-tasks\n\n\
    Exit codes: 0 solved or counted, 1 proved to have no solution, 2 bad input, 3 tasks are missing")]
pub struct GatherArgs {
    /// The folder with the tasks
    pub folder: PathBuf,
    /// Time limit for the proof that the tasks leave no solution out: 500ms, 30s, 2m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub timeout: Option<Duration>,
    #[command(flatten)]
    pub memory: MemoryArgs,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub format: DataFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}
