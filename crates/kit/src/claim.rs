//! The claims of an answer that proofs must show.

use jigsat_solve::{Answer, Solution, Violation};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Outcome;

/// The theorem that proofs show together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Theorem {
    /// There is no solution.
    None,
    /// There is no solution other than the one in the manifest.
    Unique,
    /// No solution has fewer steps.
    NoneShorter {
        /// The unit of the steps: pushes or moves.
        unit: String,
        /// The lower bound on the number of steps.
        than: u32,
    },
}

impl Theorem {
    /// The theorem in words.
    #[must_use]
    pub fn sentence(&self) -> String {
        match self {
            Theorem::None => "there is no solution".into(),
            Theorem::Unique => "there is no solution other than this one".into(),
            Theorem::NoneShorter { unit, than } => format!("no solution has fewer than {than} {unit}"),
        }
    }
}

/// The claim that one formula has no model.
pub struct Claim {
    /// The meaning of the claim, as a sentence.
    pub what: String,
    /// The name of the encoding, if it is not the one that was asked for.
    pub encoding: Option<&'static str>,
    /// The number of steps of the formula's solutions, if it is about one number.
    pub length: Option<u32>,
    /// The one solution that the formula excludes.
    pub besides: Option<Solution>,
}

/// Everything to be proved about an answer: a theorem, and what it follows from.
pub struct Proposition {
    /// The theorem that the proofs show together.
    pub theorem: Theorem,
    /// The claims to be proved.
    pub claims: Vec<Claim>,
    /// The grounds that are not formulas: data that the family can check.
    pub grounds: Vec<serde_json::Value>,
    /// A longer ground: a text that the family can check line by line.
    pub certificate: Option<String>,
    /// The solution that was found.
    pub solution: Option<Solution>,
}

impl Proposition {
    /// The claim of an outcome, if one formula is about all solutions; `None` if it claims nothing.
    #[must_use]
    pub fn of_one_formula(outcome: &Outcome<Solution>) -> Option<Self> {
        let (theorem, besides) = match (&outcome.first, &outcome.second) {
            (Answer::Impossible(_), _) => (Theorem::None, None),
            (Answer::Solved(solution), Some(Answer::Impossible(_))) => {
                (Theorem::Unique, Some((**solution).clone()))
            }
            _ => return None,
        };
        let claim =
            Claim { what: theorem.sentence(), encoding: None, length: None, besides: besides.clone() };
        Some(Proposition {
            theorem,
            claims: vec![claim],
            grounds: Vec::new(),
            certificate: None,
            solution: besides,
        })
    }
}

/// A formula that was refuted: the name of its encoding, and the number of steps of its solutions.
pub type Refuted = (String, Option<u32>);

/// What a theorem must follow from.
pub struct Evidence<'e> {
    /// The formulas that were refuted.
    pub refuted: &'e [Refuted],
    /// As in a [`Proposition`].
    pub grounds: &'e [serde_json::Value],
    /// As in a [`Proposition`].
    pub certificate: Option<&'e str>,
}

/// Checks that a theorem follows, for families for which one formula without a solution is enough and which
/// use no grounds.
///
/// # Errors
///
/// What is missing.
pub fn follows_from_one(family: &str, evidence: &Evidence<'_>) -> Result<(), Violation> {
    match evidence.refuted {
        _ if !evidence.grounds.is_empty() || evidence.certificate.is_some() => {
            Err(Violation::new(format!("{family} has no grounds")))
        }
        [] => Err(Violation::new("no formula is refuted")),
        all if all.iter().any(|(_, length)| length.is_some()) => {
            Err(Violation::new("a formula for one length does not show that there is no solution"))
        }
        _ => Ok(()),
    }
}
