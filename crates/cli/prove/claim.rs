//! What there is to prove of an answer.

use jigsat_solve::{Answer, Flaw};
use serde::{Deserialize, Serialize};

use crate::family::{Family, HowOf, Outcome, SolutionOf};

/// What proofs say together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Theorem {
    /// There is no solution.
    None,
    /// There is no solution but the one that the manifest has.
    Unique,
    /// There is no solution of fewer steps.
    NoneShorter {
        /// What the steps are: pushes, moves.
        unit: String,
        /// How many the shortest solution has at least.
        than: u32,
    },
}

impl Theorem {
    /// In words.
    pub fn sentence(&self) -> String {
        match self {
            Theorem::None => "there is no solution".into(),
            Theorem::Unique => "there is no other solution than this one".into(),
            Theorem::NoneShorter { unit, than } => format!("no solution has fewer than {than} {unit}"),
        }
    }
}

/// That a formula has no model.
pub struct Claim<F: Family> {
    /// What that says, as a sentence.
    pub what: String,
    /// The encoding, where it is not the one that was asked for.
    pub how: Option<HowOf<F>>,
    /// How many steps the solutions have that the formula speaks of, where that is one number.
    pub length: Option<u32>,
    /// The one solution that the formula excludes.
    pub besides: Option<SolutionOf<F>>,
}

/// All that is to be proven of an answer.
pub struct ToProve<F: Family> {
    pub theorem: Theorem,
    pub claims: Vec<Claim<F>>,
    /// What it rests on besides formulas; data that the family can check.
    pub grounds: Vec<serde_json::Value>,
    /// The solution that was found.
    pub solution: Option<SolutionOf<F>>,
}

impl<F: Family> ToProve<F> {
    /// Of answers that one formula speaks of; none where they claim nothing.
    pub fn of_one_formula(outcome: &Outcome<SolutionOf<F>>) -> Option<Self> {
        let (theorem, besides) = match (&outcome.first, &outcome.second) {
            (Answer::Impossible(_), _) => (Theorem::None, None),
            (Answer::Solved(solution), Some(Answer::Impossible(_))) => {
                (Theorem::Unique, Some(solution.clone()))
            }
            _ => return None,
        };
        let claim = Claim { what: theorem.sentence(), how: None, length: None, besides: besides.clone() };
        Some(ToProve { theorem, claims: vec![claim], grounds: Vec::new(), solution: besides })
    }
}

/// A formula that was refuted: its encoding, and how many steps its solutions have.
pub type Refuted<F> = (HowOf<F>, Option<u32>);

/// Whether a theorem follows where one formula without a solution is enough, and no grounds are known.
pub fn follows_from_one<F: Family>(
    refuted: &[Refuted<F>],
    grounds: &[serde_json::Value],
) -> Result<(), Flaw> {
    match refuted {
        _ if !grounds.is_empty() => Err(Flaw::new(format!("{} knows no grounds", F::NAME))),
        [] => Err(Flaw::new("no formula is refuted")),
        all if all.iter().any(|(_, length)| length.is_some()) => {
            Err(Flaw::new("a formula of one length does not say that there is no solution"))
        }
        _ => Ok(()),
    }
}
