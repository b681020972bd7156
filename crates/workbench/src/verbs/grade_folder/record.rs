//! The record of `grade`, and its table.

use std::collections::BTreeMap;

use jigsat_kit::Error;
use schemars::JsonSchema;
use serde::Serialize;

use super::holds;
use crate::{meaning::Meaning, record::SCHEMA};

/// The output of `grade`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GradesRecord {
    /// The version of this format.
    pub schema: u32,
    /// The reference, as it was named.
    pub reference: String,
    /// The submissions, by name.
    pub submissions: Vec<SubmissionRecord>,
    /// The mistakes, the most common first.
    pub mistakes: Vec<MistakeRecord>,
}

/// A submission.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SubmissionRecord {
    /// The name of its file.
    pub file: String,
    /// `right`, `wrong`, `unknown` if a limit was reached, or `refused` if it can't be compared.
    pub status: &'static str,
    /// The instance that shows it, or the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instance: Option<String>,
    /// Its points: one for each rule of the reference that holds, and one if no right solution is forbidden.
    pub points: usize,
    /// The most that it can have.
    pub of: usize,
    /// The points, rule by rule.
    pub rules: Vec<PointRecord>,
    /// What is wrong, in sentences.
    pub mistakes: Vec<String>,
    /// The name of its page.
    pub page: String,
}

/// The points for a rule.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PointRecord {
    /// The rule of the reference; `nothing else` for the point that no right solution is forbidden.
    pub rule: String,
    /// Whether it holds.
    pub holds: bool,
}

/// How many submissions break a rule.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MistakeRecord {
    /// The rule of the reference, or `nothing else`.
    pub rule: String,
    /// Number of submissions.
    pub submissions: usize,
}

/// The name of the point that no right solution is forbidden.
const NOTHING_ELSE: &str = "nothing else";

impl SubmissionRecord {
    pub(super) fn compared(file: &str, instance: &str, meaning: &Meaning) -> Self {
        let status = match meaning.is_same() {
            Some(true) => "right",
            Some(false) => "wrong",
            None => "unknown",
        };
        let (missing, strong) = (&meaning.first_lacks, &meaning.second_lacks);
        let of_reference = missing.rules.iter().map(|rule| PointRecord {
            rule: rule.rule.clone(),
            holds: holds(meaning, rule.constraints, rule.implied),
        });
        let mut rules: Vec<PointRecord> = of_reference.collect();
        rules.push(PointRecord { rule: NOTHING_ELSE.into(), holds: strong.verdict.keeps() });
        let mut mistakes = Vec::new();
        for told in missing.rules.iter().filter_map(|rule| rule.difference.as_ref()) {
            let allowed = told.forbidden.join(", ");
            mistakes.push(format!("it allows {allowed}, but {}", told.sentences.join(", and ")));
        }
        if let Some(told) = &strong.difference {
            let because = told.sentences.join(", and ");
            mistakes.push(match &told.forbidden[..] {
                [] => format!("it has no solution, because {because}"),
                forbidden => {
                    format!("it forbids {}, which is right, because {because}", forbidden.join(", "))
                }
            });
        }
        if mistakes.is_empty() && status != "right" {
            mistakes.push("it was left open whether it is right".into());
        }
        SubmissionRecord {
            file: file.to_owned(),
            status,
            instance: Some(instance.to_owned()),
            points: rules.iter().filter(|rule| rule.holds).count(),
            of: rules.len(),
            rules,
            mistakes,
            page: page_name(file),
        }
    }

    pub(super) fn refused(file: &str, error: &Error) -> Self {
        SubmissionRecord {
            file: file.to_owned(),
            status: if error.stopped().is_some() { "unknown" } else { "refused" },
            instance: None,
            points: 0,
            of: 0,
            rules: Vec::new(),
            mistakes: vec![error.to_string()],
            page: page_name(file),
        }
    }
}

/// The page of a file. Its name keeps the extension, so that no two files share one.
fn page_name(file: &str) -> String {
    format!("{file}.html")
}

impl GradesRecord {
    pub(super) fn new(reference: &str, submissions: Vec<SubmissionRecord>) -> Self {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for rule in submissions.iter().flat_map(|row| &row.rules).filter(|rule| !rule.holds) {
            *counts.entry(rule.rule.clone()).or_default() += 1;
        }
        let mut mistakes: Vec<MistakeRecord> =
            counts.into_iter().map(|(rule, submissions)| MistakeRecord { rule, submissions }).collect();
        mistakes.sort_by_key(|mistake| std::cmp::Reverse(mistake.submissions));
        let most = submissions.iter().map(|row| row.of).max().unwrap_or(0);
        let submissions = submissions.into_iter().map(|row| SubmissionRecord { of: most, ..row }).collect();
        GradesRecord { schema: SCHEMA, reference: reference.to_owned(), submissions, mistakes }
    }

    /// The rules of all rows, in the order in which they are first.
    fn heads(&self) -> Vec<&str> {
        let mut heads: Vec<&str> = Vec::new();
        for rule in self.submissions.iter().flat_map(|row| &row.rules) {
            if !heads.contains(&&*rule.rule) {
                heads.push(&rule.rule);
            }
        }
        heads
    }

    /// The table as CSV: a row for each submission, with a column for each rule.
    #[must_use]
    pub fn csv(&self) -> String {
        let heads = self.heads();
        let mut lines = vec![
            ["file", "status", "points", "of"]
                .into_iter()
                .chain(heads.iter().copied())
                .chain(["instance", "mistakes"])
                .map(quoted)
                .collect::<Vec<_>>()
                .join(","),
        ];
        for row in &self.submissions {
            let point = |head: &&str| {
                let rule = row.rules.iter().find(|rule| rule.rule == *head);
                rule.map_or(String::new(), |rule| usize::from(rule.holds).to_string())
            };
            let mut cells =
                vec![quoted(&row.file), row.status.into(), row.points.to_string(), row.of.to_string()];
            cells.extend(heads.iter().map(point));
            cells.push(quoted(row.instance.as_deref().unwrap_or_default()));
            cells.push(quoted(&row.mistakes.join("; ")));
            lines.push(cells.join(","));
        }
        lines.join("\n") + "\n"
    }

    /// The grades in words: a line for each submission, then the common mistakes.
    #[must_use]
    pub fn words(&self) -> String {
        let mut lines = Vec::new();
        for row in &self.submissions {
            let first = row.mistakes.first().map(|mistake| format!(": {mistake}")).unwrap_or_default();
            lines.push(format!("{}: {}, {} of {}{first}", row.file, row.status, row.points, row.of));
        }
        for mistake in &self.mistakes {
            lines.push(format!(
                "'{}' is wrong in {} of {}",
                mistake.rule,
                mistake.submissions,
                self.submissions.len()
            ));
        }
        lines.join("\n")
    }
}

/// A cell of CSV. A leading sign that a spreadsheet would take for a formula gets an apostrophe.
fn quoted(text: &str) -> String {
    let text = if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}
