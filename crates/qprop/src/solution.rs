//! Solutions as text: atoms by their names.

use jigsat_input::{ParseError, Position, Source, from_yaml, quote};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Model, atom::Atom};

/// A solution: the atoms that are true.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Solution {
    /// The true atoms of the predicates that the model shows, in the order of declaration.
    #[serde(rename = "true")]
    pub holds: Vec<String>,
    /// The true atoms of the other predicates, if they are known: a solution that was found by solving has them; one
    /// that was read doesn't.
    #[serde(skip)]
    pub(crate) hidden: Option<Vec<Atom>>,
}

/// The output of `solve` as data.
#[derive(Deserialize)]
struct Record {
    solution: Solution,
}

impl Solution {
    /// The solution in which these shown atoms are true, and no others.
    #[must_use]
    pub fn of(holds: Vec<String>) -> Self {
        Solution { holds, hidden: None }
    }

    /// Reads atoms separated by blanks, `{"true": [...]}`, or the JSON or YAML output of `solve`.
    ///
    /// # Errors
    ///
    /// Text in none of these formats. The referee checks whether such atoms exist.
    pub fn parse(source: &Source) -> Result<Self, ParseError> {
        let text = source.text();
        let first = text.trim_start();
        if first.starts_with('{') || text.lines().any(|line| line.starts_with("solution:")) {
            let is_record = text.contains("solution");
            return if is_record {
                from_yaml(source).map(|record: Record| record.solution)
            } else {
                from_yaml(source)
            };
        }
        if text.lines().any(|line| line.starts_with("true:") || line.starts_with("'true':")) {
            return from_yaml(source);
        }
        let mut holds = Vec::new();
        for (line, number) in text.lines().zip(1..) {
            // After the atoms, `solve` prints which solver found them.
            if line.starts_with("solved") {
                break;
            }
            atoms(line, number, source, &mut holds)?;
        }
        Ok(Solution::of(holds))
    }
}

/// The atoms of a line, `l(1,3)` or `l(1, 3)`.
fn atoms(line: &str, number: usize, source: &Source, holds: &mut Vec<String>) -> Result<(), ParseError> {
    let mut atom = String::new();
    let mut depth = 0;
    for (char, column) in line.chars().chain([' ']).zip(1..) {
        let error = |expected: &str| {
            let position = Position { line: number, column };
            let is_end = column > line.chars().count();
            let found = if is_end { "end of line".to_owned() } else { quote(&char.to_string()) };
            Err(source.error(position, format!("found {found}")).expecting(expected))
        };
        match char {
            ' ' | '\t' if depth == 0 => {
                if !atom.is_empty() {
                    holds.push(std::mem::take(&mut atom));
                }
            }
            ' ' | '\t' if column > line.chars().count() => return error("')'"),
            ' ' | '\t' => {}
            '(' if depth == 0 && !atom.is_empty() => {
                depth = 1;
                atom.push(char);
            }
            ')' if depth == 1 => {
                depth = 0;
                atom.push(char);
            }
            ',' | '-' if depth == 1 => atom.push(char),
            char if char.is_alphanumeric() || char == '_' || char == '\'' => atom.push(char),
            _ => return error("an atom such as l(1,3)"),
        }
    }
    Ok(())
}

impl Model {
    /// A solution with the atoms of each predicate on a line.
    #[must_use]
    pub fn by_predicate(&self, solution: &Solution) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let mut last = "";
        for atom in &solution.holds {
            let pred = atom.split('(').next().unwrap_or_default();
            match lines.last_mut() {
                Some(line) if pred == last => {
                    line.push(' ');
                    line.push_str(atom);
                }
                _ => lines.push(atom.clone()),
            }
            last = pred;
        }
        if lines.is_empty() {
            lines.push("no atom is true".to_owned());
        }
        lines
    }
}
