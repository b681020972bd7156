//! What requests have in common. A request is complete in itself: [`AnyFamily::prepare`](crate::AnyFamily::prepare)
//! checks it once, and then it serves many puzzles.

use std::{path::PathBuf, sync::Arc};

use jigsat_kit::{FormulaOptions, SearchOptions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The common part of requests about a puzzle: which formula to build, how to search, and the family's own options.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("x-arguments" = ["unique", "formula", "search"]))]
pub struct Ask {
    /// The family's own options, by name.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub options: Map<String, Value>,
    /// Which formula to build.
    pub formula: FormulaOptions,
    /// How to search, and for how long.
    pub search: SearchOptions,
    /// Also looks for a second solution, and shows it or proves that there is none.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unique: bool,
}

impl Ask {
    /// The formula and the search, to be shared by all puzzles that are asked about.
    pub(crate) fn shared(&self) -> (Arc<FormulaOptions>, Arc<SearchOptions>) {
        (Arc::new(self.formula.clone()), Arc::new(self.search.clone()))
    }
}

/// How to prove 'impossible' and 'unique'.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("x-arguments" = ["folder", "checked", "parts"]))]
pub struct ProofRequest {
    /// Writes a proof of each 'impossible' and 'unique' into a new folder: the formulas, and LRAT proofs by CaDiCaL that
    /// they are unsatisfiable, for 'jigsat check-proof' and other checkers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-name" = "proof", "x-value" = "FOLDER", "x-conflicts" = ["drop"]))]
    pub folder: Option<PathBuf>,
    /// Answers 'impossible' or 'unique' only after making and checking such a proof in memory.
    #[schemars(extend("x-conflicts" = ["drop"]))]
    pub checked: bool,
    /// Splits each formula to be refuted into at least N parts, where possible, each with a proof of its own; needs `folder`
    /// or `checked`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 2, max = 10_000), extend("x-name" = "proof_parts", "x-requires-any" = ["proof", "checked"]))]
    pub parts: Option<u32>,
}

impl ProofRequest {
    /// Whether a proof is wanted.
    pub(crate) fn wanted(&self) -> bool {
        self.checked || self.folder.is_some()
    }

    /// The field that names a folder, if it does.
    pub(crate) fn files(&self) -> Option<&'static str> {
        self.folder.is_some().then_some("proof.folder")
    }
}
