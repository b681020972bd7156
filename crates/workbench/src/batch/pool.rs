//! The threads that solve.

use std::sync::{Arc, Mutex, PoisonError, atomic::Ordering::Relaxed};

use jigsat_kit::Error;
use web_time::Instant;

use super::{
    families::{Families, seconds},
    line::{Answered, Key, ResultLine},
    progress::Progress,
    queue::Queue,
    request::BatchRequest,
    results::Results,
    runner::Runner,
    task::Task,
};
use crate::worker::{Death, Heard, Worker, WorkerReply, WorkerRequest};

/// The context for solving puzzles.
pub(super) struct Pool<'a> {
    pub request: &'a Arc<BatchRequest>,
    pub families: &'a Families,
    pub results: &'a Results,
    pub progress: &'a Progress<'a>,
    pub runner: &'a Runner,
}

impl Pool<'_> {
    /// Solves the puzzles that `read` puts into the queue, this many at a time, and appends a line for each to the
    /// results.
    ///
    /// The threads themselves solve light puzzles; each of the others is solved by a separate process: see [`Worker`].
    /// The stop flag ends this, and so does a line that can't be written; unfinished puzzles then have no line.
    pub fn run<R>(&self, jobs: usize, read: impl FnOnce(&Queue) -> Result<R, Error>) -> Result<R, Error> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(jobs)
            .build()
            .map_err(|error| Error::request(format!("can't start {jobs} threads: {error}")))?;
        let queue = Queue::new(&self.runner.context.stop);
        let failed = Mutex::new(None);
        let read = pool.in_place_scope(|scope| {
            for _ in 0..jobs {
                scope.spawn(|_| {
                    if let Err(error) = self.work(&queue) {
                        queue.halt();
                        failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
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
            Some(error) => Err(error),
            None => read,
        }
    }

    /// One thread's work.
    fn work(&self, queue: &Queue) -> Result<(), Error> {
        let context = &self.runner.context;
        let key = self.request.key();
        let mut worker = None;
        while let Some(tasks) = queue.pop() {
            let mut lines = String::new();
            for task in tasks {
                let answered = if task.light {
                    let mut task = task;
                    let answered = self.families.solve(&mut task, context);
                    Some((task, answered))
                } else {
                    self.solve_apart(task, &key, &mut worker)?
                };
                // A puzzle left open because of the stop flag has no answer.
                let stopped = context.stop.load(Relaxed);
                let answered = answered.filter(|(_, answered)| !(stopped && answered.verdict.is_open()));
                let Some((task, answered)) = answered else { break };
                lines.push_str(&answered.line);
                self.progress.done(&task.family, answered.verdict, answered.time_s, false, || task.name());
            }
            self.results.append(&lines)?;
        }
        Ok(())
    }

    /// Has a puzzle solved by a process, a new one if necessary; `None` if everything should stop.
    fn solve_apart(
        &self,
        task: Task,
        key: &Key,
        worker: &mut Option<Worker>,
    ) -> Result<Option<(Task, Answered)>, Error> {
        let started = Instant::now();
        let request = WorkerRequest::Solve { batch: Arc::clone(self.request), task };
        let (status, reason) = loop {
            let mut running = match worker.take() {
                Some(running) => running,
                None => self.runner.start(self.request)?,
            };
            let was_used = running.used();
            match running.ask(&request, self.request.hard_limit(), &self.runner.context.stop) {
                Heard::Reply(WorkerReply::Line(line)) => match serde_json::from_str::<ResultLine>(&line) {
                    Ok(told) => {
                        *worker = Some(running);
                        let answered = Answered { verdict: told.verdict(), time_s: told.time_s, line };
                        let WorkerRequest::Solve { task, .. } = request else { unreachable!() };
                        return Ok(Some((task, answered)));
                    }
                    Err(error) => break ("bug", format!("no answer came: {error}")),
                },
                Heard::Reply(other) => break ("bug", format!("no answer came, but {other:?}")),
                Heard::Stopped => return Ok(None),
                Heard::Late => break ("unknown", "time limit reached, stopped by force".into()),
                // Earlier puzzles may be the cause; a new process decides.
                Heard::Died(_) if was_used => {}
                Heard::Died(Death { of_memory: true, .. }) => {
                    break ("unknown", self.request.out_of_memory());
                }
                Heard::Died(Death { how, .. }) => {
                    break ("bug", format!("the process that solved it {how}"));
                }
            }
        };
        let WorkerRequest::Solve { task, .. } = request else { unreachable!() };
        let time_s = (!self.request.no_times).then(|| seconds(started));
        let answered = task.without_answer(status, reason, key, time_s);
        Ok(Some((task, answered)))
    }
}
