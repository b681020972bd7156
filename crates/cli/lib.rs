//! `jigsat`: one command for all puzzle families. Arguments become requests to `jigsat-workbench`; records become text.
//!
//! It is a library for programs that contain the command, such as the package for Python.
#![deny(clippy::print_stderr, reason = "it panics where nobody listens: note! says nothing then")]

/// Prints a line to standard error, in colours if they are shown there; prints nothing if it can't be written to.
macro_rules! note {
    ($($words:tt)*) => { $crate::terminal::note(format_args!($($words)*)) };
}

mod answer;
mod args;
mod batch;
mod bounded;
mod check_proof;
mod completions;
mod exit;
mod expect;
mod failed;
mod front;
mod input;
mod interrupt;
mod library;
mod log;
mod output;
mod play;
mod program;
mod puzzle;
mod report;
mod schema;
mod serve;
mod solvers;
mod submit;
mod table;
mod tally;
mod tasks;
mod terminal;
mod walk;
mod worker;
mod written;

use std::{
    ffi::OsString,
    io::{self, Write},
};

use jigsat_kit::Text;
use jigsat_workbench::{Context, Status, guess, worker::before_memory_ends};

use args::{Call, Job, Tool};
use exit::Failure;
use front::Front;

pub use program::Started;

/// Runs a command line, of which the first word is the program's name, and returns the exit code. Only the main program of a
/// process calls it: Ctrl-C is its own from then on, and some commands end the process. `started` says how the program is
/// run again, if it is not the running file alone.
#[must_use]
pub fn main(words: Vec<OsString>, started: Option<Started>) -> u8 {
    if let Some(started) = started {
        program::set(started);
    }
    let (words, memory_bytes) = bounded::command_line(words);
    exit::report(run(&words, memory_bytes)).code()
}

/// Ends with what clap says; help and versions are output, so it is an error if they can't be written.
fn ended(error: &clap::Error) -> Result<Status, Failure> {
    if error.use_stderr() {
        error.exit();
    }
    error.print()?;
    io::stdout().flush()?;
    Ok(Status::Solved)
}

/// Runs a command line, within that memory if it is bounded already.
fn run(words: &[OsString], memory_bytes: Option<u64>) -> Result<Status, Failure> {
    let words = &args::with_page(words)?[..];
    let (shared, job, has_own_options) = match args::read(words) {
        Ok((shared, job)) => (shared, job, false),
        Err(error) => match args::read_by_options(words, error.kind()) {
            Some((shared, job)) => (shared, job, true),
            None => match args::misspelt(words, &error) {
                Some(message) => return Err(Failure::Usage(message)),
                None => return ended(&error),
            },
        },
    };
    shared.color.write_global();
    let hook = memory_bytes.map(before_memory_ends).unwrap_or_default();
    let context = Context { stop: interrupt::stop_flag(), hook, memory_bytes, ..Context::default() };
    let recorded = |job: &Job, failure| failed::record(failure, job.records().as_ref());
    if let (Some(memory), None) = (job.memory(), memory_bytes) {
        return bounded::run(words, &job, memory, &context.stop).or_else(|failure| recorded(&job, failure));
    }
    let front = Front::new(context, shared.quiet, job.timeout());
    let mut opened = None;
    let (job, done) = match run_job(&front, &job, &mut opened) {
        Ok(Done::Family(name)) if !has_own_options => {
            let job = job.of_family(&name);
            let done = run_job(&front, &job, &mut opened);
            (job, done)
        }
        // Read the command line again, as if the family had been named.
        Ok(Done::Family(name)) => {
            let puzzle = job.call().and_then(|call| call.puzzle.as_deref());
            let job = match args::read(&args::with_family(words, &name)) {
                Ok((_, job)) => job,
                Err(error) => match args::of_another_family(&error, &name, puzzle) {
                    Some(message) => return Err(Failure::Usage(message)),
                    None => return ended(&error),
                },
            };
            let done = run_job(&front, &job, &mut opened);
            (job, done)
        }
        done => (job, done),
    };
    match done {
        Ok(Done::Status(status)) => Ok(status),
        Ok(Done::Family(_)) => Err(Failure::usage("name the family")),
        Err(failure) => recorded(&job, failure),
    }
}

/// The end of a job.
enum Done {
    Status(Status),
    /// The family of its puzzle, if it did not name one.
    Family(String),
}

/// Runs a command. It leaves its puzzle open if only the family was found.
fn run_job(front: &Front, job: &Job, opened: &mut Option<Text>) -> Result<Done, Failure> {
    let status = match job {
        Job::Tool(tool) => run_tool(front, tool)?,
        Job::Call(call) => match (call.family, &call.puzzle) {
            (None, Some(puzzle)) => {
                // Answers for programs have no notes beside them.
                let is_noted = !front.quiet && job.records().is_none();
                return recognise(front, puzzle, is_noted, opened).map(Done::Family);
            }
            _ => run_call(front, call, opened.take())?,
        },
        Job::Help(path) => help(path),
    };
    Ok(Done::Status(status))
}

/// Finds the family of a puzzle, and leaves it open. A note says what else it could be.
fn recognise(
    front: &Front,
    puzzle: &str,
    is_noted: bool,
    opened: &mut Option<Text>,
) -> Result<String, Failure> {
    let text = puzzle::open(puzzle, None, &front.patience)?.within(front.context.limits_of(None));
    let family = if let Some(known) = library::known(puzzle) {
        known.family().to_owned()
    } else {
        let guess = guess(&text)?;
        if let Some(note) = guess.note(text.name()).filter(|_| is_noted) {
            note!("note: {note}");
        }
        guess.family.info().name.to_string()
    };
    *opened = Some(text);
    Ok(family)
}

fn run_tool(front: &Front, tool: &Tool) -> Result<Status, Failure> {
    match tool {
        Tool::Batch(args) => batch::run(args, front),
        Tool::Worker(args) => worker::run(args, front),
        Tool::Report(args) => report::run(args, front),
        Tool::Serve(args) => serve::run(args, front),
        Tool::RunTask(args) => tasks::run_task(args, front),
        Tool::Submit(args) => submit::run(args, front),
        Tool::Gather(args) => tasks::gather(args, front),
        Tool::CheckProof(args) => check_proof::run(args, front),
        Tool::Puzzles(args) => library::run(args),
        Tool::Schema(args) => schema::run(args, front),
        Tool::Solvers(args) => solvers::run(args),
        Tool::Completions(args) => completions::run(args),
        Tool::Man(args) => completions::man(args),
    }
}

fn run_call(front: &Front, call: &Call, opened: Option<Text>) -> Result<Status, Failure> {
    // A puzzle is opened only if there is one.
    let is_about_one = call.puzzle.is_some();
    let text = || is_about_one.then(|| opened.map_or_else(|| open(front, call), Ok)).transpose();
    answer::run(call, text, front)
}

/// Opens the puzzle of a call.
fn open(front: &Front, call: &Call) -> Result<Text, Failure> {
    let name = call.family.map(|family| &*family.info().name);
    Ok(puzzle::open(call.puzzle.as_deref().unwrap_or("-"), name, &front.patience)?)
}

/// Bad usage: no command was given. Prints the help.
fn help(path: &[String]) -> Status {
    let mut command = args::command();
    command.build();
    let mut command = &mut command;
    for name in path {
        command = command.find_subcommand_mut(name).expect("the path names subcommands");
    }
    note!("{}", command.render_help().to_string().trim_end());
    Status::BadInput
}
