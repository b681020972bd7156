//! Requests that compare: encodings and solvers, or a model and a family.

use jigsat_grid::Size;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Ask;

/// Compares encodings, flavours and solvers on one puzzle, or on similar boards of other sizes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CompareRequest {
    /// The family's own options, by name.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub options: Map<String, Value>,
    /// The encodings to compare, by name; `all` stands for all of them.
    pub encodings: Vec<String>,
    /// The family's own engines, which solve without such a formula, to show beside them; `all` stands for those that can
    /// solve this puzzle. If this is left out: `all` if all encodings are compared, otherwise none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engines: Option<Vec<String>>,
    /// The at-most-one flavours to compare; `all` stands for all of them.
    pub amo: Vec<String>,
    /// The graph flavours to compare, for families with graph constraints; `all` stands for all of them.
    pub graph: Vec<String>,
    /// The solvers to compare; `all` stands for those in this build.
    pub solvers: Vec<String>,
    /// Number of runs for each combination, with variables and clauses shuffled by seeds 0, 1, …
    #[schemars(range(min = 1, max = 100_000))]
    pub seeds: u32,
    /// Sizes of similar boards on which to compare instead of the puzzle.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sizes: Vec<Size>,
    /// Time limit for a run, in seconds.
    #[schemars(range(min = 0.0))]
    pub timeout_s: f64,
}

impl Default for CompareRequest {
    /// All encodings and solvers, pairwise 'at most one', lazy graph constraints, three seeds, 20 seconds per run.
    fn default() -> Self {
        let all = || vec!["all".to_owned()];
        CompareRequest {
            options: Map::new(),
            encodings: all(),
            engines: None,
            amo: vec!["pairwise".to_owned()],
            graph: vec!["lazy".to_owned()],
            solvers: all(),
            seeds: 3,
            sizes: Vec::new(),
            timeout_s: 20.0,
        }
    }
}

impl CompareRequest {
    /// The request with which to prepare the family: its own options alone.
    #[must_use]
    pub fn ask(&self) -> Ask {
        Ask { options: self.options.clone(), ..Ask::default() }
    }
}

/// Grades a QPROP model on puzzles of a family: both should have the same solutions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GradeRequest {
    /// The model's options, by name. The model's data comes from the puzzles.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub options: Map<String, Value>,
    /// The family on whose puzzles the model is graded.
    pub with: String,
    /// Time limit for a puzzle, in seconds.
    #[schemars(range(min = 0.0))]
    pub timeout_s: f64,
}

impl Default for GradeRequest {
    /// Twenty seconds per puzzle.
    fn default() -> Self {
        GradeRequest { options: Map::new(), with: String::new(), timeout_s: 20.0 }
    }
}
