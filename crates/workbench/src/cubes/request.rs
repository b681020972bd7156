use std::{fmt, path::PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Ask;

/// Splits the search for the solutions of one puzzle into tasks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("x-arguments" = ["out", "asked", "count", "aim_s", "ask.formula", "ask.search"]))]
pub struct CubesRequest {
    /// Formula, search and options. The limits apply to the splitting, not to the tasks.
    pub ask: Ask,
    /// New folder for the tasks.
    #[serde(skip_serializing_if = "is_unnamed")]
    #[schemars(extend("x-value" = "FOLDER", "x-required" = true))]
    pub out: PathBuf,
    /// Purpose of the tasks: to find one solution, or to count all.
    #[schemars(extend("x-name" = "for"))]
    pub asked: Asked,
    /// Splits into N tasks or a few more (default: as many as `aim_s` needs).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1_000_000))]
    pub count: Option<u32>,
    /// Splits until a task takes about this long, measured on a sample, in seconds (default: 5s).
    ///
    /// It cannot be combined with `count`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0), extend("x-name" = "aim", "x-unit" = "s", "x-conflicts" = ["count"]))]
    pub aim_s: Option<f64>,
    /// Omits times. Together with `count`, no sample of tasks is run then.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub untimed: bool,
}

/// The purpose of tasks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Asked {
    /// Find one solution, or show that there is none.
    #[default]
    Solve,
    /// Count all solutions.
    Count,
}

impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Asked::Solve => "solve",
            Asked::Count => "count",
        })
    }
}

fn is_unnamed(path: &std::path::Path) -> bool {
    path.as_os_str().is_empty()
}
