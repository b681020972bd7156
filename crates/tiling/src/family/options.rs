//! The options of tiling for every verb.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Whether pieces may be rotated.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TilingOptions {
    /// Whether pieces may be rotated: never, always, or only if there is no solution otherwise (fallback, for solve and
    /// count); overrides the puzzle file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "WHEN"))]
    pub rotate: Option<Turning>,
}

/// When pieces may be rotated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Turning {
    /// Never.
    Never,
    /// Only if there is no solution with the pieces as they are given.
    Fallback,
    /// Always, from the start.
    Always,
}
