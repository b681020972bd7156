//! The options of each verb.

use std::{path::PathBuf, time::Duration};

use clap::{Args, Command};
use jigsat_grid::Size;
use jigsat_workbench::{compare::Measure, difficulty::Difficulty};
use serde::{Deserialize, Serialize};

use super::{
    common::{FormulaArgs, MemoryArgs, OutputArgs, ProofArgs, SearchArgs, choices},
    formats::{DataFormat, EncodeFormat, PuzzleFormat, SolveFormat, TableFormat},
    scale::CubesArgs,
    value::{duration, number},
};

/// A verb about puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    Solve,
    Count,
    Check,
    Encode,
    Decode,
    Explain,
    Hint,
    Rate,
    Trace,
    Show,
    Compare,
    Cubes,
    Generate,
}

/// What the command line says about a verb.
pub struct VerbInfo {
    pub verb: Verb,
    pub name: &'static str,
    pub about: &'static str,
    pub examples: &'static str,
    /// Adds its arguments.
    pub augment: fn(Command) -> Command,
}

/// All verbs; the first is the default.
pub static VERBS: [VerbInfo; 13] = [
    VerbInfo {
        verb: Verb::Solve,
        name: "solve",
        about: "Finds a solution; the referee checks it before you see it",
        examples: "Examples:\n  jigsat sudoku solve puzzles/sudoku/hard.yaml --unique\n  \
            jigsat sudoku solve - --format json --unique < lines.txt",
        augment: SolveArgs::augment_args,
    },
    VerbInfo {
        verb: Verb::Count,
        name: "count",
        about: "Counts the solutions, in total and up to symmetry",
        examples: "Example:\n  jigsat sudoku count puzzles/sudoku/ambiguous.yaml",
        augment: CountArgs::augment_args,
    },
    VerbInfo {
        verb: Verb::Check,
        name: "check",
        about: "Checks whether a solution is legal and complete, and names the broken rule",
        examples: "Example:\n  jigsat sudoku solve puzzles/sudoku/easy.yaml --format json > answer.json\n  \
            jigsat sudoku check puzzles/sudoku/easy.yaml answer.json",
        augment: CheckArgs::augment_args,
    },
    VerbInfo {
        verb: Verb::Encode,
        name: "encode",
        about: "Prints the formula, or what unit propagation derives from it",
        examples: "Examples:\n  jigsat sudoku encode puzzles/sudoku/tiny.yaml\n  \
            jigsat sudoku encode puzzles/sudoku/easy.yaml --format dimacs --encoding minimal --amo ladder\n  \
            jigsat sudoku encode puzzles/sudoku/tiny.yaml --assume r1c2=4 --propagate\n  \
            jigsat sudoku encode puzzles/sudoku/tiny.yaml --expect tiny.txt --update",
        augment: EncodeArgs::augment_args,
    },
    VerbInfo {
        verb: Verb::Decode,
        name: "decode",
        about: "Turns a solver's answer to the formula that 'encode' printed into a solution",
        examples: "Examples:\n  jigsat sudoku encode puzzles/sudoku/easy.yaml --format dimacs > easy.cnf\n  \
            minisat easy.cnf easy.out\n  \
            jigsat sudoku decode puzzles/sudoku/easy.yaml easy.out\n\n  \
            jigsat fillomino encode fillomino/easy --format smt2 > easy.smt2\n  \
            z3 easy.smt2 > easy.out\n  \
            jigsat fillomino decode fillomino/easy easy.out",
        augment: DecodeArgs::augment_args,
    },
    VerbInfo {
        verb: Verb::Explain,
        name: "explain",
        about: "Explains the solution step by step, or why there is none",
        examples: "Examples:\n  jigsat sudoku explain puzzles/sudoku/hard.yaml\n  \
            jigsat sudoku explain puzzles/sudoku/hard.yaml --step 1\n  \
            jigsat sudoku explain puzzles/sudoku/impossible.yaml --minimum",
        augment: ExplainArgs::augment_args,
    },
    VerbInfo {
        verb: Verb::Hint,
        name: "hint",
        about: "Shows the next step, with reasons",
        examples: "Examples:\n  jigsat hint puzzles/sudoku/easy.yaml\n  \
            jigsat hint puzzles/sudoku/easy.yaml --from half-filled.txt",
        augment: HintArgs::augment_args,
    },
    VerbInfo {
        verb: Verb::Rate,
        name: "rate",
        about: "Rates how hard a puzzle is for people",
        examples: "Example:\n  jigsat sudoku rate puzzles/sudoku/hard.yaml --svg steps.svg",
        augment: RateArgs::augment_args,
    },
    VerbInfo {
        verb: Verb::Trace,
        name: "trace",
        about: "Shows each step of a small SAT solver: decisions, propagations, conflicts, learned clauses",
        examples: "Examples:\n  jigsat sudoku trace puzzles/sudoku/ambiguous.yaml\n  \
            jigsat fillomino trace puzzles/fillomino/split.yaml --svg conflict.svg --conflict 2",
        augment: TraceArgs::augment_args,
    },
    VerbInfo {
        verb: Verb::Show,
        name: "show",
        about: "Draws a puzzle, or one of its solutions",
        examples: "Example:\n  jigsat sudoku show puzzles/sudoku/killer.yaml --svg killer.svg",
        augment: ShowArgs::augment_args,
    },
    VerbInfo {
        verb: Verb::Compare,
        name: "compare",
        about: "Compares engines, encodings, at-most-one flavours and solvers on a puzzle",
        examples: "Examples:\n  jigsat sudoku compare puzzles/sudoku/hard.yaml\n  \
            jigsat sudoku compare puzzles/sudoku/hard.yaml --encodings course --amo all --solvers minisat --seeds 10\n  \
            jigsat sudoku compare puzzles/sudoku/tiny.yaml --sizes 2x2,3x3,4x4 --solvers minisat --svg growth.svg\n\n\
            Columns: 'stopped' is a formula that was not built in time; 'by units' counts the literals that unit propagation derives before any search; conflicts, \
            propagations and time are medians over the seeds; the time includes writing the formula.",
        augment: CompareArgs::augment_args,
    },
    VerbInfo {
        verb: Verb::Cubes,
        name: "cubes",
        about: "Splits one hard puzzle into tasks for many machines",
        examples: "Example:\n  jigsat cubes puzzles/tiling/pentominoes-6x10.yaml --for count --count 50 \
            --out tasks\n  jigsat run-task tasks 1-50\n  jigsat gather tasks",
        augment: CubesArgs::augment_args,
    },
    VerbInfo {
        verb: Verb::Generate,
        name: "generate",
        about: "Makes a new puzzle",
        // Each family has its own.
        examples: "",
        augment: GenerateArgs::augment_args,
    },
];

/// Options of `solve`.
#[derive(Clone, Debug, Args, Serialize, Deserialize)]
#[group(skip)]
pub struct SolveArgs {
    /// A file, - for standard input, an address, the text itself if it is one word, or a name that 'jigsat puzzles' lists
    pub puzzle: String,
    /// Also looks for a second solution, and shows it or proves that there is none
    #[arg(long)]
    pub unique: bool,
    /// Lists all solutions
    #[arg(long, conflicts_with = "unique")]
    pub all: bool,
    /// Lists up to N solutions
    #[arg(long, value_name = "N", conflicts_with = "unique", value_parser = number(1_u64..=u64::MAX))]
    pub limit: Option<u64>,
    #[command(flatten)]
    pub formula: FormulaArgs,
    /// With --drop: doesn't say which rule was dropped, nor how large the formula is: what goes wrong is an exam question
    #[arg(long, requires = "drop")]
    pub unnamed: bool,
    #[command(flatten)]
    pub search: SearchArgs,
    #[command(flatten)]
    pub proof: ProofArgs,
    /// Runs different solvers, encodings and seeds in parallel and takes the first answer: --jobs of them, or one per core.
    /// Each holds its own formula, so memory use adds up
    #[arg(long, conflicts_with_all = ["engine", "all", "limit"])]
    pub portfolio: bool,
    /// Solves N puzzles at a time; answers keep the order of the puzzles
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(1_u16..=1024))]
    pub jobs: u16,
    /// Stops at the first malformed puzzle of a collection
    #[arg(long)]
    pub fail_fast: bool,
    /// Output format: text (a drawing), plain (one line per solution), json, yaml, or a format of the family
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: SolveFormat,
    /// Also writes a picture of the solution
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Logs each step of the search to standard error, or to FILE
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    pub log: Option<PathBuf>,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Options of `solve` for families whose solutions are played step by step.
#[derive(Clone, Debug, Default, Args, Serialize, Deserialize)]
#[group(skip)]
pub struct PlayArgs {
    /// Plays the solution in the terminal; Enter pauses and resumes
    #[arg(long)]
    pub play: bool,
    /// Speed in steps per second
    #[arg(long, value_name = "N", default_value_t = 8, requires = "play", value_parser = number(1_u16..=200))]
    pub speed: u16,
}

/// Options of `solve` for families that have a file format for puzzles with their solutions.
#[derive(Clone, Debug, Default, Args, Serialize, Deserialize)]
#[group(skip)]
pub struct WriteArgs {
    /// Writes the puzzles with their solutions into a file, in the format that its extension names
    #[arg(long, value_name = "FILE")]
    pub write: Option<PathBuf>,
}

/// Options of `solve` that only some families have.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct OwnSolveArgs {
    pub play: PlayArgs,
    pub write: WriteArgs,
}

/// Options of `count`.
#[derive(Clone, Debug, Args, Serialize, Deserialize)]
#[group(skip)]
pub struct CountArgs {
    /// A file, - for standard input, an address, the text itself if it is one word, or a name that 'jigsat puzzles' lists
    pub puzzle: String,
    /// Stops after N solutions
    #[arg(long, value_name = "N", value_parser = number(1_u64..=u64::MAX))]
    pub limit: Option<u64>,
    /// Counts solutions that look the same separately: with identical pieces swapped, or a piece turned onto itself
    #[arg(long)]
    pub labelled: bool,
    /// Searches with N threads, if the engine supports it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(1_u16..=1024))]
    pub jobs: u16,
    #[command(flatten)]
    pub formula: FormulaArgs,
    #[command(flatten)]
    pub search: SearchArgs,
    #[command(flatten)]
    pub proof: ProofArgs,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub format: DataFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Options of `check`.
#[derive(Clone, Debug, Args, Serialize, Deserialize)]
#[group(skip)]
pub struct CheckArgs {
    /// A file, - for standard input, an address, the text itself if it is one word, or a name that 'jigsat puzzles' lists
    pub puzzle: String,
    /// The solution, in any format that 'solve' prints: a file, -, or the text itself
    pub solution: String,
    /// Time limit for further questions, such as whether the solution is optimal: 500ms, 30s, 2m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub timeout: Option<Duration>,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub format: DataFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Options of `encode`.
#[derive(Clone, Debug, Args, Serialize, Deserialize)]
#[group(skip)]
pub struct EncodeArgs {
    /// A file, - for standard input, an address, the text itself if it is one word, or a name that 'jigsat puzzles' lists
    pub puzzle: String,
    #[command(flatten)]
    pub formula: FormulaArgs,
    /// Output format: text (sentences and implications), dimacs (for SAT solvers), gcnf (for group MUS extractors),
    /// stats (sizes by rule), json (sizes as data), or smt2 (Fillomino only, for SMT solvers such as z3)
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: EncodeFormat,
    /// Prints every constraint and clause, however many there are
    #[arg(long)]
    pub full: bool,
    /// Prints only the constraints of this rule
    #[arg(long, value_name = "NAME")]
    pub rule: Option<String>,
    /// Prints only the constraints whose sentence matches; * stands for any text: 'row 3*'
    #[arg(long, value_name = "PATTERN")]
    pub group: Option<String>,
    /// Assumes a literal such as r1c2=5, or !r1c2=5 for its negation (repeatable)
    #[arg(long, value_name = "LITERAL", requires = "propagate", allow_hyphen_values = true)]
    pub assume: Vec<String>,
    /// Prints what unit propagation derives, each literal with the constraint that forces it
    #[arg(long)]
    pub propagate: bool,
    /// Compares the output with a file, and shows the difference with exit code 1 if there is one
    #[arg(long, value_name = "FILE", conflicts_with = "output")]
    pub expect: Option<PathBuf>,
    /// Writes or rewrites the file of --expect, and says what changed
    #[arg(long, requires = "expect")]
    pub update: bool,
    /// Time limit for completing the formula: 500ms, 30s, 2m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub timeout: Option<Duration>,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Options of `decode`.
#[derive(Clone, Debug, Args, Serialize, Deserialize)]
#[group(skip)]
pub struct DecodeArgs {
    /// A file, - for standard input, an address, the text itself if it is one word, or a name that 'jigsat puzzles' lists
    pub puzzle: String,
    /// The solver's answer: 's' and 'v' lines, a result file of MiniSat, literals, or what an SMT solver prints; a file
    /// or -
    pub answer: String,
    #[command(flatten)]
    pub formula: FormulaArgs,
    /// Output format: text, plain, json, yaml, or a format of the family
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: SolveFormat,
    /// Time limit for the answer: 500ms, 30s, 2m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub timeout: Option<Duration>,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Options of `show`.
#[derive(Clone, Debug, Args, Serialize, Deserialize)]
#[group(skip)]
pub struct ShowArgs {
    /// A file, - for standard input, an address, the text itself if it is one word, or a name that 'jigsat puzzles' lists
    pub puzzle: String,
    /// A solution to draw, in any format that 'solve' prints; may be partial
    pub solution: Option<String>,
    /// Also writes the picture to a file; for several puzzles, FILE.svg becomes FILE-1.svg, FILE-2.svg, …
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Output format: text (a drawing), or the puzzle as yaml, plain or a format of the family
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: PuzzleFormat,
    /// Time limit for reading a puzzle: 500ms, 30s, 2m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub timeout: Option<Duration>,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Options of `explain`.
#[derive(Clone, Debug, Args, Serialize, Deserialize)]
#[group(skip)]
pub struct ExplainArgs {
    /// A file, - for standard input, an address, the text itself if it is one word, or a name that 'jigsat puzzles' lists
    pub puzzle: String,
    /// Prints only the first N steps
    #[arg(long, value_name = "N", conflicts_with = "cell", value_parser = number(1_u32..=u32::MAX))]
    pub step: Option<u32>,
    /// Explains only this cell, such as r3c5, or this literal, given by name
    #[arg(long, value_name = "CELL")]
    pub cell: Option<String>,
    /// Starts from a partly filled board, in any format that 'solve' prints
    #[arg(long, value_name = "SOLUTION")]
    pub from: Option<String>,
    /// Finds smallest explanations and proves that none is smaller; this can take long
    #[arg(long)]
    pub minimum: bool,
    /// Also draws the steps, or the contradiction, into FILE
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
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

/// Options of `hint`.
#[derive(Clone, Debug, Args, Serialize, Deserialize)]
#[group(skip)]
pub struct HintArgs {
    /// A file, - for standard input, an address, the text itself if it is one word, or a name that 'jigsat puzzles' lists
    pub puzzle: String,
    /// The cells filled in so far, in any format that 'solve' prints: a file, -, or the text itself
    #[arg(long, value_name = "SOLUTION")]
    pub from: Option<String>,
    /// Also draws the step into FILE
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
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

/// Options of `rate`.
#[derive(Clone, Debug, Args, Serialize, Deserialize)]
#[group(skip)]
pub struct RateArgs {
    /// A file, - for standard input, an address, the text itself if it is one word, or a name that 'jigsat puzzles' lists
    pub puzzle: String,
    /// Also plots the number of reasons of each step; for several puzzles, FILE.svg becomes FILE-1.svg, FILE-2.svg, …
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Time limit for a puzzle: 500ms, 30s, 2m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub timeout: Option<Duration>,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub format: DataFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Options of `trace`.
#[derive(Clone, Debug, Args, Serialize, Deserialize)]
#[group(skip)]
pub struct TraceArgs {
    /// A file, - for standard input, an address, the text itself if it is one word, or a name that 'jigsat puzzles' lists
    pub puzzle: String,
    #[command(flatten)]
    pub formula: FormulaArgs,
    /// Gives up after N conflicts
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub conflicts: u64,
    /// Restarts after N conflicts, then after twice as many, and so on
    #[arg(long, value_name = "N", value_parser = number(1_u64..=u64::MAX))]
    pub restart: Option<u64>,
    /// Also draws the implication graph of a conflict
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Which conflict to draw, from 1
    #[arg(long, value_name = "N", requires = "svg", default_value_t = 1)]
    pub conflict: usize,
    /// Time limit for the search: 500ms, 30s, 2m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub timeout: Option<Duration>,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub format: DataFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Options of `compare`.
#[derive(Clone, Debug, Args, Serialize, Deserialize)]
#[group(skip)]
pub struct CompareArgs {
    /// A file, - for standard input, an address, the text itself if it is one word, or a name that 'jigsat puzzles' lists
    pub puzzle: String,
    /// Grades a QPROP model on puzzles of this family: both should have the same solutions
    #[arg(long, value_name = "FAMILY", requires = "graded")]
    pub with: Option<String>,
    /// With --with: the puzzles to grade a model on
    #[arg(value_name = "PUZZLES", requires = "with")]
    pub graded: Vec<String>,
    /// Encodings to compare, separated by commas, or 'all'
    #[arg(long, value_name = "NAMES", default_value = "all")]
    pub encodings: String,
    /// Engines of the family's own to show beside them, separated by commas, 'all' or 'none' (default: all, unless
    /// --encodings is used)
    #[arg(long, value_name = "NAMES")]
    pub engines: Option<String>,
    /// At-most-one flavours to compare, separated by commas, or 'all'
    #[arg(long, value_name = "NAMES", default_value = "pairwise")]
    pub amo: String,
    /// Graph flavours to compare, separated by commas, or 'all'; without effect for a family without graph constraints
    #[arg(long, value_name = "NAMES", default_value = "lazy")]
    pub graph: String,
    /// Solvers to compare, separated by commas, or 'all'
    #[arg(long, value_name = "NAMES", default_value = "all")]
    pub solvers: String,
    /// Number of runs for each, with variables and clauses shuffled by seeds 0, 1, …
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = number(1_u32..=100_000))]
    pub seeds: u32,
    /// Compares on boards of these sizes instead of the puzzle, separated by commas: empty boards (for Sudoku, the size
    /// of a box); for edge-matching, boards with the same number of colours; for Sokoban, rooms with one box
    #[arg(long, value_name = "SIZES", value_delimiter = ',')]
    pub sizes: Vec<Size>,
    /// Also plots how the formulas grow with the sizes; needs --sizes
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// What to plot, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "variables,clauses,time",
        requires = "svg", value_parser = choices::<Measure>())]
    pub plot: Vec<Measure>,
    /// Time limit for a run: 500ms, 30s, 2m
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "20s")]
    pub timeout: Duration,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub format: TableFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Options of `generate`.
#[derive(Clone, Debug, Args, Serialize, Deserialize)]
#[group(skip)]
pub struct GenerateArgs {
    /// Random seed: the same seed makes the same puzzle
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Makes N puzzles, with this seed and those after it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(1_u32..=u32::MAX))]
    pub count: u32,
    /// Keeps only puzzles with this rating, and skips seeds that give another
    #[arg(long, value_name = "WORD", value_parser = choices::<Difficulty>())]
    pub difficulty: Option<Difficulty>,
    /// Makes N puzzles at a time, at most one per processor; N does not affect the puzzles
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(1_u16..=1024))]
    pub jobs: u16,
    /// Time limit for all puzzles together: 500ms, 30s, 2m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub timeout: Option<Duration>,
    /// Also writes a picture of the puzzle; for several puzzles, FILE.svg becomes FILE-1.svg, FILE-2.svg, …
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Output format: yaml, plain, text (a drawing), or a format of the family
    #[arg(long, value_name = "FORMAT", default_value = "yaml")]
    pub format: PuzzleFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Checks the proofs in a folder that '--proof' wrote, or one formula and its proof
#[derive(Clone, Debug, Args, Serialize, Deserialize)]
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
