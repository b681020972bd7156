//! Texts that words of a command line name.

use std::{io, path::Path};

use jigsat_input::{ParseError, Source};
use jigsat_kit::{Patience, Text, TextFile, links};
use jigsat_workbench::families;

use crate::library;

/// A file, standard input for `-`, a puzzle of the library, or the word itself if it is a text; `None` if it is none of these.
pub fn found(word: &str, patience: &Patience) -> Result<Option<Text>, ParseError> {
    if word == "-" {
        let stdin = patience.read(|| Ok(io::stdin())).map_err(|error| ParseError::unreadable("-", &error))?;
        return Text::new("-", stdin).map(Some);
    }
    let path = Path::new(word);
    if path.is_dir() {
        return Err(ParseError::in_file(word, "is a folder, expected a file"));
    }
    match patience.open(path) {
        Ok(stream) => Text::new(word, stream).map(Some),
        Err(error) if error.kind() != io::ErrorKind::NotFound && !is_text(word) => {
            Err(ParseError::unreadable(word, &error))
        }
        Err(_) => Ok(match library::named(word) {
            Some(puzzle) => Some(Text::of_string(word, puzzle.text.to_owned())),
            None if is_text(word) => Some(Text::of_string("argument", word.to_owned())),
            None => links::completed(word).map(|address| Text::of_string("argument", address)),
        }),
    }
}

/// The error that a word is none of these.
pub fn no_such_file(word: &str) -> ParseError {
    ParseError::in_file(word, "there is no such file")
}

/// Opens and reads the whole text that a second word names: a solution, an answer, weights (`suppose=40`).
pub fn read(word: &str, patience: &Patience) -> Result<Source, ParseError> {
    let is_text = is_solution(word) || word.contains('=') && !word.contains('/');
    if !Path::new(word).exists() && is_text {
        return Ok(Source::new("argument", word));
    }
    let help = "expected a file, - for standard input, or the text itself if it is one word";
    found(word, patience)?.ok_or_else(|| no_such_file(word).with_help(help))?.into_source()
}

/// The same as the value of an option.
pub fn file(word: &str, patience: &Patience) -> Result<TextFile, ParseError> {
    let source = read(word, patience)?;
    Ok(TextFile { name: source.name().to_owned(), text: source.text().to_owned() })
}

/// Whether the letters of a word make it a solution of some family.
fn is_solution(word: &str) -> bool {
    let is_of = |letters: &str| !letters.is_empty() && word.chars().all(|char| letters.contains(char));
    !word.is_empty() && families().any(|family| is_of(family.info().solution_letters))
}

/// Whether a word that names no file may itself be a puzzle or a solution: neither a short name nor a path to a file.
pub fn is_text(word: &str) -> bool {
    let looks_like_a_path =
        word.contains(['/', '\\']) || Path::new(word).extension().is_some_and(is_extension);
    links::may_be_one(word) || is_board(word) || word.len() >= 16 && !looks_like_a_path
}

/// Whether a word that is too short to be distinguished from a name by its length looks like a board: `3x3:3a1e2`, rows
/// between bars, or digits and dots alone.
fn is_board(word: &str) -> bool {
    let is_size = |text: &str| {
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        text.split_once('x').is_some_and(|(rows, columns)| is_number(rows) && is_number(columns))
    };
    word.split_once(':').is_some_and(|(size, _)| is_size(size))
        || word.contains('|')
        || word.len() >= 4 && word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

fn is_extension(extension: &std::ffi::OsStr) -> bool {
    let text = extension.to_string_lossy();
    (1..=5).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_lowercase())
}
