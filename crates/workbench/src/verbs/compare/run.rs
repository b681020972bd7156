//! The runs of one row.

use std::sync::Arc;

use jigsat_cnf::{Choice, Flavours, rarely};
use jigsat_grid::Size;
use jigsat_kit::{Error, SearchOptions};
use jigsat_solve::{Answer, BuildOptions, Limits, Searched, Solver, Stop};
use web_time::Instant;

use crate::{Board, Context, Purpose};

use super::record::CompareRecord;

/// The answer of an engine that is not for such a puzzle.
pub(super) const GAVE_UP: &str = "gave up";

/// The family's own engines with these names that can solve a puzzle.
pub(super) fn able(board: &dyn Board, names: &[String]) -> Result<Vec<&'static str>, Error> {
    let own = board.engines();
    let refusal = |engine: &str| board.refuses(engine, true);
    if matches!(names, [all] if all == "all") {
        return Ok(own.iter().copied().filter(|engine| refusal(engine).is_none()).collect());
    }
    let named = |name: &String| {
        let engine = own.iter().copied().find(|engine| engine == name).ok_or_else(|| {
            let there = if own.is_empty() {
                "there are none".into()
            } else {
                format!("there are: {}", own.join(", "))
            };
            Error::request(format!("'{name}' is no engine of {}'s own; {there}", board.info().name))
        })?;
        refusal(engine).map_or(Ok(engine), |refusal| Err(Error::request(refusal)))
    };
    names.iter().map(named).collect()
}

/// What the runs of all rows share.
pub(super) struct Runs<'c> {
    /// Number of runs for a row.
    pub seeds: u32,
    /// Time limit for a run, in seconds.
    pub timeout_s: f64,
    pub context: &'c Context,
}

impl Runs<'_> {
    /// The row of an engine that solves without one of the formulas that are compared.
    pub fn of_engine(
        &self,
        board: &dyn Board,
        size: Option<Size>,
        engine: &'static str,
    ) -> Result<CompareRecord, Error> {
        let search = SearchOptions { engine: Some(engine.into()), ..board.search_options().clone() };
        let asked = board.with(&Arc::new(board.formula_options().clone()), &Arc::new(search))?;
        let mut row = CompareRecord::new(board.info().name.clone(), size);
        row.engine = Some(engine.into());
        let mut times = Vec::new();
        for _ in 0..self.seeds {
            let limits = self.limits();
            let started = Instant::now();
            let outcome = asked.solve(&self.context.run(&limits));
            times.push(started.elapsed());
            row.answer = match Error::unless_stopped(outcome)?.map(|outcome| outcome.first) {
                Ok(Answer::Solved(_)) => "solved",
                Ok(Answer::Impossible(_)) => "impossible",
                Ok(Answer::Unknown(Stop::GaveUp)) => GAVE_UP,
                Ok(Answer::Unknown(_) | Answer::Refused { .. }) | Err(_) => "unknown",
            }
            .into();
            if row.is_open() {
                break;
            }
        }
        row.built = true;
        row.median_s = Some(median(&mut times).as_secs_f64());
        Ok(row)
    }

    /// The row of a formula and a solver.
    pub fn of_solver(
        &self,
        board: &dyn Board,
        size: Option<Size>,
        encoding: &'static str,
        flavours: Flavours,
        solver: &Solver,
    ) -> Result<CompareRecord, Error> {
        let mut options = BuildOptions { flavours, ..BuildOptions::default() };
        let (mut times, mut conflicts, mut propagations) = (Vec::new(), Vec::new(), Vec::new());
        let mut cuts = Vec::new();
        let mut row = CompareRecord {
            encoding: encoding.into(),
            amo: flavours.amo.name().into(),
            solver: solver.to_string(),
            ..CompareRecord::new(board.info().name.clone(), size)
        };
        for seed in 0..self.seeds {
            let limits = self.limits();
            options.limits = limits.clone();
            let started = Instant::now();
            let search = board.search(Purpose::Puzzle, encoding, &options, solver, Some(seed.into()));
            let Ok(mut search) = Error::unless_stopped(search)? else {
                times.push(started.elapsed());
                row.answer = "unknown".into();
                break;
            };
            if seed == 0 {
                let stats = search.cnf().stats();
                row.built = true;
                row.variables = stats.variables;
                row.auxiliaries = stats.auxiliaries;
                row.clauses = stats.clauses;
                row.literals = stats.literals;
                row.graph = (!stats.graphs.is_empty()).then(|| flavours.graph.name().into());
                row.propagated = search.cnf().propagate(&[])?.steps.len();
            }
            let started = Instant::now();
            let answer = search.search(&[], &limits)?;
            times.push(started.elapsed() + search.effort().encoding);
            conflicts.push(search.effort().conflicts);
            propagations.push(search.effort().propagations);
            cuts.push(search.cnf().cuts().len());
            row.answer = match answer {
                Searched::Solved => "solved",
                Searched::Impossible(_) if board.has_plans() && board.contradiction(&limits).is_none() => {
                    "none that long"
                }
                Searched::Impossible(_) => "impossible",
                Searched::Unknown(_) | Searched::Refused => "unknown",
            }
            .into();
            if row.is_open() {
                break;
            }
        }
        row.conflicts = median(&mut conflicts);
        row.propagations = median(&mut propagations);
        row.cuts = row.graph.is_some().then(|| median(&mut cuts));
        row.median_s = Some(median(&mut times).as_secs_f64());
        Ok(row)
    }

    /// The limits of a run that starts now.
    fn limits(&self) -> Limits {
        self.context.limits_of(Some(self.timeout_s))
    }
}

fn median<T: Ord + Copy + Default>(values: &mut [T]) -> T {
    rarely::sort(values);
    values.get(values.len() / 2).copied().unwrap_or_default()
}
