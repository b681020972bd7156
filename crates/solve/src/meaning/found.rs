//! What is found when two formulas are compared.

use crate::Stop;

/// The answer to whether the second formula lacks a solution of the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// The answer.
    pub verdict: Verdict,
    /// The first difference that was found, if there is one.
    pub difference: Option<Difference>,
    /// What is known of each rule of the second formula, in the order of its rules.
    pub rules: Vec<RuleMeaning>,
    /// Number of solutions of the first formula that the second one was asked about.
    pub candidates: u64,
}

/// What is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No solution is lost: each constraint of the second formula is implied by the first. This many were asked for;
    /// the others are images of these under symmetries of the first formula.
    Implied {
        /// Number of constraints.
        constraints: usize,
        /// Number of those that were asked for.
        asked: usize,
    },
    /// No solution is lost: the second formula has every solution of the first. They were excluded in this many steps.
    Listed {
        /// Number of questions.
        steps: u64,
    },
    /// A solution is lost: see [`Lost::difference`].
    Loses,
    /// A limit was reached first.
    Open(Stop),
}

impl Verdict {
    /// Whether it is proved that nothing is lost.
    #[must_use]
    pub fn keeps(self) -> bool {
        matches!(self, Verdict::Implied { .. } | Verdict::Listed { .. })
    }
}

/// A solution of the first formula that the second one lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The values of the first formula's variables.
    pub values: Vec<bool>,
    /// The places of [`Shown`](super::Shown) that the second formula forbids together, with their values: none can be
    /// left out.
    pub forbidden: Vec<(usize, bool)>,
    /// The constraints of the second formula that forbid them, by their places among its groups: none can be left out.
    pub groups: Vec<usize>,
}

/// What is known of a rule of the second formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleMeaning {
    /// The rule's name.
    pub rule: String,
    /// Number of its constraints.
    pub constraints: usize,
    /// Number of those that the first formula implies.
    pub implied: usize,
    /// A solution of the first formula that it forbids, if one was found.
    pub difference: Option<Difference>,
}
