//! The options of verbs for one hard puzzle on many machines.

use std::{path::PathBuf, time::Duration};

use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};

use super::{
    common::{FormulaArgs, OutputArgs, SearchArgs},
    formats::DataFormat,
};

/// Options of `cubes`.
#[derive(Debug, Args)]
// clap leaves groups with flattened structs empty, and takes an optional flattened group by its members.
#[group(args = ["puzzle"])]
pub struct CubesArgs {
    /// A file, - for standard input, or the text itself where that is one word
    pub puzzle: String,
    /// The new folder with the tasks
    #[arg(long, value_name = "FOLDER")]
    pub out: PathBuf,
    /// What the tasks are for: a first solution, or the number of all
    #[arg(long = "for", value_enum, default_value_t)]
    pub asked: Asked,
    /// Into so many tasks or a few more; left out, into as many as --aim asks for
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub count: Option<u32>,
    /// Cuts until a task takes about this long, by what some of them take
    #[arg(
        long,
        value_name = "TIME",
        value_parser = humantime::parse_duration,
        default_value = "5s",
        conflicts_with = "count"
    )]
    pub aim: Duration,
    #[command(flatten)]
    pub formula: FormulaArgs,
    #[command(flatten)]
    pub search: SearchArgs,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    pub format: DataFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// What is asked of a puzzle that is cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Asked {
    /// One solution, or that there is none.
    #[default]
    Solve,
    /// How many solutions there are.
    Count,
}

/// Does tasks of a folder that 'cubes' or 'batch --scheduler' wrote; what is done already is not done again
#[derive(Clone, Debug, Args)]
#[command(after_long_help = "Example:\n  jigsat run-task soma-tasks 1-10 --timeout 10m\n\n\
    Exit codes: 0 the results are there, 2 bad input, 3 a task was left open at a limit: run it again")]
pub struct RunTaskArgs {
    /// The folder
    pub folder: PathBuf,
    /// Which tasks: numbers and ranges such as 7 or 1-20, separated by spaces or commas
    #[arg(required = true, value_name = "TASK", value_delimiter = ',')]
    pub tasks: Vec<String>,
    /// Gives up on a task after this time: 500ms, 30s, 2m
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    pub timeout: Option<Duration>,
}

/// Joins the results of a folder of tasks: of cubes to an answer, of a batch to its lines; or says what is missing
#[derive(Clone, Debug, Args)]
#[command(after_long_help = "Example:\n  jigsat gather soma-tasks\n\n\
    Exit codes: 0 solved or counted, 1 proven that there is none, 2 bad input, 3 tasks are missing")]
pub struct GatherArgs {
    /// The folder
    pub folder: PathBuf,
    /// Gives up on the proof that the tasks leave nothing out after this time: 500ms, 30s, 2m
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    pub timeout: Option<Duration>,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    pub format: DataFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}
