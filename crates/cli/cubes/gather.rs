//! `gather`: joins the results of tasks.

use std::{collections::BTreeMap, fs, io::Write, time::Instant};

use jigsat_cnf::{Choice, Literal};
use jigsat_input::ParseError;
use jigsat_solve::{Error, Flaw, Limits};
use serde::Serialize;

use super::{
    CutPuzzle, cover,
    folder::{Folder, MANIFEST, RESULTS, TASKS, TaskStatus},
    names::Names,
    part::Beginning,
    work::Worker,
};
use crate::{
    Context,
    args::{Asked, DataFormat, GatherArgs},
    count::maybe_number,
    exit::{Failure, Status},
    family::{AtomOf, Family, HowOf, Question, SolutionOf},
    output::{Output, text_of, write_json, write_yaml},
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
                record.distinct = Some(tally.distinct(folder)?);
            }
            Ok(_) => {
                if let Some(steps) = F::only_length(&cut.puzzle) {
                    record.reason = Some(format!("there is none of just {steps} steps"));
                } else {
                    (status, record.status) = (Status::Impossible, "impossible");
                    record.distinct = record.count;
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
            let distinct = record.distinct.unwrap_or_default();
            writeln!(out, "{count} solution{}, {distinct} up to symmetry", plural(count))?;
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

/// What the results say together.
struct Tally<F: Family> {
    done: usize,
    missing: Vec<usize>,
    distrusted: Vec<String>,
    solution: Option<SolutionOf<F>>,
    count: u128,
    /// By the size of the group: the symmetries that keep each solution, added up.
    fixed: BTreeMap<usize, u128>,
    cpu_s: f64,
}

impl<F: Family> Tally<F> {
    fn of(folder: &Folder, cut: &CutPuzzle<F::Puzzle>) -> Self {
        let mut tally = Tally {
            done: 0,
            missing: Vec::new(),
            distrusted: strangers(folder),
            solution: None,
            count: 0,
            fixed: BTreeMap::new(),
            cpu_s: 0.0,
        };
        for task in &folder.tasks {
            match tally.add(folder, task.id, task.beginning, cut) {
                Ok(true) => tally.done += 1,
                Ok(false) => tally.missing.push(task.id),
                Err(why) => {
                    tally.missing.push(task.id);
                    tally.distrusted.push(format!("{} {why}", folder.result_path(task.id).display()));
                }
            }
        }
        tally
    }

    /// Takes a result in; no where there is none.
    fn add(
        &mut self,
        folder: &Folder,
        id: usize,
        beginning: usize,
        cut: &CutPuzzle<F::Puzzle>,
    ) -> Result<bool, String> {
        let Some(result) = folder.result(id)? else { return Ok(false) };
        let start = &folder.manifest.beginnings[beginning];
        match (folder.manifest.asked, result.status) {
            (Asked::Count, TaskStatus::Counted) => {
                let read = |text: &Option<String>| text.as_deref().and_then(|text| text.parse::<u128>().ok());
                let counted = read(&result.count).zip(read(&result.fixed));
                let (count, fixed) = counted.ok_or("has no numbers")?;
                let times = start.images.len() as u128;
                let too_large = "has a number that is too large";
                let added = count.checked_mul(times).and_then(|count| self.count.checked_add(count));
                self.count = added.ok_or(too_large)?;
                let sum = self.fixed.entry(start.stabilizer.len()).or_default();
                *sum = sum.checked_add(fixed).ok_or(too_large)?;
            }
            (Asked::Solve, TaskStatus::Refuted) => {}
            (Asked::Solve, TaskStatus::Solved) => {
                let value = result.solution.ok_or("has no solution")?;
                let solution: SolutionOf<F> = serde_json::from_value(value)
                    .map_err(|error| format!("has a solution that can't be read: {error}"))?;
                let refused = |flaw: Flaw| format!("has a solution that the referee refuses: {flaw}");
                jigsat_solve::Puzzle::check(&cut.puzzle, &solution).map_err(refused)?;
                self.solution.get_or_insert(solution);
            }
            _ => return Err("answers another question".into()),
        }
        self.cpu_s += result.cpu_s;
        Ok(true)
    }

    /// How many solutions there are up to symmetry. Under each beginning, the solutions fall into as many classes as
    /// the symmetries that keep them, added up, divided by how many symmetries keep the beginning (the lemma of Cauchy
    /// and Frobenius).
    fn distinct(&self, folder: &Folder) -> Result<u128, Failure> {
        let mut distinct = 0;
        for (&size, &fixed) in &self.fixed {
            if fixed % size as u128 != 0 {
                let message = "the results do not add up to whole classes under the symmetries";
                let error = Error::Proof(format!("{}: {message}", folder.path.display()));
                return Err(Failure::Solver(error));
            }
            distinct += fixed / size as u128;
        }
        Ok(distinct)
    }
}

/// Files among the results that no task has.
fn strangers(folder: &Folder) -> Vec<String> {
    let Ok(files) = fs::read_dir(folder.path.join(RESULTS)) else { return Vec::new() };
    let is_known = |name: &str| {
        let number = name.strip_suffix(".json").and_then(|stem| stem.parse::<usize>().ok());
        // What a task that was killed has left is nobody's result.
        number.is_some_and(|number| (1..=folder.tasks.len()).contains(&number))
            || name.starts_with(".jigsat-")
    };
    let mut strange: Vec<String> = files
        .flatten()
        .filter(|file| !is_known(&file.file_name().to_string_lossy()))
        .map(|file| format!("{} is the result of no task", file.path().display()))
        .collect();
    strange.sort();
    strange
}

/// Numbers as ranges: `3 5-9`.
pub fn ranges(numbers: &[usize]) -> Vec<String> {
    let runs = numbers.chunk_by(|one, next| one + 1 == *next);
    let range = |run: &[usize]| match run {
        [only] => only.to_string(),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    };
    runs.map(range).collect()
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
