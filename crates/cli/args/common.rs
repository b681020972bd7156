//! Options that several verbs share.

use std::{path::PathBuf, time::Duration};

use bytesize::ByteSize;
use clap::{
    ArgGroup, Args,
    builder::{PossibleValuesParser, TypedValueParser},
};
use jigsat_cnf::{Amo, Card, Choice, GraphFlavour, Sum};
use jigsat_kit::{FormulaOptions, SearchOptions};
use jigsat_solve::Solver;
use jigsat_workbench::ProofRequest;
use serde::{Deserialize, Serialize};

use super::value::{duration, number};

/// The formula to build.
#[derive(Clone, Debug, Default, Args, Serialize, Deserialize)]
pub struct FormulaArgs {
    /// Encoding to use, or 'auto'
    #[arg(long, value_name = "NAME")]
    pub encoding: Option<String>,
    /// How to encode 'at most one'
    #[arg(long, value_name = "FLAVOUR", value_parser = choices::<Amo>())]
    pub amo: Option<Amo>,
    /// How to encode cardinality constraints
    #[arg(long, value_name = "FLAVOUR", value_parser = choices::<Card>())]
    pub card: Option<Card>,
    /// How to encode weighted sums
    #[arg(long, value_name = "FLAVOUR", value_parser = choices::<Sum>())]
    pub sum: Option<Sum>,
    /// How to encode connected sets and loops
    #[arg(long, value_name = "FLAVOUR", value_parser = choices::<GraphFlavour>())]
    pub graph: Option<GraphFlavour>,
    /// Leaves a rule out of the formula (repeatable)
    #[arg(long, value_name = "RULE")]
    pub drop: Vec<String>,
}

impl FormulaArgs {
    /// The same in the form of a request.
    pub fn request(&self) -> FormulaOptions {
        let FormulaArgs { encoding, amo, card, sum, graph, drop } = self.clone();
        FormulaOptions { encoding, amo, card, sum, graph, drop }
    }
}

/// How to search, and for how long.
#[derive(Clone, Debug, Default, Args, Serialize, Deserialize)]
pub struct SearchArgs {
    /// SAT solver to use: one that 'jigsat solvers' lists, external:COMMAND, or auto
    #[arg(long, value_name = "NAME", value_parser = solver_or_auto)]
    pub solver: Option<SolverChoice>,
    /// Search engine to use: sat, one of the family's own engines, or auto
    #[arg(long, value_name = "NAME")]
    pub engine: Option<String>,
    /// Time limit for a puzzle: 500ms, 30s, 2m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub timeout: Option<Duration>,
    /// Gives up on a solver call after N conflicts
    #[arg(long, value_name = "N")]
    pub conflicts: Option<u64>,
    /// Shuffles variables and clauses with this seed
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

impl SearchArgs {
    /// The same in the form of a request.
    pub fn request(&self) -> SearchOptions {
        SearchOptions {
            solver: match &self.solver {
                Some(SolverChoice::Named(solver)) => Some(solver.clone()),
                _ => None,
            },
            engine: self.engine.clone(),
            timeout_s: self.timeout.map(|time| time.as_secs_f64()),
            conflicts: self.conflicts,
            seed: self.seed,
        }
    }
}

/// Search options with only a time limit.
pub fn within(timeout: Option<Duration>) -> SearchOptions {
    SearchOptions { timeout_s: timeout.map(|time| time.as_secs_f64()), ..SearchOptions::default() }
}

/// A solver, or the one that measured best.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum SolverChoice {
    Auto,
    Named(Solver),
}

fn solver_or_auto(name: &str) -> Result<SolverChoice, jigsat_solve::Error> {
    if name == "auto" { Ok(SolverChoice::Auto) } else { name.parse().map(SolverChoice::Named) }
}

/// How to prove 'impossible' and 'unique'.
#[derive(Clone, Debug, Args, Serialize, Deserialize)]
#[command(group(ArgGroup::new("proven").multiple(true)))]
pub struct ProofArgs {
    /// Writes a proof of each 'impossible' and 'unique' into a new folder: the formulas, and LRAT proofs by CaDiCaL that
    /// they are unsatisfiable, for 'jigsat check-proof' and other checkers
    #[arg(long, value_name = "FOLDER", conflicts_with = "drop", group = "proven")]
    pub proof: Option<PathBuf>,
    /// Answers 'impossible' or 'unique' only after making and checking such a proof in memory
    #[arg(long, conflicts_with = "drop", group = "proven")]
    pub checked: bool,
    /// Splits each formula to be refuted into at least N parts, where possible, each with a proof of its own; needs --proof
    /// or --checked
    #[arg(long, value_name = "N", requires = "proven", value_parser = number(2_u32..=10_000))]
    pub proof_parts: Option<u32>,
}

impl ProofArgs {
    /// Whether a proof is requested.
    pub fn wanted(&self) -> bool {
        self.proof.is_some() || self.checked
    }

    /// The same in the form of a request.
    pub fn request(&self) -> ProofRequest {
        ProofRequest { checked: self.checked, parts: self.proof_parts }
    }
}

/// The memory limit. It holds for a process as a whole, which needs no second one.
#[derive(Clone, Debug, Default, Args, Serialize, Deserialize)]
#[group(skip)]
pub struct MemoryArgs {
    /// Memory limit: 500MiB, 2GiB (on Linux)
    #[arg(long, value_name = "SIZE")]
    #[serde(skip)]
    pub memory: Option<ByteSize>,
}

/// The choice of one puzzle of several.
#[derive(Clone, Debug, Default, Args)]
#[group(skip)]
pub struct IndexArgs {
    /// Which puzzle of a file with several, from 1
    #[arg(long, value_name = "N", value_parser = number(1_u64..=u64::MAX))]
    pub index: Option<u64>,
}

/// The destination of the output.
#[derive(Clone, Debug, Default, Args, Serialize, Deserialize)]
pub struct OutputArgs {
    /// Writes to a file; refuses to overwrite an existing one without --force
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replaces existing files
    #[arg(long)]
    pub force: bool,
    /// Omits times, so that the same input gives the same output
    #[arg(long)]
    pub no_times: bool,
}

/// Reads a [`Choice`] by name, and lists the names in the help.
pub fn choices<C: Choice>() -> impl TypedValueParser<Value = C> {
    let names = C::ALL.iter().map(|choice| choice.name());
    PossibleValuesParser::new(names).map(|name| C::named(&name).expect("only known names get here"))
}
