use std::{borrow::Cow, sync::Arc};

use jigsat_solve::Provenance;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Certified, Stats, maybe_number, number, number_schema};

/// What `count` says.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CountRecord {
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
    /// How many solutions; as text where a reader of JSON might round it.
    #[serde(serialize_with = "number")]
    #[schemars(schema_with = "number_schema")]
    pub count: u128,
    /// How many up to the symmetries of the board; left out if a rule was dropped.
    #[serde(serialize_with = "maybe_number", skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "number_schema")]
    pub distinct: Option<u128>,
    /// Whether these are all.
    pub complete: bool,
    /// Why there may be more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// That there is none was proven, where that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certified: Option<Certified>,
    /// What counted.
    pub by: Provenance,
    /// What it cost.
    pub stats: Stats,
}

impl CountRecord {
    /// In words, a line or more.
    #[must_use]
    pub fn words(&self) -> String {
        let at_least = if self.complete { "" } else { "at least " };
        let plural = if self.count == 1 { "" } else { "s" };
        let mut words = format!("{at_least}{} solution{plural}", self.count);
        if let Some(distinct) = self.distinct {
            words += &format!(", {distinct} up to symmetry");
        }
        if let Some(reason) = &self.reason {
            words += &format!("\nincomplete: {reason}");
        }
        if let Some(certified) = self.certified {
            words += &format!("\n{}", certified.sentence());
        }
        words
    }
}
