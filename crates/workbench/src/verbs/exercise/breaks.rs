//! The ways in which a rule can be broken: small changes of the text of a model or a formula.

mod dimacs;
mod model;

use std::ops::Range;

/// A change of a model's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Break {
    /// How the text changed: `dropped`, `quantifier`, `connective`, `count`, `sign`, `index` or `off by one`; a clause may also be
    /// `longer` or `shorter`.
    pub kind: &'static str,
    /// The name of the rule.
    pub rule: String,
    /// What was there.
    pub was: String,
    /// What is there now.
    pub is: String,
    /// The places that change, in their order, and what is there now.
    edits: Vec<(Range<usize>, String)>,
}

impl Break {
    /// The broken text.
    pub fn of(&self, text: &str) -> String {
        let (mut broken, mut end) = (String::new(), 0);
        for (place, is) in &self.edits {
            broken.push_str(&text[end..place.start]);
            broken.push_str(is);
            end = place.end;
        }
        broken + &text[end..]
    }
}

/// All changes of a text: a formula in DIMACS, or a model.
pub(super) fn breaks(text: &str) -> Vec<Break> {
    if text.lines().any(|line| line.trim_start().starts_with("p cnf")) {
        dimacs::breaks(text)
    } else {
        model::breaks(text)
    }
}
