//! What the word PUZZLE on the command line stands for.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Cursor, Read},
    path::Path,
};

use jigsat_input::{ParseError, Source};

use crate::exit::Failure;

/// So much is read ahead to recognise the format.
const LOOK_AHEAD: u64 = 64 << 10;

/// A text to read, by its name, with its beginning known.
pub struct Opened {
    /// The file's name, `-`, or `argument`.
    pub name: String,
    /// The beginning, lossily as text.
    pub start: String,
    reader: Box<dyn BufRead + Send>,
}

impl Opened {
    fn new(name: String, mut reader: impl BufRead + Send + 'static) -> Result<Self, Failure> {
        let mut start = Vec::new();
        let unreadable = |error: io::Error| unreadable(&name, &error);
        reader.by_ref().take(LOOK_AHEAD).read_to_end(&mut start).map_err(unreadable)?;
        let text = String::from_utf8_lossy(&start).into_owned();
        Ok(Opened { name, start: text, reader: Box::new(Cursor::new(start).chain(reader)) })
    }

    /// A text that is there already, under the name of where it is from.
    pub fn of_text(name: &str, text: String) -> Self {
        Opened { name: name.into(), start: text.clone(), reader: Box::new(Cursor::new(text.into_bytes())) }
    }

    /// A text that was read already.
    pub fn of_bytes(name: &str, bytes: Vec<u8>) -> Result<Self, Failure> {
        Opened::new(name.into(), Cursor::new(bytes))
    }

    /// The text as a stream.
    pub fn into_reader(self) -> Box<dyn BufRead + Send> {
        self.reader
    }

    /// The text as a whole.
    pub fn into_source(self) -> Result<Source, ParseError> {
        Source::read_from(self.name, self.reader)
    }
}

fn unreadable(name: &str, error: &io::Error) -> Failure {
    Failure::Input(ParseError::in_file(name, format!("can't be read: {error}")))
}

/// Opens a file, the standard input for `-`, or the word itself where there is no such file.
pub fn open(word: &str) -> Result<Opened, Failure> {
    if word == "-" {
        return Opened::new("-".into(), BufReader::new(io::stdin()));
    }
    let path = Path::new(word);
    match File::open(path) {
        Ok(_) if path.is_dir() => {
            Err(Failure::Input(ParseError::in_file(word, "is a folder, expected a file with a puzzle")))
        }
        Ok(file) => Opened::new(word.into(), BufReader::new(file)),
        Err(error) if error.kind() != io::ErrorKind::NotFound && !is_text(word) => {
            Err(unreadable(word, &error))
        }
        Err(_) if is_text(word) => Opened::new("argument".into(), Cursor::new(word.as_bytes().to_vec())),
        Err(_) => {
            let help = "a puzzle is a file, - for standard input, or the text itself where that is one word";
            Err(Failure::Input(ParseError::in_file(word, "there is no such file").with_help(help)))
        }
    }
}

/// Opens and reads whole what a second word stands for: a solution, an answer.
pub fn read(word: &str) -> Result<Source, Failure> {
    if !Path::new(word).exists() && is_moves(word) {
        return Ok(Source::new("argument", word));
    }
    Ok(open(word)?.into_source()?)
}

/// Whether a word is a plan of Sokoban.
fn is_moves(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| b"udlrUDLR".contains(&byte))
}

/// Whether a word that names no file may be a puzzle by itself: no short name, and no path to a file.
fn is_text(word: &str) -> bool {
    let looks_like_a_path =
        word.contains(['/', '\\']) || Path::new(word).extension().is_some_and(is_extension);
    word.starts_with("http") || word.len() >= 16 && !looks_like_a_path
}

fn is_extension(extension: &std::ffi::OsStr) -> bool {
    let text = extension.to_string_lossy();
    (1..=5).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_lowercase())
}
