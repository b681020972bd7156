//! The runs of one row.

use jigsat_cnf::{Choice, Flavours};
use jigsat_grid::Size;
use jigsat_kit::{EncodingOf, Error, Family, Question};
use jigsat_solve::{Answer, BuildOptions, Error as SolveError, Limits, Session, Solver, Stop};
use web_time::Instant;

use crate::Context;

use super::record::CompareRecord;

/// The answer of an engine that is not for such a puzzle.
pub(super) const GAVE_UP: &str = "gave up";

/// The family's own engines with these names that can solve a puzzle.
pub(super) fn able<F: Family>(family: &F, puzzle: &F::Puzzle, names: &[String]) -> Result<Vec<&'static str>, Error> {
    let own = family.engines().map_or(&[][..], |engines| engines.names());
    let refusal = |engine: &str| family.engines().and_then(|engines| engines.refuses(puzzle, engine, true));
    if matches!(names, [all] if all == "all") {
        return Ok(own.iter().copied().filter(|engine| refusal(engine).is_none()).collect());
    }
    let named = |name: &String| {
        let engine = own.iter().copied().find(|engine| engine == name).ok_or_else(|| {
            let info = family.info();
            let there = if own.is_empty() {
                "there are none".into()
            } else {
                format!("there are: {}", own.join(", "))
            };
            Error::Request(format!("'{name}' is no engine of {}'s own; {there}", info.name))
        })?;
        refusal(engine).map_or(Ok(engine), |refusal| Err(Error::Request(refusal)))
    };
    names.iter().map(named).collect()
}

/// What the runs of all rows share.
pub(super) struct Runs<'c, F: Family> {
    pub family: &'c F,
    /// Number of runs for a row.
    pub seeds: u32,
    /// Time limit for a run, in seconds.
    pub timeout_s: f64,
    pub context: &'c Context,
}

impl<F: Family> Runs<'_, F> {
    /// The row of an engine that solves without one of the formulas that are compared.
    pub fn of_engine(
        &self,
        question: &Question<F>,
        puzzle: &F::Puzzle,
        size: Option<Size>,
        engine: &'static str,
    ) -> Result<CompareRecord, Error> {
        let Some(engines) = self.family.engines() else {
            return Err(Error::request("the family has no engines"));
        };
        let mut question = question.clone();
        question.search.engine = Some(engine.into());
        let mut row = CompareRecord::new(self.family.info().name.clone(), size);
        row.engine = Some(engine.into());
        let mut times = Vec::new();
        for _ in 0..self.seeds {
            let limits = self.limits();
            let started = Instant::now();
            let outcome = engines.solve(puzzle, &question, &self.context.run(&limits));
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
        puzzle: &F::Puzzle,
        size: Option<Size>,
        encoding: EncodingOf<F>,
        flavours: Flavours,
        solver: &Solver,
    ) -> Result<CompareRecord, Error> {
        let mut options = BuildOptions { flavours, ..BuildOptions::default() };
        let (mut times, mut conflicts, mut propagations) = (Vec::new(), Vec::new(), Vec::new());
        let mut cuts = Vec::new();
        let mut row = CompareRecord {
            encoding: encoding.name().into(),
            amo: flavours.amo.name().into(),
            solver: solver.to_string(),
            ..CompareRecord::new(self.family.info().name.clone(), size)
        };
        for seed in 0..self.seeds {
            let limits = self.limits();
            options.limits = limits.clone();
            let (seed, started) = (u64::from(seed), Instant::now());
            let session = Session::new(puzzle, encoding, &options, solver, Some(seed));
            let Ok(mut session) = SolveError::unless_stopped(session)? else {
                times.push(started.elapsed());
                row.answer = "unknown".into();
                break;
            };
            if seed == 0 {
                let stats = session.formula().stats();
                row.built = true;
                row.variables = stats.variables;
                row.auxiliaries = stats.auxiliaries;
                row.clauses = stats.clauses;
                row.literals = stats.literals;
                row.graph = (!stats.graphs.is_empty()).then(|| flavours.graph.name().into());
                row.propagated = session.formula().propagate(&[])?.steps.len();
            }
            let started = Instant::now();
            let answer = session.solve(&limits)?;
            times.push(started.elapsed() + session.effort().encoding);
            conflicts.push(session.effort().conflicts);
            propagations.push(session.effort().propagations);
            cuts.push(session.formula().cuts().len());
            let has_horizon = self.family.horizon().is_some();
            row.answer = match answer {
                Answer::Solved(_) => "solved",
                Answer::Impossible(_)
                    if has_horizon && self.family.contradiction(puzzle, &limits).is_none() =>
                {
                    "none that long"
                }
                Answer::Impossible(_) => "impossible",
                Answer::Unknown(_) | Answer::Refused { .. } => "unknown",
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
    values.sort_unstable();
    values.get(values.len() / 2).copied().unwrap_or_default()
}
