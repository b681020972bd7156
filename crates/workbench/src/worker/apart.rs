//! Puzzles that are solved in processes of their own, so that one that needs too much memory costs no other answer.

use std::{
    io::{
        self,
        ErrorKind::{OutOfMemory, WouldBlock},
    },
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use bytesize::ByteSize;
use jigsat_kit::Error;
use jigsat_solve::Stop;
use serde_json::value::RawValue;

use super::{
    message::{Input, WorkerReply, WorkerRequest},
    process::{Death, Heard, Worker, WorkerProgram},
};
use crate::{
    Board, Context, SolveRequest, Status,
    any_family::complete_text,
    failure::Failed,
    record::SolveRecord,
    reply::Reply,
    verb::Part,
    verbs::{Request, solve::Solved},
};

/// The library in the process obeys the limits of the question; there are no others.
const UNLIMITED: Duration = Duration::MAX;

/// Solves puzzles in processes with bounded memory: one process for each thread that asks at the same time.
pub struct Apart {
    program: WorkerProgram,
    memory_bytes: u64,
    /// The text that defines the family of the puzzles, if it doesn't come with jigsat.
    page: Option<String>,
    idle: Mutex<Vec<Worker>>,
}

/// What a process answered.
pub(crate) enum Replied {
    /// This.
    With(Reply),
    /// Nothing, with how it ended and the reason.
    Not(Status, String),
}

/// Why a puzzle of a collection has no answer, as a part of the answer about the collection.
fn no_answer(puzzle: &dyn Board, index: u64, status: Status, reason: String) -> Failed {
    let word = status.word_of_failure();
    let (file, title) = (Arc::clone(puzzle.file()), Arc::clone(puzzle.title()));
    let mut record: SolveRecord = SolveRecord::new(puzzle.info().name.clone(), &file, &title, word);
    record.index = Some(index);
    let words = format!("{index}: {word}: {reason}");
    record.reason = Some(reason);
    Failed::with(status, &record, words).numbered(index)
}

impl Apart {
    /// Processes with this memory limit, for puzzles of one family.
    #[must_use]
    pub fn new(program: WorkerProgram, memory_bytes: u64, page: Option<String>) -> Self {
        Apart { program, memory_bytes, page, idle: Mutex::default() }
    }

    /// Solves a puzzle of a collection in a process of its own, and says if that ends without an answer. A puzzle that needs
    /// no process is solved here, and so is one that can't be sent to another process or for which the request can't be met
    /// there.
    ///
    /// # Errors
    ///
    /// As an answer, and a program that can't be started.
    pub fn solve(
        &self,
        instance: &dyn Board,
        index: u64,
        request: &SolveRequest,
        context: &Context,
    ) -> Result<Box<dyn Part>, Error> {
        let here = || -> Result<Box<dyn Part>, Error> { Ok(Box::new(instance.ask(request, context)?)) };
        let Some(text) = complete_text(instance).ok().filter(|_| !instance.is_light()) else { return here() };
        let family = Some(instance.info().name.to_string());
        let input = Some(Input::Text { name: instance.file().to_string(), text });
        let reply = match self.ask(family, input, Request::Solve(request.clone()), context)? {
            Replied::With(reply) => reply,
            Replied::Not(status, reason) => return Ok(Box::new(no_answer(instance, index, status, reason))),
        };
        if reply.status == Status::BadInput {
            return here();
        }
        let Some(mut record) = record_of(&reply, instance) else {
            return Ok(Box::new(no_answer(instance, index, reply.status, reply.words)));
        };
        record.file = Arc::clone(instance.file());
        record.puzzle = Arc::clone(instance.title());
        record.index = Some(index);
        if !context.wants.times {
            record = record.without_times(request.portfolio.is_some());
        }
        Ok(Box::new(Solved::said(reply.status, record, reply.words, instance.shared(), request)))
    }

    /// Answers a request in a process of its own: the first part of the answer.
    ///
    /// # Errors
    ///
    /// A program that can't be started.
    pub(crate) fn ask(
        &self,
        family: Option<String>,
        input: Option<Input>,
        verb: Request,
        context: &Context,
    ) -> Result<Replied, Error> {
        let question =
            WorkerRequest::Answer { family, page: self.page.clone(), input, verb, pictures: false };
        let no_answer = |status, reason| Ok(Replied::Not(status, reason));
        let of_memory =
            || no_answer(Status::Unknown, format!("memory limit reached: {}", ByteSize(self.memory_bytes)));
        loop {
            let mut worker = match self.take(context) {
                Ok(worker) => worker,
                // This process is bounded, too.
                Err(error) if matches!(error.kind(), OutOfMemory | WouldBlock) => return of_memory(),
                Err(error) => {
                    return Err(Error::request(format!("can't start another process: {error}")));
                }
            };
            let was_used = worker.used();
            let mut heard = worker.ask(&question, UNLIMITED, &context.stop);
            if matches!(heard, Heard::Stopped) {
                heard = worker.dismiss();
            }
            match heard {
                Heard::Reply(WorkerReply::Record(reply)) => {
                    if matches!(worker.hear(UNLIMITED, &context.stop), Heard::Reply(WorkerReply::End)) {
                        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
                    }
                    return Ok(Replied::With(reply));
                }
                // Earlier puzzles may be the cause; a new process decides.
                Heard::Died(_) if was_used => {}
                Heard::Died(Death { of_memory: true, .. }) => return of_memory(),
                Heard::Died(Death { how, .. }) => {
                    return no_answer(Status::Bug, format!("the process that solved it {how}"));
                }
                Heard::Stopped | Heard::Late => {
                    return no_answer(Status::Unknown, Stop::Interrupted.to_string());
                }
                Heard::Reply(other) => {
                    return no_answer(Status::Bug, format!("no answer came, but {other:?}"));
                }
            }
        }
    }

    fn take(&self, context: &Context) -> io::Result<Worker> {
        if let Some(worker) = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop() {
            return Ok(worker);
        }
        let worker = Worker::start(&self.program, self.memory_bytes)?;
        Ok(worker.observed_by(Arc::clone(&context.observer)))
    }
}

/// The record of a reply; `None` if that is the record of a failure.
fn record_of(reply: &Reply, instance: &dyn Board) -> Option<SolveRecord> {
    let record: SolveRecord<Box<RawValue>> = serde_json::from_str(reply.record.get()).ok()?;
    record.try_map(|json| instance.solution(&json)).ok()
}
