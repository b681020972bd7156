//! `grade`: grades a QPROP model against a family's own encoding.
//!
//! On each puzzle the model must have the same solutions. If it doesn't, the result shows the first solution that only
//! one side has, with the verdict of the other side's referee.

mod from_edge_matching;
mod from_sudoku;

use std::{borrow::Cow, collections::HashSet, io, path::Path, sync::Arc};

use jigsat_grid::Picture;
use jigsat_input::{ParseError, Source};
use jigsat_kit::{Editor, Error, Files, Options, SearchOptions, Text, TextFile};
use jigsat_qprop::{Data, Encoding, MAX_CLAUSES, Model, Solution as ModelSolution};
use jigsat_solve::{Answer, BuildOptions, Error as SolveError, Limits, Puzzle, Session, Solver};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use web_time::Instant;

use crate::{
    Ask, Board, Context, Prepared, Solution, Status,
    asked::{Asked, OfOther},
    only,
    record::SCHEMA,
    registry::known,
    verb::{About, Forms, Listener, Needs, Part, Subject, Teller, Verb},
};
use from_edge_matching::FromEdgeMatching;
use from_sudoku::FromSudoku;

/// Grades a QPROP model on puzzles of a family: both should have the same solutions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("x-arguments" = ["with", "puzzles", "timeout_s"], "x-chosen-by" = ["with"]))]
pub struct GradeRequest {
    /// The model's options, by name. The model's data comes from the puzzles.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub options: Map<String, Value>,
    /// Grades a QPROP model on puzzles of this family: both should have the same solutions.
    #[schemars(extend("x-value" = "FAMILY", "x-requires" = "graded"))]
    pub with: String,
    /// With `with`: the puzzles to grade a model on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-position" = true, "x-name" = "graded", "x-value" = "PUZZLES", "x-requires" = "with"))]
    pub puzzles: Vec<TextFile>,
    /// Time limit for a puzzle, in seconds.
    #[schemars(range(min = 0.0), extend("x-name" = "timeout", "x-unit" = "s"))]
    pub timeout_s: f64,
}

impl Default for GradeRequest {
    /// Twenty seconds per puzzle.
    fn default() -> Self {
        GradeRequest { options: Map::new(), with: String::new(), puzzles: Vec::new(), timeout_s: 20.0 }
    }
}

/// The grade of a model on one puzzle.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GradeRecord {
    /// The version of this format.
    pub schema: u32,
    /// The family of the model.
    pub family: &'static str,
    /// The file with the model.
    pub model: Arc<str>,
    /// The family of the puzzle.
    pub with: Cow<'static, str>,
    /// The file with the puzzle.
    pub file: Arc<str>,
    /// `same`, `differs`, or `unknown` if a limit was reached.
    pub status: &'static str,
    /// Number of solutions that both have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<usize>,
    /// What differs, or what was left open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The solution that only one side has.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Value>")]
    pub solution: Option<Solution>,
}

impl GradeRecord {
    /// The record in one line.
    #[must_use]
    pub fn words(&self) -> String {
        let GradeRecord { file, status, .. } = self;
        match (self.count, &self.reason) {
            (Some(1), _) => format!("{file}: same, 1 solution"),
            (Some(count), _) => format!("{file}: same, {count} solutions"),
            (None, reason) => format!("{file}: {status}: {}", reason.as_deref().unwrap_or_default()),
        }
    }
}

impl Verb for GradeRequest {
    const ABOUT: About = About {
        name: "grade",
        command: Some("compare"),
        group: "Formulas",
        purpose: "Grades a QPROP model on puzzles of a family",
        more: "",
        subject: Subject::Text,
        forms: Forms::Tables,
        record: "one line of the output of compare --with",
        picture: "",
    };

    type Record = GradeRecord;
    type Answer = Grade;

    fn needs(&mut self) -> Needs<'_> {
        Needs { at_most: vec![&mut self.timeout_s], ..Needs::default() }
    }
}

impl OfOther for GradeRequest {
    fn answer(&self, about: Asked<'_>, context: &Context, listener: &mut Listener<'_>) -> Result<(), Error> {
        if about.family.is_none_or(|family| family.info().editor != Some(Editor::Model)) {
            let message = "`with` grades models of qprop, no puzzles";
            return Err(Error::request(message));
        }
        let grader = Grader::new(self, about.text()?)?;
        let mut puzzles = self.puzzles.iter().peekable();
        while let Some(puzzle) = puzzles.next() {
            let text = Text::of_string(&*puzzle.name, puzzle.text.clone());
            listener(Box::new(grader.grade(text, context)?), puzzles.peek().is_some())?;
        }
        Ok(())
    }
}

impl Part for Grade {
    fn status(&self) -> Status {
        self.status
    }

    fn record(&self) -> Option<&dyn erased_serde::Serialize> {
        Some(&self.record)
    }

    fn words(&self) -> String {
        self.record.words()
    }

    fn tell(&self, teller: &mut dyn Teller) -> io::Result<()> {
        teller.line(&self.words())?;
        self.picture().map_or(Ok(()), |picture| teller.picture(&*picture))
    }

    fn puzzle(&self) -> Option<&dyn Board> {
        Some(&*self.puzzle)
    }

    fn picture(&self) -> Option<Box<dyn Picture>> {
        self.record.solution.as_ref().map(|solution| self.puzzle.draw(Some(solution)))
    }
}

/// A model to be graded on puzzles of a family.
pub struct Grader {
    model: Source,
    max_clauses: u64,
    with: &'static str,
    prepared: Arc<dyn Prepared>,
    compare: Compare,
    timeout_s: f64,
}

/// The result of a model on one puzzle.
pub struct Grade {
    /// Solved if both have the same solutions, impossible if they differ.
    pub status: Status,
    /// The record.
    pub record: GradeRecord,
    puzzle: Arc<dyn Board>,
}

/// Converts puzzles of a family to data of a model, and their solutions to true atoms.
trait Bridge {
    type Puzzle: Puzzle<Solution: Sync + 'static> + 'static;

    const FAMILY: &'static str;

    /// The options with which the family reads the puzzles.
    fn options() -> Map<String, Value>;

    /// Whether the model shows the parts of solutions; otherwise, what it should show.
    fn suits(model: &Model) -> Result<(), String>;

    /// The constants and facts for the model; or why this puzzle has none.
    fn data(puzzle: &Self::Puzzle) -> Result<Data, String>;

    /// The family's solution for one of the model; or why there is none.
    fn solution(
        puzzle: &Self::Puzzle,
        model: &Model,
        solution: &ModelSolution,
    ) -> Result<<Self::Puzzle as Puzzle>::Solution, String>;

    /// The model's solution for one of the family; or why there is none.
    fn atoms(
        puzzle: &Self::Puzzle,
        model: &Model,
        solution: &<Self::Puzzle as Puzzle>::Solution,
    ) -> Result<ModelSolution, String>;
}

/// Compares a model with a family on one puzzle.
type Compare = fn(&Grader, &dyn Board, &Context) -> Result<Verdict, Error>;

/// The result of comparing model and family.
enum Verdict {
    Same(usize),
    /// The difference, and a solution that shows it, if the family can draw it.
    Differs(String, Option<Solution>),
    /// The part that was left open.
    Open(String),
}

/// The data with which to ground a model, and its size limit.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct ModelOptions {
    data: Option<Value>,
    max_clauses: u64,
}

impl Default for ModelOptions {
    fn default() -> Self {
        ModelOptions { data: None, max_clauses: MAX_CLAUSES }
    }
}

impl Grader {
    /// Reads a model.
    ///
    /// # Errors
    ///
    /// A family against which models can't be graded, options that don't exist, and text that can't be read.
    pub fn new(request: &GradeRequest, model: Text) -> Result<Self, Error> {
        let options = ModelOptions::read(&request.options)?;
        if options.data.is_some() {
            return Err(Error::request(
                "`data` and `with` cannot be combined: the data comes from the puzzles",
            ));
        }
        match &request.with[..] {
            FromSudoku::FAMILY => Grader::of::<FromSudoku>(request, &options, model),
            FromEdgeMatching::FAMILY => Grader::of::<FromEdgeMatching>(request, &options, model),
            other => Err(Error::request(format!(
                "a model can't be compared with '{other}'; it can with: sudoku, edge-matching"
            ))),
        }
    }

    fn of<B: Bridge>(request: &GradeRequest, options: &ModelOptions, model: Text) -> Result<Self, Error> {
        let ask = Ask { options: B::options(), ..Ask::default() };
        Ok(Grader {
            model: model.into_source()?,
            max_clauses: options.max_clauses,
            with: B::FAMILY,
            prepared: known(B::FAMILY)?.prepare(&ask)?,
            compare: compare::<B>,
            timeout_s: request.timeout_s,
        })
    }

    /// Grades the model on one puzzle.
    ///
    /// # Errors
    ///
    /// Malformed text, a puzzle on which models can't be compared, a model that doesn't fit the data, and errors of
    /// solvers.
    pub fn grade(&self, puzzle: Text, context: &Context) -> Result<Grade, Error> {
        let instance = only(&*self.prepared, puzzle, &*context.files)?;
        let verdict = (self.compare)(self, &*instance, context)?;
        let (status, word, count, reason, solution) = match verdict {
            Verdict::Same(count) => (Status::Solved, "same", Some(count), None, None),
            Verdict::Differs(reason, solution) => {
                (Status::Impossible, "differs", None, Some(reason), solution)
            }
            Verdict::Open(reason) => (Status::Unknown, "unknown", None, Some(reason), None),
        };
        let record = GradeRecord {
            schema: SCHEMA,
            family: "qprop",
            model: self.model.name().into(),
            with: self.with.into(),
            file: Arc::clone(instance.file()),
            status: word,
            count,
            reason,
            solution,
        };
        Ok(Grade { status, record, puzzle: instance })
    }

    /// The model, grounded with data; included files are relative to it.
    fn ground(&self, data: &Data, files: &dyn Files) -> Result<Model, ParseError> {
        let folder = Path::new(self.model.name()).parent().map(Path::to_owned).unwrap_or_default();
        let open = |file: &str| {
            let path = folder.join(file);
            let name = path.display().to_string();
            match files.read(&path) {
                Ok(bytes) => Source::read_from(name, &bytes[..]),
                Err(error) => Err(ParseError::unreadable(name, &error)),
            }
        };
        Model::read(self.model.clone(), data, &open, self.max_clauses)
    }
}

/// Lists the solutions of both sides, the model's first.
fn compare<B: Bridge>(grader: &Grader, instance: &dyn Board, context: &Context) -> Result<Verdict, Error> {
    let name = B::FAMILY;
    let mismatch = || Error::request(format!("{} is not a puzzle of {name}", instance.file()));
    let puzzle: &B::Puzzle = instance.puzzle().downcast_ref().ok_or_else(mismatch)?;
    let data = B::data(puzzle).map_err(|reason| Error::request(format!("{}: {reason}", instance.file())))?;
    let model = grader.ground(&data, &*context.files)?;
    B::suits(&model).map_err(|reason| Error::request(format!("{}: {reason}", grader.model.name())))?;
    let limits = context.limits_of(Some(grader.timeout_s));
    let known = match listed::<B>(puzzle, &model, &limits)? {
        Ok(known) => known,
        Err(verdict) => return Ok(verdict),
    };
    let left = limits.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
    let search = SearchOptions { timeout_s: left.map(|left| left.as_secs_f64()), ..SearchOptions::default() };
    let instance = instance.asking(&Ask { search, ..Ask::default() })?;
    let mut solutions = instance.solutions(context)?;
    while let Some(record) = solutions.next()? {
        let Some(solution) = record.solution else { continue };
        let typed = solution.typed().ok_or_else(mismatch)?;
        if known.contains(&key(typed)) {
            continue;
        }
        let violation = match B::atoms(puzzle, &model, typed) {
            Ok(atoms) => model.check(&atoms).err().map(|violation| violation.to_string()),
            Err(reason) => Some(reason),
        };
        let reason = violation.unwrap_or_default();
        let message = format!("the model lacks a solution that {name} has: {reason}");
        return Ok(Verdict::Differs(message, Some(solution)));
    }
    Ok(match solutions.end().record.record.reason {
        Some(open) => Verdict::Open(open),
        None => Verdict::Same(known.len()),
    })
}

/// The keys of all solutions of the model; or a verdict if one is not a solution for the family, or if not all were
/// found.
fn listed<B: Bridge>(
    puzzle: &B::Puzzle,
    model: &Model,
    limits: &Limits,
) -> Result<Result<HashSet<String>, Verdict>, Error> {
    let name = B::FAMILY;
    let mut known: HashSet<String> = HashSet::new();
    let options = BuildOptions { prunes: true, limits: limits.clone(), ..BuildOptions::default() };
    let session = Session::new(model, Encoding::Model, &options, &Solver::default(), None);
    let mut session = match SolveError::unless_stopped(session)? {
        Ok(session) => session,
        Err(stop) => return Ok(Err(Verdict::Open(stop.to_string()))),
    };
    loop {
        let found = match session.solve(limits)? {
            Answer::Solved(found) => found,
            Answer::Impossible(_) | Answer::Refused { .. } => return Ok(Ok(known)),
            Answer::Unknown(stop) => return Ok(Err(Verdict::Open(stop.to_string()))),
        };
        let (message, solution) = match B::solution(puzzle, model, &found) {
            Err(reason) => {
                let atoms = found.holds.join(" ");
                (format!("the model has a solution that is not one of {name}: {reason}\n  {atoms}"), None)
            }
            Ok(solution) => {
                let message = match puzzle.check(&solution) {
                    Err(violation) => format!("the model has a solution that {name} lacks: {violation}"),
                    Ok(()) if known.insert(key(&solution)) => continue,
                    Ok(()) => {
                        format!(
                            "the model has the same solution of {name} more than once, with different atoms"
                        )
                    }
                };
                (message, Some(Solution::of(solution)))
            }
        };
        return Ok(Err(Verdict::Differs(message, solution)));
    }
}

/// A key that distinguishes solutions.
fn key<S: Serialize>(solution: &S) -> String {
    serde_json::to_string(solution).unwrap_or_default()
}
