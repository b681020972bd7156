//! `jigsat`: one command for all puzzle families.
mod args;
mod batch;
mod check;
mod check_proof;
mod compare;
mod completions;
mod count;
mod cubes;
mod decode;
mod edge_matching;
mod encode;
mod exit;
mod explain;
mod family;
mod fillomino;
mod generate;
mod input;
mod lister;
mod output;
mod parallel;
mod plot;
mod portfolio;
mod print;
mod prove;
mod qprop;
mod rate;
mod record;
mod report;
mod schema;
mod show;
mod sokoban;
mod solve;
mod solvers;
mod submit;
mod sudoku;
mod table;
mod tiling;
mod wrap;

use std::{ffi::OsString, process::ExitCode, sync::Arc, sync::atomic::AtomicBool};

use clap::{ArgMatches, FromArgMatches, error::ErrorKind};

use args::{Cli, Command, FamilyArgs, FamilyVerb, Verb};
use batch::shares::Shares;
use edge_matching::EdgeMatching;
use exit::{Failure, Status};
use explain::Explains;
use fillomino::Fillomino;
use input::Opened;
use qprop::Qprop;
use sokoban::Sokoban;
use sudoku::Sudoku;
use tiling::Tiling;

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    let (cli, opened) = match try_read(&words) {
        Ok(cli) => (cli, None),
        Err(error) => read_with_its_family(&words, error.kind()).unwrap_or_else(|| error.exit()),
    };
    cli.color.write_global();
    let context = Context { stop: stop_flag(), quiet: cli.quiet, job: cubes::Job::Cut };
    let result = run(cli, opened, &context);
    exit::report(result)
}

/// The command line; help and what can't be read end the program here.
fn read(words: &[OsString]) -> Cli {
    try_read(words).unwrap_or_else(|error| error.exit())
}

fn try_read(words: &[OsString]) -> Result<Cli, clap::Error> {
    let mut command = args::command();
    let read = command.try_get_matches_from_mut(words);
    read.and_then(|matches| Cli::from_arg_matches(&matches)).map_err(|error| error.format(&mut command))
}

/// A command line that can be read only with its family: it has options of the family's own, and the puzzle tells
/// which one that is.
fn read_with_its_family(words: &[OsString], why: ErrorKind) -> Option<(Cli, Option<Opened>)> {
    if why != ErrorKind::UnknownArgument {
        return None;
    }
    let with = |family: &str| {
        let mut words = words.to_vec();
        words.insert(1, family.into());
        words
    };
    // Whichever family has such options knows which word is the puzzle.
    let puzzle = family::names().find_map(|family| {
        let matches = args::command().try_get_matches_from(with(family)).ok()?;
        puzzle_of(&matches).cloned()
    })?;
    let opened = input::open(&puzzle).ok()?;
    let family = family::recognise(&opened).ok()?;
    Some((read(&with(family)), Some(opened)))
}

fn puzzle_of(matches: &ArgMatches) -> Option<&String> {
    match matches.subcommand() {
        Some((_, matches)) => puzzle_of(matches),
        None => matches.try_get_one("puzzle").ok().flatten(),
    }
}

/// What every verb knows of the run it is part of.
struct Context {
    /// Set by Ctrl-C.
    stop: Arc<AtomicBool>,
    quiet: bool,
    /// What is to be done with a puzzle that is cut into tasks.
    job: cubes::Job,
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
    // Without a handler Ctrl-C ends the program at once, which is bearable.
    let _ = ctrlc::set_handler(handler);
    stop
}

/// Runs a command; the puzzle may be open already, because its family had to be found.
fn run(cli: Cli, opened: Option<Opened>, context: &Context) -> Result<Status, Failure> {
    match (cli.command, cli.solve) {
        (Some(Command::Sudoku(args)), _) => family::<Sudoku>(args, opened, context),
        (Some(Command::EdgeMatching(args)), _) => family::<EdgeMatching>(args, opened, context),
        (Some(Command::Qprop(args)), _) => family::<Qprop>(args, opened, context),
        (Some(Command::Sokoban(args)), _) => family::<Sokoban>(args, opened, context),
        (Some(Command::Tiling(args)), _) => family::<Tiling>(args, opened, context),
        (Some(Command::Fillomino(args)), _) => family::<Fillomino>(args, opened, context),
        (Some(Command::Verb(verb)), _) => run_for_its_family(verb.puzzle(), context),
        (Some(Command::Batch(args)), _) => batch::run(&args, context),
        (Some(Command::BatchWorker(args)), _) => batch::worker::run(&args, context),
        (Some(Command::Report(args)), _) => report::run(&args, context),
        (Some(Command::RunTask(args)), _) if Shares::is_at(&args.folder) => {
            batch::shares::run_task(&args, context)
        }
        (Some(Command::RunTask(args)), _) => cubes::run_task(&args, context),
        (Some(Command::Submit(args)), _) => submit::run(&args, context),
        (Some(Command::Gather(args)), _) if Shares::is_at(&args.folder) => batch::shares::gather(&args),
        (Some(Command::Gather(args)), _) => cubes::gather(&args, context),
        (Some(Command::CheckProof(args)), _) => check_proof::run(&args),
        (Some(Command::Schema(args)), _) => schema::run(&args),
        (Some(Command::Solvers(args)), _) => solvers::run(&args),
        (Some(Command::Completions(args)), _) => completions::run(&args),
        (Some(Command::Man(args)), _) => completions::man(&args),
        (None, Some(solve)) => run_for_its_family(&solve.args.puzzle, context),
        (None, None) => help(&[]),
    }
}

/// Finds the family of the puzzle, and reads the command line again as if it had been named.
fn run_for_its_family(puzzle: &str, context: &Context) -> Result<Status, Failure> {
    let opened = input::open(puzzle)?;
    let family = family::recognise(&opened)?;
    let mut words: Vec<OsString> = std::env::args_os().collect();
    words.insert(1, family.into());
    run(read(&words), Some(opened), context)
}

fn family<F: Explains>(
    args: FamilyArgs<F>,
    opened: Option<Opened>,
    context: &Context,
) -> Result<Status, Failure> {
    let verb = match (args.verb, args.solve) {
        (Some(FamilyVerb::Generate(args)), _) => return generate::run::<F>(&args, context),
        (Some(FamilyVerb::Verb(verb)), _) => verb,
        (None, Some(solve)) => Verb::Solve(solve),
        (None, None) => return help(&[F::NAME]),
    };
    if let Verb::Compare(with) = &verb {
        compare::goes_together(&with.args)?;
    }
    let opened = match opened {
        Some(opened) => opened,
        None => input::open(verb.puzzle())?,
    };
    match verb {
        Verb::Solve(with) => solve::run::<F>(&with, opened, context),
        Verb::Count(with) => count::run::<F>(&with, opened, context),
        Verb::Check(with) => check::run::<F>(&with, opened),
        Verb::Encode(with) => encode::run::<F>(&with, opened),
        Verb::Decode(with) => decode::run::<F>(&with, opened),
        Verb::Explain(with) => explain::run::<F>(&with, opened, context),
        Verb::Rate(with) => rate::run::<F>(&with, opened, context),
        Verb::Show(with) => show::run::<F>(&with, opened),
        Verb::Compare(with) => compare::run::<F>(&with, opened, context),
        Verb::Cubes(with) => cubes::of_family::<F>(&with, opened, context),
    }
}

fn help(path: &[&str]) -> Result<Status, Failure> {
    let mut command = args::command();
    command.build();
    let mut command = &mut command;
    for name in path {
        command = command.find_subcommand_mut(name).expect("the path names subcommands");
    }
    Err(Failure::usage(command.render_help().to_string()))
}
