use std::{borrow::Cow, sync::Arc};

use schemars::JsonSchema;
use serde::Serialize;

/// The output of `check`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CheckRecord {
    /// The version of this format.
    pub schema: u32,
    /// The puzzle's family.
    pub family: Cow<'static, str>,
    /// The file with the puzzle.
    pub file: Arc<str>,
    /// `solved` if the solution is legal and complete, `impossible` if not, `unknown` if that was left open.
    pub status: &'static str,
    /// Whether no broken rule was found.
    pub legal: bool,
    /// Whether nothing is missing.
    pub complete: bool,
    /// The broken rule, or what is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub violation: Option<String>,
    /// The answer to a further question in words, such as whether a plan is optimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more: Option<String>,
    /// Why the question was left open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl CheckRecord {
    /// The record in words.
    #[must_use]
    pub fn words(&self) -> String {
        if let Some(reason) = &self.reason {
            return format!("left open: {reason}");
        }
        match (&self.violation, self.legal) {
            (None, _) => match &self.more {
                Some(more) => format!("legal and complete; {more}"),
                None => "legal and complete".into(),
            },
            (Some(violation), true) => format!("legal so far, but not complete: {violation}"),
            (Some(violation), false) => format!("not legal: {violation}"),
        }
    }
}
