//! `compare MODEL --with FAMILY PUZZLE…`: grades a model against a family's own encoding.
//!
//! On each puzzle the model must have the same solutions. If it doesn't, the first one that only one
//! side has is shown, with what the other side's referee says of it.

use std::{collections::HashSet, io::Write, time::Instant};

use jigsat_input::Source;
use jigsat_qprop::{Data, How, Model, Solution};
use jigsat_solve::{Answer, Build, Limits, Puzzle, Session, Stop};
use serde::Serialize;

use super::{Options, Qprop, from_edge_matching::FromEdgeMatching, from_sudoku::FromSudoku, read_model};
use crate::{
    Context,
    args::{CompareArgs, TableFormat},
    edge_matching::EdgeMatching,
    exit::{Failure, Status},
    family::{self, Family, SolutionOf},
    input::{self, Opened},
    output::{Output, text_of, write_json},
    record::SCHEMA,
    sudoku::Sudoku,
};

/// How a family's puzzles become data of a model, and its solutions true atoms.
pub trait Export {
    type Family: Family;

    /// How the family reads the puzzles.
    fn options() -> <Self::Family as Family>::Options;

    /// The constants and facts that the model finds; or why this puzzle has none.
    fn data(puzzle: &<Self::Family as Family>::Puzzle) -> Result<Data, String>;

    /// The family's solution for a model's; or why there is none.
    fn solution(
        puzzle: &<Self::Family as Family>::Puzzle,
        model: &Model,
        solution: &Solution,
    ) -> Result<SolutionOf<Self::Family>, String>;

    /// The model's solution for a family's; or why there is none.
    fn atoms(
        puzzle: &<Self::Family as Family>::Puzzle,
        model: &Model,
        solution: &SolutionOf<Self::Family>,
    ) -> Result<Solution, String>;
}

pub fn run(
    opened: Opened,
    options: &Options,
    args: &CompareArgs,
    context: &Context,
) -> Result<Status, Failure> {
    if options.data.is_some() {
        return Err(Failure::usage("--data and --with exclude each other: the data comes from the puzzles"));
    }
    let source = opened.into_source()?;
    match args.with.as_deref() {
        Some(Sudoku::NAME) => grade::<FromSudoku>(&source, options, args, context),
        Some(EdgeMatching::NAME) => grade::<FromEdgeMatching>(&source, options, args, context),
        other => {
            let message = format!(
                "a model can't be compared with '{}'; it can with: sudoku, edge-matching",
                other.unwrap_or_default()
            );
            Err(Failure::usage(message))
        }
    }
}

/// What came of one puzzle.
#[derive(Serialize)]
struct Grade<'a, S> {
    schema: u32,
    family: &'static str,
    model: &'a str,
    with: &'static str,
    file: &'a str,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<usize>,
    /// What differs, or what was left open.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The solution that only one side has.
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<S>,
}

/// How model and family compare.
enum Verdict<S> {
    Same(usize),
    /// What differs, and the solution that shows it, if the family can draw it.
    Differs(String, Option<S>),
    Open(Stop),
}

fn grade<E: Export>(
    source: &Source,
    options: &Options,
    args: &CompareArgs,
    context: &Context,
) -> Result<Status, Failure> {
    let mut out = Output::open(&args.output)?;
    let mut all = Status::Solved;
    for word in &args.graded {
        let opened = input::open(word)?;
        let file = opened.name.clone();
        let puzzle = family::only::<E::Family>(opened, &E::options())?.puzzle;
        let data = E::data(&puzzle).map_err(|reason| Failure::usage(format!("{file}: {reason}")))?;
        let model = read_model(source.clone(), &data, options.max_clauses)?;
        let limits = Limits {
            deadline: Instant::now().checked_add(args.timeout),
            conflicts: None,
            stop: context.stop.clone(),
        };
        let verdict = compare::<E>(&puzzle, &model, &limits)?;
        let (status, word, count, reason, solution) = match verdict {
            Verdict::Same(count) => (Status::Solved, "same", Some(count), None, None),
            Verdict::Differs(reason, solution) => {
                (Status::Impossible, "differs", None, Some(reason), solution)
            }
            Verdict::Open(stop) => (Status::Unknown, "unknown", None, Some(stop.to_string()), None),
        };
        all = all.and(status);
        if args.format == TableFormat::Json {
            let (family, with) = (Qprop::NAME, E::Family::NAME);
            let model = source.name();
            let grade = Grade {
                schema: SCHEMA,
                family,
                model,
                with,
                file: &file,
                status: word,
                count,
                reason,
                solution,
            };
            write_json(&grade, &mut out)?;
            continue;
        }
        match (count, reason) {
            (Some(1), _) => writeln!(out, "{file}: same, 1 solution")?,
            (Some(count), _) => writeln!(out, "{file}: same, {count} solutions")?,
            (None, reason) => writeln!(out, "{file}: {word}: {}", reason.unwrap_or_default())?,
        }
        if let Some(solution) = solution {
            let picture = E::Family::draw(&puzzle, Some(&solution));
            let text = text_of(picture.as_ref(), &out);
            writeln!(out, "{}", text.trim_end())?;
        }
    }
    out.finish()?;
    Ok(all)
}

/// Lists the solutions of both sides, the model's first.
fn compare<E: Export>(
    puzzle: &<E::Family as Family>::Puzzle,
    model: &Model,
    limits: &Limits,
) -> Result<Verdict<SolutionOf<E::Family>>, Failure> {
    let name = E::Family::NAME;
    let key = |solution: &SolutionOf<E::Family>| serde_json::to_string(solution).unwrap_or_default();
    let recipe = Build { prunes: true, ..Build::default() };
    let mut known: HashSet<String> = HashSet::new();
    let (_, solver) = Qprop::auto(model);
    let mut session = Session::new(model, How::Model, &recipe, &solver, None)?;
    loop {
        let found = match session.solve(limits)? {
            Answer::Solved(found) => found,
            Answer::Impossible(_) | Answer::Refused { .. } => break,
            Answer::Unknown(stop) => return Ok(Verdict::Open(stop)),
        };
        let solution = match E::solution(puzzle, model, &found) {
            Ok(solution) => solution,
            Err(reason) => {
                let atoms = found.holds.join(" ");
                let message = format!("the model has a solution that is none of {name}: {reason}\n  {atoms}");
                return Ok(Verdict::Differs(message, None));
            }
        };
        if let Err(flaw) = puzzle.check(&solution) {
            let message = format!("the model has a solution that {name} lacks: {flaw}");
            return Ok(Verdict::Differs(message, Some(solution)));
        }
        if !known.insert(key(&solution)) {
            let message = format!("the model has a solution of {name} more than once, with other atoms");
            return Ok(Verdict::Differs(message, Some(solution)));
        }
    }
    let (how, solver) = E::Family::auto(puzzle);
    let mut session = Session::new(puzzle, how, &recipe, &solver, None)?;
    loop {
        match session.solve(limits)? {
            Answer::Solved(solution) if known.contains(&key(&solution)) => {}
            Answer::Solved(solution) => {
                let flaw = E::atoms(puzzle, model, &solution).and_then(|atoms| {
                    model.check(&atoms).err().map(|flaw| flaw.to_string()).ok_or_else(String::new)
                });
                let reason = flaw.unwrap_or_else(|reason| reason);
                let message = format!("the model lacks a solution that {name} has: {reason}");
                return Ok(Verdict::Differs(message, Some(solution)));
            }
            Answer::Impossible(_) | Answer::Refused { .. } => return Ok(Verdict::Same(known.len())),
            Answer::Unknown(stop) => return Ok(Verdict::Open(stop)),
        }
    }
}
