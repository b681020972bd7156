//! The worker processes. Each request has one for itself; a process that ended well serves the next request.

use std::{
    io,
    sync::{
        Arc, Mutex, PoisonError, Weak,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::Instant,
};

use jigsat_workbench::{
    Status,
    wire::Reply,
    worker::{Heard, Worker, WorkerProgram, WorkerReply, WorkerRequest},
};
use tokio::sync::{Semaphore, mpsc::Sender};

use crate::bounds::{Bounds, FAREWELL};

/// Number of requests after which a process is replaced: memory that the allocator keeps adds up.
const MOST_REQUESTS: u32 = 200;

pub struct Pool {
    program: WorkerProgram,
    pub bounds: Bounds,
    /// A permit for each request that is worked on.
    pub working: Arc<Semaphore>,
    /// A permit for each of these and each one that waits.
    pub present: Arc<Semaphore>,
    idle: Mutex<Vec<(Worker, u32)>>,
    /// The stop flags of the requests that are worked on.
    running: Mutex<Vec<Weak<AtomicBool>>>,
}

impl Pool {
    pub fn new(program: WorkerProgram, bounds: Bounds) -> Self {
        Pool {
            program,
            bounds,
            working: Arc::new(Semaphore::new(bounds.jobs)),
            present: Arc::new(Semaphore::new(bounds.jobs + bounds.waiting)),
            idle: Mutex::default(),
            running: Mutex::default(),
        }
    }

    /// Stops all work, and lets no further request begin.
    pub fn close(&self) {
        self.working.close();
        self.present.close();
        let running = std::mem::take(&mut *self.running.lock().unwrap_or_else(PoisonError::into_inner));
        for stop in running.iter().filter_map(Weak::upgrade) {
            stop.store(true, Relaxed);
        }
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// A flag that stops a request, and that is also set when everything should end.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        let stop = Arc::new(AtomicBool::new(false));
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.retain(|flag| flag.strong_count() > 0);
        running.push(Arc::downgrade(&stop));
        stop
    }

    /// Answers a request: waits for its process, and ends the process if it is late or nobody listens any more.
    pub fn answer(&self, request: &WorkerRequest, stop: &AtomicBool, replies: &Sender<Reply>) {
        let failed = |status, words: String| {
            // The receiver may be gone.
            let _ = replies.blocking_send(Reply::of_words(status, words));
        };
        let (mut worker, used) = match self.take() {
            Ok(worker) => worker,
            Err(error) => return failed(Status::Bug, format!("no process could be started: {error}")),
        };
        let begun = Instant::now();
        // The library reaches its own limit first, and makes an answer of it.
        let left = || (self.bounds.time + FAREWELL).saturating_sub(begun.elapsed());
        let mut heard = worker.ask(request, left(), stop);
        loop {
            match heard {
                Heard::Reply(WorkerReply::Record(reply)) => {
                    if replies.blocking_send(reply).is_err() {
                        return;
                    }
                }
                Heard::Reply(WorkerReply::End) => return self.give_back(worker, used + 1),
                Heard::Reply(other) => {
                    return failed(Status::Bug, format!("a worker said something else: {other:?}"));
                }
                Heard::Late => return failed(Status::Unknown, "time limit reached".into()),
                Heard::Died(death) if death.of_memory => {
                    let memory = bytesize::ByteSize::b(self.bounds.memory_bytes).display();
                    return failed(Status::Unknown, format!("memory limit reached: {memory}"));
                }
                Heard::Died(death) => return failed(Status::Bug, format!("the process {}", death.how)),
                Heard::Stopped => return failed(Status::Unknown, "the server is stopping".into()),
            }
            heard = worker.hear(left(), stop);
        }
    }

    fn take(&self) -> io::Result<(Worker, u32)> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.map_or_else(|| Ok((Worker::start(&self.program, self.bounds.memory_bytes)?, 0)), Ok)
    }

    fn give_back(&self, worker: Worker, used: u32) {
        if used < MOST_REQUESTS && !self.working.is_closed() {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push((worker, used));
        }
    }
}
