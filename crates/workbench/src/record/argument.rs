use schemars::JsonSchema;
use serde::Serialize;

use super::ReasonRecord;

/// How a step follows, line by line.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct ArgumentRecord {
    /// The argument in words, in paragraphs; none if the reasons in their order are all there is to say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub told: Vec<Vec<SpanRecord>>,
    /// Each line follows from facts and earlier lines. None can be left out.
    pub lines: Vec<LineRecord>,
    /// What it takes to follow the argument: small for what is seen at once.
    pub cost: u64,
}

impl ArgumentRecord {
    /// The paragraphs as plain text.
    #[must_use]
    pub fn paragraphs(&self) -> Vec<String> {
        let paragraph = |spans: &Vec<SpanRecord>| spans.iter().map(|span| span.text.as_str()).collect();
        self.told.iter().map(paragraph).collect()
    }
}

/// A part of a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SpanRecord {
    /// The text.
    pub text: String,
    /// The number of the colour that the picture gives to what it names, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<usize>,
}

/// A line of an argument.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LineRecord {
    /// How it follows: from one constraint, from constraints that add up, by a supposition that is contradicted, or as a
    /// search found.
    #[schemars(extend("enum" = ["constraint", "sum", "suppose", "search"]))]
    pub kind: &'static str,
    /// The constraints.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub constraints: Vec<ReasonRecord>,
    /// In a sum: what each constraint is multiplied by. Bounds are added on the side that the sign allows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<i64>,
    /// In a sum: the constraint to whose literals the sum leaves one possibility, if the sum alone leaves several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub with: Option<ReasonRecord>,
    /// The literal that is supposed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub supposed: Option<String>,
    /// The lines from there to a contradiction.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<LineRecord>,
    /// The facts and conclusions of earlier lines that it uses.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub premises: Vec<String>,
    /// What follows; nothing is a contradiction.
    pub gives: Vec<String>,
}
