//! Comparison of engines, encodings, flavours and solvers.

mod growth;

use std::time::Duration;

use jigsat_cnf::{Amo, Choice, Flavours, GraphFlavour};
use jigsat_grid::Size;
use jigsat_kit::{EncodingOf, Error, Family, SearchOptions};
use jigsat_solve::{Answer, BuildOptions, Error as SolveError, Session, Solver, Stop};
use web_time::Instant;

pub use growth::Measure;

use crate::{
    Ask, CompareRequest, Context, Status,
    case::{Case, question},
    record::CompareRecord,
};

/// The answer to a [`CompareRequest`].
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Solved, or unknown if a run reached its limit.
    pub status: Status,
    /// A row for each size, engine, encoding, flavour and solver, in this order.
    pub rows: Vec<CompareRecord>,
    family: String,
    sizes: Vec<Size>,
}

/// Rows as words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The names of the columns.
    pub heads: Vec<&'static str>,
    /// The cells, row by row; rows are as wide as the head.
    pub cells: Vec<Vec<String>>,
    /// Which columns have numbers, and are aligned to the right.
    pub numbers: Vec<bool>,
}

impl Comparison {
    /// The same without times, so that the same input gives the same output.
    #[must_use]
    pub fn without_times(mut self) -> Self {
        for row in &mut self.rows {
            row.median_s = None;
        }
        self
    }

    /// The rows as words. Sizes and times are columns if there are any.
    #[must_use]
    pub fn table(&self) -> Table {
        let sized = self.rows.iter().any(|row| row.size.is_some());
        let timed = self.rows.iter().any(|row| row.median_s.is_some());
        let has_graphs = self.rows.iter().any(|row| row.graph.is_some());
        let has_engines = self.rows.iter().any(|row| row.engine.is_some());
        let mut heads: Vec<&str> = has_engines.then_some("engine").into_iter().collect();
        heads.extend(["encoding", "amo"]);
        heads.extend(has_graphs.then_some("graph"));
        heads.extend(["solver", "variables", "aux", "clauses", "literals", "by units"]);
        heads.extend(has_graphs.then_some("cuts"));
        heads.extend(["answer", "conflicts", "propagations"]);
        heads.extend(timed.then_some("median time"));
        if sized {
            heads.insert(0, "size");
        }
        let cells: Vec<Vec<String>> =
            self.rows.iter().map(|row| cells(row, sized, has_graphs, has_engines)).collect();
        let is_number = |column: usize| {
            let mut cells = cells.iter().map(|line| &line[column]);
            heads[column] != "size"
                && cells.all(|cell| cell == "-" || cell.starts_with(|first: char| first.is_ascii_digit()))
        };
        let numbers = (0..heads.len()).map(is_number).collect();
        Table { heads, cells, numbers }
    }

    /// A picture of the growth of formulas and times with the size, as SVG: a panel for each measure.
    ///
    /// # Errors
    ///
    /// A comparison on a single puzzle, measures without values here, and errors of drawing.
    pub fn to_svg(&self, measures: &[Measure]) -> Result<String, Error> {
        let timed = self.rows.iter().any(|row| row.median_s.is_some());
        growth::possible(&self.sizes, measures, timed)?;
        growth::plot(&self.family, &self.rows, &self.sizes, measures).to_svg()
    }
}

fn cells(row: &CompareRecord, sized: bool, has_graphs: bool, has_engines: bool) -> Vec<String> {
    let or_none = |name: &str| if name.is_empty() { "-".into() } else { name.to_owned() };
    let size = sized.then(|| row.size.clone().unwrap_or_default());
    let mut cells: Vec<String> = size.into_iter().collect();
    cells.extend(has_engines.then(|| row.engine.unwrap_or("sat").to_owned()));
    cells.extend([row.encoding, row.amo].map(or_none));
    cells.extend(has_graphs.then(|| row.graph.unwrap_or("-").to_owned()));
    cells.push(or_none(&row.solver));
    let numbers = [row.variables, row.auxiliaries, row.clauses, row.literals, row.propagated];
    // A formula that was not built has no numbers, nor has an engine without one.
    let number = |number: String| if row.built && row.engine.is_none() { number } else { "-".into() };
    cells.extend(numbers.map(|count| number(count.to_string())));
    cells.extend(has_graphs.then(|| row.cuts.map_or("-".into(), |cuts| cuts.to_string())));
    cells.push(if row.built { row.answer } else { "stopped" }.to_owned());
    cells.extend([row.conflicts, row.propagations].map(|count| number(count.to_string())));
    cells.extend(row.median_s.map(|seconds| format!("{:.1?}", Duration::from_secs_f64(seconds))));
    cells
}

/// Whether a picture of the comparison can be drawn: checked before the work.
///
/// # Errors
///
/// What is missing, in words.
pub fn can_be_drawn(request: &CompareRequest, measures: &[Measure], timed: bool) -> Result<(), Error> {
    growth::possible(&request.sizes, measures, timed)
}

pub(crate) fn compare<F: Family>(
    case: &Case<F>,
    request: &CompareRequest,
    context: &Context,
    on_row: &mut dyn FnMut(&CompareRecord),
) -> Result<Comparison, Error> {
    let encodings = chosen::<EncodingOf<F>>("encoding", &request.encodings)?;
    let flavours = chosen::<Amo>("at-most-one flavour", &request.amo)?;
    let graph_flavours = chosen::<GraphFlavour>("graph flavour", &request.graph)?;
    let solvers = match &request.solvers[..] {
        [all] if all == "all" => Solver::built_in().to_vec(),
        names => names.iter().map(|name| name.parse()).collect::<Result<Vec<Solver>, _>>()?,
    };
    if !(1..=100_000).contains(&request.seeds) {
        return Err(Error::Request(format!("{} seeds, expected 1 to 100000", request.seeds)));
    }
    let all = || vec!["all".to_owned()];
    let names_engines = request.engines.is_some();
    let engines = request
        .engines
        .clone()
        .unwrap_or_else(|| if request.encodings == all() { all() } else { Vec::new() });
    let mut puzzles = Vec::new();
    for &size in &request.sizes {
        let limits = context.limits_of(Some(request.timeout_s));
        let puzzle = case.family.resize(case.puzzle(), size, &limits).map_err(Error::Request)?;
        puzzles.push((Some(size), puzzle));
    }
    let sized = puzzles.iter().map(|(size, puzzle)| (*size, puzzle));
    let alone = puzzles.is_empty().then(|| (None, case.puzzle()));
    let mut rows = Vec::new();
    // Each row has a time limit of its own; what ends all of them leaves the others out.
    let is_stopped = || context.limits_of(None).reached().is_some();
    'rows: for (size, puzzle) in sized.chain(alone) {
        for engine in able(&*case.family, puzzle, &engines)? {
            if is_stopped() {
                break 'rows;
            }
            let row = engine_row(case, puzzle, size, engine, request, context)?;
            if row.answer == GAVE_UP && !names_engines {
                continue;
            }
            on_row(&row);
            rows.push(row);
        }
        for &encoding in &encodings {
            for &amo in &flavours {
                for &graph in &graph_flavours {
                    let flavours = Flavours { amo, graph, ..Flavours::default() };
                    for solver in &solvers {
                        if is_stopped() {
                            break 'rows;
                        }
                        let run = Run { puzzle, size, encoding, flavours, solver };
                        let row = run.row(&*case.family, request, context)?;
                        on_row(&row);
                        rows.push(row);
                    }
                    let has_graphs = rows.last().is_some_and(|row| row.graph.is_some() || !row.built);
                    if !has_graphs {
                        // The formula is the same with every flavour.
                        break;
                    }
                }
            }
        }
    }
    let is_open = is_stopped() || rows.iter().any(CompareRecord::is_open);
    let status = if is_open { Status::Unknown } else { Status::Solved };
    let family = case.family.info().name.to_string();
    Ok(Comparison { status, rows, family, sizes: request.sizes.clone() })
}

/// The choices with these names.
fn chosen<C: Choice>(what: &str, names: &[String]) -> Result<Vec<C>, Error> {
    if matches!(names, [all] if all == "all") {
        return Ok(C::ALL.to_vec());
    }
    let unknown =
        |name: &str| Error::Request(format!("there is no {what} '{name}'; there are: {}", C::names()));
    names.iter().map(|name| C::named(name).ok_or_else(|| unknown(name))).collect()
}

/// The family's own engines with these names that can solve a puzzle.
fn able<F: Family>(family: &F, puzzle: &F::Puzzle, names: &[String]) -> Result<Vec<&'static str>, Error> {
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

/// The answer of an engine that is not for such a puzzle.
const GAVE_UP: &str = "gave up";

/// The row of an engine that solves without one of the formulas that are compared.
fn engine_row<F: Family>(
    case: &Case<F>,
    puzzle: &F::Puzzle,
    size: Option<Size>,
    engine: &'static str,
    request: &CompareRequest,
    context: &Context,
) -> Result<CompareRecord, Error> {
    let family = &*case.family;
    let Some(engines) = family.engines() else { return Err(Error::request("the family has no engines")) };
    let mut row = CompareRecord::new(size);
    row.engine = Some(engine);
    let mut times = Vec::new();
    for _ in 0..request.seeds {
        let ask = Ask {
            options: request.options.clone(),
            search: SearchOptions { engine: Some(engine.into()), ..SearchOptions::default() },
            ..Ask::default()
        };
        let limits = context.limits_of(Some(request.timeout_s));
        let started = Instant::now();
        let outcome = engines.solve(puzzle, &question(family, &ask)?, &context.run(&limits));
        times.push(started.elapsed());
        row.answer = match Error::unless_stopped(outcome)?.map(|outcome| outcome.first) {
            Ok(Answer::Solved(_)) => "solved",
            Ok(Answer::Impossible(_)) => "impossible",
            Ok(Answer::Unknown(Stop::GaveUp)) => GAVE_UP,
            Ok(Answer::Unknown(_) | Answer::Refused { .. }) | Err(_) => "unknown",
        };
        if row.is_open() {
            break;
        }
    }
    row.built = true;
    row.median_s = Some(median(&mut times).as_secs_f64());
    Ok(row)
}

/// The subject of one row.
struct Run<'c, F: Family> {
    puzzle: &'c F::Puzzle,
    size: Option<Size>,
    encoding: EncodingOf<F>,
    flavours: Flavours,
    solver: &'c Solver,
}

impl<F: Family> Run<'_, F> {
    fn row(&self, family: &F, request: &CompareRequest, context: &Context) -> Result<CompareRecord, Error> {
        let mut options = BuildOptions { flavours: self.flavours, ..BuildOptions::default() };
        let (mut times, mut conflicts, mut propagations) = (Vec::new(), Vec::new(), Vec::new());
        let mut cuts = Vec::new();
        let mut row = CompareRecord {
            encoding: self.encoding.name(),
            amo: self.flavours.amo.name(),
            solver: self.solver.to_string(),
            ..CompareRecord::new(self.size)
        };
        for seed in 0..request.seeds {
            let limits = context.limits_of(Some(request.timeout_s));
            options.limits = limits.clone();
            let (seed, started) = (u64::from(seed), Instant::now());
            let session = Session::new(self.puzzle, self.encoding, &options, self.solver, Some(seed));
            let Ok(mut session) = SolveError::unless_stopped(session)? else {
                times.push(started.elapsed());
                row.answer = "unknown";
                break;
            };
            if seed == 0 {
                let stats = session.formula().stats();
                row.built = true;
                row.variables = stats.variables;
                row.auxiliaries = stats.auxiliaries;
                row.clauses = stats.clauses;
                row.literals = stats.literals;
                row.graph = (!stats.graphs.is_empty()).then(|| self.flavours.graph.name());
                row.propagated = session.formula().propagate(&[])?.steps.len();
            }
            let started = Instant::now();
            let answer = session.solve(&limits)?;
            times.push(started.elapsed() + session.effort().encoding);
            conflicts.push(session.effort().conflicts);
            propagations.push(session.effort().propagations);
            cuts.push(session.formula().cuts().len());
            let has_horizon = family.horizon().is_some();
            row.answer = match answer {
                Answer::Solved(_) => "solved",
                Answer::Impossible(_)
                    if has_horizon && family.contradiction(self.puzzle, &limits).is_none() =>
                {
                    "none that long"
                }
                Answer::Impossible(_) => "impossible",
                Answer::Unknown(_) | Answer::Refused { .. } => "unknown",
            };
            if row.is_open() {
                break;
            }
        }
        row.conflicts = median(&mut conflicts);
        row.propagations = median(&mut propagations);
        row.cuts = row.graph.map(|_| median(&mut cuts));
        row.median_s = Some(median(&mut times).as_secs_f64());
        Ok(row)
    }
}

fn median<T: Ord + Copy + Default>(values: &mut [T]) -> T {
    values.sort_unstable();
    values.get(values.len() / 2).copied().unwrap_or_default()
}
