//! Doing tasks of a folder, each once.

use std::{sync::atomic::Ordering::Relaxed, time::Duration};

use jigsat_kit::{Error, Event};
use web_time::Instant;

use super::{
    TaskFolder,
    folder::TASKS,
    gather::{beginnings_of, encoding_of},
    names::Names,
    part,
    result::{TaskResult, TaskStatus},
    work::{Found, Worker, by_words},
};
use crate::{Board, Context, Status, given::given, puzzle_formula::Known, record::SCHEMA};

pub(crate) fn run_tasks(
    board: &dyn Board,
    folder: &TaskFolder,
    tasks: &[usize],
    timeout_s: Option<f64>,
    context: &Context,
    tell: &mut dyn FnMut(usize, &str),
) -> Result<Status, Error> {
    let asked = folder.request().asked;
    let cut = part::to_cut(board, asked);
    let encoding = encoding_of(folder, &cut)?;
    // Made when the first task needs it.
    let mut worker: Option<(Worker<'_>, Names)> = None;
    let mut status = Status::Solved;
    for &id in tasks {
        match folder.result(id) {
            Ok(Some(result)) => {
                tell(id, &format!("already done: {}", in_words(&result)));
                continue;
            }
            Ok(None) => {}
            Err(why) => {
                let path = folder.result_path(id);
                (context.observer)(Event::Warning(&format!(
                    "{} {why}; doing the task again",
                    path.display()
                )));
            }
        }
        if let Some(other) = folder.solved_by() {
            tell(id, &format!("not needed: task {other} found a solution"));
            continue;
        }
        let limits = context.limits_of(timeout_s);
        let (worker, names) = match &mut worker {
            Some(made) => made,
            none => {
                let made = Worker::new(&*cut.board, Some(encoding), asked, &limits);
                let made = match Error::unless_stopped(made)? {
                    Ok(made) => made,
                    Err(stop) => {
                        tell(id, &format!("left open: {stop}"));
                        status = status.and(Status::Unknown);
                        if context.stop.load(Relaxed) {
                            break;
                        }
                        continue;
                    }
                };
                let names = Names::of(made.formula());
                let literals = |cube: &[String]| literals(folder, &made, &names, cube);
                beginnings_of(folder, &cut, literals)?;
                none.insert((made, names))
            }
        };
        let task = &folder.list[id - 1];
        let cube = literals(folder, worker, names, &task.cube)?;
        let started = (Instant::now(), cpu_time());
        let group = &folder.manifest.beginnings[task.beginning].stabilizer;
        let (by, found) = worker.work(&cube, group, &context.run(&limits))?;
        let mut result = TaskResult {
            schema: SCHEMA,
            task: id,
            digest: folder.manifest.digest.clone(),
            status: TaskStatus::Refuted,
            count: None,
            fixed: None,
            solution: None,
            by: by_words(&by),
            wall_s: rounded(started.0.elapsed()),
            cpu_s: rounded(cpu_time().saturating_sub(started.1)),
            version: env!("CARGO_PKG_VERSION").into(),
            seal: String::new(),
        };
        match found {
            Found::Stopped(stop) => {
                tell(id, &format!("left open: {stop}"));
                status = status.and(Status::Unknown);
                if context.stop.load(Relaxed) {
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
                result.solution = Some(given(&*cut.board, &solution)?);
            }
        }
        folder.keep(&result)?;
        tell(id, &format!("{} ({}, {:.1?})", in_words(&result), result.by, started.0.elapsed()));
    }
    Ok(status)
}

fn in_words(result: &TaskResult) -> String {
    match (result.status, &result.count) {
        (TaskStatus::Solved, _) => "solved".into(),
        (TaskStatus::Counted, Some(count)) if count == "1" => "1 solution".into(),
        (TaskStatus::Counted, Some(count)) => format!("{count} solutions"),
        (TaskStatus::Refuted | TaskStatus::Counted, _) => "no solution".into(),
    }
}

/// The numbers for words such as `7` and `1-20`, where tasks are numbered from 1 to `most`.
///
/// # Errors
///
/// Other words, and numbers that no task has.
pub fn wanted(words: &[String], most: usize) -> Result<Vec<usize>, Error> {
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
                return Err(Error::request(message));
            }
        }
    }
    Ok(wanted)
}

/// The literals of a cube.
fn literals(
    folder: &TaskFolder,
    worker: &Worker<'_>,
    names: &Names,
    cube: &[String],
) -> Result<Vec<Known>, Error> {
    let lits = names.find(cube).map_err(|name| {
        let name = jigsat_input::quote(&name);
        folder.malformed(TASKS, format!("mentions {name}, which this version of jigsat does not know"))
    })?;
    Ok(worker.formula().literals(&lits))
}

fn rounded(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e6
}

/// The processor time of this process so far, in all threads.
#[cfg(unix)]
fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

#[cfg(not(unix))]
fn cpu_time() -> Duration {
    Duration::ZERO
}
