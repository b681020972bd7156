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
    /// The steps that are not singles have fewer than 200 reasons in total.
    Medium,
    /// The steps that are not singles have 200 to 999 reasons in total.
    Hard,
    /// The steps that are not singles have 1,000 reasons or more in total.
    VeryHard,
}

impl Difficulty {
    /// The difficulty from the number of reasons of all steps that are not singles.
    #[must_use]
    pub fn of(reasons: usize) -> Self {
        match reasons {
            0 => Difficulty::Easy,
            1..200 => Difficulty::Medium,
            200..1000 => Difficulty::Hard,
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
