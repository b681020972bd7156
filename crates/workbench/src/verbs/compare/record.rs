//! A row of the table.

use std::borrow::Cow;

use jigsat_grid::Size;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Status, record::SCHEMA, verb::Part};

/// A row of `compare`: the cost of one encoding, flavour and solver, or of one engine.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CompareRecord {
    /// The version of this format.
    pub schema: u32,
    /// The puzzle's family.
    pub family: Cow<'static, str>,
    /// The size of the board, if several were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<String>,
    /// The engine of the family's own that solved the puzzle; left out for a SAT solver. A row with an engine has no
    /// encoding, flavour or solver, and all numbers except its time are 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<Cow<'static, str>>,
    /// The encoding.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub encoding: Cow<'static, str>,
    /// The at-most-one flavour.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub amo: Cow<'static, str>,
    /// How graph constraints are enforced; left out if the formula has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub graph: Option<Cow<'static, str>>,
    /// The solver.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub solver: String,
    /// False if the time limit was reached before the formula was built; all numbers are then 0. Otherwise left out.
    #[serde(default = "was_built", skip_serializing_if = "Clone::clone")]
    pub built: bool,
    /// Number of variables of the formula.
    pub variables: usize,
    /// Number of auxiliary variables, that is, variables without an atom.
    pub auxiliaries: usize,
    /// Number of clauses.
    pub clauses: usize,
    /// Number of literals in all clauses together.
    pub literals: usize,
    /// Number of literals that unit propagation derives before any search.
    pub propagated: usize,
    /// Number of cuts that the search added for graph constraints: the median over the seeds; left out if the formula has no
    /// graph constraints.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cuts: Option<usize>,
    /// The answer: solved, impossible, unknown if a limit was reached, or that the engine gave up.
    pub answer: Cow<'static, str>,
    /// Number of conflicts of the search: the median over the seeds.
    pub conflicts: u64,
    /// Number of literals that the solver propagated during the search: the median over the seeds.
    pub propagations: u64,
    /// Time for building, loading and solving, in seconds: the median over the seeds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub median_s: Option<f64>,
}

impl CompareRecord {
    /// A row without results.
    pub(super) fn new(family: Cow<'static, str>, size: Option<Size>) -> Self {
        CompareRecord {
            schema: SCHEMA,
            family,
            size: size.map(|size| size.to_string()),
            engine: None,
            encoding: "".into(),
            amo: "".into(),
            graph: None,
            solver: String::new(),
            built: false,
            variables: 0,
            auxiliaries: 0,
            clauses: 0,
            literals: 0,
            propagated: 0,
            cuts: None,
            answer: "unknown".into(),
            conflicts: 0,
            propagations: 0,
            median_s: None,
        }
    }

    /// The size, as a board has it.
    pub(super) fn board(&self) -> Option<Size> {
        self.size.as_ref()?.parse().ok()
    }

    /// Whether a limit was reached.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.answer == "unknown"
    }
}

/// What a row without the key `built` says.
fn was_built() -> bool {
    true
}

impl Part for CompareRecord {
    fn status(&self) -> Status {
        Status::Solved
    }

    fn record(&self) -> Option<&dyn erased_serde::Serialize> {
        Some(self)
    }
}
