//! The command line, as clap reads it.

use std::{path::PathBuf, time::Duration};

use clap::{
    Args, Parser, Subcommand, ValueEnum,
    builder::{PossibleValuesParser, TypedValueParser},
};
use jigsat_cnf::{Amo, Card, Choice, Flavours, Sum};
use jigsat_grid::Size;
use jigsat_solve::{Build, Solver};
use jigsat_sudoku::Pattern;

/// Turns puzzles into SAT formulas, solves them, and lets you read the formulas.
#[derive(Debug, Parser)]
#[command(
    name = "jigsat",
    version,
    long_about = "Turns puzzles into SAT formulas, solves them, and lets you read the formulas.\n\n\
        A puzzle is a file, - for standard input, or the text itself where that is one word. The family \
        may be left out, it is found from the content; so may the verb, it is 'solve'.",
    after_help = "Exit codes: 0 solved, 1 proven that there is none (or not unique, or not legal), 2 bad input, \
        3 left open at a limit, 4 a bug of jigsat's",
    after_long_help = "Examples:\n  jigsat sudoku solve puzzles/sudoku/hard.yaml --unique\n  \
        jigsat puzzles/sudoku/easy.yaml\n  \
        jigsat encode puzzles/sudoku/tiny.yaml --format stats\n\n\
        Exit codes: 0 solved, 1 proven that there is none (or not unique, or not legal), 2 bad input, \
        3 left open at a limit, 4 a bug of jigsat's",
    args_conflicts_with_subcommands = true
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub solve: Option<SolveArgs>,
    #[command(flatten)]
    pub color: colorchoice_clap::Color,
    /// Says nothing but the answer
    #[arg(short, long, global = true)]
    pub quiet: bool,
}

#[derive(Debug, Subcommand)]
#[allow(clippy::large_enum_variant, reason = "there is one, and it lives as long as the program")]
pub enum Command {
    /// Sudoku of any box size, and its variants
    #[command(
        args_conflicts_with_subcommands = true,
        after_long_help = "Example:\n  jigsat sudoku puzzles/sudoku/hard.yaml"
    )]
    Sudoku {
        #[command(subcommand)]
        verb: Option<SudokuVerb>,
        #[command(flatten)]
        solve: Option<SolveArgs>,
    },
    #[command(flatten)]
    Verb(Verb),
    Solvers(SolversArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

#[derive(Debug, Subcommand)]
pub enum SudokuVerb {
    #[command(flatten)]
    Verb(Verb),
    Generate(SudokuGenerateArgs),
}

#[derive(Debug, Subcommand)]
pub enum Verb {
    Solve(SolveArgs),
    Count(CountArgs),
    Check(CheckArgs),
    Encode(EncodeArgs),
    Decode(DecodeArgs),
    Show(ShowArgs),
    Compare(CompareArgs),
}

impl Verb {
    /// The puzzle that the verb is about.
    pub fn puzzle(&self) -> &str {
        match self {
            Verb::Solve(args) => &args.puzzle,
            Verb::Count(args) => &args.puzzle,
            Verb::Check(args) => &args.puzzle,
            Verb::Encode(args) => &args.puzzle,
            Verb::Decode(args) => &args.puzzle,
            Verb::Show(args) => &args.puzzle,
            Verb::Compare(args) => &args.puzzle,
        }
    }
}

/// Finds a solution; the referee checks it before you see it
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:\n  jigsat sudoku solve puzzles/sudoku/hard.yaml --unique\n  \
    jigsat sudoku solve - --format json --unique < lines.txt")]
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
    /// Solves so many puzzles at a time; answers keep their order
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: u16,
    /// Stops at the first malformed puzzle of a collection
    #[arg(long)]
    pub fail_fast: bool,
    /// How to print: text draws, plain is one line a solution
    #[arg(long, value_enum, default_value_t)]
    pub format: SolveFormat,
    /// Writes the solution's picture, too
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Counts the solutions, all and up to the board's symmetries
#[derive(Debug, Args)]
#[command(after_long_help = "Example:\n  jigsat sudoku count puzzles/sudoku/ambiguous.yaml")]
pub struct CountArgs {
    /// A file, - for standard input, or the text itself where that is one word
    pub puzzle: String,
    /// Stops after N solutions
    #[arg(long, value_name = "N")]
    pub limit: Option<u64>,
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

/// Says whether a solution is legal and complete, or where it breaks
#[derive(Debug, Args)]
#[command(
    after_long_help = "Example:\n  jigsat sudoku solve puzzles/sudoku/easy.yaml --format json > answer.json\n  \
    jigsat sudoku check puzzles/sudoku/easy.yaml answer.json"
)]
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

/// Prints the formula, or what unit propagation derives from it
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:\n  jigsat sudoku encode puzzles/sudoku/tiny.yaml\n  \
    jigsat sudoku encode puzzles/sudoku/easy.yaml --format dimacs --encoding minimal --amo ladder\n  \
    jigsat sudoku encode puzzles/sudoku/tiny.yaml --assume r1c2=4 --propagate")]
pub struct EncodeArgs {
    /// A file, - for standard input, or the text itself where that is one word
    pub puzzle: String,
    #[command(flatten)]
    pub formula: FormulaArgs,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
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

/// Reads a solver's answer for the formula that 'encode' printed
#[derive(Debug, Args)]
#[command(
    after_long_help = "Example:\n  jigsat sudoku encode puzzles/sudoku/easy.yaml --format dimacs > easy.cnf\n  \
    minisat easy.cnf easy.out\n  \
    jigsat sudoku decode puzzles/sudoku/easy.yaml easy.out"
)]
pub struct DecodeArgs {
    /// A file, - for standard input, or the text itself where that is one word
    pub puzzle: String,
    /// The answer: 's' and 'v' lines, MiniSat's result file, or literals; a file or -
    pub answer: String,
    #[command(flatten)]
    pub formula: FormulaArgs,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    pub format: SolveFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Draws a puzzle, or a solution of it
#[derive(Debug, Args)]
#[command(after_long_help = "Example:\n  jigsat sudoku show puzzles/sudoku/killer.yaml --svg killer.svg")]
pub struct ShowArgs {
    /// A file, - for standard input, or the text itself where that is one word
    pub puzzle: String,
    /// A solution to draw into it, in any format that 'solve' prints; may be partial
    pub solution: Option<String>,
    /// Writes the picture to a file, too
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Compares encodings, flavours and solvers on a puzzle
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:\n  jigsat sudoku compare puzzles/sudoku/hard.yaml\n  \
    jigsat sudoku compare puzzles/sudoku/hard.yaml --encodings course --amo all --solvers minisat --seeds 10")]
pub struct CompareArgs {
    /// A file, - for standard input, or the text itself where that is one word
    pub puzzle: String,
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
    /// Instead of the puzzle, compares on its empty board in these sizes, separated by commas
    #[arg(long, value_name = "SIZES", value_delimiter = ',')]
    pub sizes: Vec<Size>,
    /// Gives up on a run after this time: 500ms, 30s, 2m
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration, default_value = "20s")]
    pub timeout: Duration,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    pub format: TableFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Makes a new Sudoku with exactly one solution
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:\n  jigsat sudoku generate --box 3x3 --seed 7 --symmetry rotate")]
pub struct SudokuGenerateArgs {
    /// The size of a box
    #[arg(long = "box", value_name = "ROWSxCOLUMNS", default_value = "3x3")]
    pub box_size: Size,
    /// Makes a puzzle of this one's size and variant: its regions, cages and so on, not its givens
    #[arg(long, value_name = "PUZZLE", conflicts_with = "box_size")]
    pub like: Option<String>,
    /// Which puzzle: the same seed makes the same one
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How the givens lie: anyhow, the same after half a turn, or the same in a mirror
    #[arg(long, value_name = "PATTERN", value_parser = choices::<Pattern>(), default_value = "none")]
    pub symmetry: Pattern,
    /// Gives up after this time: 500ms, 30s, 2m
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    pub timeout: Option<Duration>,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    pub format: PuzzleFormat,
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

/// Which formula.
#[derive(Clone, Debug, Args)]
pub struct FormulaArgs {
    /// Which encoding, or 'auto'
    #[arg(long, value_name = "NAME")]
    pub encoding: Option<String>,
    /// How 'at most one' is written
    #[arg(long, value_name = "FLAVOUR", value_parser = choices::<Amo>())]
    pub amo: Option<Amo>,
    /// How counting is written
    #[arg(long, value_name = "FLAVOUR", value_parser = choices::<Card>())]
    pub card: Option<Card>,
    /// How weighted sums are written
    #[arg(long, value_name = "FLAVOUR", value_parser = choices::<Sum>())]
    pub sum: Option<Sum>,
    /// Leaves a rule out of the formula (repeatable)
    #[arg(long, value_name = "RULE")]
    pub drop: Vec<String>,
}

impl FormulaArgs {
    /// Whether anything was asked for.
    pub fn is_default(&self) -> bool {
        self.encoding.as_deref().is_none_or(|name| name == "auto")
            && self.amo.is_none()
            && self.card.is_none()
            && self.sum.is_none()
            && self.drop.is_empty()
    }

    /// How to build the formula.
    pub fn recipe(&self, prunes: bool) -> Build {
        let flavours = Flavours {
            amo: self.amo.unwrap_or_default(),
            card: self.card.unwrap_or_default(),
            sum: self.sum.unwrap_or_default(),
        };
        Build { flavours, dropped: self.drop.clone(), prunes }
    }
}

/// How to search, and for how long.
#[derive(Clone, Debug, Args)]
pub struct SearchArgs {
    /// Which solver: one of those that 'jigsat solvers' lists, external:COMMAND, or auto
    #[arg(long, value_name = "NAME", value_parser = solver_or_auto)]
    pub solver: Option<SolverChoice>,
    /// What searches: sat, an engine of the family's own, or auto
    #[arg(long, value_name = "NAME")]
    pub engine: Option<String>,
    /// Gives up on a puzzle after this time: 500ms, 30s, 2m
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    pub timeout: Option<Duration>,
    /// Gives up on a question after so many conflicts in the solver
    #[arg(long, value_name = "N")]
    pub conflicts: Option<u64>,
    /// Permutes variables and clauses
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

impl SearchArgs {
    /// The solver that was asked for, if one was.
    pub fn solver(&self) -> Option<&Solver> {
        match &self.solver {
            Some(SolverChoice::Named(solver)) => Some(solver),
            _ => None,
        }
    }

    /// The engine that was asked for, if one was.
    pub fn engine(&self) -> Option<&str> {
        self.engine.as_deref().filter(|&name| name != "auto")
    }
}

/// A solver, or the one that measured best.
#[derive(Clone, Debug)]
pub enum SolverChoice {
    Auto,
    Named(Solver),
}

fn solver_or_auto(name: &str) -> Result<SolverChoice, jigsat_solve::Error> {
    if name == "auto" { Ok(SolverChoice::Auto) } else { name.parse().map(SolverChoice::Named) }
}

/// Where the output goes.
#[derive(Clone, Debug, Args)]
pub struct OutputArgs {
    /// Writes to a file instead; an existing one is not replaced
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replaces existing files
    #[arg(long)]
    pub force: bool,
    /// Leaves times out, so that the same input prints the same bytes
    #[arg(long)]
    pub no_times: bool,
}

/// How 'solve' and 'decode' print.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum SolveFormat {
    #[default]
    Text,
    Plain,
    Json,
    Yaml,
}

/// How verbs print that have one answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum DataFormat {
    #[default]
    Text,
    Json,
    Yaml,
}

/// How 'encode' prints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum EncodeFormat {
    /// sentences and implications
    #[default]
    Text,
    /// for SAT solvers
    Dimacs,
    /// for group MUS extractors
    Gcnf,
    /// sizes by rule
    Stats,
    /// sizes by rule, as JSON
    Json,
}

/// How 'compare' prints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    #[default]
    Text,
    Markdown,
    Csv,
    Json,
}

/// How 'generate' prints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum PuzzleFormat {
    #[default]
    Yaml,
    /// one line
    Plain,
    /// a drawing
    Text,
}

/// Reads a [`Choice`] by name, and lists the names in the help.
fn choices<C: Choice>() -> impl TypedValueParser<Value = C> {
    let names = C::ALL.iter().map(|choice| choice.name());
    PossibleValuesParser::new(names).map(|name| C::named(&name).expect("only known names get here"))
}
