use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Objective;

/// Maximum number of steps that a request may have: times are 16-bit numbers.
const MOST_STEPS: u16 = 60_000;

/// Which levels to take, and what to ask about their plans.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SokobanOptions {
    /// Level of a collection: a number, a range such as 1-20, or a title (repeatable).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-value" = "LEVEL"))]
    pub level: Vec<String>,
    /// Number of steps of the formula, in the unit of the encoding (default: the proved lower bound).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = 60_000), extend("x-value" = "N"))]
    pub steps: Option<u16>,
    /// What to minimise (default: pushes, unless the encoding implies another objective); if given, 'check' also asks
    /// whether the plan is optimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "WHAT"))]
    pub optimal: Option<Objective>,
    /// Animates the SVG picture of a plan.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub animate: bool,
    /// Looks only for plans of at most N steps, in the unit of the encoding.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-verbs" = ["solve"], "x-value" = "N", "x-conflicts" = ["at_most"]))]
    pub max_steps: Option<u32>,
    /// Asks whether there is a plan of at most N pushes (or moves, if moves are minimised first).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-verbs" = ["solve"], "x-value" = "N", "x-conflicts" = ["max_steps"]))]
    pub at_most: Option<u32>,
}

impl SokobanOptions {
    /// Whether the numbers are in their ranges.
    pub(super) fn check(&self) -> Result<(), String> {
        match self.steps {
            Some(steps) if steps > MOST_STEPS => {
                Err(format!("option 'steps': found {steps}, expected at most {MOST_STEPS}"))
            }
            _ => Ok(()),
        }
    }

    /// The bound on the steps of plans, from either option.
    pub(super) fn most_steps(&self) -> Option<u32> {
        self.max_steps.or(self.at_most)
    }
}
