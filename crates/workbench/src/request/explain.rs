//! Requests about explanations.

use jigsat_kit::TextFile;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Ask;

/// Explains the solution step by step, or why there is none, or where two solutions differ.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ExplainRequest {
    /// Formula, search and options.
    pub ask: Ask,
    /// Maximum number of steps to give.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
    /// Explains only this cell, or this literal, given by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<String>,
    /// Partial solution to start from, in any format that `solve` prints.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<TextFile>,
    /// Finds smallest explanations and proves that none is smaller; this can take long.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub minimum: bool,
}

/// Explains the next step.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct HintRequest {
    /// Formula, search and options.
    pub ask: Ask,
    /// What is filled in so far: a partial solution, in any format that `solve` prints.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<TextFile>,
}

/// Checks whether a partial solution is right so far, that is, whether some solution contains it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RightSoFarRequest {
    /// Formula, search and options.
    pub ask: Ask,
    /// What is filled in so far: a partial solution, in any format that `solve` prints.
    pub from: TextFile,
}

/// Rates how hard a puzzle is: by the steps of its explanation, and by the family's own measure if it has one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RateRequest {
    /// Formula, search and options. Ratings with different encodings cannot be compared.
    pub ask: Ask,
}
