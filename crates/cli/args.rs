//! The command line. Families and their options come from the registry: nothing here names one.
mod alone;
mod batch;
mod call;
mod common;
mod formats;
mod help;
mod job;
mod own;
mod page;
mod scale;
mod schedule;
mod schema;
mod suggest;
mod tools;
mod tree;
mod value;

use std::ffi::OsString;

use clap::{ArgMatches, Command, FromArgMatches, error::ErrorKind};
use jigsat_kit::schema_of;
use jigsat_workbench::{AnyFamily, Ask, families};
use serde_json::Value;

use call::{PuzzleCommand, puzzle_commands};
use page::known as family_named;
use schema::Fields;
use tree::{Shared, commands, whole};

pub use batch::{BatchArgs, ReportArgs, ServeArgs, WorkerArgs};
pub use call::Call;
pub use common::OutputArgs;
pub use formats::{DataFormat, TableFormat};
pub use job::{Job, Records, Tool};
pub use own::FRAMES;
pub use page::with_page;
pub use scale::{GatherArgs, RunTaskArgs};
pub use schedule::{ScheduleArgs, Scheduler, SubmitArgs};
pub use schema::option;
pub use suggest::{misspelt, nearly_command, no_generator, of_another_family};
pub use tools::{CheckProofArgs, CompletionsArgs, ManArgs, PuzzlesArgs, SchemaArgs, SolversArgs};
pub use tree::{command, completed, maker};

/// Reads a command line.
pub fn read(words: &[OsString]) -> Result<(Shared, Job), clap::Error> {
    if let Some(mut command) = alone::command(words)
        && let Ok(matches) = command.try_get_matches_from_mut(words)
    {
        return Ok((Shared::from_arg_matches(&matches)?, job(&matches)?));
    }
    // Help, and messages about what is wrong, know all commands.
    let mut command = command_for(words);
    let matches = command.try_get_matches_from_mut(words).map_err(|error| error.format(&mut command))?;
    let shared = Shared::from_arg_matches(&matches)?;
    Ok((shared, job(&matches).map_err(|error| error.format(&mut command))?))
}

/// The command line that words are read by. One that begins with a command needs no arguments of `jigsat PUZZLE`.
fn command_for(words: &[OsString]) -> Command {
    let commands = commands(false);
    let first = words.get(1).and_then(|word| word.to_str()).unwrap_or_default();
    let is_enough = first == "--version" || commands.find_subcommand(first).is_some();
    if is_enough { commands } else { whole(commands, false) }
}

fn job(matches: &ArgMatches) -> Result<Job, clap::Error> {
    let commands = puzzle_commands();
    let has_puzzle =
        |matches: &ArgMatches| matches.try_get_one::<String>("puzzle").is_ok_and(|word| word.is_some());
    let call = |command: &PuzzleCommand, family, matches: &ArgMatches| {
        Job::Call(Box::new(Call::read(command, family, matches)))
    };
    let Some((name, inner)) = matches.subcommand() else {
        let is_solve = has_puzzle(matches);
        return Ok(if is_solve { call(&commands[0], None, matches) } else { Job::Help(Vec::new()) });
    };
    let help = || Job::Help(vec![name.to_owned()]);
    let command = |name: &str| commands.iter().find(|command| command.name == name);
    if let Some(known) = family_named(name) {
        return Ok(match inner.subcommand() {
            Some((word, inner)) => command(word).map_or_else(help, |verb| call(verb, Some(known), inner)),
            None if has_puzzle(inner) => call(&commands[0], Some(known), inner),
            None => help(),
        });
    }
    match command(name) {
        Some(command) if command.makes() => Ok(match inner.subcommand() {
            Some((name, inner)) => call(command, family_named(name), inner),
            None => help(),
        }),
        Some(command) => Ok(call(command, None, inner)),
        None => tool(matches),
    }
}

/// A command that is not about one puzzle.
fn tool(matches: &ArgMatches) -> Result<Job, clap::Error> {
    let mut tool = Tool::from_arg_matches(matches)?;
    if let (Tool::Batch(batch), Some((_, inner))) = (&mut tool, matches.subcommand()) {
        let given = Fields::of_request(&mut schema_of::<Ask>()).given(inner);
        let ask = serde_json::from_value(Value::Object(given.values));
        batch.ask = ask.map_err(|error| clap::Error::raw(ErrorKind::ValueValidation, error))?;
    }
    Ok(Job::Tool(tool))
}

/// The same words, with the name of a family inserted.
pub fn with_family(words: &[OsString], family: &str) -> Vec<OsString> {
    let mut words = words.to_vec();
    words.insert(1.min(words.len()), family.into());
    words
}

/// Reads words that can be read only with their family, because they contain options of its own. Takes the first family
/// that has such options; only the puzzle's word and the options that all families share are then meaningful.
pub fn read_by_options(words: &[OsString], why: ErrorKind) -> Option<(Shared, Job)> {
    if why != ErrorKind::UnknownArgument {
        return None;
    }
    let guess = |family: &'static dyn AnyFamily| match read(&with_family(words, &family.info().name)).ok()? {
        (shared, Job::Call(call)) if call.puzzle.is_some() => {
            Some((shared, Job::Call(Box::new(call.of_any_family()))))
        }
        _ => None,
    };
    families().find_map(guess)
}
