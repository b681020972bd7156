//! The record, and its words.

use std::{borrow::Cow, sync::Arc};

use jigsat_input::counted;
use jigsat_solve::Provenance;
use schemars::JsonSchema;
use serde::Serialize;

use crate::record::Stats;

/// Maximum number of places that are listed in words.
const MOST_TOLD: usize = 40;

/// Maximum number of values to remove that are listed in words, unless one set has more.
const MOST_CORRECTED: usize = 12;

/// What all solutions have in common.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CommonRecord {
    /// The version of this format.
    pub schema: u32,
    /// The puzzle's family.
    pub family: Cow<'static, str>,
    /// The file's name, `-` for standard input, or `argument` for a text on the command line.
    pub file: Arc<str>,
    /// The puzzle's title.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub puzzle: Arc<str>,
    /// The result: `solved` if there are solutions and every place was decided.
    #[schemars(extend("enum" = ["solved", "impossible", "unknown"]))]
    pub status: &'static str,
    /// Number of solutions that were found.
    pub found: usize,
    /// Whether there are no others.
    pub complete: bool,
    /// Whether the places are statements about solutions that are not filled in place by place, such as where a piece lies:
    /// `yes` if it holds. Those that hold in no solution are left out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub statements: bool,
    /// The places of the board, in the order of `show`; empty if there is no solution.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<PlaceRecord>,
    /// The single clues that leave one solution, if all solutions were found.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clues: Vec<ClueRecord>,
    /// If there is no solution: the smallest sets of filled-in values, or of clues if these are at fault by themselves,
    /// without which there is one. A clue that is no value is the sentence that it states.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub corrections: Vec<Vec<String>>,
    /// Whether there may be further sets of that size.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub more_corrections: bool,
    /// What the nearest solution has in the places of the first set, if that is of filled-in values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nearest: Vec<ClueRecord>,
    /// What was left open, and why; or that no solution contains what is filled in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The rules that were dropped from the formula.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<String>,
    /// What found the answer.
    pub by: Provenance,
    /// The cost of the answer.
    pub stats: Stats,
}

/// A place of the board.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PlaceRecord {
    /// Its name.
    pub name: String,
    /// The values that it has in some solution: one if it is the same in all. A place that is only chosen or not has `yes`
    /// and `no`.
    pub possible: Vec<ValueRecord>,
    /// Whether other values may be possible: a limit was reached first.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
}

/// A value in a place.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ValueRecord {
    /// The value.
    pub value: String,
    /// Number of solutions in which the place has it, if all solutions were found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<usize>,
}

/// A value for a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ClueRecord {
    /// The name of its place.
    pub place: String,
    /// The value there.
    pub value: String,
}

impl PlaceRecord {
    /// Whether it is the same in all solutions.
    pub(super) fn is_fixed(&self) -> bool {
        self.possible.len() == 1 && !self.open
    }

    /// For a statement: whether it holds in some solution.
    fn has_yes(&self) -> bool {
        self.possible.iter().any(|value| value.value == "yes")
    }

    /// A statement, and in how many solutions it holds if that is not all.
    fn statement(&self) -> String {
        match self.possible.iter().find(|value| value.value == "yes").and_then(|value| value.solutions) {
            Some(solutions) if !self.is_fixed() => format!("{} ({solutions})", self.name),
            _ => self.name.clone(),
        }
    }

    fn words(&self) -> String {
        let all: Vec<String> = self.possible.iter().map(ValueRecord::words).collect();
        let open = if self.open { ", and perhaps others" } else { "" };
        format!("{}: {}{open}", self.name, all.join(" or "))
    }
}

impl ClueRecord {
    fn words(&self) -> String {
        format!("{}={}", self.place, self.value)
    }
}

impl ValueRecord {
    fn words(&self) -> String {
        let times = self.solutions.map(|solutions| format!(" ({solutions})")).unwrap_or_default();
        format!("{}{times}", self.value)
    }
}

impl CommonRecord {
    /// The record in words, on one or more lines.
    #[must_use]
    pub fn words(&self) -> String {
        if self.without.is_empty() {
            self.found_words()
        } else {
            format!("without {}: {}", self.without.join(", "), self.found_words())
        }
    }

    fn found_words(&self) -> String {
        let mut lines = Vec::new();
        match (self.status, self.found, self.complete) {
            ("impossible", ..) => {
                lines.push(format!(
                    "impossible: {}",
                    self.reason.as_deref().unwrap_or("there is no solution")
                ));
                lines.extend(self.correction_words());
                return lines.join("\n");
            }
            (_, 0, _) => {}
            (_, 1, true) if !self.statements => {
                lines.push("there is one solution: every place has its value".to_owned());
            }
            (_, found, complete) => {
                let more = if complete { "" } else { "at least " };
                let solutions = counted(found, "solution");
                if self.statements {
                    lines.push(format!("{more}{solutions}"));
                    lines.extend(self.statement_words());
                } else {
                    let fixed = self.places.iter().filter(|place| place.is_fixed()).count();
                    lines.push(format!(
                        "{more}{solutions}; {fixed} of {} are the same in all of them",
                        counted(self.places.len(), "place")
                    ));
                    let mut differ = self.places.iter().filter(|place| !place.is_fixed());
                    lines.extend(differ.by_ref().take(MOST_TOLD).map(PlaceRecord::words));
                    let left = differ.count();
                    if left > 0 {
                        lines.push(format!("and {} more", counted(left, "place")));
                    }
                }
                let is_statement =
                    |clue: &ClueRecord| if self.statements { clue.place.clone() } else { clue.words() };
                let clues = self.clues.iter().map(is_statement).collect();
                lines.extend(some_of("one of these leaves one solution", clues));
            }
        }
        lines.extend(self.reason.iter().map(|reason| format!("left open: {reason}")));
        lines.join("\n")
    }

    /// The statements that hold in all solutions, and in some.
    fn statement_words(&self) -> Vec<String> {
        let names = |is_one: &dyn Fn(&PlaceRecord) -> bool| -> Vec<String> {
            self.places.iter().filter(|place| is_one(place)).map(PlaceRecord::statement).collect()
        };
        let all = if self.found == 1 && self.complete { "in it" } else { "in all of them" };
        let mut lines = Vec::new();
        lines.extend(some_of(all, names(&PlaceRecord::is_fixed)));
        lines.extend(some_of("in some of them", names(&|place| place.has_yes() && !place.is_fixed())));
        let open = self.places.iter().filter(|place| place.open && !place.has_yes()).count();
        if open > 0 {
            lines.push(format!("whether {} may be true is open", counted(open, "other statement")));
        }
        lines
    }

    /// What to remove so that there is a solution.
    fn correction_words(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let Some(first) = self.corrections.first() else { return lines };
        let shown = self.corrections.len().min((MOST_CORRECTED / first.len().max(1)).max(1));
        let mut sets: Vec<String> = self.corrections[..shown].iter().map(|set| set.join(" and ")).collect();
        if self.more_corrections || shown < self.corrections.len() {
            sets.push("…".to_owned());
        }
        let are_sentences = self.corrections.iter().flatten().any(|words| words.contains(' '));
        let head = match (sets.len(), first.len()) {
            (1, _) => "there is one without".to_owned(),
            (_, 1) => "there is one without one of these:".to_owned(),
            (_, size) => format!("there is one without {size} of them, as these:"),
        };
        if are_sentences && sets.len() > 1 {
            lines.push(head);
            lines.extend(sets.into_iter().map(|set| format!("  {set}")));
        } else {
            let between = if first.len() == 1 { ", " } else { "; " };
            let colon = if are_sentences { ":" } else { "" };
            lines.push(format!("{head}{colon} {}", sets.join(between)));
        }
        if !self.nearest.is_empty() {
            let values: Vec<String> = self.nearest.iter().map(ClueRecord::words).collect();
            lines.push(format!("the nearest solution has {}", values.join(", ")));
        }
        lines
    }
}

/// A line with the first of these; none if there are none.
fn some_of(what: &str, mut all: Vec<String>) -> Option<String> {
    let more = if all.len() > MOST_TOLD { ", …" } else { "" };
    all.truncate(MOST_TOLD);
    (!all.is_empty()).then(|| format!("{what}: {}{more}", all.join(", ")))
}
