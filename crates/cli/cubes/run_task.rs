//! `run-task`: does tasks of a folder, each once.

use std::time::{Duration, Instant};

use jigsat_cnf::{Lit, Literal};
use jigsat_input::ParseError;
use jigsat_solve::Limits;

use super::{
    CutPuzzle,
    folder::{Folder, TASKS, Task, TaskResult, TaskStatus},
    names::Names,
    work::{Found, Worker, told},
};
use crate::{
    Context,
    args::RunTaskArgs,
    exit::{Failure, Status},
    family::{AtomOf, Family, Question},
    record::SCHEMA,
};

pub fn run<F: Family>(
    folder: &Folder,
    args: &RunTaskArgs,
    question: &Question<'_, F>,
    cut: &CutPuzzle<F::Puzzle>,
    context: &Context,
) -> Result<Status, Failure> {
    let wanted = wanted(&args.tasks, folder.tasks.len())?;
    let asked = folder.manifest.asked;
    // Made when the first task needs it.
    let mut worker: Option<(Worker<'_, F>, Names)> = None;
    let mut status = Status::Solved;
    for id in wanted {
        match folder.result(id) {
            Ok(Some(result)) => {
                say(context, id, &format!("done already: {}", in_words(&result)));
                continue;
            }
            Ok(None) => {}
            Err(why) => {
                eprintln!("{} {why}; doing the task again", folder.result_path(id).display());
            }
        }
        if let Some(other) = folder.solved_by() {
            say(context, id, &format!("not needed: task {other} found a solution"));
            continue;
        }
        let task = &folder.tasks[id - 1];
        let (worker, names) = match &mut worker {
            Some(made) => made,
            none => {
                let made = Worker::<F>::new(&cut.puzzle, question, asked)?;
                let names = Names::of::<F>(&cut.puzzle, made.encoding());
                none.insert((made, names))
            }
        };
        let literals = literals::<F>(folder, worker, names, task)?;
        let started = (Instant::now(), cpu_time());
        let limits = Limits {
            deadline: args.timeout.and_then(|timeout| started.0.checked_add(timeout)),
            conflicts: None,
            stop: context.stop.clone(),
        };
        let group = &folder.manifest.beginnings[task.beginning].stabilizer;
        let (by, found) = worker.work(asked, &literals, group, &limits)?;
        let mut result = TaskResult {
            schema: SCHEMA,
            task: id,
            digest: folder.manifest.digest.clone(),
            status: TaskStatus::Refuted,
            count: None,
            fixed: None,
            solution: None,
            by: told(&by),
            wall_s: rounded(started.0.elapsed()),
            cpu_s: rounded(cpu_time().saturating_sub(started.1)),
            version: env!("CARGO_PKG_VERSION").into(),
            seal: String::new(),
        };
        match found {
            Found::Stopped(stop) => {
                say(context, id, &format!("left open: {stop}"));
                status = status.and(Status::Unknown);
                if context.stop.load(std::sync::atomic::Ordering::Relaxed) {
                    break;
                }
                continue;
            }
            Found::Nothing => {}
            Found::Counted { count, fixed } => {
                result.status = TaskStatus::Counted;
                result.count = Some(count.to_string());
                result.fixed = Some(fixed.to_string());
            }
            Found::Solution(solution) => {
                result.status = TaskStatus::Solved;
                let solution = serde_json::to_value(&solution).map_err(std::io::Error::from)?;
                result.solution = Some(solution);
            }
        }
        folder.keep(&result)?;
        say(context, id, &format!("{} ({}, {:.1?})", in_words(&result), result.by, started.0.elapsed()));
    }
    Ok(status)
}

fn say(context: &Context, id: usize, what: &str) {
    if !context.quiet {
        anstream::println!("task {id}: {what}");
    }
}

fn in_words(result: &TaskResult) -> String {
    match (result.status, &result.count) {
        (TaskStatus::Solved, _) => "solved".into(),
        (TaskStatus::Counted, Some(count)) if count == "1" => "1 solution".into(),
        (TaskStatus::Counted, Some(count)) => format!("{count} solutions"),
        (TaskStatus::Refuted | TaskStatus::Counted, _) => "no solution".into(),
    }
}

/// The numbers that words such as `7` and `1-20` mean.
pub fn wanted(words: &[String], most: usize) -> Result<Vec<usize>, Failure> {
    let mut wanted = Vec::new();
    for word in words {
        let number = |text: &str| text.parse::<usize>().ok();
        let range = match word.split_once('-') {
            Some((first, last)) => number(first).zip(number(last)),
            None => number(word).map(|only| (only, only)),
        };
        match range {
            Some((first, last)) if 1 <= first && first <= last && last <= most => wanted.extend(first..=last),
            _ => {
                let message =
                    format!("there is no task '{word}'; tasks are 1 to {most}, or ranges such as 1-20");
                return Err(Failure::usage(message));
            }
        }
    }
    Ok(wanted)
}

/// The literals of a task.
fn literals<F: Family>(
    folder: &Folder,
    worker: &Worker<'_, F>,
    names: &Names,
    task: &Task,
) -> Result<Vec<Literal<AtomOf<F>>>, Failure> {
    let lits = names.find(&task.cube).map_err(|name| {
        let name = format!("task {} speaks of '{name}', which this version of jigsat does not know", task.id);
        Failure::Input(ParseError::in_file(folder.path.join(TASKS).display().to_string(), name))
    })?;
    Ok(lits.into_iter().map(|lit: Lit| worker.encoding().literal(lit)).collect())
}

fn rounded(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e6
}

/// What this process has used of its processors, all threads together.
#[cfg(unix)]
fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

#[cfg(not(unix))]
fn cpu_time() -> Duration {
    Duration::ZERO
}
