use std::{borrow::Cow, sync::Arc};

use jigsat_input::counted;
use jigsat_solve::Provenance;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Certified, Stats, maybe_number, number, number_schema};
use crate::solve::engine_words;

/// The output of `count`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CountRecord {
    /// The version of this format.
    pub schema: u32,
    /// The puzzle's family.
    pub family: Cow<'static, str>,
    /// The file's name, `-` for standard input, or `argument` for a text on the command line.
    pub file: Arc<str>,
    /// The puzzle's title.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub puzzle: Arc<str>,
    /// The result.
    pub status: &'static str,
    /// Number of solutions; as text if a JSON reader might round it.
    #[serde(serialize_with = "number")]
    #[schemars(schema_with = "number_schema")]
    pub count: u128,
    /// Number of solutions up to the symmetries of the board; left out if a rule was dropped.
    #[serde(serialize_with = "maybe_number", skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "number_schema")]
    pub distinct: Option<u128>,
    /// Whether there are no other solutions.
    pub complete: bool,
    /// Why there may be more solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The proof that there is no solution, if one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certified: Option<Certified>,
    /// What counted the solutions.
    pub by: Provenance,
    /// The cost of the answer.
    pub stats: Stats,
}

impl CountRecord {
    /// The record in words, on one or more lines.
    #[must_use]
    pub fn words(&self) -> String {
        let at_least = if self.complete { "" } else { "at least " };
        let mut words = format!("{at_least}{}", counted(self.count, "solution"));
        if let Some(distinct) = self.distinct {
            words += &format!(", {distinct} up to symmetry");
        }
        words += &format!(" ({})", engine_words(&self.by));
        if let Some(reason) = &self.reason {
            words += &format!("\nincomplete: {reason}");
        }
        if let Some(certified) = self.certified {
            words += &format!("\n{}", certified.sentence());
        }
        words
    }
}
