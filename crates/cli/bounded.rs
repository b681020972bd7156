//! `--memory`: a job is done in a process of its own with bounded memory. A process that asks for more than that ends;
//! this one outlives it and reports it. The puzzles of a collection are solved in further processes: see [`Apart`].
//!
//! [`Apart`]: jigsat_workbench::worker::Apart

use std::{
    io::{self, Read, Write},
    sync::{
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc,
    },
    thread,
    time::Duration,
};

use bytesize::ByteSize;
use jigsat_workbench::worker::{Bytes, Death, Heard, Requests, Worker, WorkerReply, WorkerRequest};
use serde_json::value::to_raw_value;

use crate::{
    Done, Front,
    args::Job,
    exit::{Failure, failure},
    input, output, program, terminal,
    worker::Errand,
};

/// Interval between checks whether everything should stop.
const LOOKS: Duration = Duration::from_millis(20);

/// Number of bytes of standard input that are passed on at once.
const PIECE: usize = 64 << 10;

/// A process with bounded memory that does jobs.
pub struct Bounded<'f> {
    worker: Worker,
    memory: ByteSize,
    front: &'f Front,
    /// Each wish is for a piece of standard input.
    wishes: mpsc::Sender<()>,
}

impl<'f> Bounded<'f> {
    /// Starts the process.
    pub fn start(memory: ByteSize, front: &'f Front) -> Result<Self, Failure> {
        if !cfg!(target_os = "linux") {
            note!("warning: --memory has no effect on this system");
        }
        let program = program::this()?;
        let worker =
            Worker::start(&program, memory.as_u64()).map_err(|error| failure(&program.path, error))?;
        let (wishes, wished) = mpsc::channel();
        let requests = worker.requests();
        // The thread ends with the program.
        thread::spawn(move || pass_on_input(&wished, &requests));
        Ok(Bounded { worker, memory, front, wishes })
    }

    /// Does a job as this process would.
    pub fn run(&mut self, job: &Job) -> Result<Done, Failure> {
        let errand = Errand { job: job.clone(), quiet: self.front.quiet, shown: terminal::shown() };
        // Paths are the only values that JSON may not be able to hold.
        let text = to_raw_value(&errand).map_err(|error| Failure::usage(format!("--memory: {error}")))?;
        let request = WorkerRequest::Job(text);
        let never = AtomicBool::new(false);
        let mut heard = self.worker.ask(&request, LOOKS, &never);
        let mut family = None;
        let mut out = terminal::stdout();
        let mut is_told = false;
        loop {
            match heard {
                Heard::Reply(WorkerReply::Output(Bytes(bytes))) => {
                    out.write_all(&bytes)?;
                    out.flush()?;
                }
                Heard::Reply(WorkerReply::Note(line)) => note!("{line}"),
                Heard::Reply(WorkerReply::WantsInput) => drop(self.wishes.send(())),
                Heard::Reply(WorkerReply::Family(name)) => family = Some(name.into_owned()),
                Heard::Reply(WorkerReply::Done(status)) => {
                    return Ok(family.map_or(Done::Status(status), Done::Family));
                }
                Heard::Died(death) => return Err(self.died(job, death)),
                Heard::Reply(other) => return Err(Failure::Died(format!("said {other:?}"))),
                Heard::Late | Heard::Stopped => {}
            }
            if !is_told && self.front.context.stop.load(Relaxed) {
                is_told = true;
                // A process that has ended is heard of next.
                let _ = self.worker.requests().send(&WorkerRequest::Stop);
            }
            heard = self.worker.hear(LOOKS, &never);
        }
    }

    fn died(&self, job: &Job, death: Death) -> Failure {
        if let Some(path) = job.output() {
            output::sweep(&path, self.worker.id());
        }
        if death.of_memory {
            Failure::Memory { memory: self.memory, file: job.puzzle().map(input::name), index: job.index() }
        } else {
            Failure::Died(death.how)
        }
    }
}

/// Passes on a piece of standard input for each wish.
fn pass_on_input(wished: &mpsc::Receiver<()>, requests: &Requests) {
    let mut stdin = io::stdin();
    while wished.recv().is_ok() {
        let mut piece = vec![0; PIECE];
        let length = loop {
            match stdin.read(&mut piece) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                length => break length,
            }
        };
        let request = match length {
            Ok(length) => {
                piece.truncate(length);
                WorkerRequest::Input(Bytes(piece))
            }
            Err(error) => WorkerRequest::NoInput(error.to_string()),
        };
        if requests.send(&request).is_err() {
            return;
        }
    }
}
