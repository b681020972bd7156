//! Requests as plain data. A request is complete in itself: [`AnyFamily::prepare`](crate::AnyFamily::prepare) checks it
//! once, and then it serves many puzzles.

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

/// The common part of requests about a puzzle: which formula to build, how to search, and the family's own options.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Ask {
    /// The family's own options, by name.
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
    /// Number of different solvers, encodings and seeds to run in parallel; the first answer counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub portfolio: Option<usize>,
}

/// How to prove 'impossible' and 'unique'.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ProofRequest {
    /// Whether to answer only after making and checking every proof.
    pub checked: bool,
    /// Minimum number of parts into which each formula to be refuted is split, if possible: 2 to 10,000.
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

/// Searches with a small solver that records each step.
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
    /// The options of the family's generator, by name.
    pub options: Map<String, Value>,
    /// Random seed of the first puzzle: the same seed makes the same puzzle. Further puzzles use the seeds after it.
    pub seed: u64,
    /// Number of puzzles.
    #[schemars(range(min = 1))]
    pub count: u32,
    /// Keeps only puzzles with this rating, and skips seeds that give another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<Difficulty>,
    /// Number of puzzles to make at a time, at most one per processor. It does not affect the puzzles.
    #[schemars(range(min = 1, max = 1024))]
    pub jobs: u16,
    /// Time limit for all puzzles together, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout_s: Option<f64>,
}

impl Default for GenerateRequest {
    fn default() -> Self {
        GenerateRequest { options: Map::new(), seed: 1, count: 1, difficulty: None, jobs: 1, timeout_s: None }
    }
}
