//! The job that a command line asks for, as data: it is done in this process or in another one.

use std::{path::PathBuf, time::Duration};

use bytesize::ByteSize;
use clap::Subcommand;
use serde::{Deserialize, Serialize};

use super::{
    BatchArgs, CheckProofArgs, CompletionsArgs, GatherArgs, ManArgs, PuzzlesArgs, ReportArgs, RunTaskArgs,
    SchemaArgs, ServeArgs, SolversArgs, SubmitArgs, WorkerArgs,
    call::{Call, Records},
};

/// What to do.
#[derive(Clone, Serialize, Deserialize)]
#[allow(clippy::large_enum_variant, reason = "there is one, and it lives as long as the program")]
pub enum Job {
    Tool(Tool),
    Call(Box<Call>),
    /// No job, only the help of a command.
    Help(Vec<String>),
}

impl Job {
    /// The word that names the puzzle.
    pub fn puzzle(&self) -> Option<&str> {
        match self {
            Job::Call(call) => call.puzzle.as_deref(),
            _ => None,
        }
    }

    /// The number of the puzzle in a file with several, if one was chosen.
    pub fn index(&self) -> Option<u64> {
        match self {
            Job::Call(call) => call.index,
            _ => None,
        }
    }

    /// The memory limit, if one was given. A batch limits each of its puzzles itself.
    pub fn memory(&self) -> Option<ByteSize> {
        match self {
            Job::Call(call) => call.memory,
            Job::Tool(Tool::RunTask(args)) => args.memory.memory,
            Job::Tool(Tool::Gather(args)) => args.memory.memory,
            Job::Tool(Tool::CheckProof(args)) => args.memory.memory,
            Job::Tool(_) | Job::Help(_) => None,
        }
    }

    /// The time limit for a puzzle, if one was given.
    pub fn timeout(&self) -> Option<Duration> {
        match self {
            Job::Call(call) => call.timeout,
            Job::Tool(Tool::RunTask(args)) => args.timeout,
            Job::Tool(Tool::Gather(args)) => args.timeout,
            Job::Tool(Tool::CheckProof(args)) => args.timeout,
            Job::Tool(_) | Job::Help(_) => None,
        }
    }

    /// The destination of failures, if answers are for programs.
    pub fn records(&self) -> Option<Records> {
        match self {
            Job::Call(call) => call.records.clone(),
            Job::Tool(Tool::Gather(args)) => Records::new(None, args.format, &args.output),
            Job::Tool(Tool::CheckProof(args)) => Records::new(None, args.format, &args.output),
            Job::Tool(_) | Job::Help(_) => None,
        }
    }

    /// The file that answers go to, if one was named.
    pub fn output(&self) -> Option<PathBuf> {
        match self {
            Job::Call(call) => call.output.clone(),
            Job::Tool(Tool::Gather(args)) => args.output.output.clone(),
            Job::Tool(Tool::CheckProof(args)) => args.output.output.clone(),
            Job::Tool(_) | Job::Help(_) => None,
        }
    }
}

/// Commands that are not about one puzzle. Those that have a memory limit can be data.
#[derive(Clone, Subcommand, Serialize, Deserialize)]
pub enum Tool {
    #[serde(skip)]
    Batch(BatchArgs),
    #[command(hide = true)]
    #[serde(skip)]
    Worker(WorkerArgs),
    #[serde(skip)]
    Report(ReportArgs),
    #[serde(skip)]
    Serve(ServeArgs),
    RunTask(RunTaskArgs),
    #[serde(skip)]
    Submit(SubmitArgs),
    Gather(GatherArgs),
    CheckProof(CheckProofArgs),
    #[serde(skip)]
    Puzzles(PuzzlesArgs),
    #[serde(skip)]
    Schema(SchemaArgs),
    #[serde(skip)]
    Solvers(SolversArgs),
    #[serde(skip)]
    Completions(CompletionsArgs),
    #[serde(skip)]
    Man(ManArgs),
}
