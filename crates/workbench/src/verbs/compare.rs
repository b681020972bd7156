//! `compare`: engines, encodings, flavours and solvers side by side.

mod columns;
mod growth;
mod record;
mod run;

use std::io::{self, Write};

use jigsat_cnf::{Amo, Choice, Flavours, GraphFlavour};
use jigsat_grid::Size;
use jigsat_kit::{Error, SearchOptions};
use jigsat_solve::Solver;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub use growth::Measure;
pub use record::CompareRecord;

use self::run::{GAVE_UP, Runs, able};
use crate::{
    Ask, Board, Context, Status,
    table::Table,
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
    /// `encodings` is used).
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
        picture: "Also plots how the formulas grow from one of the sizes to the next",
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
        // The puzzle is read within the time of one run.
        let search = SearchOptions { timeout_s: Some(self.timeout_s), ..SearchOptions::default() };
        Ask { options: self.options.clone(), search, ..Ask::default() }
    }

    fn answer(&self, board: &dyn Board, context: &Context, listener: &mut Listener<'_>) -> Result<(), Error> {
        let comparison = compare(board, self, context, listener)?;
        listener(Box::new(comparison), false)
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
        columns::table(&self.rows)
    }

    /// A picture of the growth of formulas and times with the size, as SVG: a panel for each measure.
    ///
    /// # Errors
    ///
    /// A comparison on a single puzzle, and measures without values here.
    pub fn to_svg(&self, measures: &[Measure]) -> Result<String, Error> {
        let timed = self.rows.iter().any(|row| row.median_s.is_some());
        let mut sizes: Vec<Size> = Vec::new();
        for size in self.rows.iter().filter_map(CompareRecord::board) {
            if !sizes.contains(&size) {
                sizes.push(size);
            }
        }
        growth::possible(&sizes, measures, timed)?;
        Ok(growth::plot(&self.rows, &sizes, measures).to_svg())
    }
}

fn compare(
    board: &dyn Board,
    request: &CompareRequest,
    context: &Context,
    listener: &mut Listener<'_>,
) -> Result<Comparison, Error> {
    let encodings = chosen("encoding", &board.encodings(), &request.encodings)?;
    let flavours: Vec<Amo> = choices("at-most-one flavour", &request.amo)?;
    let graph_flavours: Vec<GraphFlavour> = choices("graph flavour", &request.graph)?;
    let solvers = match &request.solvers[..] {
        [all] if all == "all" => Solver::built_in().to_vec(),
        names => names.iter().map(|name| name.parse()).collect::<Result<Vec<Solver>, _>>()?,
    };
    if !(1..=100_000).contains(&request.seeds) {
        return Err(Error::request(format!("{} seeds, expected 1 to 100000", request.seeds)));
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
        puzzles.push((Some(size), board.resize(size, &limits)?));
    }
    if puzzles.is_empty() {
        puzzles.push((None, board.shared()));
    }
    let mut rows = Vec::new();
    let mut add = |mut row: CompareRecord| {
        if !context.wants.times {
            row.median_s = None;
        }
        rows.push(row.clone());
        listener(Box::new(row), true)
    };
    let runs = Runs { seeds: request.seeds, timeout_s: request.timeout_s, context };
    // Each row has a time limit of its own; what ends all of them leaves the others out.
    let is_stopped = || context.limits_of(None).reached().is_some();
    'rows: for (size, board) in &puzzles {
        let size = *size;
        for engine in able(&**board, &engines)? {
            if is_stopped() {
                break 'rows;
            }
            let row = runs.of_engine(&**board, size, engine)?;
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
                        let row = runs.of_solver(&**board, size, encoding, flavours, solver)?;
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

/// Those that have these names.
fn chosen(what: &str, all: &[&'static str], names: &[String]) -> Result<Vec<&'static str>, Error> {
    if matches!(names, [every] if every == "all") {
        return Ok(all.to_vec());
    }
    let find = |name: &String| {
        let unknown = || format!("there is no {what} '{name}'; there are: {}", all.join(", "));
        all.iter().copied().find(|known| known == name).ok_or_else(|| Error::request(unknown()))
    };
    names.iter().map(find).collect()
}

/// The same for an enum.
fn choices<C: Choice>(what: &str, names: &[String]) -> Result<Vec<C>, Error> {
    let all: Vec<&'static str> = C::all_names();
    Ok(chosen(what, &all, names)?.into_iter().filter_map(C::named).collect())
}
