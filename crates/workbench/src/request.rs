//! Requests: what is asked, as plain data. A request says everything itself; it is checked once, by
//! [`AnyFamily::prepare`](crate::AnyFamily::prepare), and used for many puzzles.

mod compare;
#[cfg(not(target_family = "wasm"))]
mod cubes;
mod explain;
mod show;

use jigsat_kit::{FormulaOptions, SearchOptions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub use compare::{CompareRequest, GradeRequest};
#[cfg(not(target_family = "wasm"))]
pub use cubes::{Asked, CubesRequest, RunTaskRequest};
pub use explain::{ExplainRequest, HintRequest, RateRequest, RightSoFarRequest};
pub use show::{CheckRequest, EncodeRequest, FamiliesRequest, FormulaForm, ListRequest, ShowRequest};

/// What every request about a puzzle has: which formula, how to search, and the family's own options.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Ask {
    /// The family's own options, by their names.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub options: Map<String, Value>,
    /// Which formula.
    pub formula: FormulaOptions,
    /// How to search, and for how long.
    pub search: SearchOptions,
    /// Whether a second solution is to be looked for.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unique: bool,
}

/// Finds a solution.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SolveRequest {
    /// Formula, search and options.
    pub ask: Ask,
    /// Says 'impossible' or 'unique' only after a proof was made and checked.
    pub proof: ProofRequest,
    /// Asks several solvers, encodings and seeds at once and takes the first answer: this many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub portfolio: Option<usize>,
}

/// How 'impossible' and 'unique' are to be proven.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ProofRequest {
    /// Whether each proof is checked while it is made, and the answer given only then.
    pub checked: bool,
    /// Into how many parts each formula is cut that is to be refuted, at least; 2 to 10,000.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 2, max = 10_000))]
    pub parts: Option<u32>,
}

/// Counts the solutions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CountRequest {
    /// Formula, search and options.
    pub ask: Ask,
    /// Stops after this many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// Counts solutions apart that look the same: equal pieces exchanged, a piece turned onto itself.
    pub labelled: bool,
    /// How many threads search; 1 if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jobs: Option<usize>,
    /// How 'none' is to be proven.
    pub proof: ProofRequest,
}

/// Searches with the solver that shows its work.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TraceRequest {
    /// Formula, options and limits. The solver is always the same.
    pub ask: Ask,
    /// Begins again after this many conflicts, then after twice as many, and so on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub restart: Option<u64>,
}

/// Makes a new puzzle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GenerateRequest {
    /// What it is to be like, in the family's own options.
    pub options: Map<String, Value>,
    /// Which puzzle: the same seed makes the same one.
    pub seed: u64,
    /// How long it may take, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout_s: Option<f64>,
}

impl Default for GenerateRequest {
    fn default() -> Self {
        GenerateRequest { options: Map::new(), seed: 1, timeout_s: None }
    }
}
