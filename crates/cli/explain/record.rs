//! What `explain` says for programs.

use schemars::JsonSchema;
use serde::Serialize;

use super::marks::Marked;
use crate::record::SCHEMA;

/// What is said of one puzzle.
#[derive(Serialize, JsonSchema)]
pub struct Explained<'a> {
    /// The version of these lines.
    schema: u32,
    /// Which family.
    family: &'static str,
    /// The file, - for the standard input, or the text itself.
    file: &'a str,
    /// What the puzzle is called.
    #[serde(skip_serializing_if = "str::is_empty")]
    puzzle: &'a str,
    /// What came of it.
    pub status: &'static str,
    /// Whether the solution is the only one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unique: Option<bool>,
    /// Why there is no solution.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub because: Vec<Because>,
    /// The solution step by step; or where there is none, steps to a contradiction.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<Told>,
    /// What can't hold together after the steps to a contradiction.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clash: Vec<Because>,
    /// Two solutions of an ambiguous puzzle.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub solutions: Vec<serde_json::Value>,
    /// What tells them apart.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub differ: Vec<String>,
    /// The cells to mark: those that clash, or in which the solutions differ.
    #[serde(skip_serializing_if = "Marked::is_empty")]
    pub cells: Marked,
    /// What was left open, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl<'a> Explained<'a> {
    pub fn new(family: &'static str, file: &'a str, puzzle: &'a str) -> Self {
        Explained {
            schema: SCHEMA,
            family,
            file,
            puzzle,
            status: "solved",
            unique: None,
            because: Vec::new(),
            steps: Vec::new(),
            clash: Vec::new(),
            solutions: Vec::new(),
            differ: Vec::new(),
            cells: Marked::default(),
            reason: None,
        }
    }
}

/// A step, for people and programs.
#[derive(Serialize, JsonSchema)]
pub struct Told {
    /// Its number, from 1.
    pub step: usize,
    /// The names of what becomes known.
    pub deduced: Vec<String>,
    /// From what it follows.
    pub because: Vec<Because>,
    /// Whether one constraint leaves one possibility.
    pub single: bool,
    /// Whether no reason can be spared.
    pub minimal: bool,
    /// Whether no deduction, here of this cell, has fewer reasons: proven.
    pub smallest: bool,
    /// The cells to mark.
    #[serde(skip_serializing_if = "Marked::is_empty")]
    pub cells: Marked,
}

impl Told {
    /// In a line.
    pub fn sentence(&self) -> String {
        let because: Vec<&str> = self.because.iter().map(|because| because.sentence.as_str()).collect();
        let how_good = match (self.minimal, self.smallest) {
            (false, _) => " (not minimal: some of it may not be needed)",
            (true, true) => " (no explanation is smaller)",
            (true, false) => "",
        };
        format!("{}. {}, because: {}{how_good}", self.step, self.deduced.join(", "), because.join("; "))
    }
}

/// One reason.
#[derive(Serialize, JsonSchema)]
pub struct Because {
    /// The rule whose constraint it is; left out where it is something known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// It in words.
    pub sentence: String,
    /// The cells that it speaks of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<String>,
}

/// The line after the last step.
pub fn summary(steps: &[Told]) -> String {
    let singles = steps.iter().filter(|step| step.single).count();
    let largest = steps.iter().map(|step| step.because.len()).max().unwrap_or(0);
    format!("solved in {} steps, {singles} of them singles; the largest has {largest} reasons", steps.len())
}
