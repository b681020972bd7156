//! The command that words begin with, `hitori solve` or `solve`, alone, with the arguments that they name: to make all the
//! others takes longer than to solve a small puzzle.

use std::ffi::OsString;

use clap::{Command, CommandFactory};

use super::{
    call::puzzle_commands,
    page::known as family_named,
    tree::{Shared, alone},
};

/// The command line without the commands that words don't begin with; `None` if they begin with none, or with a part of one.
pub fn command(words: &[OsString]) -> Option<Command> {
    let word = |place: usize| words.get(place).and_then(|word| word.to_str());
    let commands = puzzle_commands();
    let verb = |name: &str| commands.iter().find(|verb| verb.name == name);
    let first = word(1)?;
    let command = if let Some(family) = family_named(first) {
        let verb = verb(word(2)?).filter(|verb| verb.is_of(family))?;
        let verb = alone(verb, Some(family), words);
        Command::new(first.to_owned()).args_conflicts_with_subcommands(true).subcommand(verb)
    } else {
        alone(verb(first).filter(|verb| !verb.makes())?, None, words)
    };
    Some(Shared::command().subcommand(command))
}

#[cfg(test)]
mod tests {
    use super::super::{Job, call::puzzle_commands, command_for, job};
    use clap::{Arg, Command};
    use jigsat_kit::Patience;
    use std::ffi::OsString;

    fn words(line: &str) -> Vec<OsString> {
        line.split(' ').map(OsString::from).collect()
    }

    /// What a command line asks for, if this command reads it as one about a puzzle.
    fn asked(command: Command, line: &str) -> Option<String> {
        let matches = command.try_get_matches_from(words(line)).ok()?;
        let Job::Call(call) = job(&matches).ok()? else { return None };
        let family = call.family.map(|family| &family.info().name);
        let request = call.request(&Patience::default()).map_err(|_| "wrong");
        Some(format!("{family:?} {:?} {:?} {request:?}", call.puzzle, call.own))
    }

    #[test]
    fn a_command_alone_reads_the_same() {
        for line in [
            "jigsat sudoku solve x --unique --timeout 2s",
            "jigsat nurikabe count x --limit 5 --quiet --format json",
            "jigsat solve x --timeout=500ms --conflicts 5 -o y",
            "jigsat hitori generate --size 5x5",
            "jigsat sokoban encode x --format dimacs",
            "jigsat sokoban solve x --optimal moves --no-times",
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

    /// Command lines that begin so, with each argument of the command that they name, also without what it needs.
    fn with_each_argument(begin: &str) -> Vec<String> {
        let mut command = command_for(&words(begin));
        command.build();
        let path = begin.split(' ').skip(1).take_while(|word| *word != "x");
        let command = path.fold(&command, |command, name| command.find_subcommand(name).expect("it is one"));
        let values = |arg: &Arg| {
            let listed: Vec<_> =
                arg.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
            [listed, ["1", "2s", "none", "5x5"].map(str::to_owned).to_vec()].concat()
        };
        let lines =
            command.get_arguments().filter_map(|arg| Some((arg, arg.get_long()?))).flat_map(|(arg, name)| {
                let alone = format!("{begin} --{name}");
                let values = if arg.get_action().takes_values() { values(arg) } else { Vec::new() };
                let with =
                    values.iter().flat_map(|value| ["=", " "].map(|sign| format!("{alone}{sign}{value}")));
                with.chain([alone.clone()]).collect::<Vec<_>>()
            });
        lines.collect()
    }

    #[test]
    fn each_argument_alone_reads_the_same() {
        let verbs = puzzle_commands();
        let verbs = verbs.iter().filter(|verb| !verb.makes()).map(|verb| format!("jigsat {} x", verb.name));
        let of_families = ["sokoban solve x", "hitori explain x", "sudoku generate", "qprop solve x"];
        let mut read = 0;
        for begin in verbs.chain(of_families.map(|words| format!("jigsat {words}"))) {
            for line in with_each_argument(&begin) {
                let command = super::command(&words(&line)).expect("it begins with a command");
                // What can't be read alone is read by the whole command.
                let Some(alone) = asked(command, &line) else { continue };
                assert_eq!(Some(alone), asked(command_for(&words(&line)), &line), "{line}");
                read += 1;
            }
        }
        assert!(read > 500, "{read}");
    }
}
