//! `right-so-far`: whether a partial solution is part of a solution.

use std::{borrow::Cow, sync::Arc};

use jigsat_grid::Picture;
use jigsat_kit::{Error, TextFile};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Ask, Context, Status,
    board::Board,
    explain::{View, right_so_far},
    record::{StepRecord, plain},
    verb::{About, Forms, Listener, Needs, OfPuzzle, Part, Subject, Verb},
};

/// Checks whether a partial solution is right so far, that is, whether some solution contains it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RightSoFarRequest {
    /// Formula, search and options.
    pub ask: Ask,
    /// What is filled in so far: a partial solution, in any format that `solve` prints.
    pub from: TextFile,
}

/// Whether a partial solution is right so far.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RightSoFarRecord {
    /// The version of this format.
    pub schema: u32,
    /// The puzzle's family.
    pub family: Cow<'static, str>,
    /// The file's name, `-` for standard input, or `argument` for a text on the command line.
    pub file: Arc<str>,
    /// The puzzle's title.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub puzzle: Arc<str>,
    /// `solved` if some solution contains the partial solution, `impossible` if none does, `unknown` if a limit was
    /// reached.
    pub status: &'static str,
    /// Whether the partial solution breaks no rule.
    pub legal: bool,
    /// Whether some solution contains the partial solution; left out if a limit was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completable: Option<bool>,
    /// The rule that the partial solution breaks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub violation: Option<String>,
    /// The literals of the partial solution, by name, that contradict each other. If `reason` is left out, none of them
    /// can be removed. Empty if there is no solution at all, or if the encoding has no literals for the partial solution.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub conflict: Vec<String>,
    /// The cells that these literals are about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<String>,
    /// That the last of them can't hold if the others do, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cannot: Option<String>,
    /// Why: the step of an explanation that rules it out. Left out if the partial solution breaks a rule, or if finding a
    /// reason takes too long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<StepRecord>,
    /// What was left open, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl RightSoFarRecord {
    /// The record in words.
    #[must_use]
    pub fn words(&self) -> String {
        let conflict = self.conflict.join(", ");
        let these_hold = if self.conflict.len() == 1 { "this holds" } else { "these hold together" };
        let more = self.reason.as_ref().map(|reason| format!(" ({reason})")).unwrap_or_default();
        let wrong = (!conflict.is_empty()).then(|| format!("{these_hold} in no solution: {conflict}{more}"));
        if let Some(because) = self.because() {
            return format!("not right: {because}");
        }
        match (&self.violation, wrong, self.completable) {
            (Some(violation), Some(wrong), _) => format!("not right: {violation}; {wrong}"),
            (Some(violation), None, _) => format!("not right: {violation}"),
            (None, Some(wrong), _) => format!("not right: {wrong}"),
            (None, None, Some(true)) => "right so far: it can be completed".into(),
            (None, None, Some(false)) => match &self.reason {
                Some(reason) => format!("not right: {reason}"),
                None => "the puzzle has no solution".into(),
            },
            (None, None, None) => {
                let open = self.reason.as_deref().unwrap_or_default();
                format!("legal, but whether it can be completed was left open: {open}")
            }
        }
    }
}

impl RightSoFarRecord {
    /// What can't be, and why: `r2c3 can't be sea, because …`.
    fn because(&self) -> Option<String> {
        let (cannot, why) = (self.cannot.as_ref()?, self.why.as_ref()?);
        let others = match self.conflict.split_last() {
            Some((_, others)) if !others.is_empty() => format!("with {}, ", others.join(", ")),
            _ => String::new(),
        };
        if why.argument.iter().flat_map(|argument| &argument.lines).any(|line| line.kind == "search") {
            return Some(format!("{others}{cannot}: a search found that, and no argument"));
        }
        let told: Vec<String> = why.lines_told().iter().map(|line| plain(line)).collect();
        Some(match &told[..] {
            all if !why.is_argued() => format!("{others}{cannot}, because {}", all.join("; ")),
            [only] => format!("{others}{cannot}: {only}"),
            all => format!("{others}{cannot}:\n  {}", all.join("\n  ")),
        })
    }
}

/// The answer to a [`RightSoFarRequest`].
pub struct RightSoFar {
    /// The status: solved if it can be completed, impossible if not.
    pub status: Status,
    /// The record.
    pub record: RightSoFarRecord,
    /// The content of its picture: the partial solution, with the conflict marked.
    pub view: View,
    pub(crate) puzzle: Arc<dyn Board>,
}

impl Part for RightSoFar {
    fn status(&self) -> Status {
        self.status
    }

    fn record(&self) -> Option<&dyn erased_serde::Serialize> {
        Some(&self.record)
    }

    fn words(&self) -> String {
        self.record.words()
    }

    fn puzzle(&self) -> Option<&dyn Board> {
        Some(&*self.puzzle)
    }

    fn picture(&self) -> Option<Box<dyn Picture>> {
        Some(self.view.draw(&*self.puzzle))
    }
}

impl Verb for RightSoFarRequest {
    const ABOUT: About = About {
        name: "right-so-far",
        command: None,
        group: "Understand",
        purpose: "Says whether a partly filled board can be completed",
        more: "",
        subject: Subject::Puzzle,
        forms: Forms::Records,
        record: "whether a partly filled board is right so far",
        picture: "",
    };

    type Record = RightSoFarRecord;
    type Answer = RightSoFar;

    fn needs(&mut self) -> Needs<'_> {
        Needs::of(&mut self.ask)
    }
}

impl OfPuzzle for RightSoFarRequest {
    fn ask(&self) -> Ask {
        self.ask.clone()
    }

    fn answer(&self, board: &dyn Board, context: &Context, listener: &mut Listener<'_>) -> Result<(), Error> {
        listener(Box::new(right_so_far(board, self, context)?), false)
    }
}
