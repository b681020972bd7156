use std::{borrow::Cow, sync::Arc};

use schemars::JsonSchema;
use serde::Serialize;

/// What `rate` says of a puzzle.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RateRecord {
    /// The version of these lines.
    pub schema: u32,
    /// Which family.
    pub family: Cow<'static, str>,
    /// The file, - for the standard input, or the text itself.
    pub file: Arc<str>,
    /// What the puzzle is called.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub puzzle: Arc<str>,
    /// The result.
    pub status: &'static str,
    /// What was left open, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The steps of its explanation in numbers, beside the family's own measure if it has one; empty where it is not rated.
    pub rating: serde_json::Value,
}
