//! `report`: what is in the results of `batch`, or in the rows of `compare`, as a table and as plots.

mod compare;
mod plots;
mod read;

use std::{io::Write, path::Path};

use jigsat_workbench::{
    Status,
    batch::{HEADS, Tally},
    table::{Cell, Table},
    verbs::compare::{CompareRecord, Comparison, Measure},
};

use crate::{
    args::{ReportArgs, TableFormat},
    exit::Failure,
    front::Front,
    output::{Output, refuse_existing, write_file, write_json},
    table,
};
use read::Results;

pub fn run(args: &ReportArgs, front: &Front) -> Result<Status, Failure> {
    let first = read(&args.results, front)?;
    let second = args.against.as_deref().map(|path| read(path, front)).transpose()?;
    if second.as_ref().is_some_and(|second| !first.rows.is_empty() || !second.rows.is_empty()) {
        return Err(Failure::usage("--against is for results of 'batch', not for rows of 'compare'"));
    }
    if !first.rows.is_empty() {
        growth(args, first.rows)?;
        return Ok(Status::Solved);
    }
    if args.plot.is_some() {
        return Err(Failure::usage("--plot is for rows of 'compare', not for results of 'batch'"));
    }
    let mut out = Output::open(&args.output)?;
    for path in args.svg.iter().chain(&args.scatter) {
        refuse_existing(path, args.output.force)?;
    }
    let status = match &second {
        None => {
            table::print(&tally(&first).table(), args.format, &mut out)?;
            Status::Solved
        }
        Some(second) => side_by_side(&first, second, args.format, &mut out)?,
    };
    out.finish()?;
    if let Some(path) = &args.svg {
        let runs: Vec<&Results> = std::iter::once(&first).chain(&second).collect();
        write_file(path, &plots::cactus(&runs).to_svg(), args.output.force)?;
    }
    if let (Some(path), Some(second)) = (&args.scatter, &second) {
        write_file(path, &plots::scatter(&first, second).to_svg(), args.output.force)?;
    }
    Ok(status)
}

/// The table and the picture of a comparison that was made before.
fn growth(args: &ReportArgs, mut rows: Vec<CompareRecord>) -> Result<(), Failure> {
    let mut out = Output::open(&args.output)?;
    if args.output.no_times {
        for row in &mut rows {
            row.median_s = None;
        }
    }
    let usual = || vec![Measure::Variables, Measure::Clauses, Measure::Time];
    let measures = args.plot.clone().unwrap_or_else(usual);
    let stored = Comparison::of_rows(rows, Vec::new());
    if let Some(path) = &args.svg {
        write_file(path, &stored.to_svg(&measures)?, args.output.force)?;
    }
    if args.format == TableFormat::Json {
        for row in &stored.rows {
            write_json(row, &mut out)?;
        }
    } else {
        table::print(&stored.table(), args.format, &mut out)?;
    }
    out.finish()
}

/// Reads results or rows, and reports how many lines were left out.
fn read(path: &Path, front: &Front) -> Result<Results, Failure> {
    let results = Results::read(path)?;
    if results.left_out > 0 && !front.quiet {
        let lines = if results.left_out == 1 { "line was" } else { "lines were" };
        note!(
            "{}: {} {lines} ignored: incomplete, or not written by 'batch' or 'compare'",
            results.name,
            results.left_out
        );
    }
    Ok(results)
}

fn tally(results: &Results) -> Tally {
    let mut tally = Tally::default();
    for told in results.puzzles() {
        tally.add(&told.family, told.verdict(), told.time_s, || told.name());
    }
    tally
}

/// A table of both, and one of the differences. Answers that contradict each other are a bug.
fn side_by_side(
    first: &Results,
    second: &Results,
    format: TableFormat,
    out: &mut Output,
) -> Result<Status, Failure> {
    let heads: Vec<&str> = std::iter::once("results").chain(HEADS).collect();
    let mut all = Table::new(&heads);
    for results in [first, second] {
        for row in tally(results).rows() {
            all.push(std::iter::once(Cell::Word(results.name.clone())).chain(row).collect());
        }
    }
    table::print(&all, format, out)?;
    if format != TableFormat::Json {
        writeln!(out)?;
    }
    let compared = compare::compare(first, second);
    table::print(&compared.table(), format, out)?;
    for name in &compared.contradictions {
        note!("{name}: solved in one result and impossible in the other; one of them is wrong");
    }
    Ok(if compared.contradictions.is_empty() { Status::Solved } else { Status::Bug })
}
