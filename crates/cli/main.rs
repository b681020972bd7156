//! `jigsat`: one command for all puzzle families. Arguments become requests to `jigsat-workbench`; records become text.
#![deny(clippy::print_stderr, reason = "it panics where nobody listens: note! says nothing then")]

/// Prints a message to standard error, in colours if they are shown there; prints nothing if it can't be written to.
macro_rules! note {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(anstream::stderr(), $($words)*);
    }};
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
mod trace;

use std::{
    ffi::OsString,
    process::ExitCode,
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use jigsat_kit::{Disk, Event, Patience, Text};
use jigsat_workbench::{
    Ask, Context, FormulaOptions, Instance, Instances, Prepared, SearchOptions, Status, recognise,
    refuse_others,
};

use args::{Call, Job, Tool, Verb};
use exit::Failure;

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    exit::report(run(&words, None))
}

/// Runs a command line; `bound` is the memory in bytes that this process has, if another one bounds it.
fn run(words: &[OsString], bound: Option<u64>) -> Result<Status, Failure> {
    let words = &args::with_page(words)?[..];
    let (shared, job, is_guess) = match args::read(words) {
        Ok((shared, job)) => (shared, job, false),
        Err(error) => match args::read_by_options(words, error.kind()) {
            Some((shared, job)) => (shared, job, true),
            None => match args::misspelt(words, error.kind()) {
                Some(message) => return Err(Failure::Usage(message)),
                None => error.exit(),
            },
        },
    };
    if let Job::Tool(Tool::Within(args)) = &job {
        return run(&bounded::enter(args, words), Some(args.memory_bytes));
    }
    shared.color.write_global();
    let front = Front::new(shared.quiet, job.timeout(), bound);
    let records = job.records();
    let answered = match (job.memory().filter(|_| bound.is_none()), job.puzzle()) {
        (Some(memory), _) => bounded::run(words, &job, memory, &front),
        (None, Some(puzzle)) if is_guess => front.recognise(words, puzzle),
        _ => front.run(words, job, None),
    };
    answered.or_else(|failure| failed::record(failure, records.as_ref()))
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
    /// Call this once per run: the handler of Ctrl-C can be set only once.
    fn new(quiet: bool, timeout: Option<Duration>, memory_bytes: Option<u64>) -> Self {
        let observer = move |event: Event<'_>| match event {
            Event::Warning(words) => note!("warning: {words}"),
            Event::Better(words) if !quiet => note!("{words}"),
            Event::Winner(words) | Event::Progress(words) if !quiet => note!("{words}"),
            _ => {}
        };
        let patience = Patience { stop: stop_flag(), timeout };
        let files = Arc::new(Disk { patience: patience.clone() });
        let stop = Arc::clone(&patience.stop);
        let context = Context { stop, observer: Arc::new(observer), files, deadline: None, memory_bytes };
        Front { context, quiet, patience }
    }

    /// Finds the family of the puzzle, and reads the command line again as if it had been named.
    fn recognise(&self, words: &[OsString], puzzle: &str) -> Result<Status, Failure> {
        let text = input::open(puzzle, None, &self.patience)?;
        let family = match library::named(puzzle) {
            Some(known) if !std::path::Path::new(puzzle).exists() => known.family(),
            _ => &recognise(&text)?.info().name,
        };
        let words = args::with_family(words, family);
        let (shared, job) = args::read(&words).unwrap_or_else(|error| error.exit());
        shared.color.write_global();
        self.run(&words, job, Some(text))
    }

    /// Runs the command line. The puzzle may already be open, because its family had to be found.
    fn run(&self, words: &[OsString], job: Job, text: Option<Text>) -> Result<Status, Failure> {
        match job {
            Job::Tool(tool) => self.tool(&tool),
            Job::Call(call) => match (call.family, call.puzzle()) {
                (None, Some(puzzle)) => self.recognise(words, puzzle),
                _ => {
                    self.call(&call, text).or_else(|failure| failed::record(failure, call.records().as_ref()))
                }
            },
            Job::Help(path) => Ok(help(&path)),
        }
    }

    fn tool(&self, tool: &Tool) -> Result<Status, Failure> {
        match tool {
            Tool::Batch(args) => batch::run(args, self),
            Tool::Worker(args) => batch::worker(args, self),
            Tool::Within(_) => Err(Failure::usage("'within' can't be used twice")),
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

    fn call(&self, call: &Call, text: Option<Text>) -> Result<Status, Failure> {
        if call.verb.verb == Verb::Generate {
            return generate::run(call, self);
        }
        // Check whether the options can be combined before waiting for a pipe.
        if call.verb.verb == Verb::Compare {
            compare::goes_together(&call.args()?)?;
        }
        let text = match (text, call.family) {
            (Some(text), _) => text,
            (None, family) => {
                let name = family.map(|family| &*family.info().name);
                let text = input::open(call.puzzle().unwrap_or("-"), name, &self.patience)?;
                family.map_or(Ok(()), |family| refuse_others(&text, family))?;
                text
            }
        };
        match call.verb.verb {
            Verb::Solve => solve::run(call, text, self),
            Verb::Count => count::run(call, text, self),
            Verb::Check => check::run(call, text, self),
            Verb::Encode => encode::run(call, text, self),
            Verb::Decode => decode::run(call, text, self),
            Verb::Explain => explain::run(call, text, self),
            Verb::Hint => explain::hint(call, text, self),
            Verb::Rate => rate::run(call, text, self),
            Verb::Trace => trace::run(call, text, self),
            Verb::Show => show::run(call, text, self),
            Verb::Compare => compare::run(call, text, self),
            Verb::Cubes => cubes::cut(call, text, self),
            Verb::Generate => generate::run(call, self),
        }
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

    /// The puzzles of a text, or only the one with the given index.
    fn read(&self, call: &Call, prepared: &dyn Prepared, text: Text) -> Result<Instances, Failure> {
        let text = text.within(self.context.limits_of(None));
        let files = &*self.context.files;
        Ok(match call.index() {
            Some(index) => {
                Box::new(std::iter::once(Ok(jigsat_workbench::nth(prepared, text, index, files)?)))
            }
            None => prepared.read(text, files)?,
        })
    }

    /// The only puzzle of a text, or the one with the given index.
    fn only(&self, call: &Call, prepared: &dyn Prepared, text: Text) -> Result<Box<dyn Instance>, Failure> {
        let text = text.within(self.context.limits_of(None));
        let files = &*self.context.files;
        let instance = match call.index() {
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
