//! The options of verbs for one hard puzzle on many machines.

use std::{path::PathBuf, time::Duration};

use clap::{Args, ValueEnum};
use jigsat_workbench::cubes;
use serde::{Deserialize, Serialize};

use super::{
    common::{FormulaArgs, MemoryArgs, OutputArgs, SearchArgs},
    formats::DataFormat,
    value::{duration, number},
};

/// Options of `cubes`.
#[derive(Clone, Debug, Args, Serialize, Deserialize)]
#[group(skip)]
pub struct CubesArgs {
    /// A file, - for standard input, an address, the text itself if it is one word, or a name that 'jigsat puzzles' lists
    pub puzzle: String,
    /// New folder for the tasks
    #[arg(long, value_name = "FOLDER")]
    pub out: PathBuf,
    /// Purpose of the tasks: to find one solution, or to count all
    #[arg(long = "for", value_enum, default_value_t)]
    pub asked: Asked,
    /// Splits into N tasks or a few more (default: as many as --aim needs)
    #[arg(long, value_name = "N", value_parser = number(1_u32..=1_000_000))]
    pub count: Option<u32>,
    /// Splits until a task takes about this long, measured on a sample
    #[arg(
        long,
        value_name = "TIME",
        value_parser = duration,
        default_value = "5s",
        conflicts_with = "count"
    )]
    pub aim: Duration,
    #[command(flatten)]
    pub formula: FormulaArgs,
    #[command(flatten)]
    pub search: SearchArgs,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub format: DataFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// The purpose of tasks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
pub enum Asked {
    /// Find one solution, or show that there is none.
    #[default]
    Solve,
    /// Count all solutions.
    Count,
}

impl From<Asked> for cubes::Asked {
    fn from(asked: Asked) -> Self {
        match asked {
            Asked::Solve => cubes::Asked::Solve,
            Asked::Count => cubes::Asked::Count,
        }
    }
}

/// Runs tasks of a folder that 'cubes' or 'batch --scheduler' wrote; tasks already done are skipped
#[derive(Clone, Debug, Args, Serialize, Deserialize)]
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
#[derive(Clone, Debug, Args, Serialize, Deserialize)]
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
