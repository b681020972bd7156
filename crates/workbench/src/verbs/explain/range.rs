//! Which steps of an explanation are told.

use std::{borrow::Cow, fmt, str::FromStr};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// Steps that follow each other, by their numbers from 1: `3` is the first three, `2-3` the second and the third.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Written", try_from = "Written")]
pub struct StepRange {
    first: usize,
    last: usize,
}

/// A range in JSON.
#[derive(Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "expected a number of steps, such as 3, or the numbers of the first and the last, such as 2-3"
)]
enum Written {
    Number(usize),
    Text(String),
}

/// The error for what names no steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a number of steps, such as 3, or the numbers of the first and the last, such as 2-3")]
pub struct ParseStepRangeError;

impl StepRange {
    /// The first steps, up to this number of them.
    #[must_use]
    pub fn up_to(last: usize) -> Self {
        StepRange { first: 1, last }
    }

    /// The number of the first of them.
    #[must_use]
    pub fn first(self) -> usize {
        self.first
    }

    /// The number of the last of them.
    #[must_use]
    pub fn last(self) -> usize {
        self.last
    }

    /// Whether the step with this number is one of them.
    #[must_use]
    pub fn contains(self, number: usize) -> bool {
        (self.first..=self.last).contains(&number)
    }
}

impl FromStr for StepRange {
    type Err = ParseStepRangeError;

    fn from_str(text: &str) -> Result<Self, ParseStepRangeError> {
        let (first, last) = text.split_once('-').unwrap_or(("1", text));
        let number = |text: &str| text.parse::<usize>().map_err(|_| ParseStepRangeError);
        let range = StepRange { first: number(first)?, last: number(last)? };
        if range.first > 0 && range.first <= range.last { Ok(range) } else { Err(ParseStepRangeError) }
    }
}

impl fmt::Display for StepRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.first {
            1 => write!(f, "{}", self.last),
            first => write!(f, "{first}-{}", self.last),
        }
    }
}

impl From<StepRange> for Written {
    fn from(range: StepRange) -> Self {
        if range.first == 1 { Written::Number(range.last) } else { Written::Text(range.to_string()) }
    }
}

impl TryFrom<Written> for StepRange {
    type Error = ParseStepRangeError;

    fn try_from(written: Written) -> Result<Self, ParseStepRangeError> {
        match written {
            Written::Number(0) => Err(ParseStepRangeError),
            Written::Number(last) => Ok(StepRange::up_to(last)),
            Written::Text(text) => text.parse(),
        }
    }
}

impl JsonSchema for StepRange {
    fn schema_name() -> Cow<'static, str> {
        "StepRange".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "The first steps, by their number, or those between two numbers, such as `2-3`.",
            "anyOf": [
                { "type": "integer", "minimum": 1 },
                { "type": "string", "pattern": "^[0-9]+(-[0-9]+)?$" }
            ]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        let range = |text: &str| text.parse::<StepRange>().map(|range| (range.first, range.last));
        assert_eq!([range("3"), range("2-3"), range("4-4")], [Ok((1, 3)), Ok((2, 3)), Ok((4, 4))]);
        for text in ["", "0", "0-3", "3-2", "-3", "3-", "2-3-4", "two", "1.5"] {
            assert_eq!(range(text), Err(ParseStepRangeError), "{text}");
        }
        for (json, written) in [("3", "3"), ("\"3\"", "3"), ("\"2-3\"", "\"2-3\""), ("\"1-3\"", "3")] {
            let range: StepRange = serde_json::from_str(json).unwrap();
            assert_eq!(serde_json::to_string(&range).unwrap(), written);
        }
        assert!(serde_json::from_str::<StepRange>("0").is_err());
    }
}
