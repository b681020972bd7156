use std::{borrow::Cow, sync::Arc};

use jigsat_solve::Provenance;
use schemars::JsonSchema;
use serde::Serialize;

/// The output of `rate`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RateRecord {
    /// The version of this format.
    pub schema: u32,
    /// The puzzle's family.
    pub family: Cow<'static, str>,
    /// The file's name, `-` for standard input, or `argument` for a text on the command line.
    pub file: Arc<str>,
    /// The puzzle's title.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub puzzle: Arc<str>,
    /// The result.
    #[schemars(extend("enum" = ["solved", "impossible", "unknown"]))]
    pub status: &'static str,
    /// Whether the solution is the only one. Other puzzles are not rated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unique: Option<bool>,
    /// What was left open, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The engine that found the steps or the plan, with its solver and encoding if it used them.
    pub by: Provenance,
    /// The number and the sizes of the explanation's steps, and the family's own measure if it has one; empty if the
    /// puzzle is not rated.
    pub rating: serde_json::Value,
}
