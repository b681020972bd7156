//! The command line, as clap reads it.
mod batch;
mod common;
mod formats;
mod names;
mod scale;
mod schedule;
mod verbs;

use clap::{Args, Parser, Subcommand};

use crate::{
    edge_matching::EdgeMatching, family::Family, fillomino::Fillomino, qprop::Qprop, sokoban::Sokoban,
    sudoku::Sudoku, tiling::Tiling,
};

pub use batch::{AskedArgs, BatchArgs, BatchWorkerArgs, ReportArgs};
pub use common::{FormulaArgs, OutputArgs, ProofArgs, SearchArgs, SolverChoice, choices};
pub use formats::{DataFormat, EncodeFormat, Measure, PuzzleFormat, SolveFormat, TableFormat, no_format};
pub use names::{command, completed};
pub use scale::{Asked, CubesArgs, GatherArgs, RunTaskArgs};
pub use schedule::{ScheduleArgs, Scheduler, SubmitArgs};
pub use verbs::{
    CheckArgs, CheckProofArgs, CompareArgs, CompletionsArgs, CountArgs, DecodeArgs, EncodeArgs, ExplainArgs,
    GenerateArgs, ManArgs, RateArgs, SchemaArgs, ShowArgs, SolveArgs, SolversArgs,
};

/// Turns puzzles into SAT formulas, solves them, and lets you read the formulas.
#[derive(Parser)]
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
    pub solve: Option<With<SolveArgs, Nothing>>,
    #[command(flatten)]
    pub color: colorchoice_clap::Color,
    /// Says nothing but the answer
    #[arg(short, long, global = true)]
    pub quiet: bool,
}

#[derive(Subcommand)]
#[allow(clippy::large_enum_variant, reason = "there is one, and it lives as long as the program")]
pub enum Command {
    /// Sudoku of any box size, and its variants
    #[command(
        args_conflicts_with_subcommands = true,
        after_long_help = "Example:\n  jigsat sudoku puzzles/sudoku/hard.yaml"
    )]
    Sudoku(FamilyArgs<Sudoku>),
    /// Square pieces whose touching edges agree, from Four Squares to Eternity II
    #[command(
        args_conflicts_with_subcommands = true,
        after_long_help = "Example:\n  jigsat edge-matching puzzles/edge-matching/four-squares.yaml"
    )]
    EdgeMatching(FamilyArgs<EdgeMatching>),
    /// Models of your own, written as quantified propositional formulas
    #[command(
        args_conflicts_with_subcommands = true,
        after_long_help = "Example:\n  jigsat qprop puzzles/qprop/four-squares.qprop --data \
            puzzles/qprop/four-squares.yaml"
    )]
    Qprop(FamilyArgs<Qprop>),
    /// Sokoban: plans proven best, over time steps
    #[command(
        args_conflicts_with_subcommands = true,
        after_long_help = "Example:\n  jigsat sokoban puzzles/sokoban/first.xsb"
    )]
    Sokoban(FamilyArgs<Sokoban>),
    /// Tiling and shape fitting, flat and in space
    #[command(
        args_conflicts_with_subcommands = true,
        after_long_help = "Example:\n  jigsat tiling count puzzles/tiling/pentominoes-6x10.yaml"
    )]
    Tiling(FamilyArgs<Tiling>),
    /// Fillomino: numbers in groups of as many cells
    #[command(
        args_conflicts_with_subcommands = true,
        after_long_help = "Example:\n  jigsat fillomino puzzles/fillomino/easy.yaml --unique"
    )]
    Fillomino(FamilyArgs<Fillomino>),
    #[command(flatten)]
    Verb(Verb<Nothing, Nothing>),
    Batch(BatchArgs),
    #[command(hide = true)]
    BatchWorker(BatchWorkerArgs),
    Report(ReportArgs),
    RunTask(RunTaskArgs),
    Submit(SubmitArgs),
    Gather(GatherArgs),
    CheckProof(CheckProofArgs),
    Schema(SchemaArgs),
    Solvers(SolversArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

/// What follows a family's name.
#[derive(Args)]
pub struct FamilyArgs<F: Family> {
    #[command(subcommand)]
    pub verb: Option<FamilyVerb<F>>,
    #[command(flatten)]
    pub solve: Option<With<SolveArgs, F::Options, F::SolveOptions>>,
}

#[derive(Subcommand)]
#[allow(clippy::large_enum_variant, reason = "there is one, and it lives as long as the program")]
pub enum FamilyVerb<F: Family> {
    #[command(flatten)]
    Verb(Verb<F::Options, F::SolveOptions>),
    /// Makes a new puzzle with exactly one solution
    #[command(after_long_help = "Example:\n  jigsat sudoku generate --box 3x3 --seed 7 --symmetry rotate")]
    Generate(GenerateArgs<F::GenerateOptions>),
}

/// Verbs about a puzzle, with the family's own options: what puzzle is meant, and how to solve it.
#[derive(Subcommand)]
#[allow(clippy::large_enum_variant, reason = "there is one, and it lives as long as the program")]
pub enum Verb<P: Args, S: Args> {
    /// Finds a solution; the referee checks it before you see it
    #[command(after_long_help = "Examples:\n  jigsat sudoku solve puzzles/sudoku/hard.yaml --unique\n  \
        jigsat sudoku solve - --format json --unique < lines.txt")]
    Solve(With<SolveArgs, P, S>),
    /// Counts the solutions, all and up to the board's symmetries
    #[command(after_long_help = "Example:\n  jigsat sudoku count puzzles/sudoku/ambiguous.yaml")]
    Count(With<CountArgs, P>),
    /// Says whether a solution is legal and complete, or where it breaks
    #[command(
        after_long_help = "Example:\n  jigsat sudoku solve puzzles/sudoku/easy.yaml --format json > answer.json\n  \
        jigsat sudoku check puzzles/sudoku/easy.yaml answer.json"
    )]
    Check(With<CheckArgs, P>),
    /// Prints the formula, or what unit propagation derives from it
    #[command(after_long_help = "Examples:\n  jigsat sudoku encode puzzles/sudoku/tiny.yaml\n  \
        jigsat sudoku encode puzzles/sudoku/easy.yaml --format dimacs --encoding minimal --amo ladder\n  \
        jigsat sudoku encode puzzles/sudoku/tiny.yaml --assume r1c2=4 --propagate")]
    Encode(With<EncodeArgs, P>),
    /// Reads a solver's answer for the formula that 'encode' printed
    #[command(
        after_long_help = "Example:\n  jigsat sudoku encode puzzles/sudoku/easy.yaml --format dimacs > easy.cnf\n  \
        minisat easy.cnf easy.out\n  \
        jigsat sudoku decode puzzles/sudoku/easy.yaml easy.out"
    )]
    Decode(With<DecodeArgs, P>),
    /// Explains the solution step by step, or why there is none
    #[command(after_long_help = "Examples:\n  jigsat sudoku explain puzzles/sudoku/hard.yaml\n  \
        jigsat sudoku explain puzzles/sudoku/hard.yaml --step 1\n  \
        jigsat sudoku explain puzzles/sudoku/impossible.yaml --minimum")]
    Explain(With<ExplainArgs, P>),
    /// Says how hard a puzzle is
    #[command(after_long_help = "Example:\n  jigsat sudoku rate puzzles/sudoku/hard.yaml --svg steps.svg")]
    Rate(With<RateArgs, P>),
    /// Draws a puzzle, or a solution of it
    #[command(after_long_help = "Example:\n  jigsat sudoku show puzzles/sudoku/killer.yaml --svg killer.svg")]
    Show(With<ShowArgs, P>),
    /// Compares encodings, flavours and solvers on a puzzle
    #[command(after_long_help = "Examples:\n  jigsat sudoku compare puzzles/sudoku/hard.yaml\n  \
        jigsat sudoku compare puzzles/sudoku/hard.yaml --encodings course --amo all --solvers minisat --seeds 10\n  \
        jigsat sudoku compare puzzles/sudoku/tiny.yaml --sizes 2x2,3x3,4x4 --solvers minisat --svg growth.svg\n\n\
        Columns: 'by units' are the literals that unit propagation derives before any search; conflicts, propagations and \
        time are medians over the seeds, time is for writing the formula and solving it.")]
    Compare(With<CompareArgs, P>),
    /// Cuts one hard puzzle into many tasks, for many machines
    #[command(
        after_long_help = "Example:\n  jigsat cubes puzzles/tiling/pentominoes-6x10.yaml --for count --count 50 \
        --out tasks\n  jigsat run-task tasks 1-50\n  jigsat gather tasks"
    )]
    Cubes(With<CubesArgs, P>),
}

/// A verb's options with a family's.
#[derive(Args)]
// clap leaves groups with flattened structs empty, and takes an optional flattened group by its members.
#[group(args = ["puzzle"])]
pub struct With<A: Args, P: Args, S: Args = Nothing> {
    #[command(flatten)]
    pub args: A,
    #[command(flatten)]
    pub options: P,
    #[command(flatten)]
    pub own: S,
}

/// No options.
#[derive(Clone, Debug, Args)]
#[group(skip)]
pub struct Nothing {}

impl<P: Args, S: Args> Verb<P, S> {
    /// The puzzle that the verb is about.
    pub fn puzzle(&self) -> &str {
        match self {
            Verb::Solve(with) => &with.args.puzzle,
            Verb::Count(with) => &with.args.puzzle,
            Verb::Check(with) => &with.args.puzzle,
            Verb::Encode(with) => &with.args.puzzle,
            Verb::Decode(with) => &with.args.puzzle,
            Verb::Explain(with) => &with.args.puzzle,
            Verb::Rate(with) => &with.args.puzzle,
            Verb::Show(with) => &with.args.puzzle,
            Verb::Compare(with) => &with.args.puzzle,
            Verb::Cubes(with) => &with.args.puzzle,
        }
    }
}
