//! The options of `batch` and `report`.

use std::{path::PathBuf, time::Duration};

use bytesize::ByteSize;
use clap::Args;
use jigsat_cnf::Choice;

use super::{
    common::{FormulaArgs, OutputArgs, SearchArgs},
    formats::TableFormat,
    schedule::Scheduler,
};

/// A puzzle is given up after this time where nothing else is said: a batch has to end.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Solves many puzzles of any family, each within bounds, and goes on where it was stopped
#[derive(Clone, Debug, Args)]
#[command(after_long_help = "Without --timeout a puzzle has 60 s.\n\nExamples:\n  \
    jigsat batch puzzles --out results.jsonl --timeout 10s\n  \
    jigsat report results.jsonl --svg cactus.svg\n  \
    jigsat batch puzzles --out results.jsonl --scheduler slurm -- --partition=long")]
pub struct BatchArgs {
    /// Files and folders with puzzles; what is in them is recognised from its content
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Appends the answers to this file, a line of JSON each; what it has already is not done again
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Does anew what was left open or failed, and whatever limits it had
    #[arg(long, requires = "out")]
    pub retry: bool,
    /// Solves so many puzzles at a time; left out, one for each processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Has the puzzles solved on many machines: writes shares of them into FILE.tasks and submits these
    #[arg(long, value_enum, requires = "out", help_heading = "Many machines")]
    pub scheduler: Option<Scheduler>,
    /// Deals the puzzles to so many tasks; left out, a task has one puzzle, or a thousand 9x9 Sudokus, and more if
    /// there would be more than 1000 tasks
    #[arg(
        long,
        value_name = "N",
        requires = "scheduler",
        value_parser = clap::value_parser!(u32).range(1..=1_000_000),
        help_heading = "Many machines"
    )]
    pub tasks: Option<u32>,
    /// A machine for GNU parallel, by ssh; ':' is this one (repeatable)
    #[arg(long, value_name = "LOGIN", requires = "scheduler", help_heading = "Many machines")]
    pub sshlogin: Vec<String>,
    /// Writes the tasks and prints the scripts, and starts nothing
    #[arg(long, requires = "scheduler", help_heading = "Many machines")]
    pub dry_run: bool,
    /// Options for the scheduler itself
    #[arg(last = true, value_name = "OPTION", requires = "scheduler", help_heading = "Many machines")]
    pub own: Vec<String>,
    #[command(flatten)]
    pub asked: AskedArgs,
}

/// What is asked of each puzzle, and within which bounds.
#[derive(Clone, Debug, Args)]
#[group(skip)]
pub struct AskedArgs {
    /// Also proves that there is no second solution, or finds one
    #[arg(long)]
    pub unique: bool,
    #[command(flatten)]
    pub formula: FormulaArgs,
    #[command(flatten)]
    pub search: SearchArgs,
    /// Gives up on a puzzle that needs more memory (on Linux)
    #[arg(long, value_name = "SIZE", default_value = "2GiB")]
    pub memory: ByteSize,
    /// Leaves times out, so that the same puzzles print the same bytes with '--jobs 1'
    #[arg(long)]
    pub no_times: bool,
}

impl AskedArgs {
    /// How long a puzzle has.
    pub fn timeout(&self) -> Duration {
        self.search.timeout.unwrap_or(TIMEOUT)
    }

    /// The options on which an answer depends, as words of the command line.
    pub fn question(&self) -> Vec<String> {
        let FormulaArgs { encoding, amo, card, sum, drop } = &self.formula;
        let options = [
            ("--encoding", encoding.clone()),
            ("--amo", amo.map(|amo| amo.name().to_owned())),
            ("--card", card.map(|card| card.name().to_owned())),
            ("--sum", sum.map(|sum| sum.name().to_owned())),
            ("--solver", self.search.solver().map(ToString::to_string)),
            ("--engine", self.search.engine().map(str::to_owned)),
            ("--seed", self.search.seed.map(|seed| seed.to_string())),
        ];
        let unique = self.unique.then(|| "--unique".to_owned());
        let dropped = drop.iter().map(|rule| ("--drop", Some(rule.clone())));
        unique.into_iter().chain(words(options.into_iter().chain(dropped))).collect()
    }

    /// The options on which it depends whether there is an answer at all, as words of the command line.
    pub fn limits(&self) -> Vec<String> {
        let options = [
            ("--timeout", Some(humantime::format_duration(self.timeout()).to_string().replace(' ', ""))),
            ("--conflicts", self.search.conflicts.map(|conflicts| conflicts.to_string())),
            ("--memory", Some(self.memory.as_u64().to_string())),
        ];
        words(options).collect()
    }
}

/// The options that have a value, each as two words.
fn words(options: impl IntoIterator<Item = (&'static str, Option<String>)>) -> impl Iterator<Item = String> {
    options.into_iter().filter_map(|(name, value)| Some([name.to_owned(), value?])).flatten()
}

/// Solves puzzles that come as lines of JSON on the standard input; `batch` starts it.
#[derive(Debug, Args)]
pub struct BatchWorkerArgs {
    #[command(flatten)]
    pub asked: AskedArgs,
}

/// Sums up the answers that 'batch' collected, and plots them
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:\n  jigsat report results.jsonl --svg cactus.svg\n  \
    jigsat report minisat.jsonl --against cadical.jsonl --scatter scatter.svg --format markdown")]
pub struct ReportArgs {
    /// What 'batch --out' wrote
    pub results: PathBuf,
    /// Compares with these results
    #[arg(long, value_name = "FILE")]
    pub against: Option<PathBuf>,
    /// Writes a cactus plot: how many puzzles are solved within a time
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Writes a scatter plot: each puzzle's time in both results
    #[arg(long, value_name = "FILE", requires = "against")]
    pub scatter: Option<PathBuf>,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    pub format: TableFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}
