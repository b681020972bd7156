//! `count`: how many solutions there are.

use std::{collections::HashSet, io::Write};

use jigsat_solve::{Answer, By, End};
use serde::{Serialize, Serializer};

use crate::{
    Context,
    args::{CountArgs, DataFormat, With},
    exit::{Failure, Status},
    family::{self, Counted, Counting, Family, Question, SolutionOf},
    input::Opened,
    output::{Output, write_json, write_yaml},
    record::{SCHEMA, Stats},
    solve::{limits, usage_of_drop},
};

#[derive(Serialize)]
struct Record<'a> {
    schema: u32,
    family: &'static str,
    file: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    puzzle: &'a str,
    status: &'static str,
    #[serde(serialize_with = "number")]
    count: u128,
    #[serde(serialize_with = "maybe_number", skip_serializing_if = "Option::is_none")]
    distinct: Option<u128>,
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    by: By,
    stats: Stats,
}

pub fn run<F: Family>(
    with: &With<CountArgs, F::Options>,
    opened: Opened,
    context: &Context,
) -> Result<Status, Failure> {
    let args = &with.args;
    let question = Question::<F>::new(&args.formula, &args.search, &with.options, false)?;
    let file = opened.name.clone();
    let entry = family::only::<F>(opened, &with.options)?;
    let wanted = Counting { limit: args.limit, labelled: args.labelled, jobs: usize::from(args.jobs) };
    let counted = F::count(&entry.puzzle, &question, &wanted, &limits(&args.search, context))?;
    let complete = counted.end == End::All;
    let status = match (complete, counted.count) {
        (true, 0) => (Status::Impossible, "impossible"),
        (true, _) => (Status::Solved, "solved"),
        (false, _) => (Status::Unknown, "unknown"),
    };
    let record = Record {
        schema: SCHEMA,
        family: F::NAME,
        file: &file,
        puzzle: &entry.title,
        status: status.1,
        count: counted.count,
        distinct: counted.distinct,
        complete,
        reason: match counted.end {
            End::All => None,
            End::Enough => Some("as many as asked for".into()),
            End::Stopped(stop) => Some(stop.to_string()),
        },
        by: counted.by,
        stats: Stats::new(counted.effort, counted.size, !args.output.no_times),
    };
    let mut out = Output::open(&args.output)?;
    match args.format {
        DataFormat::Json => write_json(&record, &mut out)?,
        DataFormat::Yaml => write_yaml(&record, &mut out)?,
        DataFormat::Text => {
            let at_least = if complete { "" } else { "at least " };
            let plural = if record.count == 1 { "" } else { "s" };
            write!(out, "{at_least}{} solution{plural}", record.count)?;
            match record.distinct {
                Some(distinct) => writeln!(out, ", {distinct} up to symmetry")?,
                None => writeln!(out)?,
            }
            if let Some(reason) = &record.reason {
                writeln!(out, "incomplete: {reason}")?;
            }
        }
    }
    out.finish()?;
    Ok(status.0)
}

/// Numbers that JSON's readers would round are written as text.
fn number<S: Serializer>(value: &u128, serializer: S) -> Result<S::Ok, S::Error> {
    match u64::try_from(*value) {
        Ok(small) if small < 1 << 53 => serializer.serialize_u64(small),
        _ => serializer.serialize_str(&value.to_string()),
    }
}

#[allow(clippy::ref_option, reason = "serde passes a reference to the field")]
fn maybe_number<S: Serializer>(value: &Option<u128>, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => number(value, serializer),
        None => serializer.serialize_none(),
    }
}

/// Counts by finding one solution after the other.
pub fn by_listing<F: Family>(
    puzzle: &F::Puzzle,
    question: &Question<'_, F>,
    wanted: &Counting,
    limits: &jigsat_solve::Limits,
) -> Result<Counted, Failure> {
    question.needs_sat("count")?;
    let mut session = family::session::<F>(puzzle, question)
        .map_err(|error| usage_of_drop(error, &question.formula.drop))?;
    let (mut count, mut distinct) = (0, 0);
    let mut known: HashSet<String> = HashSet::new();
    let mut end = End::Enough;
    while wanted.limit.is_none_or(|limit| count < u128::from(limit)) {
        match session.solve(limits)? {
            Answer::Solved(solution) => {
                count += 1;
                let images: Vec<String> = F::images(puzzle, &solution).iter().map(key::<F>).collect();
                if !known.contains(&images[0]) {
                    distinct += 1;
                    known.extend(images);
                }
            }
            // Without a rule, models are counted as they are.
            Answer::Refused { .. } => {
                count += 1;
                distinct += 1;
            }
            Answer::Impossible(_) => {
                end = End::All;
                break;
            }
            Answer::Unknown(reason) => {
                end = End::Stopped(reason);
                break;
            }
        }
    }
    let size = (session.encoding().variables() as usize, session.encoding().clauses().len());
    let (by, effort) = (session.by(), session.effort());
    Ok(Counted { count, distinct: Some(distinct), end, by, effort, size: Some(size) })
}

fn key<F: Family>(solution: &SolutionOf<F>) -> String {
    serde_json::to_string(solution).expect("a solution has a JSON form")
}
