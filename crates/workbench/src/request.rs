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

use crate::difficulty::Difficulty;

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
    /// Which formula to build.
    pub formula: FormulaOptions,
    /// How to search, and for how long.
    pub search: SearchOptions,
    /// Whether to look for a second solution.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unique: bool,
}

/// Finds a solution.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SolveRequest {
    /// Formula, search and options.
    pub ask: Ask,
    /// How to prove 'impossible' and 'unique'.
    pub proof: ProofRequest,
    /// Runs this many solvers, encodings and seeds in parallel and takes the first answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub portfolio: Option<usize>,
}

/// How to prove 'impossible' and 'unique'.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ProofRequest {
    /// Whether to give the answer only after each proof was made and checked.
    pub checked: bool,
    /// Minimum number of parts into which to split each formula to be refuted, where possible: 2 to 10,000.
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
    /// Stops after this many solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// Counts solutions that look the same separately: with identical pieces swapped, or a piece turned onto itself.
    pub labelled: bool,
    /// Number of threads (default: 1).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jobs: Option<usize>,
    /// How to prove that there is no solution.
    pub proof: ProofRequest,
}

/// Searches with the solver that shows its work.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TraceRequest {
    /// Formula, options and limits. The solver is always the same.
    pub ask: Ask,
    /// Restarts after this many conflicts, then after twice as many, and so on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub restart: Option<u64>,
}

/// Makes new puzzles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GenerateRequest {
    /// The options of the family's generator, by their names.
    pub options: Map<String, Value>,
    /// Random seed of the first puzzle: the same seed makes the same puzzle. Further puzzles have the seeds after it.
    pub seed: u64,
    /// Number of puzzles.
    #[schemars(range(min = 1))]
    pub count: u32,
    /// Takes only puzzles that `rate` calls so, and passes over the seeds of others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<Difficulty>,
    /// Makes this many puzzles at a time, at most one per processor. The puzzles are the same for each number.
    #[schemars(range(min = 1, max = 1024))]
    pub jobs: u16,
    /// Time limit for all of them, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout_s: Option<f64>,
}

impl Default for GenerateRequest {
    fn default() -> Self {
        GenerateRequest { options: Map::new(), seed: 1, count: 1, difficulty: None, jobs: 1, timeout_s: None }
    }
}
