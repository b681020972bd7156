//! The command that words begin with, `hitori solve` or `solve`, alone: to make all the others takes longer than to solve a
//! small puzzle.

use std::ffi::OsString;

use clap::{Command, CommandFactory};

use super::{
    call::puzzle_commands,
    page::known as family_named,
    tree::{Shared, deferred, verb_of_family, with_words},
};

/// The command line without the commands that words don't begin with; `None` if they begin with none, or with a part of one.
pub fn command(words: &[OsString]) -> Option<Command> {
    let word = |place: usize| words.get(place).and_then(|word| word.to_str());
    let commands = puzzle_commands();
    let verb = |name: &str| commands.iter().find(|verb| verb.name == name);
    let first = word(1)?;
    let command = if let Some(family) = family_named(first) {
        let verb = verb(word(2)?).filter(|verb| verb.is_of(family))?;
        let verb = verb_of_family(verb, first.to_owned(), family, false);
        Command::new(first.to_owned()).args_conflicts_with_subcommands(true).subcommand(verb)
    } else {
        let verb = verb(first).filter(|verb| !verb.makes())?;
        deferred(with_words(Command::new(verb.name), verb, None), false)
    };
    Some(Shared::command().subcommand(command))
}

#[cfg(test)]
mod tests {
    use super::super::{Job, command_for, job};
    use clap::Command;
    use std::ffi::OsString;

    fn words(line: &str) -> Vec<OsString> {
        line.split(' ').map(OsString::from).collect()
    }

    /// What a command line asks for, if this command reads it as one about a puzzle.
    fn asked(command: Command, line: &str) -> Option<String> {
        let matches = command.try_get_matches_from(words(line)).ok()?;
        let Job::Call(call) = job(&matches).ok()? else { return None };
        let family = call.family.map(|family| &family.info().name);
        let verb = call.verb.about.name;
        Some(format!("{family:?} {verb} {:?} {} {:?}", call.puzzle, call.form(), call.timeout_s()))
    }

    #[test]
    fn a_command_alone_reads_the_same() {
        for line in [
            "jigsat sudoku solve x --unique --timeout 2s",
            "jigsat nurikabe count x --limit 5 --quiet --format json",
            "jigsat solve x --timeout 500ms",
            "jigsat hitori generate --size 5x5",
            "jigsat sokoban encode x --format dimacs",
        ] {
            let alone = super::command(&words(line)).and_then(|command| asked(command, line));
            assert!(alone.is_some(), "{line}");
            assert_eq!(alone, asked(command_for(&words(line)), line), "{line}");
        }
        for line in [
            "jigsat",
            "jigsat sudoku",
            "jigsat sudoku x",
            "jigsat x",
            "jigsat generate sudoku",
            "jigsat --quiet solve x",
        ] {
            assert!(super::command(&words(line)).is_none(), "{line}");
        }
    }
}
