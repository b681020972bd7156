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
    /// Gives only this many steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
    /// Explains only this cell, or this literal, by its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<String>,
    /// Starts from a partial solution, in any form in which solutions are written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<TextFile>,
    /// Looks for smallest explanations, and proves that none is smaller; it can take long.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub minimum: bool,
}

/// Explains the next step.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct HintRequest {
    /// Formula, search and options.
    pub ask: Ask,
    /// What is filled in so far: a partial solution, in any form in which solutions are written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<TextFile>,
}

/// Checks whether what is filled in is right so far: whether some solution contains it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RightSoFarRequest {
    /// Formula, search and options.
    pub ask: Ask,
    /// What is filled in so far: a partial solution, in any form in which solutions are written.
    pub from: TextFile,
}

/// Rates how hard a puzzle is, by the steps of its explanation and by a measure of its family's own if there is one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RateRequest {
    /// Formula, search and options. Ratings of different encodings don't compare.
    pub ask: Ask,
}
