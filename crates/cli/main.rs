//! `jigsat`: one command for all puzzle families. Arguments become requests to `jigsat-workbench`; records become text.
#![deny(clippy::print_stderr, reason = "it panics where nobody listens: note! says nothing then")]

/// Prints a line to standard error, in colours if they are shown there; prints nothing if it can't be written to.
macro_rules! note {
    ($($words:tt)*) => { $crate::terminal::note(format_args!($($words)*)) };
}

mod args;
mod batch;
mod bounded;
mod check;
mod check_proof;
mod compare;
mod completions;
mod count;
mod cubes;
mod decode;
mod encode;
mod exit;
mod expect;
mod explain;
mod failed;
mod generate;
mod input;
mod library;
mod log;
mod output;
mod play;
mod print;
mod program;
mod rate;
mod report;
mod schema;
mod serve;
mod show;
mod solve;
mod solvers;
mod submit;
mod table;
mod terminal;
mod trace;
mod worker;

use std::{
    ffi::OsString,
    process::ExitCode,
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use jigsat_kit::{Disk, Event, Files, Patience, Text};
use jigsat_workbench::{
    Ask, Context, FormulaOptions, Instance, Instances, Prepared, SearchOptions, Status, guess, refuse_others,
};

use args::{Call, Job, Tool, VerbArgs};
use bounded::Bounded;
use exit::Failure;
use library::Shelf;

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    exit::report(run(&words))
}

/// Runs a command line.
fn run(words: &[OsString]) -> Result<Status, Failure> {
    let words = &args::with_page(words)?[..];
    let (shared, job) = match args::read(words) {
        Ok(read) => read,
        Err(error) => match args::read_by_options(words, error.kind()) {
            Some(read) => read,
            None => match args::misspelt(words, &error) {
                Some(message) => return Err(Failure::Usage(message)),
                None => error.exit(),
            },
        },
    };
    shared.color.write_global();
    let context = Context { stop: stop_flag(), ..Context::default() };
    let front = Front::new(context, shared.quiet, job.timeout());
    let bounded = job.memory().map(|memory| Bounded::start(memory, &front));
    let mut place = match bounded.transpose()? {
        Some(bounded) => Place::Bounded(bounded),
        None => Place::Here(None),
    };
    match place.run(&job, &front)? {
        Done::Status(status) => Ok(status),
        // Read the command line again, as if the family had been named.
        Done::Family(name) => {
            let job = match args::read(&args::with_family(words, &name)) {
                Ok((_, job)) => job,
                Err(error) => match args::of_another_family(&error, &name, job.puzzle()) {
                    Some(message) => return Err(Failure::Usage(message)),
                    None => error.exit(),
                },
            };
            match place.run(&job, &front)? {
                Done::Status(status) => Ok(status),
                Done::Family(_) => Err(Failure::usage("name the family")),
            }
        }
    }
}

/// Where a command is run.
enum Place<'f> {
    /// In this process. The puzzle may already be open, because its family had to be found.
    Here(Option<Text>),
    /// In one with bounded memory.
    Bounded(Bounded<'f>),
}

impl Place<'_> {
    fn run(&mut self, job: &Job, front: &Front) -> Result<Done, Failure> {
        let done = match self {
            Place::Here(opened) => front.run(job, opened),
            Place::Bounded(bounded) => bounded.run(job),
        };
        done.or_else(|failure| failed::record(failure, job.records().as_ref()).map(Done::Status))
    }
}

/// The end of a job.
enum Done {
    Status(Status),
    /// The family of its puzzle, if it did not name one.
    Family(String),
}

/// What every command knows about the run that it is part of.
pub struct Front {
    /// What the library gets: the stop flag that Ctrl-C sets, and the observer of events.
    pub context: Context,
    /// Whether only answers are printed.
    pub quiet: bool,
    /// How long to wait for input.
    pub patience: Patience,
}

impl Front {
    /// `timeout` is how long to wait for input.
    fn new(context: Context, quiet: bool, timeout: Option<Duration>) -> Self {
        let observer = move |event: Event<'_>| match event {
            Event::Warning(words) => note!("warning: {words}"),
            Event::Better(words) if !quiet => note!("{words}"),
            Event::Winner(words) | Event::Progress(words) if !quiet => note!("{words}"),
            _ => {}
        };
        let patience = Patience { stop: Arc::clone(&context.stop), timeout };
        let files = Arc::new(Disk { patience: patience.clone() });
        Front { context: Context { observer: Arc::new(observer), files, ..context }, quiet, patience }
    }

    /// Runs a command. It leaves its puzzle open if only the family was found.
    fn run(&self, job: &Job, opened: &mut Option<Text>) -> Result<Done, Failure> {
        let status = match job {
            Job::Tool(tool) => self.tool(tool)?,
            Job::Call(call) => match (call.family, &call.puzzle) {
                (None, Some(puzzle)) => {
                    // Answers for programs have no notes beside them.
                    let is_noted = !self.quiet && call.records.is_none();
                    return self.recognise(puzzle, is_noted, opened).map(Done::Family);
                }
                _ => self.call(call, opened.take())?,
            },
            Job::Help(path) => help(path),
        };
        Ok(Done::Status(status))
    }

    /// Finds the family of a puzzle, and leaves it open. A note says what else it could be.
    fn recognise(&self, puzzle: &str, is_noted: bool, opened: &mut Option<Text>) -> Result<String, Failure> {
        let text = input::open(puzzle, None, &self.patience)?.within(self.context.limits_of(None));
        let family = match library::named(puzzle) {
            Some(known) if !std::path::Path::new(puzzle).exists() => known.family().to_owned(),
            _ => {
                let guess = guess(&text)?;
                if let Some(note) = guess.note(text.name()).filter(|_| is_noted) {
                    note!("note: {note}");
                }
                guess.family.info().name.to_string()
            }
        };
        *opened = Some(text);
        Ok(family)
    }

    fn tool(&self, tool: &Tool) -> Result<Status, Failure> {
        match tool {
            Tool::Batch(args) => batch::run(args, self),
            Tool::Worker(args) => worker::run(args, self),
            Tool::Report(args) => report::run(args, self),
            Tool::Serve(args) => serve::run(args, self),
            Tool::RunTask(args) => cubes::run_task(args, self),
            Tool::Submit(args) => submit::run(args, self),
            Tool::Gather(args) => cubes::gather(args, self),
            Tool::CheckProof(args) => check_proof::run(args, self),
            Tool::Puzzles(args) => library::run(args),
            Tool::Schema(args) => schema::run(args, self),
            Tool::Solvers(args) => solvers::run(args),
            Tool::Completions(args) => completions::run(args),
            Tool::Man(args) => completions::man(args),
        }
    }

    fn call(&self, call: &Call, opened: Option<Text>) -> Result<Status, Failure> {
        let text = || opened.map_or_else(|| self.open(call), Ok);
        match &call.verb {
            VerbArgs::Solve(args, own) => solve::run(args, own, call, text()?, self),
            VerbArgs::Count(args) => count::run(args, call, text()?, self),
            VerbArgs::Check(args) => check::run(args, call, text()?, self),
            VerbArgs::Encode(args) => encode::run(args, call, text()?, self),
            VerbArgs::Decode(args) => decode::run(args, call, text()?, self),
            VerbArgs::Explain(args) => explain::run(args, call, text()?, self),
            VerbArgs::Hint(args) => explain::hint(args, call, text()?, self),
            VerbArgs::Rate(args) => rate::run(args, call, text()?, self),
            VerbArgs::Trace(args) => trace::run(args, call, text()?, self),
            VerbArgs::Show(args) => show::run(args, call, text()?, self),
            VerbArgs::Compare(args) => {
                // Before waiting for a pipe.
                compare::goes_together(args)?;
                compare::run(args, call, text()?, self)
            }
            VerbArgs::Cubes(args) => cubes::cut(args, call, text()?, self),
            VerbArgs::Generate(args) => generate::run(args, call, self),
        }
    }

    /// Opens the puzzle of a call.
    fn open(&self, call: &Call) -> Result<Text, Failure> {
        let name = call.family.map(|family| &*family.info().name);
        let text = input::open(call.puzzle.as_deref().unwrap_or("-"), name, &self.patience)?;
        call.family.map_or(Ok(()), |family| refuse_others(&text, family))?;
        Ok(text)
    }

    /// The prepared request, checked against the family.
    fn prepare(
        &self,
        call: &Call,
        formula: FormulaOptions,
        search: SearchOptions,
        unique: bool,
    ) -> Result<(Ask, Arc<dyn Prepared>), Failure> {
        let ask = Ask { options: call.options(&self.patience)?, formula, search, unique };
        let family = call.family.ok_or_else(|| Failure::usage("name the family"))?;
        let prepared = family.prepare(&ask)?;
        Ok((ask, prepared))
    }

    /// The context in which a puzzle is read: one of the library names other files of the library.
    pub fn context_of(&self, puzzle: Option<&str>) -> Context {
        let files: Arc<dyn Files> =
            if puzzle.is_some_and(library::has) { Arc::new(Shelf) } else { Arc::clone(&self.context.files) };
        Context { files, ..self.context.clone() }
    }

    /// The puzzles of a text, or only the one with the given index.
    fn read(&self, call: &Call, prepared: &dyn Prepared, text: Text) -> Result<Instances, Failure> {
        let text = text.within(self.context.limits_of(None));
        let files = &*self.context_of(call.puzzle.as_deref()).files;
        Ok(match call.index {
            Some(index) => {
                Box::new(std::iter::once(Ok(jigsat_workbench::nth(prepared, text, index, files)?)))
            }
            None => prepared.read(text, files)?,
        })
    }

    /// The only puzzle of a text, or the one with the given index.
    fn only(&self, call: &Call, prepared: &dyn Prepared, text: Text) -> Result<Box<dyn Instance>, Failure> {
        let text = text.within(self.context.limits_of(None));
        let files = &*self.context_of(call.puzzle.as_deref()).files;
        let instance = match call.index {
            Some(index) => jigsat_workbench::nth(prepared, text, index, files)?,
            None => jigsat_workbench::only(prepared, text, files)?,
        };
        warn(&*instance);
        Ok(instance)
    }
}

/// Prints the warnings about a puzzle.
fn warn(instance: &dyn Instance) {
    for warning in instance.warnings() {
        note!("warning: {}: {warning}", instance.file());
    }
}

/// The first Ctrl-C asks for the best so far, the second ends the program.
fn stop_flag() -> Arc<AtomicBool> {
    use std::sync::atomic::Ordering::Relaxed;
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let handler = move || {
        if flag.swap(true, Relaxed) {
            std::process::exit(130);
        }
    };
    // If no handler can be installed, Ctrl-C just kills the process; that is acceptable.
    let _ = ctrlc::set_handler(handler);
    stop
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
