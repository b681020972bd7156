use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Catalogue metadata. The solver ignores it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct About {
    /// The difficulty in words: first lesson, easy, medium, hard, very hard.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub difficulty: String,
    /// What the puzzle teaches.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub teaches: String,
    /// The expected result: unique, impossible, several, a number of solutions (`72 solutions`), or of pushes.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub expect: String,
}

impl About {
    /// Whether there is no metadata.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == About::default()
    }

    /// The same as lines such as `Difficulty: easy`, for formats that have no keys.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        let all = [("Difficulty", &self.difficulty), ("Teaches", &self.teaches), ("Expect", &self.expect)];
        all.into_iter().filter(|(_, text)| !text.is_empty()).map(|(key, text)| format!("{key}: {text}"))
    }
}
