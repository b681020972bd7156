//! The record of `grade`, and its table.

use jigsat_cnf::rarely;
use std::collections::BTreeMap;

use jigsat_input::counted;
use jigsat_kit::Error;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::grader::Compared;
use crate::record::SCHEMA;

/// The output of `grade`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
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

/// What is known of a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It means what the reference means, on every instance.
    Right,
    /// It differs on an instance.
    Wrong,
    /// A limit was reached.
    Unknown,
    /// It can't be compared.
    Refused,
}

impl Verdict {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Right => "right",
            Verdict::Wrong => "wrong",
            Verdict::Unknown => "unknown",
            Verdict::Refused => "refused",
        }
    }
}

/// A submission.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SubmissionRecord {
    /// The name of its file.
    pub file: String,
    /// `right`, `wrong`, `unknown` if a limit was reached, or `refused` if it can't be compared.
    pub status: Verdict,
    /// The first instance that shows a mistake, or the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instance: Option<String>,
    /// The number of instances on which it was compared.
    pub instances: usize,
    /// Its points: one for each rule of the reference that holds, and one if no right solution is forbidden; none if it has
    /// no solution wherever the reference has one.
    pub points: usize,
    /// The most that it can have.
    pub of: usize,
    /// The points, rule by rule.
    pub rules: Vec<PointRecord>,
    /// What is wrong, in sentences.
    pub mistakes: Vec<String>,
    /// The name of its page.
    pub page: String,
    /// The page itself, as HTML, if it was not written to a folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
}

/// The points for a rule.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PointRecord {
    /// The rule of the reference; `nothing else` for the point that no right solution is forbidden.
    pub rule: String,
    /// Whether it holds.
    pub holds: bool,
}

/// How many submissions break a rule.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MistakeRecord {
    /// The rule of the reference, or `nothing else`.
    pub rule: String,
    /// Number of submissions.
    pub submissions: usize,
}

/// The name of the point that no right solution is forbidden.
pub(super) const NOTHING_ELSE: &str = "nothing else";

impl SubmissionRecord {
    pub(super) fn compared(file: &str, compared: &Compared) -> Self {
        let shown = &compared.shown;
        let is_same = |same| shown.iter().any(|shown| shown.meaning.is_same() == same);
        let status = if is_same(Some(false)) {
            Verdict::Wrong
        } else if is_same(None) || compared.instances < compared.of {
            Verdict::Unknown
        } else {
            Verdict::Right
        };
        let rules = compared.rules.iter();
        let mut rules: Vec<PointRecord> =
            rules.map(|(rule, holds)| PointRecord { rule: rule.clone(), holds: *holds }).collect();
        let keeps = shown.iter().all(|shown| shown.meaning.second_lacks.verdict.keeps());
        rules.push(PointRecord { rule: NOTHING_ELSE.into(), holds: keeps });
        let mut mistakes = Vec::new();
        let mut told: Vec<&str> = Vec::new();
        for shown in shown {
            let on = if compared.of > 1 { format!("{}: ", shown.instance.name) } else { String::new() };
            for rule in &shown.meaning.first_lacks.rules {
                if let Some(difference) = rule.difference.as_ref().filter(|_| !told.contains(&&*rule.rule)) {
                    told.push(&rule.rule);
                    let allowed = difference.forbidden.join(", ");
                    mistakes.push(format!(
                        "{on}it allows {allowed}, but {}",
                        difference.sentences.join(", and ")
                    ));
                }
            }
            let strong = shown.meaning.second_lacks.difference.as_ref();
            if let Some(difference) = strong.filter(|_| !told.contains(&NOTHING_ELSE)) {
                told.push(NOTHING_ELSE);
                let because = difference.sentences.join(", and ");
                mistakes.push(match &difference.forbidden[..] {
                    [] => format!("{on}it has no solution, because {because}"),
                    forbidden => {
                        format!("{on}it forbids {}, which is right, because {because}", forbidden.join(", "))
                    }
                });
            }
        }
        if mistakes.is_empty() && status == Verdict::Unknown {
            let done = compared.instances.min(compared.of).saturating_sub(usize::from(is_same(None)));
            mistakes.push(match done {
                0 => "whether it is right was left open: a limit was reached".to_owned(),
                _ => format!(
                    "it is right on {done} of {}, and was left open on the next",
                    counted(compared.of, "instance")
                ),
            });
        }
        SubmissionRecord {
            instance: shown.first().map(|shown| shown.instance.name.clone()),
            instances: compared.instances,
            // What has no solution at all keeps every rule, and says nothing about any.
            points: if compared.is_vacuous() { 0 } else { rules.iter().filter(|rule| rule.holds).count() },
            of: rules.len(),
            rules,
            mistakes,
            ..SubmissionRecord::empty(file, status)
        }
    }

    pub(super) fn refused(file: &str, error: &Error) -> Self {
        let is_of_memory = matches!(error, Error::Solver(jigsat_solve::Error::OutOfMemory { .. }));
        let is_open = is_of_memory || error.stopped().is_some();
        let status = if is_open { Verdict::Unknown } else { Verdict::Refused };
        SubmissionRecord::failed(file, status, &error.to_string())
    }

    /// Without a comparison, for this reason.
    pub(super) fn failed(file: &str, status: Verdict, why: &str) -> Self {
        SubmissionRecord { mistakes: vec![why.to_owned()], ..SubmissionRecord::empty(file, status) }
    }

    fn empty(file: &str, status: Verdict) -> Self {
        SubmissionRecord {
            file: file.to_owned(),
            status,
            instance: None,
            instances: 0,
            points: 0,
            of: 0,
            rules: Vec::new(),
            mistakes: Vec::new(),
            page: page_name(file),
            html: None,
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
        // What was left open is no mistake.
        let wrong = submissions.iter().filter(|row| row.status == Verdict::Wrong);
        for rule in wrong.flat_map(|row| &row.rules).filter(|rule| !rule.holds) {
            *counts.entry(rule.rule.clone()).or_default() += 1;
        }
        let mut mistakes: Vec<MistakeRecord> =
            counts.into_iter().map(|(rule, submissions)| MistakeRecord { rule, submissions }).collect();
        rarely::sort_by_key(&mut mistakes, |mistake| std::cmp::Reverse(mistake.submissions));
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
                vec![quoted(&row.file), row.status.name().into(), row.points.to_string(), row.of.to_string()];
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
            lines.push(format!("{}: {}, {} of {}{first}", row.file, row.status.name(), row.points, row.of));
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
