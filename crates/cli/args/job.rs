//! What a command line asks for.

use std::time::Duration;

use bytesize::ByteSize;
use clap::Subcommand;

use super::{
    BatchArgs, CheckProofArgs, CompletionsArgs, DataFormat, GatherArgs, ManArgs, OutputArgs, PuzzlesArgs,
    ReportArgs, RunTaskArgs, SchemaArgs, ServeArgs, SolversArgs, SubmitArgs, WorkerArgs, call::Call,
    page::known as family_named,
};

/// What to do.
#[derive(Clone)]
#[allow(clippy::large_enum_variant, reason = "there is one, and it lives as long as the program")]
pub enum Job {
    Tool(Tool),
    Call(Box<Call>),
    /// No job, only the help of a command.
    Help(Vec<String>),
}

/// The destination of records of failures: that of the answer, in its format.
#[derive(Clone, Debug)]
pub struct Records {
    pub family: Option<String>,
    pub format: DataFormat,
    pub output: OutputArgs,
}

impl Job {
    /// The call, if it is one.
    pub fn call(&self) -> Option<&Call> {
        match self {
            Job::Call(call) => Some(call),
            _ => None,
        }
    }

    /// The same about a puzzle of that family, if neither a family nor an option of one was given.
    #[must_use]
    pub fn of_family(self, name: &str) -> Self {
        match self {
            Job::Call(call) => Job::Call(Box::new(call.of_family(family_named(name)))),
            job => job,
        }
    }

    /// The memory limit, if one was given. A batch limits each of its puzzles itself.
    pub fn memory(&self) -> Option<ByteSize> {
        match self {
            Job::Call(call) => call.own.memory,
            Job::Tool(Tool::RunTask(args)) => args.memory.memory,
            Job::Tool(Tool::Gather(args)) => args.memory.memory,
            Job::Tool(Tool::CheckProof(args)) => args.memory.memory,
            Job::Tool(_) | Job::Help(_) => None,
        }
    }

    /// The time limit for a puzzle, if one was given.
    pub fn timeout(&self) -> Option<Duration> {
        match self {
            Job::Call(call) => Duration::try_from_secs_f64(call.timeout_s()?).ok(),
            Job::Tool(Tool::RunTask(args)) => args.timeout,
            Job::Tool(Tool::Gather(args)) => args.timeout,
            Job::Tool(Tool::CheckProof(args)) => args.timeout,
            Job::Tool(_) | Job::Help(_) => None,
        }
    }

    /// The destination of failures, if answers are for programs.
    pub fn records(&self) -> Option<Records> {
        let (family, format, output) = match self {
            Job::Call(call) => {
                let family = call.family.map(|family| family.info().name.to_string());
                let is_data = call.verb.about.forms.is_data(call.form());
                let format = if call.form() == "yaml" { DataFormat::Yaml } else { DataFormat::Json };
                (family, if is_data { format } else { DataFormat::Text }, &call.own.output)
            }
            Job::Tool(Tool::Gather(args)) => (None, args.format, &args.output),
            Job::Tool(Tool::CheckProof(args)) => (None, args.format, &args.output),
            Job::Tool(_) | Job::Help(_) => return None,
        };
        (format != DataFormat::Text).then(|| Records { family, format, output: output.clone() })
    }

    /// The file that answers go to, if one was named.
    pub fn output(&self) -> Option<&std::path::Path> {
        match self {
            Job::Call(call) => call.own.output.output.as_deref().or(call.own.expect.as_deref()),
            Job::Tool(Tool::Gather(args)) => args.output.output.as_deref(),
            Job::Tool(Tool::CheckProof(args)) => args.output.output.as_deref(),
            Job::Tool(_) | Job::Help(_) => None,
        }
    }
}

/// Commands that are not about one puzzle.
#[derive(Clone, Subcommand)]
pub enum Tool {
    Batch(BatchArgs),
    #[command(hide = true)]
    Worker(WorkerArgs),
    Report(ReportArgs),
    Serve(ServeArgs),
    RunTask(RunTaskArgs),
    Submit(SubmitArgs),
    Gather(GatherArgs),
    CheckProof(CheckProofArgs),
    Puzzles(PuzzlesArgs),
    Schema(SchemaArgs),
    Solvers(SolversArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}
