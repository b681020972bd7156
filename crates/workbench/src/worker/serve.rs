//! The child's side: requests come in, replies go out.

use std::{
    io::{BufRead, Write},
    sync::{Arc, Mutex, PoisonError, atomic::Ordering::Relaxed, mpsc},
    thread,
    time::Duration,
};

use jigsat_kit::Error;

use super::{
    answer::answer,
    confine::{before_memory_ends, bound_memory},
    message::{Input, OwnEvent, WorkerReply, WorkerRequest},
};
use crate::{
    Context,
    batch::{BatchRequest, Families, Read, read},
};

/// Time by which all code that checks its limits has ended.
const FAREWELL: Duration = Duration::from_millis(400);

/// Answers requests, a line of JSON each, until the input ends: then the parent has ended, in whatever way, or wants
/// this process to end. The stop flag is set for current work; shortly after, `abandoned` is called, which should end
/// the process.
///
/// # Errors
///
/// A line that is not a request, and replies that can't be written.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    context: &Context,
    abandoned: impl FnOnce() + Send + 'static,
) -> Result<(), Error> {
    let (sender, requests) = mpsc::channel();
    let stop = Arc::clone(&context.stop);
    thread::spawn(move || {
        for line in input.lines() {
            let request = line.map_err(|error| error.to_string()).and_then(|line| {
                serde_json::from_str::<WorkerRequest>(&line).map_err(|error| error.to_string())
            });
            if request.is_err() | sender.send(request).is_err() {
                break;
            }
        }
        drop(sender);
        stop.store(true, Relaxed);
        thread::sleep(FAREWELL);
        abandoned();
    });
    let output = Arc::new(Mutex::new(output));
    let mut server = Server { output, context: context.clone(), families: None };
    for request in requests {
        let request = request.map_err(|message| {
            Error::request(format!("a worker is started by another process: {message}"))
        })?;
        server.answer(request)?;
    }
    Ok(())
}

struct Server<W> {
    output: Arc<Mutex<W>>,
    context: Context,
    /// The families for the last batch request.
    families: Option<(Arc<BatchRequest>, Arc<Families>)>,
}

impl<W: Write + Send + 'static> Server<W> {
    fn answer(&mut self, request: WorkerRequest) -> Result<(), Error> {
        self.context.hook = self.context.memory_bytes.map(before_memory_ends).unwrap_or_default();
        match request {
            WorkerRequest::Bound { memory_bytes } => {
                bound_memory(memory_bytes);
                self.context.memory_bytes = Some(memory_bytes);
            }
            WorkerRequest::Observe => {
                let output = Arc::clone(&self.output);
                self.context.observer = Arc::new(move |event| {
                    // If nobody listens any more, the next reply reports it.
                    let _ = OwnEvent::of(event).map(|event| say(&output, &WorkerReply::Event(event)));
                });
            }
            WorkerRequest::Read { batch, input } => {
                let families = self.families(batch)?;
                self.read(&families, input)?;
                self.say(&WorkerReply::End)?;
            }
            WorkerRequest::Solve { batch, mut task } => {
                let families = self.families(batch)?;
                let answered = families.solve(&mut task, &self.context);
                self.say(&WorkerReply::Line(answered.line))?;
            }
            WorkerRequest::Answer { family, page, input, verb, pictures } => {
                let family = (family.as_deref(), page.as_deref());
                answer(family, input, &verb, pictures, &self.context, |reply| self.say(&reply))?;
                self.say(&WorkerReply::End)?;
            }
        }
        Ok(())
    }

    fn families(&mut self, batch: Arc<BatchRequest>) -> Result<Arc<Families>, Error> {
        match &self.families {
            Some((known, families)) if *known == batch => Ok(Arc::clone(families)),
            _ => {
                let families = Arc::new(Families::new(&batch)?);
                self.families = Some((batch, Arc::clone(&families)));
                Ok(families)
            }
        }
    }

    fn read(&self, families: &Families, input: Input) -> Result<(), Error> {
        let context = input.surroundings(&self.context);
        let text = match input.open() {
            Ok(text) => text,
            Err(error) => return self.say(&WorkerReply::Skipped(error.message().to_owned())),
        };
        let asked = match families.recognise(&text) {
            Ok(asked) => asked,
            Err(reason) => return self.say(&WorkerReply::Skipped(reason)),
        };
        // Before the reader begins, as it may not return.
        self.say(&WorkerReply::Family(asked.family.info().name.clone()))?;
        read(asked, text, &*context.files, &mut |read| {
            self.say(&match read {
                Read::Puzzle(task) => WorkerReply::Puzzle(task),
                Read::Malformed(malformed) => WorkerReply::Malformed(malformed),
                Read::Unread(unread) => WorkerReply::Unread(unread),
            })?;
            Ok(!context.stop.load(Relaxed))
        })
    }

    fn say(&self, reply: &WorkerReply) -> Result<(), Error> {
        say(&self.output, reply)
    }
}

fn say(output: &Mutex<impl Write>, reply: &WorkerReply) -> Result<(), Error> {
    let written = serde_json::to_vec(reply).map_err(std::io::Error::from).and_then(|mut line| {
        line.push(b'\n');
        let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
        output.write_all(&line)?;
        output.flush()
    });
    written.map_err(|error| Error::Output { path: "a reply".into(), error })
}
