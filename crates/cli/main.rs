//! `jigsat`: one command for all puzzle families.
mod args;
mod check;
mod compare;
mod completions;
mod count;
mod decode;
mod encode;
mod exit;
mod family;
mod generate;
mod input;
mod output;
mod parallel;
mod print;
mod record;
mod show;
mod solve;
mod solvers;
mod sudoku;

use std::{process::ExitCode, sync::Arc, sync::atomic::AtomicBool};

use clap::{CommandFactory, Parser};

use args::{Cli, Command, SudokuVerb, Verb};
use exit::{Failure, Status};
use family::Family;
use sudoku::Sudoku;

fn main() -> ExitCode {
    let cli = Cli::parse();
    cli.color.write_global();
    let context = Context { stop: stop_flag(), quiet: cli.quiet };
    let result = run(cli, &context);
    exit::report(result)
}

/// What every verb knows of the run it is part of.
struct Context {
    /// Set by Ctrl-C.
    stop: Arc<AtomicBool>,
    quiet: bool,
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

fn run(cli: Cli, context: &Context) -> Result<Status, Failure> {
    match (cli.command, cli.solve) {
        (Some(Command::Sudoku { verb, solve }), _) => match (verb, solve) {
            (Some(SudokuVerb::Generate(args)), _) => generate::sudoku(&args, context),
            (Some(SudokuVerb::Verb(verb)), _) => run_verb(verb, Some(Sudoku::NAME), context),
            (None, Some(args)) => run_verb(Verb::Solve(args), Some(Sudoku::NAME), context),
            (None, None) => help(&["sudoku"]),
        },
        (Some(Command::Verb(verb)), _) => run_verb(verb, None, context),
        (Some(Command::Solvers(args)), _) => solvers::run(&args),
        (Some(Command::Completions(args)), _) => completions::run(&args),
        (Some(Command::Man(args)), _) => completions::man(&args),
        (None, Some(args)) => run_verb(Verb::Solve(args), None, context),
        (None, None) => help(&[]),
    }
}

/// Opens the puzzle, finds its family where none was named, and lets the verb work on it.
fn run_verb(verb: Verb, family: Option<&str>, context: &Context) -> Result<Status, Failure> {
    let opened = input::open(verb.puzzle())?;
    let family = match family {
        Some(family) => family,
        None => family::recognise(&opened)?,
    };
    match family {
        Sudoku::NAME => verb_of::<Sudoku>(verb, opened, context),
        other => Err(Failure::usage(format!("there is no family '{other}'"))),
    }
}

fn verb_of<F: Family>(verb: Verb, opened: input::Opened, context: &Context) -> Result<Status, Failure> {
    match verb {
        Verb::Solve(args) => solve::run::<F>(&args, opened, context),
        Verb::Count(args) => count::run::<F>(&args, opened, context),
        Verb::Check(args) => check::run::<F>(&args, opened),
        Verb::Encode(args) => encode::run::<F>(&args, opened),
        Verb::Decode(args) => decode::run::<F>(&args, opened),
        Verb::Show(args) => show::run::<F>(&args, opened),
        Verb::Compare(args) => compare::run::<F>(&args, opened, context),
    }
}

fn help(path: &[&str]) -> Result<Status, Failure> {
    let mut command = Cli::command();
    command.build();
    let mut command = &mut command;
    for name in path {
        command = command.find_subcommand_mut(name).expect("the path names subcommands");
    }
    Err(Failure::usage(command.render_help().to_string()))
}
