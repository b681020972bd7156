//! `gather`: joins the results of tasks.

use std::{io::Write, time::Instant};

use jigsat_cnf::{Choice, Literal};
use jigsat_input::ParseError;
use jigsat_solve::Limits;
use serde::Serialize;

use super::{
    CutPuzzle, cover,
    folder::{Folder, MANIFEST, TASKS},
    names::Names,
    part::Beginning,
    tally::{Tally, ranges},
    work::Worker,
};
use crate::{
    Context,
    args::{Asked, DataFormat, GatherArgs},
    count::maybe_number,
    exit::{Failure, Status},
    family::{AtomOf, Family, HowOf, Question, SolutionOf},
    output::{Output, text_of, write_json, write_yaml},
    print::of_length,
    record::SCHEMA,
};

#[derive(Serialize)]
struct Record<'a, S> {
    schema: u32,
    family: &'static str,
    file: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    puzzle: &'a str,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<S>,
    #[serde(serialize_with = "maybe_number", skip_serializing_if = "Option::is_none")]
    count: Option<u128>,
    #[serde(serialize_with = "maybe_number", skip_serializing_if = "Option::is_none")]
    distinct: Option<u128>,
    #[serde(skip_serializing_if = "Option::is_none")]
    complete: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    tasks: usize,
    done: usize,
    /// Ranges of the tasks that are missing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    missing: Vec<String>,
    /// Files that are no results of these tasks, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    distrusted: Vec<String>,
    /// What the results took, added up.
    #[serde(skip_serializing_if = "Option::is_none")]
    cpu_s: Option<f64>,
}

pub fn run<F: Family>(
    folder: &Folder,
    args: &GatherArgs,
    question: &Question<'_, F>,
    cut: &CutPuzzle<F::Puzzle>,
    context: &Context,
) -> Result<Status, Failure> {
    let mut tally = Tally::<F>::of(folder, cut);
    let mut record = Record {
        schema: SCHEMA,
        family: F::NAME,
        file: &folder.manifest.file,
        puzzle: &folder.manifest.puzzle,
        status: "unknown",
        solution: tally.solution.take(),
        count: None,
        distinct: None,
        complete: None,
        reason: None,
        tasks: folder.tasks.len(),
        done: tally.done,
        missing: ranges(&tally.missing),
        distrusted: std::mem::take(&mut tally.distrusted),
        cpu_s: (!args.output.no_times).then_some((tally.cpu_s * 1e3).round() / 1e3),
    };
    let complete = tally.missing.is_empty();
    if folder.manifest.asked == Asked::Count {
        record.count = Some(tally.count * cut.times);
        record.complete = Some(complete);
    }
    let mut status = Status::Unknown;
    if record.solution.is_some() {
        (status, record.status) = (Status::Solved, "solved");
    } else if complete {
        let limits = Limits {
            deadline: args.timeout.and_then(|timeout| Instant::now().checked_add(timeout)),
            conflicts: None,
            stop: context.stop.clone(),
        };
        match check_cover::<F>(folder, question, cut, &limits)? {
            Err(stop) => {
                record.complete = record.complete.map(|_| false);
                record.reason = Some(format!("whether the tasks leave nothing out was left open: {stop}"));
            }
            Ok(_) if record.count.is_some_and(|count| count > 0) => {
                (status, record.status) = (Status::Solved, "solved");
                record.distinct = Some(tally.distinct(folder)?).filter(|_| F::HAS_SYMMETRIES);
            }
            Ok(_) => {
                if let Some(steps) = F::only_length(&cut.puzzle) {
                    record.reason = Some(format!("there is none of {}", of_length(steps)));
                } else {
                    (status, record.status) = (Status::Impossible, "impossible");
                    record.distinct = record.count.filter(|_| F::HAS_SYMMETRIES);
                }
            }
        }
    }
    let mut out = Output::open(&args.output)?;
    match args.format {
        DataFormat::Json => write_json(&record, &mut out)?,
        DataFormat::Yaml => write_yaml(&record, &mut out)?,
        DataFormat::Text => tell::<F>(&record, cut, &mut out)?,
    }
    out.finish()?;
    Ok(status)
}

fn tell<F: Family>(
    record: &Record<'_, SolutionOf<F>>,
    cut: &CutPuzzle<F::Puzzle>,
    out: &mut Output,
) -> Result<(), Failure> {
    for file in &record.distrusted {
        writeln!(out, "not trusted: {file}")?;
    }
    let all = format!("{} of {} tasks are done", record.done, record.tasks);
    let plural = |count| if count == 1 { "" } else { "s" };
    match (&record.solution, record.count, record.status) {
        (Some(solution), ..) => {
            let drawing = F::draw(&cut.puzzle, Some(solution));
            let text = text_of(drawing.as_ref(), out);
            writeln!(out, "{}\nsolved ({all})", text.trim_end())?;
        }
        (_, Some(count), "solved" | "impossible") => {
            write!(out, "{count} solution{}", plural(count))?;
            match record.distinct {
                Some(distinct) => writeln!(out, ", {distinct} up to symmetry")?,
                None => writeln!(out)?,
            }
        }
        (_, Some(count), _) => writeln!(out, "at least {count} solution{} ({all})", plural(count))?,
        (_, None, "impossible") => {
            writeln!(out, "impossible: no task has a solution, and they leave nothing out")?;
        }
        _ => writeln!(out, "unknown ({all})")?,
    }
    if let Some(reason) = &record.reason {
        writeln!(out, "{reason}")?;
    }
    if !record.missing.is_empty() && record.solution.is_none() {
        writeln!(out, "missing: {}", record.missing.join(" "))?;
    }
    Ok(())
}

/// Proves once more that the tasks leave nothing out.
fn check_cover<F: Family>(
    folder: &Folder,
    question: &Question<'_, F>,
    cut: &CutPuzzle<F::Puzzle>,
    limits: &Limits,
) -> Result<Result<cover::Shown, jigsat_solve::Stop>, Failure> {
    let malformed = |file: &str, message: String| {
        Failure::Input(ParseError::in_file(folder.path.join(file).display().to_string(), message))
    };
    let how = HowOf::<F>::named(&folder.manifest.encoding)
        .ok_or_else(|| malformed(MANIFEST, format!("has no encoding '{}'", folder.manifest.encoding)))?;
    let worker = Worker::<F>::new(&cut.puzzle, question, folder.manifest.asked)?;
    let names = Names::of::<F>(&cut.puzzle, worker.encoding());
    let literals = |cube: &[String]| -> Result<Vec<Literal<AtomOf<F>>>, Failure> {
        let lits = names.find(cube).map_err(|name| malformed(TASKS, format!("has no atom '{name}'")))?;
        Ok(lits.into_iter().map(|lit| worker.encoding().literal(lit)).collect())
    };
    let beginnings = folder.manifest.beginnings.iter().map(|start| {
        let literals = literals(&start.cube)?;
        Ok(Beginning { literals, images: start.images.clone(), stabilizer: start.stabilizer.clone() })
    });
    let beginnings = beginnings.collect::<Result<Vec<_>, Failure>>()?;
    let mut cubes = Vec::new();
    for task in &folder.tasks {
        let cube = literals(&task.cube)?;
        if !cube.starts_with(&beginnings[task.beginning].literals) {
            return Err(malformed(TASKS, format!("task {} does not begin as it should", task.id)));
        }
        cubes.push(cube);
    }
    let refuted = folder.refuted.iter().map(|cube| literals(cube)).collect::<Result<Vec<_>, Failure>>()?;
    let cubes = cover::Cubes { beginnings: &beginnings, live: cubes, refuted };
    cover::check::<F>(&cut.puzzle, how, question, &cubes, limits)
}
