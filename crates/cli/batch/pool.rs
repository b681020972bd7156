//! The threads that solve.

use std::{
    sync::{Mutex, PoisonError, atomic::Ordering::Relaxed},
    time::{Duration, Instant},
};

use bytesize::ByteSize;

use super::{
    line::{Key, Told},
    process::{Process, Reply},
    progress::Progress,
    queue::Queue,
    ready::Families,
    results::Results,
    task::{Answered, Task},
};
use crate::{Context, args::AskedArgs, exit::Failure};

/// Whoever solves puzzles needs these.
pub struct Pool<'a> {
    pub asked: &'a AskedArgs,
    pub families: &'a Families,
    pub results: &'a Results,
    pub progress: &'a Progress,
    pub context: &'a Context,
}

impl Pool<'_> {
    /// Solves what `read` puts into the queue, so many puzzles at a time, and appends a line for each to the results.
    ///
    /// Light puzzles are solved by the threads themselves, all others each by a process of its own: see [`Process`].
    /// Ctrl-C ends it, and so does a line that can't be written; puzzles that were begun by then have no line.
    pub fn run<R>(&self, jobs: usize, read: impl FnOnce(&Queue) -> Result<R, Failure>) -> Result<R, Failure> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(jobs)
            .build()
            .map_err(|error| Failure::usage(format!("can't start {jobs} threads: {error}")))?;
        let queue = Queue::new(&self.context.stop);
        let failed = Mutex::new(None);
        let read = pool.in_place_scope(|scope| {
            for _ in 0..jobs {
                scope.spawn(|_| {
                    if let Err(failure) = self.work(&queue) {
                        queue.halt();
                        failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(failure);
                    }
                });
            }
            let read = read(&queue);
            if read.is_ok() {
                queue.complete();
            } else {
                queue.halt();
            }
            read
        });
        match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(failure) => Err(failure),
            None => read,
        }
    }

    /// One thread's work.
    fn work(&self, queue: &Queue) -> Result<(), Failure> {
        let mut process = None;
        while let Some(tasks) = queue.pop() {
            let mut lines = String::new();
            for mut task in tasks {
                let answered = if task.light {
                    Some(self.families.solve(&mut task, self.context))
                } else {
                    self.solve_apart(&task, &mut process)?
                };
                // What Ctrl-C left open is no answer.
                let stopped = self.context.stop.load(Relaxed);
                let Some(answered) = answered.filter(|answered| !(stopped && answered.verdict.is_open()))
                else {
                    break;
                };
                lines.push_str(&answered.line);
                self.progress.done(&task.family, answered.verdict, answered.time_s, false, || task.name());
            }
            self.results.append(&lines)?;
        }
        Ok(())
    }

    /// Has a puzzle solved by a process, a new one if need be; none if Ctrl-C was pressed.
    fn solve_apart(&self, task: &Task, process: &mut Option<Process>) -> Result<Option<Answered>, Failure> {
        let key = Key::new(self.asked);
        let started = Instant::now();
        loop {
            let mut running = match process.take() {
                Some(running) => running,
                None => Process::start(self.asked)
                    .map_err(|error| Failure::usage(format!("can't start another process: {error}")))?,
            };
            let was_used = running.used;
            let without_answer = |status, reason| {
                let time_s =
                    (!self.asked.no_times).then(|| (started.elapsed().as_secs_f64() * 1e6).round() / 1e6);
                Ok(Some(task.without_answer(status, reason, &key, time_s)))
            };
            match running.ask(task, hard_limit(self.asked.timeout()), &self.context.stop) {
                Reply::Line(line) => match serde_json::from_str::<Told>(&line) {
                    Ok(told) => {
                        *process = Some(running);
                        return Ok(Some(Answered { verdict: told.verdict(), time_s: told.time_s, line }));
                    }
                    Err(error) => return without_answer("bug", format!("no answer came: {error}")),
                },
                Reply::Stopped => return Ok(None),
                Reply::Late => {
                    return without_answer("unknown", "time limit reached, stopped by force".into());
                }
                // That may be what earlier puzzles left behind; a new process tells.
                Reply::Died(_) if was_used => {}
                Reply::Died(death) if death.of_memory => {
                    let reason = format!("memory limit reached: {}", ByteSize(self.asked.memory.as_u64()));
                    return without_answer("unknown", reason);
                }
                Reply::Died(death) => return without_answer("bug", death.how),
            }
        }
    }
}

/// When a process is stopped by force that should have given up at its deadline.
pub fn hard_limit(timeout: Duration) -> Duration {
    timeout.saturating_add(timeout / 10).saturating_add(Duration::from_secs(1))
}
