//! What to write in place of words that are nearly right.

use std::{ffi::OsString, path::Path};

use clap::{
    Command,
    error::{ContextKind, ContextValue, ErrorKind},
};
use jigsat_workbench::{AnyFamily, families};

use super::{
    call::puzzle_commands,
    page::known as family_named,
    tree::{command, maker},
};
use crate::input;

/// The message for words that nearly name a command: `sovle board.txt`, and for options of another family.
pub fn misspelt(words: &[OsString], error: &clap::Error) -> Option<String> {
    let why = error.kind();
    if why == ErrorKind::UnknownArgument {
        let own = words.iter().skip(1).filter_map(|word| word.to_str()).find_map(family_named);
        return behind_verb(words)
            .or_else(|| of_another_family(error, &own?.info().name, None))
            .or_else(|| second_puzzle(error, words));
    }
    if why != ErrorKind::ArgumentConflict && why != ErrorKind::InvalidSubcommand {
        return None;
    }
    let mut whole = command();
    whole.build();
    let (mut command, mut path) = (&whole, "jigsat".to_owned());
    for word in words.iter().skip(1).filter_map(|word| word.to_str()).filter(|word| !word.starts_with('-')) {
        if let Some(inner) = command.find_subcommand(word) {
            path = format!("{path} {word}");
            command = inner;
            continue;
        }
        if command.get_name() == maker() && family_named(word).is_some() {
            return Some(no_generator(word));
        }
        let Some(near) = nearest(word, command) else {
            if command.get_name() == maker() {
                return Some(format!(
                    "there is no family '{word}'; 'jigsat generate --help' lists the families"
                ));
            }
            // A word behind an option may be its value.
            let is_behind_option = |pair: &[OsString]| {
                pair[1] == word && pair[0].to_str().is_some_and(|before| before.starts_with('-'))
            };
            let is_sure = !words.windows(2).any(is_behind_option);
            return is_sure.then(|| beside_puzzle(error, command, &path, word)).flatten();
        };
        return Some(format!("there is no command '{word}'; did you mean '{path} {near}'?"));
    }
    None
}

/// The message for a word beside a puzzle: `sudoku FILE solve`, `sudoku frobnicate FILE`, `FILE FILE`.
fn beside_puzzle(error: &clap::Error, command: &Command, path: &str, word: &str) -> Option<String> {
    let Some(ContextValue::String(next)) = error.get(ContextKind::InvalidSubcommand) else { return None };
    let has_puzzle = match error.get(ContextKind::PriorArg)? {
        ContextValue::String(prior) => prior == "[PUZZLE]",
        ContextValue::Strings(prior) => prior.iter().any(|prior| prior == "[PUZZLE]"),
        _ => false,
    };
    let is_puzzle = is_puzzle(word);
    has_puzzle.then(|| match command.find_subcommand(next) {
        Some(_) => format!("'{next}' comes before the puzzle; did you mean '{path} {next} {word}'?"),
        None if is_puzzle => several(next),
        None => format!("there is no command '{word}'; '{path} --help' lists the commands"),
    })
}

/// The message for a word behind a puzzle that looks like another one: `solve FILE FILE`, `sudoku solve FILE FILE`.
fn second_puzzle(error: &clap::Error, words: &[OsString]) -> Option<String> {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidArg) else { return None };
    let words: Vec<&str> = words.iter().skip(1).filter_map(|word| word.to_str()).collect();
    let before = &words[..words.iter().rposition(|known| known == word)?];
    let verb = before.iter().rev().nth(1)?;
    let is_verb = puzzle_commands().iter().any(|known| known.name == *verb && !known.makes());
    (is_verb && !word.starts_with('-') && is_puzzle(word)).then(|| several(word))
}

/// Whether a word looks like a puzzle, or a file with one.
fn is_puzzle(word: &str) -> bool {
    input::is_text(word) || word.contains(['/', '.']) || Path::new(word).exists()
}

fn several(second: &str) -> String {
    format!("found a second puzzle, '{second}'; 'jigsat batch' takes several")
}

/// Maximum number of families that a message lists of many.
const MANY_OWNERS: usize = 3;

/// The message for an option that a family lacks and others have; they may be those of a puzzle.
pub fn of_another_family(error: &clap::Error, family: &str, puzzle: Option<&str>) -> Option<String> {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    let option = text(ContextKind::InvalidArg)?.split(['=', ' ']).next()?;
    let name = option.strip_prefix("--")?.replace('-', "_");
    let owners = families().filter(|owner| owner.info().name != family && has_option(*owner, &name));
    let owners: Vec<&str> = owners.map(|owner| owner.info().name.as_ref()).collect();
    if owners.is_empty() {
        return None;
    }
    let about = puzzle
        .map_or_else(|| format!("{family} has none"), |puzzle| format!("{puzzle} is a puzzle of {family}"));
    let hint = match (text(ContextKind::SuggestedArg), puzzle) {
        (Some(near), _) => format!("; did you mean '{near}'?"),
        (None, None) => "; --help lists its options".to_owned(),
        (None, Some(_)) => String::new(),
    };
    let shown = if owners.len() > MANY_OWNERS + 1 { MANY_OWNERS } else { owners.len() };
    let others = match owners.len() - shown {
        0 => String::new(),
        others => format!(" and {others} other families"),
    };
    Some(format!("{option} is an option of {}{others}, but {about}{hint}", owners[..shown].join(", ")))
}

/// Whether a family has an option of that name, for puzzles or for making them.
fn has_option(family: &dyn AnyFamily, name: &str) -> bool {
    let schemas = [Some(family.options()), family.generator_options()];
    let properties = schemas.iter().flatten().filter_map(|schema| schema.get("properties")?.as_object());
    properties.flat_map(|properties| properties.keys()).any(|known| known == name)
}

/// The message for `solve sudoku FILE`: the family comes before the verb.
fn behind_verb(words: &[OsString]) -> Option<String> {
    let words: Vec<&str> = words.iter().skip(1).filter_map(|word| word.to_str()).collect();
    let place = words.iter().position(|word| !word.starts_with('-'))?;
    let [verb, name, puzzle, ..] = words[place..] else { return None };
    // `generate FAMILY` is a command.
    let is_verb = puzzle_commands().iter().any(|known| known.name == verb && !known.makes());
    (is_verb && family_named(name).is_some() && !puzzle.starts_with('-'))
        .then(|| format!("the family comes before the verb; did you mean 'jigsat {name} {verb} …'?"))
}

/// The message for a family that cannot generate puzzles: QPROP models.
pub fn no_generator(family: &str) -> String {
    format!("{family} makes no puzzles; a page with a 'generate' statement does: jigsat generate PAGE.qprop")
}

/// The command of a family, or of the whole program, that a word nearly names, and how it is written.
pub fn nearly_command(word: &str, family: Option<&str>) -> Option<String> {
    let whole = command();
    let own = family.and_then(|family| {
        let mut own = whole.find_subcommand(family)?.clone();
        own.build();
        nearest(word, &own).map(|near| format!("{family} {near}"))
    });
    own.or_else(|| nearest(word, &whole))
}

/// Commands that other programs have, and how jigsat writes them.
const SYNONYMS: [(&str, &str); 6] = [
    ("create", "generate"),
    ("enumerate", "solve --all"),
    ("list", "solve --all"),
    ("new", "generate"),
    ("validate", "check"),
    ("verify", "check"),
];

/// The subcommand that a word means elsewhere, or whose name is closest to it, if it is close.
fn nearest(word: &str, command: &Command) -> Option<String> {
    let is_here =
        |known: &str| known.split(' ').next().is_some_and(|name| command.find_subcommand(name).is_some());
    if let Some((_, known)) = SYNONYMS.iter().find(|(synonym, known)| *synonym == word && is_here(known)) {
        return Some((*known).to_owned());
    }
    let names = command.get_subcommands().filter(|inner| !inner.is_hide_set()).map(Command::get_name);
    let near = names.map(|name| (strsim::osa_distance(word, name), name)).min()?;
    let most = if word.chars().count() < 5 { 1 } else { 2 };
    (near.0 <= most && near.0 < near.1.len()).then(|| near.1.to_owned())
}
