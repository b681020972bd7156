//! The families, each prepared to read and to solve puzzles for a batch.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, OnceLock},
};

use jigsat_input::{ParseError, quote};
use jigsat_kit::{Error, Files, Text};
use web_time::Instant;

use super::{
    line::{Answered, Key, Line, Verdict},
    named_files::{NamedFiles, Noting},
    request::BatchRequest,
    task::{Task, digest_with},
    unread::{Malformed, Unread},
};
use crate::{
    AnyFamily, Board, Context, Prepared, SolveRequest, Status, any_family::complete_text, failure::panicked,
    only, recognise, recognise::refuse_others, registry::families_of,
};

/// An item that was read from a text.
pub(crate) enum Read {
    /// A puzzle.
    Puzzle(Task),
    /// A puzzle that breaks a rule of its format.
    Malformed(Malformed),
    /// The rest of the text, because the reader crashed.
    Unread(Unread),
}

/// The function that is called for each puzzle of a text; it returns whether to go on.
pub(crate) type OnRead<'f> = &'f mut dyn FnMut(Read) -> Result<bool, Error>;

/// The families of a batch; each is prepared for its first puzzle.
pub(crate) struct Families {
    request: SolveRequest,
    key: Key,
    timed: bool,
    /// Only one if the batch names it: then all puzzles are read as its own.
    all: Vec<Member>,
}

/// A family of a batch.
struct Member {
    family: Arc<dyn AnyFamily>,
    /// The prepared request for its puzzles, or why there can be none.
    prepared: OnceLock<Result<Arc<dyn Prepared>, String>>,
}

/// A family with the request for its puzzles.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'f> {
    pub family: &'f dyn AnyFamily,
    prepared: &'f dyn Prepared,
}

impl Families {
    /// # Errors
    ///
    /// A family that doesn't exist, and a page that defines none.
    pub fn new(request: &BatchRequest) -> Result<Self, Error> {
        let families = families_of(request.family.as_deref(), request.page.as_deref())?;
        let member = |family| Member { family, prepared: OnceLock::new() };
        Ok(Families {
            request: SolveRequest { ask: request.bounded_ask(), ..SolveRequest::default() },
            key: request.key(),
            timed: !request.no_times,
            all: families.into_iter().map(member).collect(),
        })
    }

    /// The family with that name; or why the request can't be made to it.
    pub fn named(&self, name: &str) -> Result<Asked<'_>, String> {
        let found = self.all.iter().find(|member| member.family.info().name == name);
        let Member { family, prepared } = found.ok_or_else(|| match &self.all[..] {
            [only] => format!("a puzzle of {name}, not of {}", only.family.info().name),
            _ => format!("there is no family {}", quote(name)),
        })?;
        let prepared =
            prepared.get_or_init(|| family.prepare(&self.request.ask).map_err(|error| said(&error)));
        Ok(Asked { family: &**family, prepared: &**prepared.as_ref().map_err(Clone::clone)? })
    }

    /// Detects the family of a text; or says why there is no puzzle in it, or none for the request.
    pub fn recognise(&self, text: &Text) -> Result<Asked<'_>, String> {
        if let [Member { family, .. }] = &self.all[..] {
            refuse_others(text, &**family).map_err(|error| error.message().to_owned())?;
            return self.named(&family.info().name);
        }
        let family = recognise(text).map_err(|error| error.message().to_owned())?;
        self.named(&family.info().name)
    }

    /// Solves a puzzle in this process.
    pub fn solve(&self, task: &mut Task, context: &Context) -> Answered {
        let started = Instant::now();
        // A panic is a bug, but no reason to skip the other puzzles.
        let answer = catch_unwind(AssertUnwindSafe(|| self.answer(task, started, context)))
            .unwrap_or_else(|panic| Err(panicked(panic.as_ref())));
        answer.unwrap_or_else(|(status, reason)| {
            task.without_answer(status.word_of_failure(), reason, &self.key, self.time_since(started))
        })
    }

    /// Reads the puzzle and solves it; returns a failure in words.
    fn answer(
        &self,
        task: &mut Task,
        started: Instant,
        context: &Context,
    ) -> Result<Answered, (Status, String)> {
        let instance = self.instance(task)?;
        let solved =
            instance.ask(&self.request, context).map_err(|error| (Status::of(&error), said(&error)))?;
        let mut record = solved.record.with_json();
        record.puzzle = Arc::clone(&task.title);
        record.index = Some(task.index);
        if !self.timed {
            record.stats = record.stats.map(crate::record::Stats::without_times);
        }
        let verdict = Verdict::of(&record.status, record.unique, record.reason.is_some());
        let time_s = self.time_since(started);
        let line = Line { record, digest: &task.digest, key: &self.key, time_s }.to_json();
        Ok(Answered { line, verdict, time_s })
    }

    /// The puzzle of a task; its texts are no longer kept.
    fn instance(&self, task: &mut Task) -> Result<Arc<dyn Board>, (Status, String)> {
        if let Some(instance) = task.instance.take() {
            return Ok(instance);
        }
        let Asked { prepared, .. } = self.named(&task.family).map_err(|reason| (Status::BadInput, reason))?;
        let text = Text::of_string(&*task.file, std::mem::take(&mut task.text));
        // The task is complete: one from elsewhere can name no file of this machine.
        only(prepared, text, &std::mem::take(&mut task.files))
            .map_err(|error| (Status::Bug, format!("the puzzle can't be read back: {}", error.message())))
    }

    /// Seconds, rounded to microseconds.
    fn time_since(&self, started: Instant) -> Option<f64> {
        self.timed.then(|| seconds(started))
    }
}

/// Reads all puzzles of a text.
pub(crate) fn read(
    asked: Asked<'_>,
    text: Text,
    files: &dyn Files,
    on_read: OnRead<'_>,
) -> Result<(), Error> {
    let file: Arc<str> = text.name().into();
    let family = &asked.family.info().name;
    let unread = |index, panic: &(dyn Any + Send)| {
        let (status, reason) = panicked(panic);
        Read::Unread(Unread::new(Some(family.clone()), &file, index, status, reason))
    };
    let malformed = |index, error: &ParseError| {
        if error.is_unfinished() {
            let reason = error.message().to_owned();
            return Read::Unread(Unread::new(Some(family.clone()), &file, index, Status::Unknown, reason));
        }
        Read::Malformed(Malformed::new(family.clone(), &file, index, error))
    };
    let noting = Noting::of(files);
    let mut instances = match catch_unwind(AssertUnwindSafe(|| asked.prepared.read(text, &noting))) {
        Ok(Ok(instances)) => instances,
        Ok(Err(error)) => return on_read(malformed(1, &error)).map(|_| ()),
        Err(panic) => return on_read(unread(1, panic.as_ref())).map(|_| ()),
    };
    let files = noting.noted();
    for index in 1.. {
        let next = || Some(instances.next()?.and_then(|instance| task(&file, index, instance, &files)));
        let (read, broken) = match catch_unwind(AssertUnwindSafe(next)) {
            Ok(None) => break,
            Ok(Some(Ok(task))) => (Read::Puzzle(task), false),
            Ok(Some(Err(error))) => (malformed(index, &error), false),
            Err(panic) => (unread(index, panic.as_ref()), true),
        };
        if !on_read(read)? || broken {
            break;
        }
    }
    Ok(())
}

fn task(
    file: &Arc<str>,
    index: u64,
    instance: Arc<dyn Board>,
    files: &NamedFiles,
) -> Result<Task, ParseError> {
    let light = instance.is_light();
    let text = complete_text(&*instance).map_err(|error| ParseError::in_file(&**file, said(&error)))?;
    Ok(Task {
        family: instance.info().name.clone(),
        file: Arc::clone(file),
        index,
        title: Arc::clone(instance.title()),
        digest: digest_with(&text, files),
        text,
        files: files.clone(),
        light,
        instance: light.then_some(instance),
    })
}

/// An error in one line.
fn said(error: &Error) -> String {
    match error {
        Error::Input(error) => error.message().to_owned(),
        error => error.to_string(),
    }
}

/// Seconds, rounded to microseconds.
pub(super) fn seconds(since: Instant) -> f64 {
    (since.elapsed().as_secs_f64() * 1e6).round() / 1e6
}
