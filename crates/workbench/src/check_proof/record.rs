//! The records of proofs.

use std::sync::Arc;

use jigsat_input::counted;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::{Unproven, pair::Checked};
use crate::{Status, record::SCHEMA};

/// The result of one formula and its proof.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProofRecord {
    /// The version of this format.
    pub schema: u32,
    /// What the formula without a model says.
    pub what: String,
    /// Whether the proof holds and the formula is the puzzle's.
    pub holds: bool,
    /// Whether the formula is of another puzzle than the one that was named: its proof was not looked at.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub other_puzzle: bool,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub violation: Option<String>,
    /// Number of clauses of the formula.
    pub clauses: usize,
    /// How many steps the proof has.
    pub steps: u64,
}

impl ProofRecord {
    pub(super) fn new(what: String, checked: Checked) -> (Status, Self) {
        let Checked { unproven, clauses, steps } = checked;
        let status = Unproven::status(unproven.as_ref());
        let other_puzzle = matches!(unproven, Some(Unproven::OtherPuzzle(_)));
        let violation = unproven.map(Unproven::into_words);
        let holds = violation.is_none();
        (status, ProofRecord { schema: SCHEMA, what, holds, other_puzzle, violation, clauses, steps })
    }

    /// In words, one line.
    #[must_use]
    pub fn words(&self) -> String {
        let ProofRecord { what, clauses, steps, .. } = self;
        match &self.violation {
            None => {
                let (clauses, steps) = (counted(*clauses, "clause"), counted(*steps, "step"));
                format!("holds: {what} ({clauses} refuted in {steps})")
            }
            Some(violation) if self.other_puzzle => format!("not compared: {what}: {violation}"),
            Some(violation) => format!("does not hold: {what}: {violation}"),
        }
    }
}

/// What the proofs of a folder say together.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TogetherRecord {
    /// The version of this format.
    pub schema: u32,
    /// What is claimed.
    pub claim: String,
    /// Whether it is proven.
    pub holds: bool,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub violation: Option<String>,
    /// Whether each formula was built again from the puzzle and compared.
    pub compared: bool,
    /// What it rests on besides formulas; looked over, too.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub grounds: Vec<Value>,
    /// Of which family the puzzle is.
    pub family: String,
    /// Where the puzzle is said to be from; nobody has looked there.
    pub file: Arc<str>,
    /// The puzzle's title.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub puzzle: Arc<str>,
    /// The text of the puzzle, by BLAKE3.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// Of the page of QPROP that defines the family, if it doesn't come with jigsat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<String>,
    /// The file of the user's own that was compared, too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compared_with: Option<String>,
}

impl TogetherRecord {
    /// In words, one or more lines.
    #[must_use]
    pub fn words(&self) -> String {
        let claim = &self.claim;
        let ground = |ground: &Value| {
            let kind = ground.get("kind").and_then(Value::as_str).unwrap_or("?");
            format!("holds: what is known without a formula: {kind}\n")
        };
        match &self.violation {
            None => format!("{}proven: {claim}", self.grounds.iter().map(ground).collect::<String>()),
            Some(violation) => format!("not proven: {claim}: {violation}"),
        }
    }
}
