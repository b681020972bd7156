//! The record of `diff`.

use jigsat_grid::Size;
use jigsat_input::counted;
use jigsat_solve::{Solution, meaning::Verdict};
use schemars::JsonSchema;
use serde::Serialize;

use super::changes::{self, RuleChangeRecord};
use crate::{
    meaning::{InMeaning, Judged, Loss, Meaning, RuleChange, RuleLoss, Side, Told},
    record::SCHEMA,
};

/// The output of `diff`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DiffRecord {
    /// The version of this format.
    pub schema: u32,
    /// The first side, as it was named.
    pub first: String,
    /// The second side.
    pub second: String,
    /// `same`, `differs`, or `unknown` if a limit was reached.
    pub status: &'static str,
    /// What is compared: `rules` for this board whatever values are given, `board` with those that are, or `texts` for
    /// the formulas of stored texts.
    pub scope: &'static str,
    /// The size of the board, if it was chosen by its size.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub size: Option<Size>,
    /// Number of atoms that both show; left out if both show different atoms of one puzzle, and their solutions are
    /// compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shown: Option<usize>,
    /// The solutions of the first side that the second lacks, and those of the second that the first lacks.
    pub directions: [DirectionRecord; 2],
    /// Whether neither side has a solution, so that the comparison says nothing about what they allow.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub vacuous: bool,
    /// What changed from the first side to the second, rule by rule, if the sides are stored texts or `changes` asks for it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<RuleChangeRecord>,
}

/// Whether one side lacks solutions of the other.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DirectionRecord {
    /// The side whose solutions are looked at.
    pub of: String,
    /// The side that may lack some.
    pub lacking: String,
    /// `none`, `some`, or `unknown`.
    pub lacks: &'static str,
    /// How 'none' is proved: `rules` if each constraint follows, `solutions` if each solution was asked for, `text` if
    /// no clause changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<&'static str>,
    /// Number of questions: of constraints, of which the others are images under symmetries, or of solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<u64>,
    /// Why it was left open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// A solution that is lacking.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<DifferenceRecord>,
    /// What is known of each rule of the side that may lack some.
    pub rules: Vec<RuleRecord>,
}

/// A solution that one side lacks.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DifferenceRecord {
    /// The values that the side forbids together; none can be left out.
    pub forbidden: Vec<String>,
    /// The constraints that forbid them.
    pub because: Vec<String>,
    /// Their rules.
    pub rules: Vec<String>,
    /// The atoms that are true in the solution.
    pub holds: Vec<String>,
    /// The solution, as the side that has it writes it, if it can be read from the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Value>")]
    pub solution: Option<Solution>,
    /// The mistake that the referee of the side that has the solution finds in it, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
}

/// What is known of a rule.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RuleRecord {
    /// Its name.
    pub rule: String,
    /// Number of its constraints.
    pub constraints: usize,
    /// Number of those that follow from the other side.
    pub implied: usize,
    /// A constraint of it that forbids a solution of the other side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forbids: Option<String>,
}

impl DiffRecord {
    pub(super) fn new(
        first: &Side,
        second: &Side,
        size: Option<Size>,
        status: &'static str,
        found: &Meaning,
    ) -> Self {
        DiffRecord {
            schema: SCHEMA,
            first: first.name.clone(),
            second: second.name.clone(),
            status,
            scope: if found.of_rules { "rules" } else { "board" },
            size,
            shown: found.shown,
            directions: [
                DirectionRecord::new(first, second, &found.second_lacks),
                DirectionRecord::new(second, first, &found.first_lacks),
            ],
            vacuous: found.is_vacuous(),
            changes: Vec::new(),
        }
    }

    /// Of two stored texts, by the names of their files.
    pub(super) fn of_texts([first, second]: [&str; 2], judged: &Judged) -> Self {
        let mut record = match &judged.meaning {
            InMeaning::Compared { meaning, sides, doubt } => {
                let mut record =
                    DiffRecord::new(&sides[0], &sides[1], None, word(meaning.is_same()), meaning);
                if let Some(why) = doubt.as_ref().filter(|_| record.status == "differs") {
                    record.status = "unknown";
                    record.directions.iter_mut().for_each(|direction| direction.leave_open(why));
                }
                record
            }
            open => {
                let (status, lacks, proof, reason) = match open {
                    InMeaning::Untold(why) => ("unknown", "unknown", None, Some(why.clone())),
                    _ => ("same", "none", Some("text"), None),
                };
                let direction = |of: &str, lacking: &str| DirectionRecord {
                    of: of.to_owned(),
                    lacking: lacking.to_owned(),
                    lacks,
                    proof,
                    asked: None,
                    reason: reason.clone(),
                    difference: None,
                    rules: Vec::new(),
                };
                DiffRecord {
                    schema: SCHEMA,
                    first: first.to_owned(),
                    second: second.to_owned(),
                    status,
                    scope: "texts",
                    size: None,
                    shown: None,
                    directions: [direction(first, second), direction(second, first)],
                    vacuous: false,
                    changes: Vec::new(),
                }
            }
        };
        record.scope = "texts";
        record.with_changes(&judged.changes)
    }

    /// The same with what changed.
    pub(super) fn with_changes(self, changes: &[RuleChange]) -> Self {
        DiffRecord { changes: changes.iter().map(RuleChangeRecord::new).collect(), ..self }
    }

    /// The record in words, on several lines.
    #[must_use]
    pub fn words(&self) -> String {
        let DiffRecord { first, second, .. } = self;
        let on = match (self.scope, self.size) {
            ("rules", Some(size)) => format!("for size {size}, whatever values are given"),
            ("rules", None) => "for this board, whatever values are given".to_owned(),
            ("texts", _) => "for the formulas in these texts".to_owned(),
            (_, Some(size)) => format!("for size {size}"),
            (_, None) => "for this board".to_owned(),
        };
        let begin = match self.status {
            "same" => format!("{first} and {second} mean the same, proved {on}"),
            "differs" => format!("{first} and {second} differ, {on}"),
            _ => format!("whether {first} and {second} mean the same is not shown, {on}"),
        };
        let mut lines = vec![begin];
        match &self.directions {
            [one, _] if one.proof == Some("text") => lines.push("no clause changed".into()),
            // What the texts don't tell is the same in both directions.
            [DirectionRecord { lacks: "unknown", asked: None, reason: Some(why), .. }, _] => {
                lines.push(why.clone());
            }
            directions => {
                for direction in directions {
                    let listed = direction.difference.as_ref().filter(|_| self.scope == "texts");
                    lines
                        .push(direction.words() + &listed.map_or_else(String::new, DifferenceRecord::listed));
                }
            }
        }
        lines.extend(changes::words(&self.changes));
        lines.join("\n")
    }
}

/// The status in a word.
pub(super) fn word(is_same: Option<bool>) -> &'static str {
    match is_same {
        Some(true) => "same",
        Some(false) => "differs",
        None => "unknown",
    }
}

impl DirectionRecord {
    fn new(of: &Side, lacking: &Side, loss: &Loss) -> Self {
        let (lacks, proof, asked, reason) = match loss.verdict {
            Verdict::Implied { asked, .. } => ("none", Some("rules"), Some(asked as u64), None),
            Verdict::Listed { steps } => ("none", Some("solutions"), Some(steps), None),
            Verdict::Loses => ("some", None, None, None),
            Verdict::Open(stop) => ("unknown", None, Some(loss.candidates), Some(stop.to_string())),
        };
        DirectionRecord {
            of: of.name.clone(),
            lacking: lacking.name.clone(),
            lacks,
            proof,
            asked,
            reason,
            difference: loss.difference.as_ref().map(DifferenceRecord::new),
            rules: loss.rules.iter().map(RuleRecord::new).collect(),
        }
    }

    /// Takes back what was found, if something else may forbid it.
    fn leave_open(&mut self, why: &str) {
        if let Some(difference) = self.difference.take() {
            self.lacks = "unknown";
            self.reason = Some(format!("{}, but {why}", difference.words()));
        }
    }

    fn words(&self) -> String {
        let DirectionRecord { of, lacking, .. } = self;
        let asked = self.asked.unwrap_or_default();
        let constraints: usize = self.rules.iter().map(|rule| rule.constraints).sum();
        match (self.lacks, self.proof, &self.difference) {
            ("none", Some("rules"), _) => {
                let rest = if asked < constraints as u64 {
                    "; the others are written in both or alike up to symmetry"
                } else {
                    ""
                };
                let constraints = counted(constraints, "constraint");
                format!(
                    "{lacking} lacks no solution of {of}: its {constraints} follow, {asked} asked for{rest}"
                )
            }
            ("none", ..) if asked == 0 => format!("{of} has no solution at all, so {lacking} lacks none"),
            ("none", ..) => {
                format!(
                    "{lacking} lacks no solution of {of}: all were asked about, in {}",
                    counted(asked, "step")
                )
            }
            (_, _, Some(difference)) => {
                format!("{lacking} lacks a solution of {of}: {}{}", difference.words(), self.rule_words())
            }
            (_, _, None) if self.asked.is_none() => {
                let reason = self.reason.as_deref().unwrap_or("a limit was reached");
                format!("whether {lacking} lacks a solution of {of} is open: {reason}")
            }
            _ => {
                let implied: usize = self.rules.iter().map(|rule| rule.implied).sum();
                let tried = format!("{implied} of its {} follow", counted(constraints, "constraint"));
                let reason = self.reason.as_deref().unwrap_or("a limit was reached");
                format!(
                    "whether {lacking} lacks a solution of {of} is open: {reason}; {tried}, and it has the {} that it was \
                     asked about",
                    counted(asked, "solution")
                )
            }
        }
    }

    /// Further rules that forbid something.
    fn rule_words(&self) -> String {
        let first = self.difference.as_ref().map_or(&[][..], |difference| &difference.rules);
        let others = self.rules.iter().filter(|rule| !first.contains(&rule.rule));
        let words =
            others.filter_map(|rule| rule.forbids.as_ref()).map(|sentence| format!("\n  also: {sentence}"));
        words.collect()
    }
}

impl DifferenceRecord {
    fn new(told: &Told) -> Self {
        DifferenceRecord {
            forbidden: told.forbidden.clone(),
            because: told.sentences.clone(),
            rules: told.rules.clone(),
            holds: told.holds.clone(),
            solution: told.solution.clone(),
            refused: told.refused.clone(),
        }
    }

    fn words(&self) -> String {
        const MOST: usize = 8;
        let more = if self.forbidden.len() > MOST { ", …" } else { "" };
        let forbidden = format!("{}{more}", self.forbidden[..self.forbidden.len().min(MOST)].join(", "));
        let because = if self.because.is_empty() {
            "it has no such atom".to_owned()
        } else {
            self.because.iter().map(|sentence| format!("'{sentence}'")).collect::<Vec<_>>().join(" and ")
        };
        let refused =
            self.refused.as_ref().map(|why| format!(" (the referee says: {why})")).unwrap_or_default();
        let forbidden = if self.forbidden.is_empty() {
            "nothing is possible".into()
        } else {
            format!("{forbidden} can't be")
        };
        format!("{forbidden}, because {because}{refused}")
    }

    /// The solution by its true atoms, if it is not drawn.
    fn listed(&self) -> String {
        const MOST: usize = 100;
        let more = if self.holds.len() > MOST { ", …" } else { "" };
        format!("\n  true in it: {}{more}", self.holds[..self.holds.len().min(MOST)].join(", "))
    }
}

impl RuleRecord {
    fn new(rule: &RuleLoss) -> Self {
        let forbids = rule.difference.as_ref().and_then(|told| told.sentences.first().cloned());
        RuleRecord { rule: rule.rule.clone(), constraints: rule.constraints, implied: rule.implied, forbids }
    }
}
