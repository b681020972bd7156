//! The puzzles that come with jigsat: they are part of the program, so examples work wherever it is installed.

use std::{
    collections::BTreeSet,
    io::{self, Write},
    path::{Path, PathBuf},
    sync::LazyLock,
};

use include_dir::{Dir, File, include_dir};
use jigsat_kit::{Disk, Editor, Files};
use jigsat_workbench::{Status, family};

use crate::{args::PuzzlesArgs, exit::Failure, output::Output};

/// The folder `puzzles/`.
static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/puzzles");

/// A file of the library.
pub struct Puzzle {
    /// Its path within `puzzles/`.
    pub name: &'static str,
    /// What it contains.
    pub text: &'static str,
}

impl Puzzle {
    /// The name of its family: the folder that it is in.
    pub fn family(&self) -> &'static str {
        self.name.split_once('/').map_or(self.name, |(family, _)| family)
    }

    /// Whether it is the data of a model, which is no puzzle by itself.
    pub fn is_data(&self) -> bool {
        is_of_models(self.family())
            && Path::new(self.name).extension().is_some_and(|extension| extension == "yaml")
    }

    /// The file with its data, if it is a model that names one.
    fn data(&self) -> Option<&'static str> {
        self.text.lines().find_map(|line| line.strip_prefix("data \"")?.strip_suffix('"'))
    }

    /// The title that the file states, in the words of its format.
    fn title(&self) -> &'static str {
        let after = |keys: &[&str]| {
            let title = |line: &'static str| {
                keys.iter().find_map(|key| line.strip_prefix(key)).filter(|title| !title.starts_with("yaml-"))
            };
            self.text.lines().take(MOST_LINES).find_map(title)
        };
        after(&["title:", "Title:", "# title:"]).or_else(|| after(&["# "])).unwrap_or_default().trim()
    }
}

/// Whether the puzzles of a family are models.
fn is_of_models(name: &str) -> bool {
    family(name).is_some_and(|family| family.info().editor == Some(Editor::Model))
}

/// Maximum number of suggested names.
pub const FEW: usize = 4;

/// Maximum number of lines searched for a title: it is among the first lines, unless a level comes before it.
const MOST_LINES: usize = 40;

/// The file of the library that a word names: `sudoku/hard`, with or without extension and `puzzles/` before it.
pub fn named(word: &str) -> Option<&'static Puzzle> {
    let word = word.strip_prefix("puzzles/").unwrap_or(word);
    let is_stem = |name: &str| {
        name.strip_prefix(word).and_then(|rest| rest.strip_prefix('.')).is_some_and(|end| !end.contains('.'))
    };
    let whole = LIBRARY.iter().find(|puzzle| puzzle.name == word);
    whole.or_else(|| {
        // A model comes before data of the same name.
        let mut having = LIBRARY.iter().filter(|puzzle| is_stem(puzzle.name));
        let first = having.clone().next();
        having.find(|puzzle| !puzzle.is_data()).or(first)
    })
}

/// The model that names this file as its data.
pub fn model_of(data: &Puzzle) -> Option<&'static Puzzle> {
    let name = data.name.split_once('/').map(|(_, name)| name);
    LIBRARY
        .iter()
        .find(|puzzle| puzzle.family() == data.family() && puzzle.data().is_some_and(|own| Some(own) == name))
}

/// The puzzle of the library that a word on the command line names, if it names no file.
pub fn known(word: &str) -> Option<&'static Puzzle> {
    if Path::new(word).exists() { None } else { named(word) }
}

/// These paths, and in place of `puzzles` and folders in it that this machine doesn't have, the puzzles of the library there.
pub fn with_folders(paths: &[PathBuf]) -> Vec<PathBuf> {
    let of_folder = |path: &Path| -> Vec<PathBuf> {
        let Ok(within) = path.strip_prefix("puzzles") else { return Vec::new() };
        let there = LIBRARY.iter().filter(|puzzle| Path::new(puzzle.name).starts_with(within));
        there
            .filter(|puzzle| !puzzle.is_data())
            .map(|puzzle| format!("puzzles/{}", puzzle.name).into())
            .collect()
    };
    let expanded = |path: &PathBuf| {
        let files = if path.exists() { Vec::new() } else { of_folder(path) };
        if files.is_empty() { vec![path.clone()] } else { files }
    };
    paths.iter().flat_map(expanded).collect()
}

/// The files that puzzles of the library name: others of the library, wherever the command runs.
pub struct Shelf;

impl Files for Shelf {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let parts: Option<Vec<&str>> = path.components().map(|part| part.as_os_str().to_str()).collect();
        let name = parts.unwrap_or_default().join("/");
        let name = name.strip_prefix("puzzles/").unwrap_or(&name);
        let file = LIBRARY.iter().find(|puzzle| puzzle.name == name);
        file.map(|file| file.text.as_bytes().to_vec())
            .ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "it is not in the library"))
    }
}

/// The files of this machine; for a name that none of them has, one of the library.
pub struct DiskOrShelf(pub Disk);

impl Files for DiskOrShelf {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        if path.exists() { self.0.read(path) } else { Shelf.read(path) }
    }
}

/// The names of the files that a word may mean: those that it names without their family, as in `hard`, or that it
/// nearly names, as in `sudoku/hrad`.
pub fn near(word: &str) -> Vec<&'static str> {
    let stem = |name: &'static str| name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let puzzles = LIBRARY.iter().filter(|puzzle| !puzzle.is_data());
    let mut stems: Vec<&str> = puzzles.map(|puzzle| stem(puzzle.name)).collect();
    stems.dedup();
    let is_end = |name: &&str| name.split_once('/').is_some_and(|(_, end)| end == word);
    let ending: Vec<&str> = stems.iter().copied().filter(is_end).collect();
    if !ending.is_empty() || !word.contains('/') {
        return ending;
    }
    stems.retain(|name| strsim::osa_distance(name, word) <= MOST_SLIPS);
    stems
}

/// The first puzzle of a family, if the word is one's name.
pub fn first_of(family: &str) -> Option<&'static str> {
    LIBRARY.iter().find(|puzzle| puzzle.family() == family).map(|puzzle| puzzle.name)
}

/// Maximum number of wrong letters in a suggested name.
const MOST_SLIPS: usize = 2;

/// Lists the library, a part of it, or prints one of its files.
pub fn run(args: &PuzzlesArgs) -> Result<Status, Failure> {
    let wanted = args.name.as_deref().unwrap_or_default();
    let mut out = Output::open(&args.output)?;
    if let Some(puzzle) = named(wanted) {
        write!(out, "{}", puzzle.text)?;
        out.finish()?;
        return Ok(Status::Solved);
    }
    let wanted = wanted.strip_prefix("puzzles/").unwrap_or(wanted).trim_end_matches('/');
    let listed: Vec<&Puzzle> = LIBRARY
        .iter()
        .filter(|puzzle| !puzzle.is_data())
        .filter(|puzzle| wanted.is_empty() || Path::new(puzzle.name).starts_with(wanted))
        .collect();
    if listed.is_empty() {
        let near = near(wanted);
        if !near.is_empty() {
            let near = near[..near.len().min(FEW)].join(" or ");
            return Err(Failure::usage(format!(
                "there is no puzzle '{wanted}' in the library; did you mean {near}?"
            )));
        }
        let families: BTreeSet<&str> = LIBRARY.iter().map(Puzzle::family).collect();
        let families: Vec<&str> = families.into_iter().collect();
        return Err(Failure::usage(format!(
            "there is no puzzle '{wanted}' in the library; 'jigsat puzzles' lists them all, by family: {}",
            families.join(", ")
        )));
    }
    let width = listed.iter().map(|puzzle| puzzle.name.len()).max().unwrap_or_default();
    for puzzle in listed {
        let data =
            puzzle.data().map(|data| format!(" (data: {}/{data})", puzzle.family())).unwrap_or_default();
        let line = format!("{:width$}  {}{data}", puzzle.name, puzzle.title());
        writeln!(out, "{}", line.trim_end())?;
    }
    out.finish()?;
    Ok(Status::Solved)
}

/// All files of `puzzles/FAMILY/`, by name. Folders below that contain puzzles that are wrong on purpose.
static LIBRARY: LazyLock<Vec<Puzzle>> = LazyLock::new(|| {
    let files = FILES.dirs().flat_map(Dir::files);
    let puzzle = |file: &'static File<'static>| {
        Some(Puzzle { name: file.path().to_str()?, text: file.contents_utf8()? })
    };
    let mut puzzles: Vec<Puzzle> = files.filter_map(puzzle).collect();
    puzzles.sort_by_key(|puzzle| puzzle.name);
    puzzles
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_is_embedded() {
        assert!(LIBRARY.len() > 90, "{}", LIBRARY.len());
        assert!(LIBRARY.iter().all(|puzzle| puzzle.name.contains('/') && !puzzle.text.is_empty()));
    }

    #[test]
    fn names_may_be_short() {
        for word in ["sudoku/hard", "sudoku/hard.yaml", "puzzles/sudoku/hard.yaml"] {
            assert_eq!(named(word).map(|puzzle| puzzle.name), Some("sudoku/hard.yaml"), "{word}");
        }
        assert_eq!(named("qprop/sudoku").map(|puzzle| puzzle.name), Some("qprop/sudoku.qprop"));
        assert_eq!(named("qprop/petersen").map(|puzzle| puzzle.name), Some("qprop/petersen.yaml"));
        assert_eq!(named("kenken/small").map(Puzzle::family), Some("kenken"));
        assert!(named("sudoku/harder").is_none() && named("sudoku").is_none());
    }
}
