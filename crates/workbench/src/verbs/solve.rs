//! `solve`: one solution of a puzzle.

use std::{
    io::{self, Write},
    path::PathBuf,
    sync::Arc,
};

use jigsat_grid::Picture;
use jigsat_input::{Message, counted};
use jigsat_kit::{Error, Outcome};
use jigsat_solve::{Answer, Effort, Limits, Provenance};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Ask, Context, ProofRequest, Solution, Status,
    board::Board,
    prove,
    record::{SolveRecord, Stats},
    verb::{About, Forms, Listener, Needs, OfPuzzle, Part, Several, Subject, Teller, Verb},
};

/// Finds a solution.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("x-arguments" = [
    "ask.unique", "ask.formula", "unnamed", "ask.search", "proof", "portfolio", "jobs", "fail_fast",
]))]
pub struct SolveRequest {
    /// Formula, search and options.
    pub ask: Ask,
    /// How to prove 'impossible' and 'unique'.
    pub proof: ProofRequest,
    /// With `drop`: doesn't say which rule was dropped, nor how large the formula is: what goes wrong is an exam question.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("x-requires" = "drop"))]
    pub unnamed: bool,
    /// Runs different solvers, encodings and seeds in parallel and takes the first answer: `jobs` of them, or one per
    /// core. Each holds its own formula, so memory use adds up.
    ///
    /// Their number; 0 for that of `jobs`, or one per core.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-flag" = 0, "x-conflicts" = ["engine", "all", "limit"]))]
    pub portfolio: Option<usize>,
    /// Solves N puzzles at a time; answers keep the order of the puzzles (default: 1).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1024))]
    pub jobs: Option<usize>,
    /// Stops at the first malformed puzzle of a collection.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub fail_fast: bool,
}

impl SolveRequest {
    /// The number of members of a portfolio.
    #[cfg(not(target_family = "wasm"))]
    fn members(&self, asked: usize) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from).max(2);
        match (asked, self.jobs) {
            (0, None | Some(0 | 1)) => cores(),
            (0, Some(jobs)) => jobs,
            (asked, _) => asked,
        }
    }
}

impl Verb for SolveRequest {
    const ABOUT: About = About {
        name: "solve",
        command: Some("solve"),
        group: "Solve",
        purpose: "Finds a solution; the referee checks it before you see it",
        more: "Examples:\n  jigsat sudoku solve puzzles/sudoku/hard.yaml --unique\n  \
            jigsat sudoku solve - --format json --unique < lines.txt",
        subject: Subject::Puzzles,
        forms: Forms::Solutions,
        record: "",
        picture: "Also writes a picture of the solution",
    };

    type Record = ();
    type Answer = Solved;

    fn needs(&mut self) -> Needs<'_> {
        let files = self.proof.files();
        let threads = vec![("portfolio", &mut self.portfolio), ("jobs", &mut self.jobs)];
        Needs { threads, files, ..Needs::of(&mut self.ask) }
    }
}

impl OfPuzzle for SolveRequest {
    const MAY_LOOK_BEYOND: bool = true;

    fn ask(&self) -> Ask {
        self.ask.clone()
    }

    fn answer(&self, board: &dyn Board, context: &Context, listener: &mut Listener<'_>) -> Result<(), Error> {
        listener(Box::new(solve(board, self, context)?), false)
    }

    fn several(&self) -> Result<Several, Error> {
        if self.proof.wanted() {
            return Err(Error::request("`proof` and `checked` need a single puzzle, but there are several"));
        }
        // In a portfolio, all threads work on one puzzle.
        let jobs = if self.portfolio.is_some() { 1 } else { self.jobs.unwrap_or(1).max(1) };
        Ok(Several { jobs, fail_fast: self.fail_fast })
    }
}

/// The answer to a [`SolveRequest`].
pub struct Solved {
    /// The status.
    pub status: Status,
    /// The record.
    pub record: SolveRecord,
    /// The details of the verdict that the record doesn't have.
    told: Verdict,
    puzzle: Arc<dyn Board>,
    request: Asked,
}

/// What of the request matters for telling the answer.
#[derive(Clone)]
struct Asked {
    unnamed: bool,
    /// Whether a proof was asked for.
    proof: bool,
    /// The folder for it.
    folder: Option<PathBuf>,
}

/// The answer in the words of [`Solved::verdict`].
#[derive(Debug)]
enum Verdict {
    /// A solution; if it is partial, how complete it is.
    Solved(Option<String>),
    Unique,
    NotUnique,
    /// Whether it is unique was left open.
    UniqueOpen,
    NoneWithin(u64),
    Impossible,
    Unknown,
    Refused,
    /// In the words of another process.
    #[cfg(not(target_family = "wasm"))]
    Said(String),
}

impl Solved {
    /// The answer of another process, in which the referee accepted the solutions.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn said(
        status: Status,
        record: SolveRecord,
        words: String,
        puzzle: Arc<dyn Board>,
        request: &SolveRequest,
    ) -> Self {
        let told = Verdict::Said(words);
        Solved { status, record, told, puzzle, request: Asked::of(request) }
    }

    /// The answer in words.
    #[must_use]
    pub fn verdict(&self) -> String {
        let reason = self.record.reason.as_deref();
        match &self.told {
            Verdict::Solved(partial) => {
                let solved =
                    partial.as_ref().map_or("solved".into(), |partial| format!("partial: {partial}"));
                reason.map_or(solved.clone(), |open| format!("{solved}; left open: {open}"))
            }
            Verdict::Unique => "solved, unique".into(),
            Verdict::NotUnique => "not unique: two solutions".into(),
            Verdict::UniqueOpen => {
                format!("solved; whether it is unique was left open: {}", reason.unwrap_or_default())
            }
            Verdict::NoneWithin(bound) => {
                format!("none within {bound}: there is no solution of at most that length")
            }
            Verdict::Impossible => format!("impossible: {}", reason.unwrap_or("there is no solution")),
            Verdict::Unknown => format!("unknown: {}", reason.unwrap_or_default()),
            Verdict::Refused => "rejected by the referee: a rule was dropped".into(),
            #[cfg(not(target_family = "wasm"))]
            Verdict::Said(words) => words.clone(),
        }
    }

    /// The message if a proof was asked for and there is nothing to prove: the referee checks solutions, and no formula
    /// is refuted. `None` if something was claimed.
    #[must_use]
    pub fn without_proof(&self) -> Option<&'static str> {
        match &self.told {
            _ if self.record.certified.is_some() => None,
            Verdict::Solved(_) if self.status == Status::Solved => {
                Some("a solution needs no proof: the referee checked it")
            }
            Verdict::NotUnique => Some("two solutions need no proof: the referee checked both"),
            _ => None,
        }
    }

    /// The solutions: none, one or two.
    pub fn solutions(&self) -> impl Iterator<Item = &Solution> {
        self.record.solution.iter().chain(&self.record.other)
    }
}

impl Asked {
    fn of(request: &SolveRequest) -> Self {
        let folder = request.proof.folder.clone();
        Asked { unnamed: request.unnamed, proof: request.proof.wanted(), folder }
    }
}

impl Part for Solved {
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
        let verdict = match &self.record.refused {
            Some(_) if self.request.unnamed => "rejected by the referee".into(),
            _ => self.verdict(),
        };
        let told = format!("{verdict} ({})", who(&self.record));
        tell_dropped(&self.record, self.request.unnamed, teller)?;
        let Some(index) = self.record.index else {
            for solution in self.solutions() {
                teller.picture(&*self.puzzle.draw(Some(solution)))?;
            }
            teller.line(&told)?;
            return self.record.certified.map_or(Ok(()), |certified| teller.line(&certified.sentence()));
        };
        let title = self.puzzle.title();
        let space = if title.is_empty() { "" } else { " " };
        teller.line(&format!("{index}{space}{title}: {told}"))?;
        for solution in self.solutions() {
            let line = self.puzzle.write_solution(solution, "plain").unwrap_or_default();
            teller.line(&format!("  {line}"))?;
        }
        Ok(())
    }

    fn index(&self) -> Option<u64> {
        self.record.index
    }

    fn puzzle(&self) -> Option<&dyn Board> {
        Some(&*self.puzzle)
    }

    fn solution(&self) -> Option<&Solution> {
        self.record.solution.as_ref()
    }

    fn picture(&self) -> Option<Box<dyn Picture>> {
        self.record.solution.as_ref().map(|solution| self.puzzle.draw(Some(solution)))
    }

    fn write(&self, form: &str, out: &mut dyn Write) -> Result<(), Error> {
        for solution in self.solutions() {
            write_solution(&*self.puzzle, solution, form, out)?;
        }
        if self.record.solution.is_none() {
            writeln!(out, "{}", self.record.status)?;
        }
        Ok(())
    }

    fn notes(&self) -> Vec<Message> {
        let Some(why) = self.without_proof().filter(|_| self.request.proof) else { return Vec::new() };
        let folder = self.request.folder.as_ref();
        let folder = folder.map_or_else(String::new, |path| format!("; {} was not made", path.display()));
        let advice = if self.record.unique.is_none() {
            "; `unique` claims that there is no other one, which is proved"
        } else {
            ""
        };
        vec![Message::from(format!("note: {why}{folder}")).and(advice)]
    }
}

/// Writes a solution in a form of its family, or in its shortest.
pub(crate) fn write_solution(
    puzzle: &dyn Board,
    solution: &Solution,
    form: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    let own = puzzle.write_solution(solution, form);
    let text = own.or_else(|| puzzle.write_solution(solution, "plain")).unwrap_or_default();
    writeln!(out, "{}", text.trim_end())
}

/// Names the dropped rule that a solution breaks, or says that it happens to keep it.
pub(crate) fn tell_dropped(record: &SolveRecord, unnamed: bool, teller: &mut dyn Teller) -> io::Result<()> {
    let dropped = record.without.join(", ");
    match &record.refused {
        Some(violation) if unnamed => teller.line(violation),
        Some(violation) => teller.line(&format!("without {dropped}: {violation}")),
        None if !dropped.is_empty() && record.solution.is_some() => {
            teller.line(&format!("without {dropped}: this solution happens to break no rule"))
        }
        None => Ok(()),
    }
}

/// The solver that answered, and the effort.
pub(crate) fn who(record: &SolveRecord) -> String {
    let none = Stats { variables: None, clauses: None, conflicts: 0, encode_s: None, solve_s: None };
    record.by.as_ref().map(|by| provenance_words(by, record.stats.unwrap_or(none))).unwrap_or_default()
}

/// Who answered, and the effort, in words: `sat, minisat, encoding extended, 11988 clauses, 0.3ms`.
#[must_use]
pub fn provenance_words(by: &Provenance, stats: Stats) -> String {
    let mut parts = vec![engine_words(by)];
    if let Some(clauses) = stats.clauses {
        parts.push(counted(clauses, "clause"));
    }
    parts.extend(stats.solve_s.map(|solve| {
        let seconds = solve + stats.encode_s.unwrap_or(0.0);
        format!("{:.1?}", std::time::Duration::from_secs_f64(seconds))
    }));
    parts.join(", ")
}

/// Who answered, in words: `sat, minisat, encoding extended`.
pub(crate) fn engine_words(by: &Provenance) -> String {
    let mut parts = vec![by.engine.to_string()];
    parts.extend(by.stage.as_ref().map(ToString::to_string));
    parts.extend(by.solver.clone());
    parts.extend(by.encoding.as_ref().map(|encoding| format!("encoding {encoding}")));
    parts.join(", ")
}

pub(crate) fn solve(board: &dyn Board, request: &SolveRequest, context: &Context) -> Result<Solved, Error> {
    prove::possible(board, &request.proof)?;
    let context = &context.asked(board.search_options());
    let limits = board.limits(context);
    let mut outcome = match request.portfolio {
        #[cfg(not(target_family = "wasm"))]
        Some(members) => crate::portfolio::ask(board, request.members(members), context)?,
        // Without threads, only the first member runs: the one that was requested.
        _ => ask(board, &limits, context)?,
    };
    let certified = prove::outcome(board, &request.proof, &mut outcome, context)?;
    let (status, mut record, told) = record(board, outcome, &limits);
    record.certified = certified;
    record.index = board.index();
    if !context.wants.times {
        record = record.without_times(request.portfolio.is_some());
    }
    if request.unnamed {
        record = record.unnamed();
    }
    Ok(Solved { status, record, told, puzzle: board.shared(), request: Asked::of(request) })
}

/// Asks the family's engines, or a session. A limit that is reached while a formula is built leaves the answer open.
pub(crate) fn ask(board: &dyn Board, limits: &Limits, context: &Context) -> Result<Outcome<Solution>, Error> {
    if let Some(engine) = board.search_options().engine()
        && let Some(reason) = board.refuses(engine, board.is_plain())
    {
        return Err(Error::request(reason));
    }
    let outcome = board.solve(&context.run(limits));
    let outcome = outcome.map_err(|error| error.of_dropped(&board.formula_options().drop));
    Ok(Error::unless_stopped(outcome)?.unwrap_or_else(|stop| {
        let left_open = Some(stop.to_string());
        Outcome { left_open, ..Outcome::new(Answer::Unknown(stop), board.builder(), Effort::default()) }
    }))
}

/// The meaning of an outcome, and its record.
fn record(board: &dyn Board, outcome: Outcome<Solution>, limits: &Limits) -> (Status, SolveRecord, Verdict) {
    let (status, word, unique, told) = verdict(&outcome);
    let mut record = SolveRecord::new(board.info().name.clone(), board.file(), board.title(), word);
    record.unique = unique;
    record.reason = left_open(&outcome);
    record.bound = outcome.none_within;
    if matches!(outcome.first, Answer::Unknown(_)) {
        record.lower_bound = outcome.lower_bound;
    }
    match outcome.first {
        Answer::Solved(solution) => record.solution = Some(solution.into_inner()),
        Answer::Refused { solution, violation } => {
            record.solution = solution;
            record.refused = Some(violation.to_string());
        }
        // It is unknown which rule a contradiction breaks: it may be one that was dropped.
        Answer::Impossible(_) if board.formula_options().drop.is_empty() => {
            record.reason = record.reason.or_else(|| board.contradiction(limits));
        }
        Answer::Impossible(_) | Answer::Unknown(_) => {}
    }
    if outcome.partial.is_some() && record.solution.is_some() {
        record.status = "partial".into();
    }
    if let Some(Answer::Solved(other)) = outcome.second {
        record.other = Some(other.into_inner());
    }
    record.without.clone_from(&board.formula_options().drop);
    record.by = Some(outcome.by);
    record.stats = Some(Stats::new(outcome.effort, outcome.size));
    let told = match told {
        Verdict::Solved(_) => Verdict::Solved(outcome.partial),
        told => told,
    };
    (status, record, told)
}

/// The meaning of an outcome: the exit status, the status in a record, whether a solution is unique, and words.
fn verdict<S>(outcome: &Outcome<S>) -> (Status, &'static str, Option<bool>, Verdict) {
    match (&outcome.first, &outcome.second) {
        (Answer::Solved(_), None) if outcome.left_open.is_some() => {
            (Status::Unknown, "solved", None, Verdict::Solved(None))
        }
        (Answer::Solved(_), None) => (Status::Solved, "solved", None, Verdict::Solved(None)),
        (Answer::Solved(_), Some(Answer::Impossible(_))) => {
            (Status::Solved, "solved", Some(true), Verdict::Unique)
        }
        (Answer::Solved(_), Some(Answer::Unknown(_))) => {
            (Status::Unknown, "unknown", None, Verdict::UniqueOpen)
        }
        (Answer::Solved(_), Some(_)) => (Status::Impossible, "solved", Some(false), Verdict::NotUnique),
        (Answer::Impossible(_), _) => match outcome.none_within {
            Some(bound) => (Status::Impossible, "none-within", None, Verdict::NoneWithin(bound)),
            None => (Status::Impossible, "impossible", None, Verdict::Impossible),
        },
        (Answer::Unknown(_), _) => (Status::Unknown, "unknown", None, Verdict::Unknown),
        (Answer::Refused { .. }, _) => (Status::Solved, "refused", None, Verdict::Refused),
    }
}

/// What was left open, and why.
fn left_open<S>(outcome: &Outcome<S>) -> Option<String> {
    outcome.left_open.clone().or_else(|| match (&outcome.first, &outcome.second) {
        (Answer::Unknown(stop), _) | (_, Some(Answer::Unknown(stop))) => Some(stop.to_string()),
        _ => None,
    })
}
