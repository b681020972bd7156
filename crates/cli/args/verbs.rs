//! The options of each verb.

use std::{path::PathBuf, time::Duration};

use clap::Args;
use jigsat_grid::Size;

use super::{
    common::{FormulaArgs, OutputArgs, ProofArgs, SearchArgs, choices},
    formats::{DataFormat, EncodeFormat, Measure, PuzzleFormat, SolveFormat, TableFormat},
};

/// Options of `solve`.
#[derive(Debug, Args)]
// clap leaves groups with flattened structs empty, and takes an optional flattened group by its members.
#[group(args = ["puzzle"])]
pub struct SolveArgs {
    /// A file, - for standard input, or the text itself where that is one word
    pub puzzle: String,
    /// Also proves that there is no second solution, or shows one
    #[arg(long)]
    pub unique: bool,
    /// Lists all solutions
    #[arg(long, conflicts_with = "unique")]
    pub all: bool,
    /// Lists up to N solutions
    #[arg(long, value_name = "N", conflicts_with = "unique")]
    pub limit: Option<u64>,
    #[command(flatten)]
    pub formula: FormulaArgs,
    #[command(flatten)]
    pub search: SearchArgs,
    #[command(flatten)]
    pub proof: ProofArgs,
    /// Asks several solvers, encodings and seeds at once and takes the first answer: as many as --jobs says, or as there
    /// are cores. Each has a formula of its own, so memory is theirs together
    #[arg(long, conflicts_with_all = ["engine", "all", "limit"])]
    pub portfolio: bool,
    /// Solves so many puzzles at a time; answers keep their order
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: u16,
    /// Stops at the first malformed puzzle of a collection
    #[arg(long)]
    pub fail_fast: bool,
    /// How to print: text draws, plain is one line a solution, json, yaml, or a form of the family's own
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: SolveFormat,
    /// Writes the solution's picture, too
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Options of `count`.
#[derive(Debug, Args)]
pub struct CountArgs {
    /// A file, - for standard input, or the text itself where that is one word
    pub puzzle: String,
    /// Stops after N solutions
    #[arg(long, value_name = "N")]
    pub limit: Option<u64>,
    /// Counts solutions apart that look the same: equal pieces exchanged, a piece turned onto itself
    #[arg(long)]
    pub labelled: bool,
    /// Searches with so many threads, where the engine can
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: u16,
    #[command(flatten)]
    pub formula: FormulaArgs,
    #[command(flatten)]
    pub search: SearchArgs,
    #[command(flatten)]
    pub proof: ProofArgs,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    pub format: DataFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Options of `check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// A file, - for standard input, or the text itself where that is one word
    pub puzzle: String,
    /// What 'solve' printed, in any format: a file, -, or the text itself
    pub solution: String,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    pub format: DataFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Options of `encode`.
#[derive(Debug, Args)]
pub struct EncodeArgs {
    /// A file, - for standard input, or the text itself where that is one word
    pub puzzle: String,
    #[command(flatten)]
    pub formula: FormulaArgs,
    /// How to print: text (sentences and implications), dimacs (for SAT solvers), gcnf (for group MUS extractors),
    /// stats (sizes by rule), json (the same as data), or a form of the family's own
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: EncodeFormat,
    /// Prints every group and clause of the text, however many
    #[arg(long)]
    pub full: bool,
    /// Prints only the groups of this rule
    #[arg(long, value_name = "NAME")]
    pub rule: Option<String>,
    /// Prints only the groups whose sentence fits; * is any text: 'row 3*'
    #[arg(long, value_name = "PATTERN")]
    pub group: Option<String>,
    /// Assumes this literal, such as r1c2=5, or !r1c2=5 for its negation (repeatable)
    #[arg(long, value_name = "LITERAL", requires = "propagate")]
    pub assume: Vec<String>,
    /// Shows what unit propagation derives, each literal with the constraint that forced it
    #[arg(long)]
    pub propagate: bool,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Options of `decode`.
#[derive(Debug, Args)]
pub struct DecodeArgs {
    /// A file, - for standard input, or the text itself where that is one word
    pub puzzle: String,
    /// The answer: 's' and 'v' lines, MiniSat's result file, or literals; a file or -
    pub answer: String,
    #[command(flatten)]
    pub formula: FormulaArgs,
    /// How to print: text, plain, json, yaml, or a form of the family's own
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: SolveFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Options of `show`.
#[derive(Debug, Args)]
pub struct ShowArgs {
    /// A file, - for standard input, or the text itself where that is one word
    pub puzzle: String,
    /// A solution to draw into it, in any format that 'solve' prints; may be partial
    pub solution: Option<String>,
    /// Writes the picture to a file, too
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// How to print: text draws; yaml, plain and forms of the family's own write the puzzle
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: PuzzleFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Options of `explain`.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// A file, - for standard input, or the text itself where that is one word
    pub puzzle: String,
    /// Only so many steps: 1 is the next hint
    #[arg(long, value_name = "N", conflicts_with = "cell")]
    pub step: Option<usize>,
    /// Only why this cell has its value: r3c5; or why something is deduced, by its name
    #[arg(long, value_name = "CELL")]
    pub cell: Option<String>,
    /// Starts from a partly filled board, in any form that 'solve' prints
    #[arg(long, value_name = "SOLUTION")]
    pub from: Option<String>,
    /// Looks for smallest explanations, and proves that none is smaller; it can take long
    #[arg(long)]
    pub minimum: bool,
    /// Draws the steps, or what clashes, into this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
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

/// Options of `rate`.
#[derive(Debug, Args)]
pub struct RateArgs {
    /// A file, - for standard input, or the text itself where that is one word
    pub puzzle: String,
    /// Draws how many reasons each step has, too
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Gives up on a puzzle after this time: 500ms, 30s, 2m
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    pub timeout: Option<Duration>,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    pub format: DataFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Options of `compare`.
#[derive(Debug, Args)]
pub struct CompareArgs {
    /// A file, - for standard input, or the text itself where that is one word
    pub puzzle: String,
    /// Grades a QPROP model on puzzles of this family: it should have the same solutions
    #[arg(long, value_name = "FAMILY", requires = "graded")]
    pub with: Option<String>,
    /// With --with: the puzzles to grade a model on
    #[arg(value_name = "PUZZLES", requires = "with")]
    pub graded: Vec<String>,
    /// Which encodings, separated by commas, or 'all'
    #[arg(long, value_name = "NAMES", default_value = "all")]
    pub encodings: String,
    /// Which at-most-one flavours, separated by commas, or 'all'
    #[arg(long, value_name = "NAMES", default_value = "pairwise")]
    pub amo: String,
    /// Which solvers, separated by commas, or 'all'
    #[arg(long, value_name = "NAMES", default_value = "all")]
    pub solvers: String,
    /// How many times each is run, with variables and clauses permuted by seeds 0, 1, …
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub seeds: u32,
    /// Instead of the puzzle, compares on boards like it of these sizes, separated by commas: empty ones (of Sudoku, the
    /// size of a box); for edge-matching some with as many colours, for Sokoban rooms with one box
    #[arg(long, value_name = "SIZES", value_delimiter = ',')]
    pub sizes: Vec<Size>,
    /// Draws a picture of how the formulas grow with the sizes, too; needs --sizes
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// What the picture shows, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "variables,clauses,time",
        requires = "svg", value_parser = choices::<Measure>())]
    pub plot: Vec<Measure>,
    /// Gives up on a run after this time: 500ms, 30s, 2m
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration, default_value = "20s")]
    pub timeout: Duration,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    pub format: TableFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Options of `generate`.
#[derive(Debug, Args)]
pub struct GenerateArgs<G: Args> {
    #[command(flatten)]
    pub own: G,
    /// Which puzzle: the same seed makes the same one
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Gives up after this time: 500ms, 30s, 2m
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    pub timeout: Option<Duration>,
    /// How to print: yaml, plain, text (a drawing), or a form of the family's own
    #[arg(long, value_name = "FORMAT", default_value = "yaml")]
    pub format: PuzzleFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Checks proofs: those of a folder that '--proof' wrote, or one formula and its proof
#[derive(Debug, Args)]
#[command(
    after_long_help = "Examples:\n  jigsat sudoku solve puzzles/sudoku/hard.yaml --unique --proof hard-proof\n  \
    jigsat check-proof hard-proof\n  \
    jigsat check-proof hard-proof/001.cnf hard-proof/001.lrat"
)]
pub struct CheckProofArgs {
    /// A folder of proofs, or a formula in DIMACS
    pub formula: PathBuf,
    /// The formula's proof in LRAT
    pub proof: Option<PathBuf>,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    pub format: DataFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Prints the JSON schema of puzzle files or of what a verb prints; without a name, lists the schemas
#[derive(Debug, Args)]
#[command(after_long_help = "Example:\n  jigsat schema sudoku > sudoku.schema.json")]
pub struct SchemaArgs {
    /// Which: a family for its files, FAMILY-solve for its answers, or a verb
    pub name: Option<String>,
    /// Writes all of them into a folder, as NAME.json
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["name", "output"])]
    pub folder: Option<PathBuf>,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Lists the SAT solvers
#[derive(Debug, Args)]
pub struct SolversArgs {
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    pub format: DataFormat,
}

/// Prints a script that completes commands in a shell
#[derive(Debug, Args)]
#[command(
    after_long_help = "Example:\n  jigsat completions bash > ~/.local/share/bash-completion/completions/jigsat"
)]
pub struct CompletionsArgs {
    /// For which shell
    pub shell: clap_complete::Shell,
}

/// Prints the manual page, or writes one for each command into a folder
#[derive(Debug, Args)]
#[command(after_long_help = "Example:\n  jigsat man | man -l -")]
pub struct ManArgs {
    /// Where to write jigsat.1, jigsat-sudoku.1 and so on
    #[arg(long, value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
}
