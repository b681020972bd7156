//! `trace`: a search that shows its work, in the names of the encoding.

mod graph;
mod layout;
mod picture;

use std::{borrow::Cow, fmt, io, sync::Arc};

use jigsat_cnf::Lit;
use jigsat_grid::Picture;
use jigsat_kit::Error;
use jigsat_solve::cdcl::{Cdcl, Origin, Outcome, Step};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
#[schemars(extend("x-arguments" = ["ask.formula", "conflicts", "restart", "conflict", "ask.search.timeout_s"]))]
pub struct TraceRequest {
    /// Formula, options and limits. The solver is always the same.
    pub ask: Ask,
    /// Gives up after N conflicts.
    pub conflicts: u64,
    /// Restarts after N conflicts, then after twice as many, and so on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub restart: Option<u64>,
    /// Which conflict to draw, from 1.
    #[schemars(extend("x-requires" = "svg"))]
    pub conflict: usize,
}

impl Default for TraceRequest {
    /// A hundred conflicts; the picture shows the first.
    fn default() -> Self {
        TraceRequest { ask: Ask::default(), conflicts: 100, restart: None, conflict: 1 }
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
    /// The steps of the search, in order.
    pub steps: Vec<TraceStep>,
}

/// One step of a search. Literals have the names that the text of the formula uses; `!` is 'not'.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "step", rename_all = "kebab-case")]
pub enum TraceStep {
    /// The search decides on a literal.
    Decide {
        /// The literal, which is now true.
        literal: String,
        /// The decision level: the number of decisions in force, including this one.
        level: usize,
    },
    /// A unit clause implies its last literal.
    Imply {
        /// The literal, which is now true.
        literal: String,
        /// The decision level: the number of decisions in force.
        level: usize,
        /// The constraint to which the clause belongs, in words, or the number of a learned clause.
        because: String,
        /// The other literals of the clause, negated: they are true and imply this literal.
        from: Vec<String>,
    },
    /// A clause is falsified.
    Conflict {
        /// The decision level: the number of decisions in force. At level 0 there is no solution.
        level: usize,
        /// The constraint to which the clause belongs, in words, or the number of a learned clause.
        because: String,
        /// The literals of the clause, negated: they are true, but cannot all be.
        from: Vec<String>,
    },
    /// The conflict clause is resolved with the clause that implied a literal.
    Resolve {
        /// The literal on which they are resolved.
        on: String,
        /// The resolvent.
        clause: Vec<String>,
    },
    /// A clause is learned, and the search jumps back.
    Learn {
        /// The clause's number, from 1.
        number: usize,
        /// The clause's literals; the first is the one that is implied after the jump.
        clause: Vec<String>,
        /// The level to which the search jumps back: the number of decisions that are kept.
        back: usize,
    },
    /// All decisions are undone; learned clauses are kept.
    Restart,
}

impl fmt::Display for TraceStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let or = |clause: &[String]| clause.join(" or ");
        match self {
            TraceStep::Decide { literal, level } => write!(f, "level {level}: decide {literal}"),
            TraceStep::Imply { literal, because, .. } => write!(f, "  {literal}: {because}"),
            TraceStep::Conflict { because, .. } => write!(f, "  conflict: {because}"),
            TraceStep::Resolve { on, clause } => write!(f, "    resolve on {on}: {}", or(clause)),
            TraceStep::Learn { number, clause, back } => {
                write!(f, "  learn clause {number}: {}\nback to level {back}", or(clause))
            }
            TraceStep::Restart => f.write_str("restart: back to level 0"),
        }
    }
}

impl Verb for TraceRequest {
    const ABOUT: About = About {
        name: "trace",
        command: Some("trace"),
        group: "Formulas",
        purpose: "Shows each step of a small SAT solver: decisions, propagations, conflicts, learned clauses",
        more: "Examples:\n  jigsat sudoku trace puzzles/sudoku/ambiguous.yaml\n  \
            jigsat fillomino trace puzzles/fillomino/split.yaml --svg conflict.svg --conflict 2",
        subject: Subject::Puzzle,
        forms: Forms::Records,
        record: "what trace prints",
        picture: "Also draws the implication graph of a conflict",
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
        for step in &self.record.steps {
            teller.line(&step.to_string())?;
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
        self.graph(self.conflict).map(Some)
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
            (None, "impossible") => "impossible: a conflict depends on no decision".into(),
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

/// Steps in words, with the names of a formula.
struct Names<'n> {
    formula: &'n dyn PuzzleFormula,
    learned: Vec<Vec<Lit>>,
}

impl Names<'_> {
    fn all(&self, lits: &[Lit]) -> Vec<String> {
        lits.iter().map(|&lit| self.formula.name(lit)).collect()
    }

    fn because(&self, clause: Origin) -> String {
        match clause {
            Origin::Formula(place) => self.formula.sentence(self.formula.cnf().group_of(place).index()),
            Origin::Learned(number) => format!("learned clause {}", number + 1),
        }
    }

    /// The literals of a clause except one, negated.
    fn from(&self, clause: Origin, but: Option<Lit>) -> Vec<String> {
        let literals = match clause {
            Origin::Formula(place) => &self.formula.cnf().clauses()[place],
            Origin::Learned(number) => &*self.learned[number],
        };
        literals.iter().filter(|&&lit| Some(lit) != but).map(|&lit| self.formula.name(!lit)).collect()
    }

    fn step(&mut self, step: &Step) -> TraceStep {
        match step {
            &Step::Decide { literal, level } => {
                TraceStep::Decide { literal: self.formula.name(literal), level }
            }
            &Step::Imply { literal, level, by } => TraceStep::Imply {
                literal: self.formula.name(literal),
                level,
                because: self.because(by),
                from: self.from(by, Some(literal)),
            },
            &Step::Conflict { clause, level } => {
                TraceStep::Conflict { level, because: self.because(clause), from: self.from(clause, None) }
            }
            Step::Resolve { on, clause, .. } => {
                TraceStep::Resolve { on: self.formula.name(*on), clause: self.all(clause) }
            }
            Step::Learn { clause, back } => {
                self.learned.push(clause.clone());
                TraceStep::Learn { number: self.learned.len(), clause: self.all(clause), back: *back }
            }
            Step::Restart => TraceStep::Restart,
        }
    }
}

fn trace(board: &dyn Board, request: &TraceRequest, context: &Context) -> Result<Traced, Error> {
    let mut limits = board.limits(context);
    limits.conflicts = Some(limits.conflicts.map_or(request.conflicts, |most| most.min(request.conflicts)));
    // The search uses only clauses.
    let mut formula = written(board, context)?;
    formula.cnf_mut().complete()?;
    let mut names = Names { formula: &*formula, learned: Vec::new() };
    let mut steps = Vec::new();
    let (clauses, variables) = (formula.cnf().clauses(), formula.cnf().variables());
    let outcome =
        Cdcl::new(clauses, variables).run(request.restart, &limits, &mut |step| steps.push(names.step(step)));
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
        steps,
    };
    Ok(Traced { status, record, solution, conflict: request.conflict, puzzle: board.shared() })
}
