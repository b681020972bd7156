//! What the word PUZZLE on the command line stands for.

use std::{io, path::Path};

use jigsat_input::{ParseError, Source};
use jigsat_kit::{Patience, Text, TextFile};

use crate::{args, library};

/// Opens a file or the standard input for `-`; if there is no such file, a puzzle of the library, or the word itself.
pub fn open(word: &str, patience: &Patience) -> Result<Text, ParseError> {
    if word == "-" {
        let stdin = patience.read(|| Ok(io::stdin())).map_err(|error| ParseError::unreadable("-", &error))?;
        return Text::new("-", stdin);
    }
    let path = Path::new(word);
    if path.is_dir() {
        return Err(ParseError::in_file(word, "is a folder, expected a puzzle file"));
    }
    match patience.open(path) {
        Ok(stream) => Text::new(word, stream),
        Err(error) if error.kind() != io::ErrorKind::NotFound && !is_text(word) => {
            Err(ParseError::unreadable(word, &error))
        }
        Err(_) => match library::named(word) {
            Some(puzzle) => Ok(Text::of_string(word, puzzle.text.to_owned())),
            None if is_text(word) => Ok(Text::of_string("argument", word.to_owned())),
            None => match completed(word) {
                Some(address) => Ok(Text::of_string("argument", address)),
                None => Err(no_such_file(word)),
            },
        },
    }
}

fn no_such_file(word: &str) -> ParseError {
    let help = match args::nearly_command(word) {
        Some(command) => format!("did you mean 'jigsat {command}'?"),
        None => {
            "a puzzle is a file, - for standard input, an address, the text itself if it is one word, or a name that \
                 'jigsat puzzles' lists"
                .into()
        }
    };
    ParseError::in_file(word, "there is no such file").with_help(help)
}

/// Opens and reads whole what a second word stands for: a solution, an answer.
pub fn read(word: &str, patience: &Patience) -> Result<Source, ParseError> {
    if !Path::new(word).exists() && is_moves(word) {
        return Ok(Source::new("argument", word));
    }
    open(word, patience)?.into_source()
}

/// The same as the value of an option.
pub fn file(word: &str, patience: &Patience) -> Result<TextFile, ParseError> {
    let source = read(word, patience)?;
    Ok(TextFile { name: source.name().to_owned(), text: source.text().to_owned() })
}

/// Whether a word is a plan of Sokoban.
fn is_moves(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| b"udlrUDLR".contains(&byte))
}

/// Whether a word that names no file may be a puzzle by itself: no short name, and no path to a file.
fn is_text(word: &str) -> bool {
    let looks_like_a_path =
        word.contains(['/', '\\']) || Path::new(word).extension().is_some_and(is_extension);
    is_address(word) || word.len() >= 16 && !looks_like_a_path
}

/// Whether a word is the address of a puzzle, with or without `https://` before it, or a board that pzpr saved.
fn is_address(word: &str) -> bool {
    word.starts_with("http://")
        || word.starts_with("pzprv3/")
        || word.starts_with("https://")
        || word.contains("/p?")
        || word.contains("/p.html?")
}

/// The address of which a word is the end: `p?slither/5/5/cbcbcddad`, or what is behind the question mark.
fn completed(word: &str) -> Option<String> {
    let end = ["p.html?", "p?", "?"].iter().find_map(|start| word.strip_prefix(start)).unwrap_or(word);
    let mut parts = end.split('/');
    let is_kind = parts
        .next()
        .is_some_and(|kind| !kind.is_empty() && kind.bytes().all(|byte| byte.is_ascii_alphanumeric()));
    let is_size = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    // A variant may stand before the size: `fillomino/v:/10/10/…`.
    let sizes = parts.filter(|part| is_size(part)).count();
    (is_kind && sizes >= 2).then(|| format!("https://puzz.link/p?{end}"))
}

fn is_extension(extension: &std::ffi::OsStr) -> bool {
    let text = extension.to_string_lossy();
    (1..=5).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_lowercase())
}
