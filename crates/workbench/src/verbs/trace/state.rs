//! What is true after some steps of a search, and where to stop.

use jigsat_input::{Message, counted, quote};
use jigsat_kit::Error;
use schemars::JsonSchema;
use serde::Serialize;

use super::{TraceStep, graph::trail};
use crate::puzzle_formula::PuzzleFormula;

/// The state of a search after some of its steps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StateRecord {
    /// Number of steps that were taken.
    pub step: usize,
    /// The true literals, level by level, in the order in which they became true. From level 1 on, the first is a decision.
    pub levels: Vec<Vec<String>>,
    /// The clauses that were learned so far.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub learned: Vec<Vec<String>>,
    /// The constraint that is violated, if the last step is a conflict.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflict: Option<String>,
}

impl StateRecord {
    /// The state after the first steps; after all of them, if there are fewer.
    pub(super) fn after(steps: &[TraceStep], step: usize) -> Self {
        let steps = &steps[..step.min(steps.len())];
        let mut levels: Vec<Vec<String>> = vec![Vec::new()];
        for entry in trail(steps) {
            levels.resize(levels.len().max(entry.level + 1), Vec::new());
            levels[entry.level].push(entry.name.to_owned());
        }
        let learned = steps.iter().filter_map(|step| match step {
            TraceStep::Learn { clause, .. } => Some(clause.clone()),
            _ => None,
        });
        let conflict = match steps.last() {
            Some(TraceStep::Conflict { because, .. }) => Some(because.clone()),
            _ => None,
        };
        StateRecord { step: steps.len(), levels, learned: learned.collect(), conflict }
    }

    /// The state in words, on several lines.
    #[must_use]
    pub fn words(&self, of: usize) -> String {
        let mut lines = vec![format!("after step {} of {of}:", self.step)];
        for (level, literals) in self.levels.iter().enumerate().filter(|(_, literals)| !literals.is_empty()) {
            lines.push(format!("  level {level}: {}", literals.join(", ")));
        }
        if self.levels.iter().all(Vec::is_empty) {
            lines.push("  nothing is known".into());
        }
        if let Some(conflict) = &self.conflict {
            lines.push(format!("  violated: {conflict}"));
        }
        if !self.learned.is_empty() {
            let clauses: Vec<String> = self
                .learned
                .iter()
                .zip(1..)
                .map(|(clause, number)| format!("{number}: {}", clause.join(" or ")))
                .collect();
            lines.push(format!("  {}", counted(self.learned.len(), "learned clause")));
            lines.extend(clauses.into_iter().map(|clause| format!("    {clause}")));
        }
        lines.join("\n")
    }
}

/// Where to stop.
pub(super) struct Breakpoints {
    literals: Vec<String>,
    conflicts: bool,
}

/// The word for any conflict.
const CONFLICT: &str = "conflict";

/// The breakpoints that these words name.
///
/// # Errors
///
/// A literal that the formula doesn't have.
pub(super) fn breakpoints(
    words: Option<&str>,
    formula: &dyn PuzzleFormula,
) -> Result<Option<Breakpoints>, Error> {
    let Some(words) = words else { return Ok(None) };
    let mut found = Breakpoints { literals: Vec::new(), conflicts: false };
    for word in split(words) {
        if word == CONFLICT {
            found.conflicts = true;
        } else {
            found.literals.push(formula.name(formula.named(word)?));
        }
    }
    if found.literals.is_empty() && !found.conflicts {
        let message = Message::with("`until`: found {}, expected literals or 'conflict'", &[&quote(words)]);
        return Err(Error::request(message));
    }
    Ok(Some(found))
}

impl Breakpoints {
    /// The number of steps up to the first breakpoint; all of them if there is none.
    pub fn first(&self, steps: &[TraceStep]) -> usize {
        let is_one = |step: &TraceStep| {
            self.conflicts && matches!(step, TraceStep::Conflict { .. })
                || step.sets().is_some_and(|literal| self.literals.iter().any(|one| one == literal))
        };
        steps.iter().position(is_one).map_or(steps.len(), |at| at + 1)
    }
}

/// The words between commas that are not in parentheses, brackets or braces.
pub(super) fn split(words: &str) -> Vec<&str> {
    let mut depth = 0_usize;
    let is_end = |char: char| {
        match char {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        char == ',' && depth == 0
    };
    words.split(is_end).map(str::trim).filter(|word| !word.is_empty()).collect()
}
