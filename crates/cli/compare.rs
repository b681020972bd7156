//! `compare`: encodings, flavours and solvers side by side.
mod growth;

use std::{
    io::Write,
    time::{Duration, Instant},
};

use jigsat_cnf::{Amo, Choice};
use jigsat_grid::Size;
use jigsat_solve::{Answer, Build, Limits, Session, Solver};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Context,
    args::{CompareArgs, Measure, TableFormat, With},
    exit::{Failure, Status},
    family::{self, Family, HowOf},
    input::Opened,
    output::{Output, refuse_existing, write_file, write_json},
    record::SCHEMA,
};

/// One line of the table.
#[derive(Serialize, JsonSchema)]
pub struct Row {
    /// The version of these lines.
    schema: u32,
    /// The size of the board, where several were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<String>,
    #[serde(skip)]
    area: usize,
    encoding: &'static str,
    amo: &'static str,
    solver: String,
    variables: usize,
    auxiliaries: usize,
    clauses: usize,
    literals: usize,
    /// Literals that unit propagation derives before any search.
    propagated: usize,
    /// What the solver said: solved, impossible, or unknown at a limit.
    answer: &'static str,
    /// Median over the seeds.
    conflicts: u64,
    /// Literals that the solver propagated while it searched; median over the seeds.
    propagations: u64,
    /// Median over the seeds, of building, loading and solving.
    #[serde(skip_serializing_if = "Option::is_none")]
    median_s: Option<f64>,
}

/// Looks, before any work, whether the options go together.
pub fn goes_together(args: &CompareArgs) -> Result<(), Failure> {
    let only_times = || args.plot.iter().all(|&measure| measure == Measure::Time);
    let why = match args.svg {
        Some(_) if args.sizes.is_empty() => {
            "--svg draws how formulas grow with the size of the board: say which sizes, for example --sizes 2x2,3x3,4x4"
        }
        Some(_) if args.output.no_times && only_times() => "--no-times leaves the picture nothing to show",
        _ => return Ok(()),
    };
    Err(Failure::usage(why))
}

pub fn run<F: Family>(
    with: &With<CompareArgs, F::Options>,
    opened: Opened,
    context: &Context,
) -> Result<Status, Failure> {
    let args = &with.args;
    if args.with.is_some() {
        return F::grade(opened, &with.options, args, context);
    }
    let entry = family::only::<F>(opened, &with.options)?;
    let encodings = chosen::<HowOf<F>>("encoding", &args.encodings)?;
    let flavours = chosen::<Amo>("at-most-one flavour", &args.amo)?;
    let solvers = match args.solvers.as_str() {
        "all" => Solver::built_in().to_vec(),
        names => names.split(',').map(str::parse).collect::<Result<_, _>>()?,
    };
    // What forbids writing is better known before the work.
    let mut out = Output::open(&args.output)?;
    if let Some(path) = &args.svg {
        refuse_existing(path, args.output.force)?;
    }
    let mut puzzles = Vec::new();
    for &size in &args.sizes {
        let puzzle = F::of_size(&entry.puzzle, size).map_err(Failure::Usage)?;
        puzzles.push((Some(size), puzzle));
    }
    if puzzles.is_empty() {
        puzzles.push((None, entry.puzzle));
    }
    let mut rows = Vec::new();
    for &(size, ref puzzle) in &puzzles {
        for &how in &encodings {
            for &amo in &flavours {
                for solver in &solvers {
                    rows.push(row::<F>(puzzle, size, how, amo, solver, args, context)?);
                }
            }
        }
    }
    if let Some(path) = &args.svg {
        write_file(path, &growth::plot(F::NAME, &rows, args).to_svg()?, args.output.force)?;
    }
    print(&rows, args.format, &mut out)?;
    out.finish()?;
    let open = rows.iter().any(|row| row.answer == "unknown");
    Ok(if open { Status::Unknown } else { Status::Solved })
}

fn chosen<C: Choice>(what: &str, names: &str) -> Result<Vec<C>, Failure> {
    if names == "all" {
        return Ok(C::ALL.to_vec());
    }
    let named = |name: &str| {
        C::named(name)
            .ok_or_else(|| Failure::usage(format!("there is no {what} '{name}'; there are: {}", C::names())))
    };
    names.split(',').map(named).collect()
}

fn row<F: Family>(
    puzzle: &F::Puzzle,
    size: Option<Size>,
    how: HowOf<F>,
    amo: Amo,
    solver: &Solver,
    args: &CompareArgs,
    context: &Context,
) -> Result<Row, Failure> {
    let mut recipe = Build::default();
    recipe.flavours.amo = amo;
    let mut times = Vec::new();
    let mut conflicts = Vec::new();
    let mut propagations = Vec::new();
    let mut row = Row {
        schema: SCHEMA,
        size: size.map(|size| size.to_string()),
        area: size.map_or(0, Size::area),
        encoding: how.name(),
        amo: amo.name(),
        solver: solver.to_string(),
        variables: 0,
        auxiliaries: 0,
        clauses: 0,
        literals: 0,
        propagated: 0,
        answer: "unknown",
        conflicts: 0,
        propagations: 0,
        median_s: None,
    };
    for seed in 0..args.seeds {
        let started = Instant::now();
        let limits = Limits {
            deadline: started.checked_add(args.timeout),
            conflicts: None,
            stop: context.stop.clone(),
        };
        let mut session = Session::new(puzzle, how, &recipe, solver, Some(u64::from(seed)))?;
        if seed == 0 {
            let stats = session.encoding().stats();
            row.variables = stats.variables;
            row.auxiliaries = stats.auxiliaries;
            row.clauses = stats.clauses;
            row.literals = stats.literals;
            row.propagated = session.encoding().propagate(&[]).steps.len();
        }
        let started = Instant::now();
        let answer = session.solve(&limits)?;
        times.push(started.elapsed() + session.effort().encoding);
        conflicts.push(session.effort().conflicts);
        propagations.push(session.effort().propagations);
        row.answer = match answer {
            Answer::Solved(_) => "solved",
            Answer::Impossible(_) if !F::CERTIFIES && F::contradiction(puzzle).is_none() => "none so long",
            Answer::Impossible(_) => "impossible",
            Answer::Unknown(_) | Answer::Refused { .. } => "unknown",
        };
        if row.answer == "unknown" {
            break;
        }
    }
    row.conflicts = median(&mut conflicts);
    row.propagations = median(&mut propagations);
    row.median_s = (!args.output.no_times).then(|| median(&mut times).as_secs_f64());
    Ok(row)
}

fn median<T: Ord + Copy + Default>(values: &mut [T]) -> T {
    values.sort_unstable();
    values.get(values.len() / 2).copied().unwrap_or_default()
}

fn print(rows: &[Row], format: TableFormat, out: &mut Output) -> Result<(), Failure> {
    if format == TableFormat::Json {
        for row in rows {
            write_json(row, out)?;
        }
        return Ok(());
    }
    let sized = rows.iter().any(|row| row.size.is_some());
    let timed = rows.iter().any(|row| row.median_s.is_some());
    let mut table: Vec<Vec<String>> = vec![heads(sized, timed)];
    table.extend(rows.iter().map(|row| cells(row, sized)));
    match format {
        TableFormat::Csv => {
            for line in &table {
                writeln!(out, "{}", line.join(","))?;
            }
        }
        TableFormat::Markdown => {
            let marks = numbers(&table).into_iter().map(|is_number| if is_number { "---:" } else { "---" });
            table.insert(1, marks.map(str::to_owned).collect());
            for line in &table {
                writeln!(out, "| {} |", line.join(" | "))?;
            }
        }
        TableFormat::Text | TableFormat::Json => aligned(&table, out)?,
    }
    Ok(())
}

fn heads(sized: bool, timed: bool) -> Vec<String> {
    let size = sized.then_some("size");
    let time = timed.then_some("median time");
    let names =
        ["encoding", "amo", "solver", "variables", "aux", "clauses", "literals", "by units", "answer"];
    size.into_iter()
        .chain(names)
        .chain(["conflicts", "propagations"])
        .chain(time)
        .map(str::to_owned)
        .collect()
}

fn cells(row: &Row, sized: bool) -> Vec<String> {
    let mut cells = Vec::new();
    if sized {
        cells.push(row.size.clone().unwrap_or_default());
    }
    cells.extend([row.encoding.to_owned(), row.amo.to_owned(), row.solver.clone()]);
    let numbers = [row.variables, row.auxiliaries, row.clauses, row.literals, row.propagated];
    cells.extend(numbers.map(|number| number.to_string()));
    cells.push(row.answer.to_owned());
    cells.extend([row.conflicts, row.propagations].map(|number| number.to_string()));
    cells.extend(row.median_s.map(|seconds| format!("{:.1?}", Duration::from_secs_f64(seconds))));
    cells
}

/// Which columns have numbers.
fn numbers(table: &[Vec<String>]) -> Vec<bool> {
    let is_number = |column: usize| {
        table[1..].iter().all(|line| line[column].starts_with(|first: char| first.is_ascii_digit()))
            && table[0][column] != "size"
    };
    (0..table[0].len()).map(is_number).collect()
}

/// Words to the left, numbers to the right.
fn aligned(table: &[Vec<String>], out: &mut Output) -> Result<(), Failure> {
    let columns = table[0].len();
    let width = |column: usize| table.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let numbers = numbers(table);
    for line in table {
        let mut text = String::new();
        for (column, cell) in line.iter().enumerate() {
            let padding = " ".repeat(widths[column] - cell.chars().count());
            let gap = if column == 0 { "" } else { "  " };
            let (before, after) =
                if numbers[column] { (padding.as_str(), "") } else { ("", padding.as_str()) };
            for part in [gap, before, cell, after] {
                text.push_str(part);
            }
        }
        writeln!(out, "{}", text.trim_end())?;
    }
    Ok(())
}
