use jigsat_kit::TextFile;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::MAX_CLAUSES;

/// The data with which to ground a model, and its size limit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct QpropOptions {
    /// YAML file with the model's constants, sorts and facts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "FILE"))]
    pub data: Option<TextFile>,
    /// Refuses a model that grounds to more than N clauses and counting constraints.
    #[schemars(extend("x-value" = "N"))]
    pub max_clauses: u64,
}

impl Default for QpropOptions {
    fn default() -> Self {
        QpropOptions { data: None, max_clauses: MAX_CLAUSES }
    }
}
