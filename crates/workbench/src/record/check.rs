use std::{borrow::Cow, sync::Arc};

use schemars::JsonSchema;
use serde::Serialize;

/// What `check` says of a solution.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CheckRecord {
    /// The version of these lines.
    pub schema: u32,
    /// Which family.
    pub family: Cow<'static, str>,
    /// The file with the puzzle.
    pub file: Arc<str>,
    /// `solved` where it is legal and complete, `impossible` where not, `unknown` where that was left open.
    pub status: &'static str,
    /// Whether it breaks no rule.
    pub legal: bool,
    /// Whether nothing is missing.
    pub complete: bool,
    /// The rule that is broken, or what is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub violation: Option<String>,
    /// What was asked besides, answered in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more: Option<String>,
    /// Why it was left open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl CheckRecord {
    /// In words.
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
