use std::{borrow::Cow, sync::Arc};

use jigsat_input::counted;
use jigsat_solve::Provenance;
use schemars::JsonSchema;
use serde::Serialize;

use super::{ArgumentRecord, SCHEMA, SpanRecord, plain};
use crate::words::singles_of;

/// The output of `explain` and `hint`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ExplainRecord {
    /// The version of this format.
    pub schema: u32,
    /// The puzzle's family.
    pub family: Cow<'static, str>,
    /// The file's name, `-` for standard input, or `argument` for a text on the command line.
    pub file: Arc<str>,
    /// The puzzle's title.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub puzzle: Arc<str>,
    /// The result.
    pub status: &'static str,
    /// Whether the solution is the only one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unique: Option<bool>,
    /// If there is no solution: the constraints that contradict each other.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub because: Vec<ReasonRecord>,
    /// The solution step by step, or if there is none, the steps to a contradiction.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<StepRecord>,
    /// The reasons that contradict each other after the steps to a contradiction.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clash: Vec<ReasonRecord>,
    /// How these contradict each other, line by line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<ArgumentRecord>,
    /// Two solutions of an ambiguous puzzle.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub solutions: Vec<serde_json::Value>,
    /// The literals in which the two solutions differ.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub differ: Vec<String>,
    /// The cells to mark: those of the contradiction, or those in which the solutions differ.
    #[serde(skip_serializing_if = "MarkedCells::is_empty")]
    pub cells: MarkedCells,
    /// What was left open, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The engine that found the reasons, with its solver and encoding if it used them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Provenance>,
}

impl ExplainRecord {
    /// A record without an answer.
    #[must_use]
    pub fn new(family: Cow<'static, str>, file: &Arc<str>, puzzle: &Arc<str>) -> Self {
        ExplainRecord {
            schema: SCHEMA,
            family,
            file: Arc::clone(file),
            puzzle: Arc::clone(puzzle),
            status: "solved",
            unique: None,
            because: Vec::new(),
            steps: Vec::new(),
            clash: Vec::new(),
            end: None,
            solutions: Vec::new(),
            differ: Vec::new(),
            cells: MarkedCells::default(),
            reason: None,
            by: None,
        }
    }

    /// The steps in numbers: `solved in 51 steps, 47 of them singles; the largest step has 9 reasons`.
    #[must_use]
    pub fn summary(&self) -> String {
        let singles = self.steps.iter().filter(|step| step.single).count();
        let largest = self.steps.iter().map(|step| step.because.len()).max().unwrap_or(0);
        let count = self.steps.len();
        if count == 0 {
            return "nothing is left to deduce".into();
        }
        let (steps, reasons) = (counted(count, "step"), counted(largest, "reason"));
        let singles = singles_of(count, singles);
        format!("solved in {steps}, {singles}; the largest step has {reasons}")
    }
}

/// A step of an explanation.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StepRecord {
    /// The step's number, from 1.
    pub step: usize,
    /// The literals that become known, by name.
    pub deduced: Vec<String>,
    /// Their names as in formulas, if `deduced` has other words for them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub literals: Vec<String>,
    /// The reasons from which it follows.
    pub because: Vec<ReasonRecord>,
    /// The same in fewer sentences, if there are fewer: one sentence may be about several cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub told: Option<StepWords>,
    /// How it follows, line by line; left out for a part of a plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub argument: Option<ArgumentRecord>,
    /// Whether the step is a single: one constraint leaves only one possibility, because known values rule out the
    /// others.
    pub single: bool,
    /// The players' name for the step, if it has one, such as `naked single` or `locked candidates`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub technique: Option<String>,
    /// Whether every reason is known to be needed. A step by the 45 rule has the reasons of its sum, some of which may follow
    /// from others.
    pub minimal: bool,
    /// Whether a limit ended the search for fewer reasons.
    #[serde(skip)]
    pub stopped: bool,
    /// Whether it is proved that no deduction has fewer reasons; with `cell`, no deduction about this cell.
    pub smallest: bool,
    /// The cells to mark.
    #[serde(skip_serializing_if = "MarkedCells::is_empty")]
    pub cells: MarkedCells,
}

impl StepRecord {
    /// The step with its argument: `3. r1c2=5 (hidden single): 5 in row 1: only r1c2 is left`, and further paragraphs below;
    /// without an argument, with its reasons.
    #[must_use]
    pub fn sentence(&self) -> String {
        self.lines().iter().map(|line| plain(line)).collect::<Vec<_>>().join("\n")
    }

    /// The same line by line, with the colours of the picture.
    #[must_use]
    pub fn lines(&self) -> Vec<Vec<SpanRecord>> {
        let how_good = self.how_good();
        match self.told_argument() {
            [] => vec![vec![SpanRecord::plain(self.with_reasons())]],
            [only] => {
                let head = SpanRecord::plain(format!("{}: ", self.head()));
                let end = Some(SpanRecord::plain(how_good)).filter(|_| !how_good.is_empty());
                vec![[head].into_iter().chain(only.iter().cloned()).chain(end).collect()]
            }
            all => {
                let indented = |line: &Vec<SpanRecord>| [&[SpanRecord::plain("  ")], &line[..]].concat();
                let head = vec![SpanRecord::plain(format!("{}:{how_good}", self.head()))];
                [head].into_iter().chain(all.iter().map(indented)).collect()
            }
        }
    }

    /// Whether its argument has words of its own.
    #[must_use]
    pub fn is_argued(&self) -> bool {
        !self.told_argument().is_empty()
    }

    /// The paragraphs of its argument; none if the reasons are all there is to say.
    fn told_argument(&self) -> &[Vec<SpanRecord>] {
        self.argument.as_ref().map_or(&[], |argument| &argument.told)
    }

    /// What it rests on: `The 12 constraints this rests on: row 1 has exactly one 5; …`.
    #[must_use]
    pub fn rests_on(&self) -> String {
        let because = self.because_told();
        format!("{} this rests on: {}", counted_of(self.because.len()), because.join("; "))
    }

    /// The step in one line: `3. r1c2=5, because: row 1 has exactly one 5; …`.
    fn with_reasons(&self) -> String {
        let because = self.because_told();
        format!("{}, because: {}{}", self.head(), because.join("; "), self.how_good())
    }

    /// What is known of its size, in parentheses.
    pub(crate) fn how_good(&self) -> &'static str {
        match (self.stopped, self.smallest) {
            (true, _) => " (possibly not minimal: some of it may be unnecessary)",
            (false, true) => " (no explanation is smaller)",
            (false, false) => "",
        }
    }

    /// What becomes known, without reasons: `3. r1c2=5 (hidden single)`.
    #[must_use]
    pub fn head(&self) -> String {
        let technique = self.technique.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
        let deduced = self.told.as_ref().map_or(&self.deduced, |told| &told.deduced);
        // Sentences want an 'and', names don't.
        let deduced = match &deduced[..] {
            [before @ .., last] if !before.is_empty() && last.contains(' ') && !last.starts_with("not ") => {
                format!("{}, and {last}", before.join(", "))
            }
            deduced => deduced.join(", "),
        };
        format!("{}. {deduced}{technique}", self.step)
    }

    /// The lines below its picture: the argument, or without one, the reasons.
    #[must_use]
    pub fn lines_told(&self) -> Vec<Vec<SpanRecord>> {
        match self.told_argument() {
            [] => self.because_told().into_iter().map(|line| vec![SpanRecord::plain(line)]).collect(),
            told => told.to_vec(),
        }
    }

    /// The reasons in sentences.
    #[must_use]
    pub fn because_told(&self) -> Vec<&str> {
        match &self.told {
            Some(told) => told.because.iter().map(String::as_str).collect(),
            None => self.because.iter().map(|reason| reason.sentence.as_str()).collect(),
        }
    }
}

/// 'The one constraint' or 'The 12 constraints'.
fn counted_of(number: usize) -> String {
    if number == 1 { "The one constraint".into() } else { format!("The {number} constraints") }
}

/// A step in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StepWords {
    /// What becomes known.
    pub deduced: Vec<String>,
    /// The reasons from which it follows.
    pub because: Vec<String>,
}

/// One reason.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ReasonRecord {
    /// The rule of the constraint; left out if the reason is a known literal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The reason as a sentence.
    pub sentence: String,
    /// The cells that the reason is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<String>,
}

/// The cells to mark, by name.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct MarkedCells {
    /// The cells that become known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub deduced: Vec<String>,
    /// The known cells from which they follow.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub known: Vec<String>,
    /// Other cells that the constraints are about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub concerned: Vec<String>,
}

impl MarkedCells {
    /// Whether no cell is marked.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.deduced.is_empty() && self.known.is_empty() && self.concerned.is_empty()
    }
}
