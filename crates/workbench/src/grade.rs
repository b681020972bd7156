//! Grades a QPROP model against a family's own encoding.
//!
//! On each puzzle the model must have the same solutions. If it doesn't, the result shows the first solution that only
//! one side has, with the verdict of the other side's referee.

mod from_edge_matching;
mod from_sudoku;

use std::{collections::HashSet, path::Path, sync::Arc};

use jigsat_grid::Picture;
use jigsat_input::{ParseError, Source};
use jigsat_kit::{Error, Files, Options, SearchOptions, Text};
use jigsat_qprop::{Data, Encoding, MAX_CLAUSES, Model, Solution as ModelSolution};
use jigsat_solve::{Answer, BuildOptions, Error as SolveError, Limits, Puzzle, Session, Solver};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use web_time::Instant;

use crate::{
    Ask, Context, GradeRequest, Instance, Prepared, Solution, Status, only,
    record::{GradeRecord, SCHEMA},
    registry::known,
};
use from_edge_matching::FromEdgeMatching;
use from_sudoku::FromSudoku;

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
    /// A picture of the solution that only one side has, if the family can draw it.
    pub picture: Option<Box<dyn Picture>>,
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
type Compare = fn(&Grader, &dyn Instance, &Context) -> Result<Verdict, Error>;

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
                "--data and --with cannot be combined: the data comes from the puzzles",
            ));
        }
        match &request.with[..] {
            FromSudoku::FAMILY => Grader::of::<FromSudoku>(request, &options, model),
            FromEdgeMatching::FAMILY => Grader::of::<FromEdgeMatching>(request, &options, model),
            other => Err(Error::Request(format!(
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
        let picture = solution.as_ref().map(|solution| instance.draw(Some(solution)));
        let record = GradeRecord {
            schema: SCHEMA,
            family: "qprop",
            model: self.model.name().into(),
            with: self.with.into(),
            file: instance.file().into(),
            status: word,
            count,
            reason,
            solution,
        };
        Ok(Grade { status, record, picture })
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
fn compare<B: Bridge>(grader: &Grader, instance: &dyn Instance, context: &Context) -> Result<Verdict, Error> {
    let name = B::FAMILY;
    let mismatch = || Error::Request(format!("{} is not a puzzle of {name}", instance.file()));
    let puzzle: &B::Puzzle = instance.puzzle().downcast_ref().ok_or_else(mismatch)?;
    let data = B::data(puzzle).map_err(|reason| Error::Request(format!("{}: {reason}", instance.file())))?;
    let model = grader.ground(&data, &*context.files)?;
    B::suits(&model).map_err(|reason| Error::Request(format!("{}: {reason}", grader.model.name())))?;
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
                (message, Some(Solution::unchecked(solution)))
            }
        };
        return Ok(Err(Verdict::Differs(message, solution)));
    }
}

/// A key that distinguishes solutions.
fn key<S: Serialize>(solution: &S) -> String {
    serde_json::to_string(solution).unwrap_or_default()
}
