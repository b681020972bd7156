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

/// A part of a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SpanRecord {
    /// The text.
    pub text: String,
    /// The number of the colour that the picture gives to what it names, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<usize>,
}

impl SpanRecord {
    /// A text without a colour.
    #[must_use]
    pub fn plain(text: impl Into<String>) -> Self {
        SpanRecord { text: text.into(), color: None }
    }

    /// Breaks a text of several parts at its blanks into lines of at most this many characters.
    #[must_use]
    pub fn wrapped(parts: &[SpanRecord], most: usize) -> Vec<Vec<SpanRecord>> {
        let mut chars = parts.iter().flat_map(|part| part.text.chars().map(move |char| (char, part.color)));
        let lines = jigsat_grid::wrapped(&plain(parts), most).into_iter().map(|line| {
            let mut spans: Vec<SpanRecord> = Vec::new();
            for (char, color) in chars.by_ref().take(line.chars().count()) {
                match spans.last_mut().filter(|span| span.color == color) {
                    Some(span) => span.text.push(char),
                    None => spans.push(SpanRecord { text: char.into(), color }),
                }
            }
            // The blank at which the line ends.
            chars.next();
            spans
        });
        lines.collect()
    }
}

/// The parts as one text.
pub(crate) fn plain(parts: &[SpanRecord]) -> String {
    parts.iter().map(|part| part.text.as_str()).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_colors() {
        let part = |text: &str, color| SpanRecord { text: text.into(), color };
        let parts = [part("the 3s of ", None), part("row 3", Some(1)), part(" are only", None)];
        let lines = SpanRecord::wrapped(&parts, 13);
        let expected = [
            vec![part("the 3s of ", None), part("row", Some(1))],
            vec![part("3", Some(1)), part(" are only", None)],
        ];
        assert_eq!(lines, expected);
        assert_eq!(lines.iter().map(|line| plain(line)).collect::<Vec<_>>(), ["the 3s of row", "3 are only"]);
    }
}
