//! What changed in the text of a formula, as a record and in words.

use jigsat_cnf::RuleStats;
use jigsat_input::counted;
use schemars::JsonSchema;
use serde::Serialize;

use crate::meaning::{Change, RuleChange};

/// Maximum number of lines of a rule in words.
const MOST_LINES: usize = 20;

/// Maximum number of lines of a rule in a record.
const MOST_RECORDED: usize = 10_000;

/// What changed in a rule between two texts of a formula.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RuleChangeRecord {
    /// The rule's name.
    pub rule: String,
    /// `same`, `changed`, `added`, `removed`, or `open` if what is shown is the same and there is no fingerprint.
    pub change: &'static str,
    /// Its size before, if it was there and the text has a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<RuleSizeRecord>,
    /// Its size now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now: Option<RuleSizeRecord>,
    /// The constraints that changed: the sentence of each, and lines that begin with `-` or `+`. At most 10,000.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<String>,
    /// Whether a text leaves out constraints of the rule, so that more may have changed.
    pub partial: bool,
}

/// The size of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RuleSizeRecord {
    /// Constraints.
    pub constraints: usize,
    /// Clauses.
    pub clauses: usize,
    /// Auxiliary variables.
    pub auxiliaries: usize,
}

impl RuleChangeRecord {
    pub(super) fn new(change: &RuleChange) -> Self {
        let size = |stats: &Option<RuleStats>| {
            stats.as_ref().map(|stats| RuleSizeRecord {
                constraints: stats.groups,
                clauses: stats.clauses,
                auxiliaries: stats.auxiliaries,
            })
        };
        RuleChangeRecord {
            rule: change.rule.clone(),
            change: change.change.name(),
            before: size(&change.sizes[0]),
            now: size(&change.sizes[1]),
            lines: change.lines.iter().take(MOST_RECORDED).cloned().collect(),
            partial: change.is_partial,
        }
    }

    /// The change in words, on several lines.
    fn words(&self) -> String {
        let size = |size: RuleSizeRecord| {
            let parts = [
                counted(size.constraints, "constraint"),
                counted(size.clauses, "clause"),
                format!("{} auxiliary variables", size.auxiliaries),
            ];
            parts[..if size.auxiliaries > 0 { 3 } else { 2 }].join(", ")
        };
        let sizes = match (self.before, self.now) {
            (Some(before), Some(now)) if before == now => format!(": {}, as before", size(now)),
            (Some(before), Some(now)) => format!(": {} before, {} now", size(before), size(now)),
            (None, Some(now)) => format!(": {}", size(now)),
            (Some(before), None) => format!(": {}", size(before)),
            (None, None) => String::new(),
        };
        let mut lines = vec![format!("{} {}{sizes}", self.rule, self.change)];
        lines.extend(self.lines.iter().take(MOST_LINES).map(|line| format!("  {line}")));
        if self.lines.len() > MOST_LINES {
            lines.push(format!("  ... {} more lines", self.lines.len() - MOST_LINES));
        }
        if self.partial {
            lines.push(
                "  not every constraint of this rule is in the texts; the fingerprint is of all".into(),
            );
        }
        lines.join("\n")
    }
}

/// The changes in words: each rule that changed, then those that didn't.
pub(super) fn words(changes: &[RuleChangeRecord]) -> Vec<String> {
    let is_same = |change: &&RuleChangeRecord| change.change == Change::Same.name();
    let mut lines: Vec<String> =
        changes.iter().filter(|change| !is_same(change)).map(RuleChangeRecord::words).collect();
    let same: Vec<&str> = changes.iter().filter(is_same).map(|change| &*change.rule).collect();
    if !same.is_empty() {
        lines.push(format!("as before: {}", same.join(", ")));
    }
    lines
}
