//! `trace`: a search that shows its work, in the names of the encoding.

mod graph;
mod layout;
mod picture;
mod state;
mod step;

use std::{borrow::Cow, io, sync::Arc};

use jigsat_cnf::Lit;
use jigsat_grid::Picture;
use jigsat_kit::Error;
use jigsat_solve::{
    Stop,
    cdcl::{Cdcl, Outcome, Strategy},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::step::Names;
pub use self::{state::StateRecord, step::TraceStep};
use crate::{
    Ask, Context, Solution, Status,
    board::Board,
    formula::{Decoded, judged, written},
    puzzle_formula::PuzzleFormula,
    record::SCHEMA,
    verb::{About, Forms, Listener, Needs, OfPuzzle, Part, Subject, Teller, Verb},
};

/// Searches with a small solver that records each step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("x-arguments" = [
    "ask.formula", "decide", "no_learning", "watched", "conflicts", "steps", "restart", "conflict", "at", "until",
    "ask.search.timeout_s",
]))]
pub struct TraceRequest {
    /// Formula, options and limits. The solver is always the same.
    pub ask: Ask,
    /// Decides these literals first, in this order, with commas between them: 'x1,!x3'.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "LITERALS", "x-hyphens" = true))]
    pub decide: Option<String>,
    /// Learns no clauses: a conflict leads back to the last decision, whose other value is tried (DPLL).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub no_learning: bool,
    /// Finds unit clauses by two watched literals of each clause, and shows which are watched.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub watched: bool,
    /// Gives up after N conflicts.
    pub conflicts: u64,
    /// Gives up after N steps, or when they name more than 50 N literals.
    pub steps: usize,
    /// Restarts after N conflicts, then after twice as many, and so on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub restart: Option<u64>,
    /// Which conflict to draw, from 1.
    #[schemars(extend("x-requires" = "svg"))]
    pub conflict: usize,
    /// Shows the first N steps with their numbers, and what is true after them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-conflicts" = ["until"]))]
    pub at: Option<usize>,
    /// The same up to the first step after which one of these literals is true, with commas between them; 'conflict' stands for
    /// any conflict.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "LITERALS", "x-hyphens" = true))]
    pub until: Option<String>,
}

impl Default for TraceRequest {
    /// A hundred conflicts, a hundred thousand steps; the picture shows the first conflict.
    fn default() -> Self {
        TraceRequest {
            ask: Ask::default(),
            decide: None,
            no_learning: false,
            watched: false,
            conflicts: 100,
            steps: 100_000,
            restart: None,
            conflict: 1,
            at: None,
            until: None,
        }
    }
}

/// The output of `trace`: a search, step by step.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TraceRecord {
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
    /// Why the search ended early, or why the referee rejects the solution (if a rule was dropped).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The encoding.
    pub encoding: &'static str,
    /// Number of clauses of the formula.
    pub clauses: usize,
    /// Number of decisions.
    pub decisions: usize,
    /// Number of implied literals.
    pub propagations: usize,
    /// Number of conflicts.
    pub conflicts: usize,
    /// How often a clause was looked at to see whether it is a unit clause or false.
    pub visits: u64,
    /// What is true after the steps that were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<StateRecord>,
    /// The steps of the search, in order.
    pub steps: Vec<TraceStep>,
}

impl Verb for TraceRequest {
    const ABOUT: About = About {
        name: "trace",
        command: Some("trace"),
        group: "Formulas",
        purpose: "Shows each step of a small SAT solver: decisions, propagations, conflicts, learned clauses",
        more: "Examples:\n  jigsat sudoku trace puzzles/sudoku/ambiguous.yaml\n  \
            jigsat fillomino trace puzzles/fillomino/split.yaml --svg conflict.svg --conflict 2\n  \
            jigsat trace puzzles/dimacs/easy.cnf --no-learning --decide '!umbrella' --until conflict",
        subject: Subject::Puzzle,
        forms: Forms::Records,
        record: "what trace prints",
        picture: "Also draws the implication graph of a conflict, or of the steps up to 'at' or 'until'",
    };

    type Record = TraceRecord;
    type Answer = Traced;

    fn needs(&mut self) -> Needs<'_> {
        Needs::of(&mut self.ask)
    }
}

impl OfPuzzle for TraceRequest {
    fn ask(&self) -> Ask {
        self.ask.clone()
    }

    fn answer(&self, board: &dyn Board, context: &Context, listener: &mut Listener<'_>) -> Result<(), Error> {
        listener(Box::new(trace(board, self, context)?), false)
    }
}

impl Part for Traced {
    fn status(&self) -> Status {
        self.status
    }

    fn record(&self) -> Option<&dyn erased_serde::Serialize> {
        Some(&self.record)
    }

    fn words(&self) -> String {
        self.verdict()
    }

    fn tell(&self, teller: &mut dyn Teller) -> io::Result<()> {
        let shown = self.record.state.as_ref().map_or(self.record.steps.len(), |state| state.step);
        for (step, number) in self.record.steps[..shown].iter().zip(1..) {
            match &self.record.state {
                Some(_) => teller.line(&format!("{number:>4} {step}"))?,
                None => teller.line(&step.to_string())?,
            }
        }
        if let Some(state) = &self.record.state {
            return teller.line(&state.words(self.record.steps.len()));
        }
        if let Some(picture) = self.picture() {
            teller.picture(&*picture)?;
        }
        teller.line(&self.verdict())
    }

    fn puzzle(&self) -> Option<&dyn Board> {
        Some(&*self.puzzle)
    }

    fn solution(&self) -> Option<&Solution> {
        self.solution.as_ref()
    }

    fn picture(&self) -> Option<Box<dyn Picture>> {
        self.solution.as_ref().map(|solution| self.puzzle.draw(Some(solution)))
    }

    fn svg(&self) -> Result<Option<String>, Error> {
        match self.state_graph() {
            Some(graph) => Ok(Some(graph)),
            None => self.graph(self.conflict).map(Some),
        }
    }

    /// With a state, its graph; otherwise the solution.
    fn reply_picture(&self) -> Option<String> {
        self.state_graph().or_else(|| Some(self.picture()?.to_svg()))
    }
}

/// The answer to a [`TraceRequest`].
pub struct Traced {
    /// The status.
    pub status: Status,
    /// The record.
    pub record: TraceRecord,
    /// The solution; the referee accepted it, unless a rule was dropped.
    pub solution: Option<Solution>,
    /// The conflict to draw.
    conflict: usize,
    puzzle: Arc<dyn Board>,
}

impl Traced {
    /// The end in words, one line.
    #[must_use]
    pub fn verdict(&self) -> String {
        let TraceRecord { decisions, propagations, conflicts, clauses, encoding, .. } = &self.record;
        let end = match (&self.record.reason, self.record.status) {
            (Some(reason), status) => format!("{status}: {reason}"),
            (None, "impossible") if self.is_of_no_decision() => {
                "impossible: a conflict depends on no decision".into()
            }
            (None, "impossible") => "impossible: both values of each decision lead to a conflict".into(),
            (None, status) => status.into(),
        };
        let plural =
            |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let counts = [
            plural(*decisions, "decision"),
            plural(*propagations, "propagation"),
            plural(*conflicts, "conflict"),
            format!("encoding {encoding}"),
            plural(*clauses, "clause"),
        ];
        format!("{end} ({})", counts.join(", "))
    }

    fn is_of_no_decision(&self) -> bool {
        matches!(self.record.steps.last(), Some(TraceStep::Conflict { level: 0, .. }))
    }

    /// What is true after the first steps.
    #[must_use]
    pub fn state(&self, step: usize) -> StateRecord {
        StateRecord::after(&self.record.steps, step)
    }

    /// The implication graph of the steps up to the one that was asked for.
    fn state_graph(&self) -> Option<String> {
        let state = self.record.state.as_ref()?;
        Some(picture::draw_state(&self.record.steps, state.step))
    }

    /// The implication graph of a conflict, from 1, as SVG: the true literals that lead to it, and the learned clause.
    ///
    /// # Errors
    ///
    /// The number of a conflict that did not occur.
    pub fn graph(&self, conflict: usize) -> Result<String, Error> {
        picture::draw(&self.record.steps, conflict).ok_or_else(|| {
            let there_were = match self.record.conflicts {
                0 => "there was none".to_owned(),
                1 => "there was one".to_owned(),
                count => format!("there were {count}"),
            };
            Error::request(format!("there is no conflict {conflict} to draw; {there_were}"))
        })
    }
}

/// Literals with commas between them; names may have commas in parentheses.
fn literals(words: Option<&str>, formula: &dyn PuzzleFormula) -> Result<Vec<Lit>, Error> {
    state::split(words.unwrap_or_default()).into_iter().map(|name| formula.named(name)).collect()
}

/// How many literals a step may name on average.
const NAMES_PER_STEP: usize = 50;

fn trace(board: &dyn Board, request: &TraceRequest, context: &Context) -> Result<Traced, Error> {
    let mut limits = board.limits(context);
    limits.conflicts = Some(limits.conflicts.map_or(request.conflicts, |most| most.min(request.conflicts)));
    // The search uses only clauses.
    let mut formula = written(board, context)?;
    formula.cnf_mut().complete()?;
    let decide = literals(request.decide.as_deref(), &*formula)?;
    let until = state::breakpoints(request.until.as_deref(), &*formula)?;
    let mut names = Names::of(&*formula);
    let mut steps = Vec::new();
    let mut search = Cdcl::new(formula.cnf().clauses(), formula.cnf().variables());
    let strategy =
        Strategy { decide, learns: !request.no_learning, restart: request.restart, watches: request.watched };
    let mut named = 0;
    let outcome = search.run(&strategy, &limits, &mut |step| {
        let step = names.step(step);
        named += step.names();
        if steps.len() >= request.steps || named > request.steps.saturating_mul(NAMES_PER_STEP) {
            return Err(Stop::Steps);
        }
        steps.push(step);
        Ok(())
    });
    let visits = search.visits();
    let stop = request.at.or_else(|| until.map(|until| until.first(&steps)));
    let (mut reason, mut solution) = (None, None);
    let status = match outcome {
        Outcome::Unsatisfiable => Status::Impossible,
        Outcome::Stopped(stop) => {
            reason = Some(stop.to_string());
            Status::Unknown
        }
        Outcome::Satisfiable(values) => match judged(board, &mut *formula, &values, &limits) {
            Decoded::Solution(found) => {
                solution = Some(found);
                Status::Solved
            }
            Decoded::Refused { violation, status } => {
                reason = Some(format!("the referee says: {violation}"));
                status
            }
            Decoded::Open(stop) => {
                reason = Some(stop.to_string());
                Status::Unknown
            }
            Decoded::Violates(_) | Decoded::Unsatisfiable | Decoded::GaveUp => {
                unreachable!("the search ended with a model")
            }
        },
    };
    let count = |is: fn(&TraceStep) -> bool| steps.iter().filter(|step| is(step)).count();
    let record = TraceRecord {
        schema: SCHEMA,
        family: board.info().name.clone(),
        file: Arc::clone(board.file()),
        puzzle: Arc::clone(board.title()),
        status: match status {
            Status::Solved => "solved",
            Status::Impossible if reason.is_some() => "refused",
            Status::Impossible => "impossible",
            Status::Unknown => "unknown",
            Status::BadInput | Status::Bug => "bug",
        },
        reason,
        encoding: board.encoding(),
        clauses: formula.cnf().clauses().len(),
        decisions: count(|step| matches!(step, TraceStep::Decide { .. })),
        propagations: count(|step| matches!(step, TraceStep::Imply { .. })),
        conflicts: count(|step| matches!(step, TraceStep::Conflict { .. })),
        visits,
        state: stop.map(|step| StateRecord::after(&steps, step)),
        steps,
    };
    Ok(Traced { status, record, solution, conflict: request.conflict, puzzle: board.shared() })
}
