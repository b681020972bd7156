use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Ask;

/// Cuts the search for the solutions of one puzzle into tasks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CubesRequest {
    /// Formula, search and options; the limits are those of the cutting.
    pub ask: Ask,
    /// What the tasks are for.
    pub asked: Asked,
    /// Into how many tasks, or a few more; if left out, into as many as `aim_s` asks for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1_000_000))]
    pub count: Option<u32>,
    /// Cuts until a task takes about this many seconds, by what some of them take; 5 if left out. Not together with
    /// `count`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0))]
    pub aim_s: Option<f64>,
    /// Says nothing of times; with `count`, no task is tried out then.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub untimed: bool,
}

/// What is asked of a puzzle that is cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Asked {
    /// One solution, or that there is none.
    #[default]
    Solve,
    /// How many solutions there are.
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

/// Which tasks of a folder are to be done, and how.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RunTaskRequest {
    /// Numbers and ranges such as `7` or `1-20`.
    pub tasks: Vec<String>,
    /// Gives up on a task after this many seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0))]
    pub timeout_s: Option<f64>,
    /// Runs a program that the folder names as its solver.
    pub allow_external: bool,
}
