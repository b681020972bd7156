//! The puzzles that come with jigsat: they are part of the program, so examples work wherever it is installed.

use std::{collections::BTreeSet, io::Write, path::Path, sync::LazyLock};

use include_dir::{Dir, File, include_dir};
use jigsat_workbench::Status;

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

/// Maximum number of suggested names.
pub const FEW: usize = 4;

/// Maximum number of lines searched for a title: it is among the first lines, unless a level comes before it.
const MOST_LINES: usize = 40;

/// The file of the library that a word names: `sudoku/hard`, with or without extension and `puzzles/` before it.
pub fn named(word: &str) -> Option<&'static Puzzle> {
    let word = word.strip_prefix("puzzles/").unwrap_or(word);
    let stem = |name: &'static str| name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let is_data = |puzzle: &&Puzzle| {
        puzzle.name.starts_with("qprop/")
            && Path::new(puzzle.name).extension().is_some_and(|extension| extension == "yaml")
    };
    let whole = LIBRARY.iter().find(|puzzle| puzzle.name == word);
    whole
        .or_else(|| LIBRARY.iter().filter(|puzzle| !is_data(puzzle)).find(|puzzle| stem(puzzle.name) == word))
}

/// The names of the files that a word may mean: those that it names without their family, as in `hard`, or that it
/// nearly names, as in `sudoku/hrad`.
pub fn near(word: &str) -> Vec<&'static str> {
    let stem = |name: &'static str| name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let mut stems: Vec<&str> = LIBRARY.iter().map(|puzzle| stem(puzzle.name)).collect();
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
        let line = format!("{:width$}  {}", puzzle.name, puzzle.title());
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
        assert_eq!(named("kenken/small").map(Puzzle::family), Some("kenken"));
        assert!(named("sudoku/harder").is_none() && named("sudoku").is_none());
    }
}
