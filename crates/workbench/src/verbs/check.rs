//! `check`: whether something is a solution.

use std::{borrow::Cow, sync::Arc};

use jigsat_input::Source;
use jigsat_kit::{Error, Optimal, TextFile};
use jigsat_solve::{Refusal, Stop};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use crate::{
    Ask, Board, Context, Status,
    record::SCHEMA,
    verb::{About, Forms, Listener, Needs, OfPuzzle, Part, Subject, Verb},
};

/// Checks whether something is a solution.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("x-arguments" = ["solution", "ask.search.timeout_s"]))]
pub struct CheckRequest {
    /// Limits and options, such as what a solution should minimise.
    pub ask: Ask,
    /// The solution, in any format that 'solve' prints: a file, -, or the text itself.
    #[serde(deserialize_with = "text_or_file")]
    #[schemars(with = "TextOrFile", extend("x-position" = true, "x-file" = true))]
    pub solution: TextFile,
}

/// A text by itself, or with the name of its file.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum TextOrFile {
    Text(String),
    File(TextFile),
}

fn text_or_file<'de, D: Deserializer<'de>>(deserializer: D) -> Result<TextFile, D::Error> {
    Ok(match TextOrFile::deserialize(deserializer)? {
        TextOrFile::Text(text) => TextFile { name: "solution".into(), text },
        TextOrFile::File(file) => file,
    })
}

/// The output of `check`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CheckRecord {
    /// The version of this format.
    pub schema: u32,
    /// The puzzle's family.
    pub family: Cow<'static, str>,
    /// The file with the puzzle.
    pub file: Arc<str>,
    /// `solved` if the solution is legal and complete, `impossible` if not, `unknown` if that was left open.
    pub status: &'static str,
    /// Whether no broken rule was found.
    pub legal: bool,
    /// Whether nothing is missing.
    pub complete: bool,
    /// The broken rule, or what is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub violation: Option<String>,
    /// The answer to a further question in words, such as whether a plan is optimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more: Option<String>,
    /// Why the question was left open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl CheckRecord {
    /// The record in words.
    #[must_use]
    pub fn words(&self) -> String {
        if let Some(reason) = &self.reason {
            return format!("left open: {reason}");
        }
        match (&self.violation, self.legal) {
            (None, _) => match &self.more {
                Some(more) => format!("legal and complete; {more}"),
                None => "legal and complete".into(),
            },
            (Some(violation), true) => format!("legal so far, but not complete: {violation}"),
            (Some(violation), false) => format!("not legal: {violation}"),
        }
    }
}

/// The answer to a [`CheckRequest`].
#[derive(Clone, Debug)]
pub struct Checking {
    /// The status.
    pub status: Status,
    /// The record.
    pub record: CheckRecord,
}

impl Part for Checking {
    fn status(&self) -> Status {
        self.status
    }

    fn record(&self) -> Option<&dyn erased_serde::Serialize> {
        Some(&self.record)
    }

    fn words(&self) -> String {
        self.record.words()
    }
}

impl Verb for CheckRequest {
    const ABOUT: About = About {
        name: "check",
        command: Some("check"),
        group: "Solve",
        purpose: "Checks whether a solution is legal and complete, and names the broken rule",
        more: "Example:\n  jigsat sudoku solve puzzles/sudoku/easy.yaml --format json > answer.json\n  \
            jigsat sudoku check puzzles/sudoku/easy.yaml answer.json",
        subject: Subject::Puzzle,
        forms: Forms::Records,
        record: "what check prints",
        picture: "",
    };

    type Record = CheckRecord;
    type Answer = Checking;

    fn needs(&mut self) -> Needs<'_> {
        Needs::of(&mut self.ask)
    }
}

impl OfPuzzle for CheckRequest {
    fn ask(&self) -> Ask {
        self.ask.clone()
    }

    fn answer(&self, board: &dyn Board, context: &Context, listener: &mut Listener<'_>) -> Result<(), Error> {
        listener(Box::new(check(board, &self.solution.to_source(), context)?), false)
    }
}

fn check(board: &dyn Board, solution: &Source, context: &Context) -> Result<Checking, Error> {
    let limits = board.limits(context);
    let solution = board.read_solution(solution, &limits)?;
    let record = |status, legal, complete| CheckRecord {
        schema: SCHEMA,
        family: board.info().name.clone(),
        file: Arc::clone(board.file()),
        status,
        legal,
        complete,
        violation: None,
        more: None,
        reason: None,
    };
    let open = |stop: Stop, legal| {
        let reason = Some(stop.to_string());
        Checking {
            status: Status::Unknown,
            record: CheckRecord { reason, ..record("unknown", legal, false) },
        }
    };
    let illegal = match Refusal::violation(board.check_so_far(&solution, &limits)) {
        Ok(illegal) => illegal,
        Err(stop) => return Ok(open(stop, true)),
    };
    let incomplete = match Refusal::violation(board.check(&solution, &limits)) {
        Ok(incomplete) => incomplete,
        Err(stop) => return Ok(open(stop, illegal.is_none())),
    };
    let (legal, complete) = (illegal.is_none(), incomplete.is_none());
    let violation = illegal.or(incomplete).as_ref().map(ToString::to_string);
    let optimal = if complete { board.is_optimal(&solution, &context.run(&limits))? } else { None };
    let (more, status) = match optimal {
        _ if !complete => (None, Status::Impossible),
        None => (None, Status::Solved),
        Some(Optimal::Yes(words)) => (Some(words), Status::Solved),
        Some(Optimal::No(words)) => (Some(words), Status::Impossible),
        Some(Optimal::Open(words)) => (Some(format!("left open: {words}")), Status::Unknown),
    };
    let word = if complete { "solved" } else { "impossible" };
    let record = CheckRecord { violation, more, ..record(word, legal, complete) };
    Ok(Checking { status, record })
}
