//! `gather`: joins the results of shares, and says what is missing.

use std::io::Write;

use serde::Serialize;

use super::Shares;
use crate::{
    args::{DataFormat, GatherArgs, TableFormat},
    batch::{results::Results, tally::Tally},
    cubes::ranges,
    exit::{Failure, Status},
    output::{Output, write_json, write_yaml},
    record::SCHEMA,
};

/// What `gather` prints for programs.
#[derive(Serialize)]
struct Record<'a> {
    schema: u32,
    status: &'static str,
    /// Where the lines are.
    results: &'a str,
    tasks: usize,
    done: usize,
    /// Ranges of the tasks that are missing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    missing: Vec<String>,
    puzzles: usize,
    puzzles_left: usize,
}

/// Joins what there is; exit code 3 where something is missing, else that of the batch.
pub fn gather(args: &GatherArgs) -> Result<Status, Failure> {
    if args.timeout.is_some() {
        return Err(Failure::usage("--timeout is for the tasks of 'cubes'; here is nothing to prove"));
    }
    let shares = Shares::open(&args.folder)?;
    let path = shares.out()?;
    let mut results = Results::open_alone(&path, &shares.key)?;
    let (mut tally, mut status) = (Tally::default(), Status::Solved);
    let left = shares.join(&mut results, |told| {
        let verdict = told.verdict();
        let time_s = told.time_s.filter(|_| !args.output.no_times);
        tally.add(&told.family, verdict, time_s, || told.name());
        status = status.and(verdict.status);
    })?;
    let missing = ranges(&left.shares);
    let name = path.display().to_string();
    let record = Record {
        schema: SCHEMA,
        status: if missing.is_empty() { "solved" } else { "unknown" },
        results: &name,
        tasks: shares.count(),
        done: shares.count() - left.shares.len(),
        puzzles: shares.manifest.puzzles,
        puzzles_left: left.puzzles.len(),
        missing,
    };
    let mut out = Output::open(&args.output)?;
    match args.format {
        DataFormat::Json => write_json(&record, &mut out)?,
        DataFormat::Yaml => write_yaml(&record, &mut out)?,
        DataFormat::Text => {
            tally.table().print(TableFormat::Text, &mut out)?;
            writeln!(out, "{} of {} tasks are done; results: {name}", record.done, record.tasks)?;
            if !record.missing.is_empty() {
                let (puzzles, missing) = (record.puzzles_left, record.missing.join(" "));
                writeln!(out, "missing: tasks {missing}, puzzles: {puzzles}")?;
            }
        }
    }
    out.finish()?;
    let open = if record.missing.is_empty() { Status::Solved } else { Status::Unknown };
    Ok(status.and(open))
}
