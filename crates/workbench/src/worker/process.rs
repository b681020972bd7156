//! The parent's side: sends requests to a process, listens to it, and ends it whatever it does.

use std::{
    ffi::OsString,
    io::{self, BufRead, BufReader, Write},
    path::PathBuf,
    process::{ChildStdin, Command, Stdio},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{self, Receiver, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

use jigsat_solve::Process;
use web_time::Instant;

use super::{
    confine::expect_a_bound,
    message::{WorkerReply, WorkerRequest},
};
use crate::{Observer, failure::is_of_memory};

/// Interval between checks of the stop flag.
const LOOKS: Duration = Duration::from_millis(50);

/// Time for a process that is no longer needed to end by itself, and to end the solver programs that it runs.
const FAREWELL: Duration = Duration::from_millis(500);

/// Maximum number of replies that wait to be read; the process waits if there are more.
const UNHEARD: usize = 64;

/// The program that is started as a worker: it calls [`serve`](super::serve).
#[derive(Clone, Debug)]
pub struct WorkerProgram {
    /// Its path.
    pub path: PathBuf,
    /// The arguments that make it a worker.
    pub arguments: Vec<OsString>,
    /// Its name in lists of processes, if the system allows setting it.
    pub name: Option<OsString>,
}

/// A process that answers one request after the other. It ends when it is dropped.
pub struct Worker {
    process: Process,
    requests: Requests,
    replies: Receiver<String>,
    used: bool,
    observer: Option<Observer>,
}

/// Sends requests to a worker, from any thread.
#[derive(Clone)]
pub struct Requests {
    /// Its input; closing it ends the process.
    stdin: Arc<Mutex<Option<ChildStdin>>>,
}

impl Requests {
    /// Sends a request, and does not wait for replies.
    ///
    /// # Errors
    ///
    /// A worker that has ended or been dismissed.
    pub fn send(&self, request: &WorkerRequest) -> io::Result<()> {
        let mut line = serde_json::to_vec(request)?;
        line.push(b'\n');
        let mut stdin = self.stdin.lock().unwrap_or_else(PoisonError::into_inner);
        stdin.as_mut().ok_or(io::ErrorKind::BrokenPipe)?.write_all(&line)
    }

    fn close(&self) {
        drop(self.stdin.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}

/// The result of listening.
#[derive(Debug)]
pub enum Heard {
    /// A reply.
    Reply(WorkerReply),
    /// It took longer than allowed; end the worker.
    Late,
    /// The process has died.
    Died(Death),
    /// Everything should stop; end the worker.
    Stopped,
}

/// How a process died.
#[derive(Debug)]
pub struct Death {
    /// Whether it asked for more memory than allowed.
    pub of_memory: bool,
    /// In words that follow its name: `ended with signal: 6 (SIGABRT): …`.
    pub how: String,
}

impl Death {
    /// Judges the end of a process by its status, and by what it wrote to standard error.
    #[must_use]
    pub fn new(status: &str, said: &str) -> Self {
        let line = said.lines().find(|line| !line.trim().is_empty());
        let line = line.map(|line| format!(": {}", line.trim())).unwrap_or_default();
        Death { of_memory: is_of_memory(said), how: format!("ended with {status}{line}") }
    }
}

impl Worker {
    /// Starts a worker with this memory limit.
    ///
    /// # Errors
    ///
    /// A program that can't be started.
    pub fn start(program: &WorkerProgram, memory_bytes: u64) -> io::Result<Self> {
        let mut command = Command::new(&program.path);
        command.args(&program.arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        expect_a_bound(&mut command);
        #[cfg(unix)]
        if let Some(name) = &program.name {
            std::os::unix::process::CommandExt::arg0(&mut command, name);
        }
        // Ctrl-C in a terminal reaches only this process, which then decides.
        let mut process = Process::start(command)?;
        let requests = Requests { stdin: Arc::new(Mutex::new(process.stdin())) };
        let stdout = process.stdout().ok_or(io::ErrorKind::BrokenPipe)?;
        let (sender, replies) = mpsc::sync_channel(UNHEARD);
        thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            let mut line = String::new();
            // A line without a line end was cut off by the end of the process.
            while stdout.read_line(&mut line).is_ok() && line.ends_with('\n') {
                if sender.send(std::mem::take(&mut line)).is_err() {
                    return;
                }
            }
        });
        let worker = Worker { process, requests, replies, used: false, observer: None };
        worker.prepare(&WorkerRequest::Bound { memory_bytes });
        Ok(worker)
    }

    /// Passes the events of its work to an observer while somebody listens to it.
    #[must_use]
    pub fn observed_by(mut self, observer: Observer) -> Self {
        self.observer = Some(observer);
        self.prepare(&WorkerRequest::Observe);
        self
    }

    /// Sends a request without a reply. If the process has died already, the first answer reports it.
    fn prepare(&self, request: &WorkerRequest) {
        let _ = self.requests.send(request);
    }

    /// The number that the system gave the process.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// For requests without replies while somebody listens.
    #[must_use]
    pub fn requests(&self) -> Requests {
        self.requests.clone()
    }

    /// Whether it has had an earlier request, which may then be the cause of a failure.
    #[must_use]
    pub fn used(&self) -> bool {
        self.used
    }

    /// Sends a request, and waits this long for the first reply.
    pub fn ask(&mut self, request: &WorkerRequest, limit: Duration, stop: &AtomicBool) -> Heard {
        self.used = true;
        if self.requests.send(request).is_err() {
            return self.dead(stop);
        }
        self.hear(limit, stop)
    }

    /// Waits this long for a further reply.
    pub fn hear(&mut self, limit: Duration, stop: &AtomicBool) -> Heard {
        let started = Instant::now();
        loop {
            let left = limit.saturating_sub(started.elapsed());
            match self.replies.recv_timeout(left.min(LOOKS)) {
                Ok(line) => match serde_json::from_str(&line) {
                    Ok(WorkerReply::Event(event)) => {
                        if let Some(observer) = &self.observer {
                            observer(event.event());
                        }
                    }
                    Ok(reply) => return Heard::Reply(reply),
                    Err(error) => {
                        let how = format!("said nothing: {error}");
                        return Heard::Died(Death { of_memory: false, how });
                    }
                },
                Err(RecvTimeoutError::Disconnected) => return self.dead(stop),
                Err(RecvTimeoutError::Timeout) if stop.load(Relaxed) => return Heard::Stopped,
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Heard::Late,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Stops its work, and waits shortly for the reply that this may lead to: the best so far. No further request can
    /// be sent.
    pub fn dismiss(&mut self) -> Heard {
        self.requests.close();
        match self.hear(FAREWELL, &AtomicBool::new(false)) {
            Heard::Reply(reply) => Heard::Reply(reply),
            Heard::Late | Heard::Died(_) | Heard::Stopped => Heard::Stopped,
        }
    }

    /// The result of listening to a worker that has closed its output. A program that stops everything, such as GNU
    /// parallel, may have ended it, too: then its end says nothing about the request.
    fn dead(&mut self, stop: &AtomicBool) -> Heard {
        let death = self.death();
        if stop.load(Relaxed) { Heard::Stopped } else { Heard::Died(death) }
    }

    /// How it died, after it has closed its output.
    fn death(&mut self) -> Death {
        self.requests.close();
        let status = self.process.end(FAREWELL);
        let said = self.process.said();
        let how = status.map_or_else(|error| error.to_string(), |status| status.to_string());
        Death::new(&how, &said)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.requests.close();
        // An error means that it has ended by itself.
        let _ = self.process.end(FAREWELL);
    }
}
