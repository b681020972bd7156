//! The records of proofs.

use std::sync::Arc;

use jigsat_input::counted;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::{Unproven, pair::Checked};
use crate::{Status, record::SCHEMA};

/// The result of checking one formula and its proof.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProofRecord {
    /// The version of this format.
    pub schema: u32,
    /// The claim that holds if the formula has no model.
    pub what: String,
    /// Whether the proof holds and the formula is that of the puzzle.
    pub holds: bool,
    /// Whether the formula is not that of the puzzle that was named; its proof was then not checked.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub other_puzzle: bool,
    /// Why it does not hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub violation: Option<String>,
    /// Number of clauses of the formula.
    pub clauses: usize,
    /// Number of steps of the proof.
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

    /// The record in words, on one line.
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

/// The result of checking all proofs of a folder.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TogetherRecord {
    /// The version of this format.
    pub schema: u32,
    /// The claim that the proofs must show.
    pub claim: String,
    /// Whether the claim is proved.
    pub holds: bool,
    /// Why it does not hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub violation: Option<String>,
    /// Whether each formula was rebuilt from the puzzle and compared.
    pub compared: bool,
    /// Grounds of the claim that are not formulas; they were checked, too.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub grounds: Vec<Value>,
    /// Number of lines of the certificate, which were checked, too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<usize>,
    /// The puzzle's family.
    pub family: String,
    /// The file of the puzzle according to the folder; it was not read.
    pub file: Arc<str>,
    /// The puzzle's title.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub puzzle: Arc<str>,
    /// BLAKE3 digest of the puzzle's text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// BLAKE3 digest of the page of QPROP that defines the family, if the family doesn't come with jigsat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<String>,
    /// The user's own puzzle file, if the formulas were compared with it, too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compared_with: Option<String>,
}

impl TogetherRecord {
    /// The record in words, on one or more lines.
    #[must_use]
    pub fn words(&self) -> String {
        let claim = &self.claim;
        let ground = |ground: &Value| {
            let kind = ground.get("kind").and_then(Value::as_str).unwrap_or("?");
            format!("holds: what is known without a formula: {kind}\n")
        };
        let lines = |lines: usize| format!("holds: a certificate of {}\n", counted(lines, "line"));
        match &self.violation {
            None => {
                let grounds: String = self.grounds.iter().map(ground).collect();
                format!("{grounds}{}proven: {claim}", self.certificate.map(lines).unwrap_or_default())
            }
            Some(violation) => format!("not proven: {claim}: {violation}"),
        }
    }
}
