//! The families, each ready to read and to solve puzzles as a batch asks for it.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, OnceLock},
    time::Instant,
};

use clap::{Args, FromArgMatches};
use jigsat_input::ParseError;
use serde::Serialize;

use super::{
    line::{Key, Line, Verdict},
    task::{Answered, Task, digest},
};
use crate::{
    Context,
    args::{AskedArgs, SolveArgs, With},
    edge_matching::EdgeMatching,
    exit::{Failure, Status, status_of},
    family::{self, Entry, Family, Question},
    fillomino::Fillomino,
    input::Opened,
    print,
    qprop::Qprop,
    record::SCHEMA,
    sokoban::Sokoban,
    solve,
    sudoku::Sudoku,
    tiling::Tiling,
};

/// A puzzle as it was read, or the line that tells why it can't be.
pub enum Read {
    Puzzle(Task),
    Malformed(Malformed),
}

/// A puzzle that can't be read.
pub struct Malformed {
    pub family: &'static str,
    pub file: String,
    pub index: u64,
    /// Of what is wrong.
    pub digest: String,
    pub answered: Answered,
}

/// What is written of a puzzle that can't be read.
#[derive(Serialize)]
struct ErrorLine<'a> {
    schema: u32,
    family: &'static str,
    /// The file that was to be read, even if it includes the one that is wrong.
    file: &'a str,
    index: u64,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'a str>,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
}

/// What is called for each puzzle of a text; says whether to go on.
pub type OnRead<'f> = &'f mut dyn FnMut(Read) -> Result<bool, Failure>;

/// A family with the options that a batch gives it.
trait Ready: Send + Sync {
    fn read(&self, opened: Opened, on_read: OnRead<'_>) -> Result<(), Failure>;
    fn solve(&self, task: &mut Task, context: &Context) -> Answered;
}

type Prepare = fn(&AskedArgs) -> Result<Box<dyn Ready>, Failure>;

const FAMILIES: [(&str, Prepare); 6] = [
    (Sudoku::NAME, prepare::<Sudoku>),
    (Tiling::NAME, prepare::<Tiling>),
    (Sokoban::NAME, prepare::<Sokoban>),
    (EdgeMatching::NAME, prepare::<EdgeMatching>),
    (Fillomino::NAME, prepare::<Fillomino>),
    (Qprop::NAME, prepare::<Qprop>),
];

/// All families; each is made ready when its first puzzle comes.
pub struct Families {
    asked: AskedArgs,
    ready: [OnceLock<Result<Box<dyn Ready>, String>>; FAMILIES.len()],
}

impl Families {
    pub fn new(asked: &AskedArgs) -> Self {
        Families { asked: asked.clone(), ready: Default::default() }
    }

    /// The family of that name; or why it can't be asked so.
    fn named(&self, name: &str) -> Result<&dyn Ready, String> {
        let number = FAMILIES.iter().position(|(known, _)| *known == name);
        let number = number.ok_or_else(|| format!("there is no family '{name}'"))?;
        let (_, prepare) = FAMILIES[number];
        let ready = self.ready[number].get_or_init(|| prepare(&self.asked).map_err(said));
        ready.as_ref().map(AsRef::as_ref).map_err(Clone::clone)
    }

    /// Reads all puzzles of a text, or says why there is none.
    pub fn read(&self, opened: Opened, on_read: OnRead<'_>) -> Result<Result<(), String>, Failure> {
        let ready = family::recognise(&opened).map_err(said).and_then(|name| self.named(name));
        match ready {
            Ok(ready) => ready.read(opened, on_read).map(Ok),
            Err(reason) => Ok(Err(reason)),
        }
    }

    /// Solves a puzzle in this process.
    pub fn solve(&self, task: &mut Task, context: &Context) -> Answered {
        match self.named(&task.family) {
            Ok(ready) => ready.solve(task, context),
            Err(reason) => task.without_answer("error", reason, &Key::new(&self.asked), None),
        }
    }
}

/// A failure in one line.
fn said(failure: Failure) -> String {
    match failure {
        Failure::Input(error) => error.message().to_owned(),
        Failure::Usage(message) => message,
        Failure::Solver(error) => error.to_string(),
        failure @ Failure::Output(..) => failure.to_string(),
    }
}

struct Desk<F: Family> {
    /// What `solve` would be told on the command line.
    with: With<SolveArgs, F::Options, F::SolveOptions>,
    key: Key,
}

fn prepare<F: Family>(asked: &AskedArgs) -> Result<Box<dyn Ready>, Failure> {
    type Solve<F> = With<SolveArgs, <F as Family>::Options, <F as Family>::SolveOptions>;
    let command = Solve::<F>::augment_args(clap::Command::new(F::NAME).no_binary_name(true));
    let puzzle = ["-".to_owned()].into_iter();
    let times = asked.no_times.then(|| "--no-times".to_owned());
    // The memory is not the solvers' matter, but that of the process.
    let limits = asked.limits().into_iter().take_while(|word| word != "--memory");
    let words = puzzle.chain(asked.question()).chain(limits).chain(times);
    let usage = |error: clap::Error| Failure::usage(error.to_string());
    let matches = command.try_get_matches_from(words).map_err(usage)?;
    let desk =
        Desk::<F> { with: Solve::<F>::from_arg_matches(&matches).map_err(usage)?, key: Key::new(asked) };
    F::begin(&desk.with.own, &desk.question()?, &desk.with.args)?;
    Ok(Box::new(desk))
}

impl<F: Family> Desk<F> {
    fn question(&self) -> Result<Question<'_, F>, Failure> {
        let args = &self.with.args;
        Question::new(&args.formula, &args.search, &self.with.options, args.unique)
    }

    fn task(&self, file: &Arc<str>, index: u64, entry: Entry<F::Puzzle>) -> Result<Task, ParseError> {
        let light = self.question().is_ok_and(|question| F::is_light(&entry.puzzle, &question));
        // The short form of a light puzzle says everything; that of others may leave out a variant or a hint.
        let text = if light {
            F::to_plain(&entry.puzzle)
        } else {
            F::to_yaml(&entry.puzzle).or_else(|_| F::to_plain(&entry.puzzle))
        };
        let text = text.map_err(|failure| ParseError::in_file(&**file, said(failure)))?;
        let digest = digest(&text);
        let title = entry.title;
        let puzzle = light.then(|| Box::new(entry.puzzle) as Box<dyn Any + Send>);
        Ok(Task { family: F::NAME.into(), file: Arc::clone(file), index, title, text, digest, light, puzzle })
    }

    /// The puzzle of a task; what it was read from is kept no longer.
    fn entry(&self, task: &mut Task) -> Result<Entry<F::Puzzle>, Failure> {
        let read = task.puzzle.take().map(Box::<dyn Any + Send>::downcast::<F::Puzzle>);
        let puzzle = if let Some(Ok(puzzle)) = read {
            *puzzle
        } else {
            let opened = Opened::of_text(&task.file, std::mem::take(&mut task.text));
            family::only::<F>(opened, &self.with.options)?.puzzle
        };
        Ok(Entry { puzzle, title: task.title.clone() })
    }

    fn malformed(&self, file: &str, index: u64, error: &ParseError) -> Read {
        let said = error.to_string();
        let digest = digest(&said);
        let status = "error";
        let is_here = error.file() == file;
        let record = ErrorLine {
            schema: SCHEMA,
            family: F::NAME,
            file,
            index,
            status,
            line: error.position().filter(|_| is_here).map(|position| position.line),
            column: error.position().filter(|_| is_here).map(|position| position.column),
            path: error.path().filter(|_| is_here),
            // What is wrong in a file that this one includes is told with its place.
            message: if is_here { error.message() } else { &said },
            help: error.help(),
        };
        let line = Line { record, digest: &digest, key: &self.key, time_s: None }.to_json();
        let answered = Answered { line, verdict: Verdict::of(status, None, false), time_s: None };
        Read::Malformed(Malformed { family: F::NAME, file: file.to_owned(), index, digest, answered })
    }

    /// Reads the puzzle and solves it; a failure is told in words, with its status.
    fn answer(
        &self,
        task: &mut Task,
        started: Instant,
        context: &Context,
    ) -> Result<Answered, (&'static str, String)> {
        let again = |failure: Failure| ("bug", format!("the puzzle can't be read back: {}", said(failure)));
        let entry = self.entry(task).map_err(again)?;
        let With { args, own, .. } = &self.with;
        let answer =
            self.question().and_then(|question| solve::ask::<F>(&entry, &question, own, args, context));
        let outcome = answer.map_err(|failure| {
            let status = match &failure {
                Failure::Solver(error) => status_of(error),
                _ => Status::BadInput,
            };
            let word = match status {
                Status::Bug => "bug",
                Status::Unknown => "unknown",
                _ => "error",
            };
            (word, said(failure))
        })?;
        let (_, record) = print::record::<F>(&self.with.args, &task.file, Some(task.index), &entry, &outcome);
        let verdict = Verdict::of(record.status, record.unique, record.reason.is_some());
        let time_s = self.time_since(started);
        let line = Line { record, digest: &task.digest, key: &self.key, time_s }.to_json();
        Ok(Answered { line, verdict, time_s })
    }

    /// Seconds, in microseconds.
    fn time_since(&self, started: Instant) -> Option<f64> {
        let timed = !self.with.args.output.no_times;
        timed.then(|| (started.elapsed().as_secs_f64() * 1e6).round() / 1e6)
    }
}

impl<F: Family> Ready for Desk<F> {
    fn read(&self, opened: Opened, on_read: OnRead<'_>) -> Result<(), Failure> {
        let file: Arc<str> = opened.name.as_str().into();
        let puzzles = match F::read(opened, &self.with.options) {
            Ok(puzzles) => puzzles,
            Err(error) => return on_read(self.malformed(&file, 1, &error)).map(|_| ()),
        };
        for (index, entry) in (1..).zip(puzzles) {
            let read = match entry.and_then(|entry| self.task(&file, index, entry)) {
                Ok(task) => Read::Puzzle(task),
                Err(error) => self.malformed(&file, index, &error),
            };
            if !on_read(read)? {
                break;
            }
        }
        Ok(())
    }

    fn solve(&self, task: &mut Task, context: &Context) -> Answered {
        let started = Instant::now();
        // A panic is a bug of ours, and no reason to leave the other puzzles alone.
        let answer = catch_unwind(AssertUnwindSafe(|| self.answer(task, started, context)))
            .unwrap_or_else(|panic| Err(("bug", panicked(panic.as_ref()))));
        answer.unwrap_or_else(|(status, reason)| {
            task.without_answer(status, reason, &self.key, self.time_since(started))
        })
    }
}

fn panicked(panic: &(dyn Any + Send)) -> String {
    let said = panic.downcast_ref::<&str>().copied();
    let said = said.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("panicked: {}", said.unwrap_or("without a word"))
}
