//! `compare`: engines, encodings, flavours and solvers side by side.

mod growth;

use std::{
    borrow::Cow,
    io::{self, Write},
};

use jigsat_cnf::{Amo, Choice, Flavours, GraphFlavour};
use jigsat_grid::Size;
use jigsat_kit::{EncodingOf, Error, Family, SearchOptions};
use jigsat_solve::{Answer, BuildOptions, Error as SolveError, Session, Solver, Stop};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use web_time::Instant;

pub use growth::Measure;

use crate::{
    Ask, Context, Status,
    case::{Case, question},
    record::SCHEMA,
    table::{Cell, Table},
    verb::{About, Forms, Listener, Needs, OfPuzzle, Part, Subject, Teller, Verb},
    wants::Wants,
};

/// Compares encodings, flavours and solvers on one puzzle, or on similar boards of other sizes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("x-arguments" = [
    "encodings", "engines", "amo", "graph", "solvers", "seeds", "sizes", "plot", "timeout_s",
]))]
pub struct CompareRequest {
    /// The family's own options, by name.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub options: Map<String, Value>,
    /// Encodings to compare, separated by commas, or 'all'.
    #[schemars(extend("x-value" = "NAMES", "x-separator" = ","))]
    pub encodings: Vec<String>,
    /// Engines of the family's own to show beside them, separated by commas, 'all' or 'none' (default: all, unless
    /// --encodings is used).
    ///
    /// They solve without such a formula; `all` stands for those that can solve this puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "NAMES", "x-separator" = ","))]
    pub engines: Option<Vec<String>>,
    /// At-most-one flavours to compare, separated by commas, or 'all'.
    #[schemars(extend("x-value" = "NAMES", "x-separator" = ","))]
    pub amo: Vec<String>,
    /// Graph flavours to compare, separated by commas, or 'all'; without effect for a family without graph constraints.
    #[schemars(extend("x-value" = "NAMES", "x-separator" = ","))]
    pub graph: Vec<String>,
    /// Solvers to compare, separated by commas, or 'all'.
    #[schemars(extend("x-value" = "NAMES", "x-separator" = ","))]
    pub solvers: Vec<String>,
    /// Number of runs for each, with variables and clauses shuffled by seeds 0, 1, …
    #[schemars(range(min = 1, max = 100_000))]
    pub seeds: u32,
    /// Compares on boards of these sizes instead of the puzzle, separated by commas: empty boards (for Sudoku, the size
    /// of a box); for edge-matching, boards with the same number of colours; for Sokoban, rooms with one box.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-value" = "SIZES", "x-separator" = ","))]
    pub sizes: Vec<Size>,
    /// What to plot, separated by commas.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-value" = "NAMES", "x-separator" = ",", "x-requires" = "svg"))]
    pub plot: Vec<Measure>,
    /// Time limit for a run, in seconds.
    #[schemars(range(min = 0.0), extend("x-name" = "timeout", "x-unit" = "s"))]
    pub timeout_s: f64,
}

impl Default for CompareRequest {
    /// All encodings and solvers, pairwise 'at most one', lazy graph constraints, three seeds, 20 seconds per run.
    fn default() -> Self {
        let all = || vec!["all".to_owned()];
        CompareRequest {
            options: Map::new(),
            encodings: all(),
            engines: None,
            amo: vec!["pairwise".to_owned()],
            graph: vec!["lazy".to_owned()],
            solvers: all(),
            seeds: 3,
            sizes: Vec::new(),
            plot: vec![Measure::Variables, Measure::Clauses, Measure::Time],
            timeout_s: 20.0,
        }
    }
}

impl Verb for CompareRequest {
    const ABOUT: About = About {
        name: "compare",
        command: Some("compare"),
        group: "Formulas",
        purpose: "Compares engines, encodings, at-most-one flavours and solvers on a puzzle",
        more: "Examples:\n  jigsat sudoku compare puzzles/sudoku/hard.yaml\n  \
            jigsat sudoku compare puzzles/sudoku/hard.yaml --encodings course --amo all --solvers minisat --seeds 10\n  \
            jigsat sudoku compare puzzles/sudoku/tiny.yaml --sizes 2x2,3x3,4x4 --solvers minisat --svg growth.svg\n\n\
            Columns: 'stopped' is a formula that was not built in time; 'by units' counts the literals that unit propagation derives before any search; conflicts, \
            propagations and time are medians over the seeds; the time includes writing the formula.",
        subject: Subject::Puzzle,
        forms: Forms::Tables,
        record: "one line of the output of compare",
        picture: "Also plots how the formulas grow with the sizes; needs --sizes",
    };

    type Record = CompareRecord;
    type Answer = Comparison;

    fn needs(&mut self) -> Needs<'_> {
        let solvers = self.solvers.iter().filter_map(|name| name.parse().ok()).collect();
        Needs { at_most: vec![&mut self.timeout_s], solvers, ..Needs::default() }
    }

    fn check(&self, wants: &Wants) -> Result<(), Error> {
        if wants.draws { growth::possible(&self.sizes, &self.plot, wants.times) } else { Ok(()) }
    }
}

impl OfPuzzle for CompareRequest {
    fn ask(&self) -> Ask {
        Ask { options: self.options.clone(), ..Ask::default() }
    }

    fn answer<F: Family>(
        &self,
        case: &Case<F>,
        context: &Context,
        listener: &mut Listener<'_>,
    ) -> Result<(), Error> {
        case.one_puzzle()?;
        let comparison = compare(case, self, context, listener)?;
        listener(Box::new(comparison), false)
    }
}

/// A row of `compare`: the cost of one encoding, flavour and solver, or of one engine.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CompareRecord {
    /// The version of this format.
    pub schema: u32,
    /// The puzzle's family.
    pub family: Cow<'static, str>,
    /// The size of the board, if several were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<String>,
    /// The engine of the family's own that solved the puzzle; left out for a SAT solver. A row with an engine has no
    /// encoding, flavour or solver, and all numbers except its time are 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<Cow<'static, str>>,
    /// The encoding.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub encoding: Cow<'static, str>,
    /// The at-most-one flavour.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub amo: Cow<'static, str>,
    /// How graph constraints are enforced; left out if the formula has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub graph: Option<Cow<'static, str>>,
    /// The solver.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub solver: String,
    /// False if the time limit was reached before the formula was built; all numbers are then 0. Otherwise left out.
    #[serde(default = "was_built", skip_serializing_if = "Clone::clone")]
    pub built: bool,
    /// Number of variables of the formula.
    pub variables: usize,
    /// Number of auxiliary variables, that is, variables without an atom.
    pub auxiliaries: usize,
    /// Number of clauses.
    pub clauses: usize,
    /// Number of literals in all clauses together.
    pub literals: usize,
    /// Number of literals that unit propagation derives before any search.
    pub propagated: usize,
    /// Number of cuts that the search added for graph constraints: the median over the seeds; left out if the formula has no
    /// graph constraints.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cuts: Option<usize>,
    /// The answer: solved, impossible, unknown if a limit was reached, or that the engine gave up.
    pub answer: Cow<'static, str>,
    /// Number of conflicts of the search: the median over the seeds.
    pub conflicts: u64,
    /// Number of literals that the solver propagated during the search: the median over the seeds.
    pub propagations: u64,
    /// Time for building, loading and solving, in seconds: the median over the seeds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub median_s: Option<f64>,
}

impl CompareRecord {
    /// A row without results.
    pub(crate) fn new(family: Cow<'static, str>, size: Option<Size>) -> Self {
        CompareRecord {
            schema: SCHEMA,
            family,
            size: size.map(|size| size.to_string()),
            engine: None,
            encoding: "".into(),
            amo: "".into(),
            graph: None,
            solver: String::new(),
            built: false,
            variables: 0,
            auxiliaries: 0,
            clauses: 0,
            literals: 0,
            propagated: 0,
            cuts: None,
            answer: "unknown".into(),
            conflicts: 0,
            propagations: 0,
            median_s: None,
        }
    }

    /// The size, as a board has it.
    pub(crate) fn board(&self) -> Option<Size> {
        self.size.as_ref()?.parse().ok()
    }

    /// Whether a limit was reached.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.answer == "unknown"
    }
}

/// What a row without the key `built` says.
fn was_built() -> bool {
    true
}

impl Part for CompareRecord {
    fn status(&self) -> Status {
        Status::Solved
    }

    fn record(&self) -> Option<&dyn erased_serde::Serialize> {
        Some(self)
    }
}

/// The answer to a [`CompareRequest`].
pub struct Comparison {
    /// Solved, or unknown if a run reached its limit.
    pub status: Status,
    /// A row for each size, engine, encoding, flavour and solver, in this order.
    pub rows: Vec<CompareRecord>,
    /// What to plot.
    plot: Vec<Measure>,
}

impl Part for Comparison {
    fn status(&self) -> Status {
        self.status
    }

    fn tell(&self, teller: &mut dyn Teller) -> io::Result<()> {
        self.table().to_text().lines().try_for_each(|line| teller.line(line))
    }

    fn svg(&self) -> Result<Option<String>, Error> {
        self.to_svg(&self.plot).map(Some)
    }

    fn write(&self, form: &str, out: &mut dyn Write) -> Result<(), Error> {
        let table = self.table();
        let text = if form == "markdown" { table.to_markdown() } else { table.to_csv() };
        Ok(out.write_all(text.as_bytes())?)
    }
}

impl Comparison {
    /// A comparison that was made and stored before.
    #[must_use]
    pub fn of_rows(rows: Vec<CompareRecord>, plot: Vec<Measure>) -> Self {
        let is_open = rows.iter().any(CompareRecord::is_open);
        let status = if is_open { Status::Unknown } else { Status::Solved };
        Comparison { status, rows, plot }
    }

    /// The rows as a table. Sizes, engines, graph constraints and times are columns if there are any.
    #[must_use]
    pub fn table(&self) -> Table {
        let has = |is_there: fn(&CompareRecord) -> bool| self.rows.iter().any(is_there);
        let columns: Vec<&Column> = COLUMNS.iter().filter(|column| has(column.is_there)).collect();
        let heads: Vec<&str> = columns.iter().map(|column| column.head).collect();
        let mut table = Table::new(&heads);
        for row in &self.rows {
            table.push(columns.iter().map(|column| (column.cell)(row)).collect());
        }
        table
    }

    /// A picture of the growth of formulas and times with the size, as SVG: a panel for each measure.
    ///
    /// # Errors
    ///
    /// A comparison on a single puzzle, measures without values here, and errors of drawing.
    pub fn to_svg(&self, measures: &[Measure]) -> Result<String, Error> {
        let timed = self.rows.iter().any(|row| row.median_s.is_some());
        let mut sizes: Vec<Size> = Vec::new();
        for size in self.rows.iter().filter_map(CompareRecord::board) {
            if !sizes.contains(&size) {
                sizes.push(size);
            }
        }
        growth::possible(&sizes, measures, timed)?;
        growth::plot(&self.rows, &sizes, measures).to_svg()
    }
}

/// A column of the table of a comparison.
struct Column {
    head: &'static str,
    /// Whether a row has something to say there; if none has, the table is without the column.
    is_there: fn(&CompareRecord) -> bool,
    cell: fn(&CompareRecord) -> Cell,
}

const COLUMNS: &[Column] = &[
    Column {
        head: "size",
        is_there: |row| row.size.is_some(),
        cell: |row| Cell::word(row.size.clone().unwrap_or_default()),
    },
    Column {
        head: "engine",
        is_there: |row| row.engine.is_some(),
        cell: |row| Cell::word(row.engine.as_deref().unwrap_or("sat")),
    },
    Column { head: "encoding", is_there: |_| true, cell: |row| Cell::word(&*row.encoding) },
    Column { head: "amo", is_there: |_| true, cell: |row| Cell::word(&*row.amo) },
    Column {
        head: "graph",
        is_there: |row| row.graph.is_some(),
        cell: |row| Cell::word(row.graph.as_deref().unwrap_or_default()),
    },
    Column { head: "solver", is_there: |_| true, cell: |row| Cell::word(&*row.solver) },
    Column { head: "variables", is_there: |_| true, cell: |row| counted(row, row.variables) },
    Column { head: "aux", is_there: |_| true, cell: |row| counted(row, row.auxiliaries) },
    Column { head: "clauses", is_there: |_| true, cell: |row| counted(row, row.clauses) },
    Column { head: "literals", is_there: |_| true, cell: |row| counted(row, row.literals) },
    Column { head: "by units", is_there: |_| true, cell: |row| counted(row, row.propagated) },
    Column {
        head: "cuts",
        is_there: |row| row.graph.is_some(),
        cell: |row| Cell::Count(row.cuts.map(|cuts| cuts as u64)),
    },
    Column {
        head: "answer",
        is_there: |_| true,
        cell: |row| Cell::word(if row.built { &*row.answer } else { "stopped" }),
    },
    Column { head: "conflicts", is_there: |_| true, cell: |row| counted(row, row.conflicts) },
    Column { head: "propagations", is_there: |_| true, cell: |row| counted(row, row.propagations) },
    Column {
        head: "median time",
        is_there: |row| row.median_s.is_some(),
        cell: |row| Cell::Seconds(row.median_s),
    },
];

/// A number of the formula. A formula that was not built has none, nor has an engine without one.
fn counted(row: &CompareRecord, count: impl TryInto<u64>) -> Cell {
    let is_known = row.built && row.engine.is_none();
    Cell::Count(count.try_into().ok().filter(|_| is_known))
}

fn compare<F: Family>(
    case: &Case<F>,
    request: &CompareRequest,
    context: &Context,
    listener: &mut Listener<'_>,
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
    let mut add = |mut row: CompareRecord| {
        if !context.wants.times {
            row.median_s = None;
        }
        rows.push(row.clone());
        listener(Box::new(row), true)
    };
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
            add(row)?;
        }
        for &encoding in &encodings {
            for &amo in &flavours {
                for &graph in &graph_flavours {
                    let flavours = Flavours { amo, graph, ..Flavours::default() };
                    let mut has_graphs = false;
                    for solver in &solvers {
                        if is_stopped() {
                            break 'rows;
                        }
                        let run = Run { puzzle, size, encoding, flavours, solver };
                        let row = run.row(&*case.family, request, context)?;
                        has_graphs |= row.graph.is_some() || !row.built;
                        add(row)?;
                    }
                    if !has_graphs {
                        // The formula is the same with every flavour.
                        break;
                    }
                }
            }
        }
    }
    let mut comparison = Comparison::of_rows(rows, request.plot.clone());
    if is_stopped() {
        comparison.status = Status::Unknown;
    }
    Ok(comparison)
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
    let mut row = CompareRecord::new(family.info().name.clone(), size);
    row.engine = Some(engine.into());
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
            encoding: self.encoding.name().into(),
            amo: self.flavours.amo.name().into(),
            solver: self.solver.to_string(),
            ..CompareRecord::new(family.info().name.clone(), self.size)
        };
        for seed in 0..request.seeds {
            let limits = context.limits_of(Some(request.timeout_s));
            options.limits = limits.clone();
            let (seed, started) = (u64::from(seed), Instant::now());
            let session = Session::new(self.puzzle, self.encoding, &options, self.solver, Some(seed));
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
                row.graph = (!stats.graphs.is_empty()).then(|| self.flavours.graph.name().into());
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
}

fn median<T: Ord + Copy + Default>(values: &mut [T]) -> T {
    values.sort_unstable();
    values.get(values.len() / 2).copied().unwrap_or_default()
}
