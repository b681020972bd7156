//! The options of commands that are not about one puzzle.

use std::{path::PathBuf, time::Duration};

use clap::Args;

use super::{
    common::{MemoryArgs, OutputArgs},
    formats::DataFormat,
    value::duration,
};

/// Checks the proofs in a folder that '--proof' wrote, or one formula and its proof
#[derive(Clone, Debug, Args)]
#[command(
    after_long_help = "Examples:\n  jigsat sudoku solve puzzles/sudoku/hard.yaml --unique --proof hard-proof\n  \
    jigsat check-proof hard-proof\n  \
    jigsat check-proof hard-proof/001.cnf hard-proof/001.lrat"
)]
pub struct CheckProofArgs {
    /// A folder of proofs, or a formula in DIMACS
    pub formula: PathBuf,
    /// A proof of the formula in LRAT
    pub proof: Option<PathBuf>,
    /// Also compares the formulas with this puzzle: a file, -, or the text itself
    #[arg(long, value_name = "PUZZLE", conflicts_with = "proof")]
    pub puzzle: Option<String>,
    /// The data of that puzzle, if it is a QPROP model
    #[arg(long, value_name = "FILE", requires = "puzzle")]
    pub data: Option<String>,
    /// The page of QPROP that defines that puzzle's genre (default: the page in the folder)
    #[arg(long, value_name = "FILE", requires = "puzzle")]
    pub page: Option<String>,
    /// Time limit: 500ms, 30s, 2m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub timeout: Option<Duration>,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub format: DataFormat,
    #[command(flatten)]
    pub memory: MemoryArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Lists the puzzles that come with jigsat, or prints one
#[derive(Clone, Debug, Args)]
#[command(
    after_long_help = "Examples:\n  jigsat puzzles\n  jigsat puzzles sudoku\n  jigsat puzzles sudoku/hard\n  \
    jigsat solve sudoku/hard\n\nEvery command about one puzzle takes these names for files that do not exist."
)]
pub struct PuzzlesArgs {
    /// A puzzle, such as sudoku/hard, or a family, whose puzzles are listed
    pub name: Option<String>,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Prints the JSON schema of puzzle files or of a verb's output; without a name, lists the schemas
#[derive(Clone, Debug, Args)]
#[command(after_long_help = "Examples:\n  jigsat schema sudoku > sudoku.schema.json\n  \
    jigsat schema --page my.qprop my-genre-solve")]
pub struct SchemaArgs {
    /// A family for its puzzle files, FAMILY-solve for its answers, or a verb
    pub name: Option<String>,
    /// Writes all schemas into a folder, as NAME.json
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["name", "output"])]
    pub folder: Option<PathBuf>,
    /// Adds the schemas of the genre that this page of QPROP defines
    #[arg(long, value_name = "FILE")]
    pub page: Option<String>,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Lists the SAT solvers
#[derive(Clone, Debug, Args)]
#[group(skip)]
pub struct SolversArgs {
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub format: DataFormat,
}

/// Prints a completion script for a shell
#[derive(Clone, Debug, Args)]
#[command(
    after_long_help = "Example:\n  jigsat completions bash > ~/.local/share/bash-completion/completions/jigsat"
)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: clap_complete::Shell,
}

/// Prints the manual page, or writes one for each command into a folder
#[derive(Clone, Debug, Args)]
#[command(after_long_help = "Example:\n  jigsat man | man -l -")]
pub struct ManArgs {
    /// Folder for jigsat.1, jigsat-sudoku.1 and so on
    #[arg(long, value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
}
