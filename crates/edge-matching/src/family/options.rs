//! The options of edge-matching.

use jigsat_grid::Size;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Whether pieces may be rotated, which solutions count as one, and what to look for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct EdgeMatchingOptions {
    /// Whether pieces may be rotated; overrides the puzzle file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "WHEN"))]
    pub rotate: Option<Rotate>,
    /// Size of the board, for pieces drawn as boxes (default: as they are arranged).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "ROWSxCOLUMNS"))]
    pub size: Option<Size>,
    /// Whether solutions that are rotations of each other count as one (if some piece is unique) or separately.
    #[schemars(extend("x-value" = "HOW"))]
    pub turns: Turns,
    /// Matches as many edges as possible if the board can't be completed, and reports each better answer.
    #[schemars(extend("x-verbs" = ["solve"], "x-conflicts" = ["all", "limit", "unique"]))]
    pub best: bool,
}

/// Whether pieces may be rotated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Rotate {
    /// All pieces may be rotated.
    Always,
    /// No piece may be rotated.
    Never,
}

/// How solutions count that are rotations of each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Turns {
    /// As one solution, if some piece is unique.
    #[default]
    One,
    /// Separately.
    Apart,
}
