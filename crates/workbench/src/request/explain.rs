//! Requests about explanations.

use jigsat_kit::TextFile;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Ask;

/// Tells a solution step by step, or why there is none, or what two solutions differ in.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ExplainRequest {
    /// Formula, search and options.
    pub ask: Ask,
    /// Only this many steps: 1 is the next hint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
    /// Only why this cell has its value, or why something is deduced, by its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<String>,
    /// Starts from a partial solution, in any form in which solutions are written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<TextFile>,
    /// Looks for smallest explanations, and proves that none is smaller; it can take long.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub minimum: bool,
}

/// Tells the next step only.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct HintRequest {
    /// Formula, search and options.
    pub ask: Ask,
    /// What is filled in so far: a partial solution, in any form in which solutions are written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<TextFile>,
}

/// Tells whether what is filled in is right so far: whether some solution has it.
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
