use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Ask;

/// Splits the search for the solutions of one puzzle into tasks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CubesRequest {
    /// Formula, search and options. The limits apply to the splitting, not to the tasks.
    pub ask: Ask,
    /// Purpose of the tasks.
    pub asked: Asked,
    /// Number of tasks; there may be a few more. If it is missing, `aim_s` determines the number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1_000_000))]
    pub count: Option<u32>,
    /// Target time of a task, in seconds, measured on a sample of tasks (default: 5). It cannot be combined with
    /// `count`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0))]
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

/// Which tasks of a folder to run, and how.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RunTaskRequest {
    /// Task numbers and ranges such as `7` or `1-20`.
    pub tasks: Vec<String>,
    /// Time limit for a task, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0))]
    pub timeout_s: Option<f64>,
    /// Allows running the external solver that the folder names.
    pub allow_external: bool,
}
