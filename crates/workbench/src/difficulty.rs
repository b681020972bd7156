//! The difficulty of a puzzle, in a word.

use jigsat_cnf::{Choice, choice};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

/// The difficulty of a puzzle, in a word.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, IntoStaticStr, VariantArray,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Difficulty {
    /// Every step is a single.
    Easy,
    /// The hardest step costs less than 100: locked candidates, pairs, a short chain.
    Medium,
    /// The hardest step costs 100 to 299.
    Hard,
    /// The hardest step costs 300 or more.
    VeryHard,
}

impl Difficulty {
    /// The difficulty of a puzzle whose steps may all be singles, from the cost of the hardest.
    #[must_use]
    pub fn of(has_only_singles: bool, hardest: u64) -> Self {
        match hardest {
            _ if has_only_singles => Difficulty::Easy,
            0..100 => Difficulty::Medium,
            100..300 => Difficulty::Hard,
            _ => Difficulty::VeryHard,
        }
    }

    /// The word as people say it.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Difficulty::VeryHard => "very hard",
            other => other.name(),
        }
    }
}

choice!(Difficulty);
