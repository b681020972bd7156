//! `count`: how many solutions there are.

use std::{collections::HashSet, io::Write};

use jigsat_solve::{Answer, By, Stop};
use serde::Serialize;

use crate::{
    Context,
    args::{CountArgs, DataFormat},
    exit::{Failure, Status},
    family::{self, Family, Question, SolutionOf},
    input::Opened,
    output::{Output, write_json, write_yaml},
    record::{SCHEMA, Stats},
    solve::{limits, usage_of_drop},
};

#[derive(Serialize)]
struct Counted<'a> {
    schema: u32,
    family: &'static str,
    file: &'a str,
    status: &'static str,
    count: u64,
    distinct: u64,
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    by: By,
    stats: Stats,
}

pub fn run<F: Family>(args: &CountArgs, opened: Opened, context: &Context) -> Result<Status, Failure> {
    let question = Question::new::<F>(&args.formula, &args.search, false)?;
    question.needs_sat("count")?;
    let file = opened.name.clone();
    let entry = family::only::<F>(opened)?;
    let mut session = family::session::<F>(&entry.puzzle, &question)
        .map_err(|error| usage_of_drop(error, &args.formula.drop))?;
    let limits = limits(&args.search, context);
    let (mut count, mut distinct) = (0, 0);
    let mut known: HashSet<String> = HashSet::new();
    let mut complete = false;
    let mut stop: Option<Stop> = None;
    while args.limit.is_none_or(|limit| count < limit) {
        match session.solve(&limits)? {
            Answer::Solved(solution) => {
                count += 1;
                let images: Vec<String> = F::images(&entry.puzzle, &solution).iter().map(key::<F>).collect();
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
                complete = true;
                break;
            }
            Answer::Unknown(reason) => {
                stop = Some(reason);
                break;
            }
        }
    }
    let status = match (stop, complete, count) {
        (None, true, 0) => (Status::Impossible, "impossible"),
        (None, true, _) => (Status::Solved, "solved"),
        (Some(_), ..) | (None, false, _) => (Status::Unknown, "unknown"),
    };
    let size = (session.encoding().variables() as usize, session.encoding().clauses().len());
    let counted = Counted {
        schema: SCHEMA,
        family: F::NAME,
        file: &file,
        status: status.1,
        count,
        distinct,
        complete,
        reason: match (stop, complete) {
            (Some(stop), _) => Some(stop.to_string()),
            (None, false) => Some("as many as asked for".into()),
            (None, true) => None,
        },
        by: session.by(),
        stats: Stats::new(session.effort(), Some(size), !args.output.no_times),
    };
    let mut out = Output::open(&args.output)?;
    match args.format {
        DataFormat::Json => {
            write_json(&counted, &mut out)?;
        }
        DataFormat::Yaml => {
            write_yaml(&counted, &mut out)?;
        }
        DataFormat::Text => {
            let at_least = if complete { "" } else { "at least " };
            let plural = if count == 1 { "" } else { "s" };
            writeln!(out, "{at_least}{count} solution{plural}, {distinct} up to symmetry")?;
            if let Some(reason) = &counted.reason {
                writeln!(out, "incomplete: {reason}")?;
            }
        }
    }
    out.finish()?;
    Ok(status.0)
}

fn key<F: Family>(solution: &SolutionOf<F>) -> String {
    serde_json::to_string(solution).expect("a solution has a JSON form")
}
