//! The command line of `cubes`, which `run-task` and `gather` read once more.

use std::{ffi::OsString, path::Path};

use clap::Parser;
use jigsat_input::ParseError;

use super::folder::{self, Manifest};
use crate::{
    args::Cli,
    exit::Failure,
    input::{self, Opened},
};

/// Options that name a file to read: it is copied into the folder, too.
const FILE_OPTIONS: &[&str] = &["--data"];

/// A command line, and the files that it names: their names in it, and what they hold.
pub type Command = (Vec<String>, Vec<(String, String)>);

/// The words of this command line without folder and output, with the family named; and the files that they name.
pub fn command(family: &str) -> Result<Command, Failure> {
    let mut words: Vec<String> = Vec::new();
    let mut files = Vec::new();
    let given = std::env::args_os().skip(1).map(|word| {
        word.into_string()
            .map_err(|word| Failure::usage(format!("'{}' is no UTF-8: tasks can't keep it", word.display())))
    });
    let given = given.collect::<Result<Vec<String>, Failure>>()?;
    let mut given = given.into_iter();
    while let Some(word) = given.next() {
        let option = word.split_once('=').map_or(word.as_str(), |(option, _)| option);
        let has_value = option.len() < word.len();
        match option {
            "--out" | "--output" | "-o" | "--format" if !has_value => drop(given.next()),
            "--out" | "--output" | "--format" | "--force" | "--no-times" => {}
            _ if word.starts_with("-o") => {}
            _ if FILE_OPTIONS.contains(&option) => {
                let value = word.split_once('=').map(|(_, value)| value.to_owned()).or_else(|| given.next());
                let Some(value) = value else { continue };
                let name = format!("input-{}", files.len() + 1);
                words.extend([option.to_owned(), format!("{}{name}", folder::INSIDE)]);
                files.push((name, value));
            }
            _ => words.push(word),
        }
    }
    let verb = words.iter().position(|word| word == "cubes").unwrap_or(0);
    if verb == 0 || words[verb - 1] != family {
        words.insert(verb, family.to_owned());
    }
    Ok((words, files))
}

/// The command line that made a folder, with the puzzle that lies in it.
pub fn replay(path: &Path, manifest: &Manifest) -> Result<(Cli, Opened), Failure> {
    let mut words: Vec<OsString> = vec!["jigsat".into()];
    for word in &manifest.command {
        match word.strip_prefix(folder::INSIDE) {
            Some(name) => words.push(path.join(name).into()),
            None => words.push(word.into()),
        }
    }
    words.extend(["--out".into(), path.into()]);
    let cli = Cli::try_parse_from(words).map_err(|error| {
        let message = format!("has a command line that can't be read: {}", error.to_string().trim_end());
        Failure::Input(ParseError::in_file(path.join(folder::MANIFEST).display().to_string(), message))
    })?;
    let copy = path.join(&manifest.copy);
    Ok((cli, input::open(&copy.display().to_string())?))
}
