//! The options of `batch`, `report` and `serve`.

use std::{net::IpAddr, path::PathBuf, time::Duration};

use bytesize::ByteSize;
use clap::Args;
use jigsat_serve::Origin;
use jigsat_workbench::{Ask, verbs::compare::Measure};

use super::{
    common::OutputArgs,
    formats::TableFormat,
    schedule::Scheduler,
    value::{choices, duration, number},
};

/// Default time limit for a puzzle: a batch must end.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Solves many puzzles of any family, each within limits, and continues where it was stopped
#[derive(Clone, Debug, Args)]
#[command(after_long_help = "Without --timeout, each puzzle has 60 s.\n\nExamples:\n  \
    jigsat batch puzzles --out results.jsonl --timeout 10s\n  \
    jigsat report results.jsonl --svg cactus.svg\n  \
    jigsat batch boards --family my.qprop --out results.jsonl\n  \
    jigsat batch puzzles --out results.jsonl --scheduler slurm -- --partition=long")]
pub struct BatchArgs {
    /// Files and folders with puzzles, and names that 'jigsat puzzles' lists, or folders of them; the families are detected from the content
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Reads every puzzle as one of this family: a name, or the file of a page of QPROP that defines a genre
    #[arg(long, value_name = "FAMILY")]
    pub family: Option<String>,
    /// Appends the answers to this file as lines of JSON; puzzles that it already contains are skipped
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Retries puzzles that failed or were left open, whatever their limits
    #[arg(long, requires = "out")]
    pub retry: bool,
    /// Solves N puzzles at a time (default: one per processor)
    #[arg(long, value_name = "N", value_parser = number(1_u16..=1024))]
    pub jobs: Option<u16>,
    /// Solves the puzzles on many machines: writes tasks into FILE.tasks and submits them
    #[arg(long, value_enum, requires = "out", help_heading = "Many machines")]
    pub scheduler: Option<Scheduler>,
    /// Number of tasks (default: one puzzle or 1000 9x9 Sudokus per task, more if there would be over 1000 tasks)
    #[arg(
        long,
        value_name = "N",
        requires = "scheduler",
        value_parser = number(1_u32..=1_000_000),
        help_heading = "Many machines"
    )]
    pub tasks: Option<u32>,
    /// A machine that GNU parallel reaches by ssh; ':' is this one (repeatable)
    #[arg(long, value_name = "LOGIN", requires = "scheduler", help_heading = "Many machines")]
    pub sshlogin: Vec<String>,
    /// Writes the tasks and prints the scripts without starting them
    #[arg(long, requires = "scheduler", help_heading = "Many machines")]
    pub dry_run: bool,
    /// Options for the scheduler itself
    #[arg(last = true, value_name = "OPTION", requires = "scheduler", help_heading = "Many machines")]
    pub own: Vec<String>,
    /// Memory limit for a puzzle (on Linux)
    #[arg(long, value_name = "SIZE", default_value = "2GiB")]
    pub memory: ByteSize,
    /// Omits times, so that the same puzzles give the same output with '--jobs 1'
    #[arg(long)]
    pub no_times: bool,
    /// The question about each puzzle: its arguments come from the schema of questions.
    #[arg(skip)]
    pub ask: Ask,
}

impl BatchArgs {
    /// The time limit for a puzzle, in seconds.
    pub fn timeout_s(&self) -> f64 {
        self.ask.search.timeout_s.unwrap_or(TIMEOUT.as_secs_f64())
    }

    /// The question about each puzzle, within its limits.
    pub fn bounded_ask(&self) -> Ask {
        let mut ask = self.ask.clone();
        ask.search.timeout_s = Some(self.timeout_s());
        ask
    }
}

/// Answers requests that arrive as lines of JSON on standard input; other commands start it.
#[derive(Clone, Debug, Args)]
pub struct WorkerArgs {}

/// Summarises the answers that 'batch' collected, and plots them
#[derive(Clone, Debug, Args)]
#[command(after_long_help = "Examples:\n  jigsat report results.jsonl --svg cactus.svg\n  \
    jigsat report minisat.jsonl --against cadical.jsonl --scatter scatter.svg --format markdown\n  \
    jigsat report rows.jsonl --plot clauses,time --svg growth.svg")]
pub struct ReportArgs {
    /// The file that 'batch --out' or 'compare --format json' wrote
    pub results: PathBuf,
    /// Compares with the results in FILE
    #[arg(long, value_name = "FILE")]
    pub against: Option<PathBuf>,
    /// Writes a cactus plot: the number of puzzles solved within a given time; of rows of 'compare', how the formulas grow
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// What to plot of rows of 'compare', separated by commas (default: variables,clauses,time)
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "svg", value_parser = choices::<Measure>())]
    pub plot: Option<Vec<Measure>>,
    /// Writes a scatter plot: the time of each puzzle in both results
    #[arg(long, value_name = "FILE", requires = "against")]
    pub scatter: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub format: TableFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Serves the workbench to a browser, and answers requests in JSON
#[derive(Clone, Debug, Args)]
#[command(
    after_long_help = "By default, it accepts requests from this machine only. If --listen names another address, \
    requests need a token, which it prints.\n\nExamples:\n  \
    jigsat serve --port 8080 --page target/page\n  \
    curl -H 'Content-Type: application/json' http://127.0.0.1:8080/api/solve \\\n    \
    -d '{\"puzzle\":{\"name\":\"p\",\"text\":\"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\"}}'"
)]
pub struct ServeArgs {
    /// Port to listen on; 0 chooses a free one
    #[arg(long, value_name = "N", default_value_t = 8080)]
    pub port: u16,
    /// Address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub listen: IpAddr,
    /// Folder with the page, as './run page' builds it (default: the folder 'page' beside the program, if it is there)
    #[arg(long, value_name = "FOLDER")]
    pub page: Option<PathBuf>,
    /// Another site that may show the page in a frame, by its scheme and host; may be repeated
    #[arg(long, value_name = "SITE")]
    pub allow_framing: Vec<Origin>,
    /// Works on N requests at once, each in a process of its own (default: one per processor)
    #[arg(long, value_name = "N", value_parser = number(1_u16..=256))]
    pub jobs: Option<u16>,
    /// Number of further requests that may wait
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub waiting: u16,
    /// Time limit for a request
    #[arg(long, value_name = "TIME", default_value = "2m", value_parser = duration)]
    pub timeout: Duration,
    /// Memory limit for a request: 500MiB, 2GiB (on Linux)
    #[arg(long, value_name = "SIZE", default_value = "1GiB")]
    pub memory: ByteSize,
    /// Size limit for the text of a request
    #[arg(long, value_name = "SIZE", default_value = "4MiB")]
    pub size: ByteSize,
}
