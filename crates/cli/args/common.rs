//! Options that several verbs share.

use std::{path::PathBuf, time::Duration};

use clap::{
    Args,
    builder::{PossibleValuesParser, TypedValueParser},
};
use jigsat_cnf::{Amo, Card, Choice, Flavours, Sum};
use jigsat_solve::{Build, Solver};

/// Which formula.
#[derive(Clone, Debug, Default, Args)]
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
#[derive(Clone, Debug, Default, Args)]
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

/// How 'impossible' and 'unique' are to be proven.
#[derive(Clone, Debug, Args)]
pub struct ProofArgs {
    /// Writes a proof of each 'impossible' and 'unique' into a new folder: formulas, and LRAT proofs by CaDiCaL
    /// that they have no model; 'jigsat check-proof' and other checkers read them
    #[arg(long, value_name = "FOLDER", conflicts_with = "drop")]
    pub proof: Option<PathBuf>,
    /// Says 'impossible' or 'unique' only after such a proof was made and checked, in memory
    #[arg(long, conflicts_with = "drop")]
    pub checked: bool,
    /// Cuts each formula that is to be refuted into at least N parts, where it can be, with a proof each
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=10_000))]
    pub proof_parts: Option<u32>,
}

impl ProofArgs {
    /// Whether anything is to be proven.
    pub fn wanted(&self) -> bool {
        self.proof.is_some() || self.checked
    }
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

/// Reads a [`Choice`] by name, and lists the names in the help.
pub fn choices<C: Choice>() -> impl TypedValueParser<Value = C> {
    let names = C::ALL.iter().map(|choice| choice.name());
    PossibleValuesParser::new(names).map(|name| C::named(&name).expect("only known names get here"))
}
