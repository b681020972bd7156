//! `count`: the number of solutions.

use std::{borrow::Cow, sync::Arc};

use jigsat_input::{Message, counted};
use jigsat_kit::{Counted, Counting as Wanted, Error, Outcome};
use jigsat_solve::{Answer, Effort, End, Provenance};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Ask, Board, Context, ProofRequest, Status, prove,
    record::{Certified, SCHEMA, Stats, maybe_number, number, number_schema},
    verb::{About, Forms, Listener, Needs, OfPuzzle, Part, Subject, Verb},
    verbs::solve::engine_words,
};

/// Counts the solutions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("x-arguments" = ["limit", "labelled", "jobs", "ask.formula", "ask.search", "proof"]))]
pub struct CountRequest {
    /// Formula, search and options.
    pub ask: Ask,
    /// Stops after N solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub limit: Option<u64>,
    /// Counts solutions that look the same separately: with identical pieces swapped, or a piece turned onto itself.
    pub labelled: bool,
    /// Searches with N threads, if the engine supports it (default: 1).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1024))]
    pub jobs: Option<usize>,
    /// How to prove that there is no solution.
    pub proof: ProofRequest,
}

/// The output of `count`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CountRecord {
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
    /// Number of solutions; as text if a JSON reader might round it.
    #[serde(serialize_with = "number")]
    #[schemars(schema_with = "number_schema")]
    pub count: u128,
    /// Number of solutions up to the symmetries of the board; left out if a rule was dropped, and if the board is too large to tell.
    #[serde(serialize_with = "maybe_number", skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "number_schema")]
    pub distinct: Option<u128>,
    /// Whether there are no other solutions.
    pub complete: bool,
    /// Why there may be more solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The proof that there is no solution, if one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certified: Option<Certified>,
    /// What counted the solutions.
    pub by: Provenance,
    /// The cost of the answer.
    pub stats: Stats,
}

impl CountRecord {
    /// The record in words, on one or more lines.
    #[must_use]
    pub fn words(&self) -> String {
        let at_least = if self.complete { "" } else { "at least " };
        let mut words = format!("{at_least}{}", counted(self.count, "solution"));
        if let Some(distinct) = self.distinct {
            words += &format!(", {distinct} up to symmetry");
        }
        words += &format!(" ({})", engine_words(&self.by));
        if let Some(reason) = &self.reason {
            words += &format!("\nincomplete: {reason}");
        }
        if let Some(certified) = self.certified {
            words += &format!("\n{}", certified.sentence());
        }
        words
    }
}

/// The answer to a [`CountRequest`].
#[derive(Clone, Debug)]
pub struct Counting {
    /// The status.
    pub status: Status,
    /// The record.
    pub record: CountRecord,
    /// Whether a proof was asked for.
    proof: bool,
}

impl Part for Counting {
    fn status(&self) -> Status {
        self.status
    }

    fn record(&self) -> Option<&dyn erased_serde::Serialize> {
        Some(&self.record)
    }

    fn words(&self) -> String {
        self.record.words()
    }

    fn notes(&self) -> Vec<Message> {
        let is_unproved = self.proof && self.record.certified.is_none() && self.record.complete;
        is_unproved.then(|| "note: only the count 0 has a proof".into()).into_iter().collect()
    }
}

impl Verb for CountRequest {
    const ABOUT: About = About {
        name: "count",
        command: Some("count"),
        group: "Solve",
        purpose: "Counts the solutions, in total and up to symmetry",
        more: "Example:\n  jigsat sudoku count puzzles/sudoku/ambiguous.yaml",
        subject: Subject::Puzzle,
        forms: Forms::Records,
        record: "what count prints",
        picture: "",
    };

    type Record = CountRecord;
    type Answer = Counting;

    fn needs(&mut self) -> Needs<'_> {
        let files = self.proof.files();
        Needs { threads: vec![("jobs", &mut self.jobs)], files, ..Needs::of(&mut self.ask) }
    }
}

impl OfPuzzle for CountRequest {
    const MAY_LOOK_BEYOND: bool = true;

    fn ask(&self) -> Ask {
        self.ask.clone()
    }

    fn answer(&self, board: &dyn Board, context: &Context, listener: &mut Listener<'_>) -> Result<(), Error> {
        listener(Box::new(count(board, self, context)?), false)
    }
}

fn count(board: &dyn Board, request: &CountRequest, context: &Context) -> Result<Counting, Error> {
    prove::possible(board, &request.proof)?;
    let context = &context.asked(board.search_options());
    // WebAssembly has no threads.
    let jobs = if cfg!(target_family = "wasm") { 1 } else { request.jobs.unwrap_or(1).max(1) };
    let wanted = Wanted { limit: request.limit, labelled: request.labelled, jobs };
    let limits = board.limits(context);
    let counted = board.count(&wanted, &context.run(&limits));
    let counted = Error::unless_stopped(counted)?.unwrap_or_else(|stop| Counted {
        count: 0,
        distinct: None,
        end: End::Stopped(stop),
        by: board.builder(),
        effort: Effort::default(),
        size: None,
    });
    let mut end = counted.end;
    let (mut certified, mut not_certified) = (None, None);
    if counted.count == 0 && end == End::All && request.proof.wanted() {
        let mut none = Outcome::none(counted.by.clone());
        certified = prove::outcome(board, &request.proof, &mut none, context)?;
        if let Answer::Unknown(stop) = none.first {
            (end, not_certified) = (End::Stopped(stop), none.left_open);
        }
    }
    let complete = end == End::All;
    let (status, word) = match (complete, counted.count) {
        (true, 0) => (Status::Impossible, "impossible"),
        (true, _) => (Status::Solved, "solved"),
        (false, _) => (Status::Unknown, "unknown"),
    };
    let stats = Stats::new(counted.effort, counted.size);
    let record = CountRecord {
        schema: SCHEMA,
        family: board.info().name.clone(),
        file: Arc::clone(board.file()),
        puzzle: Arc::clone(board.title()),
        status: word,
        count: counted.count,
        // Assignments that break a rule are not boards, so symmetries could not map them to each other.
        distinct: counted.distinct.filter(|_| board.formula_options().drop.is_empty()),
        complete,
        reason: match end {
            End::All => None,
            End::Enough => Some("stopped at the limit".into()),
            End::Stopped(stop) => Some(not_certified.unwrap_or_else(|| stop.to_string())),
        },
        certified,
        by: counted.by,
        stats: if context.wants.times { stats } else { stats.without_times() },
    };
    Ok(Counting { status, record, proof: request.proof.wanted() })
}
