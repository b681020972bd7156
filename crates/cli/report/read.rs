//! The results or rows that a report is about.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{BufRead, BufReader},
    path::Path,
};

use jigsat_workbench::{batch::ResultLine, record::SCHEMA, verbs::compare::CompareRecord};

use crate::exit::Failure;

/// The results of a batch: the last line of each puzzle. Or the rows of a comparison.
pub struct Results {
    /// The file's name.
    pub name: String,
    puzzles: BTreeMap<(String, u64), ResultLine>,
    /// The rows of a comparison, if there are no results.
    pub rows: Vec<CompareRecord>,
    /// Number of lines that could not be understood.
    pub left_out: u64,
}

impl Results {
    /// Reads a file, and skips lines that are incomplete or from another program.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let unreadable = |error: std::io::Error| Failure::usage(format!("{name}: can't be read: {error}"));
        let mut reader = BufReader::new(File::open(path).map_err(unreadable)?);
        let (mut puzzles, mut rows, mut left_out) = (BTreeMap::new(), Vec::new(), 0);
        let mut line = Vec::new();
        while reader.read_until(b'\n', &mut line).map_err(unreadable)? > 0 {
            match serde_json::from_slice::<ResultLine>(&line) {
                Ok(told) if told.schema == SCHEMA => {
                    puzzles.insert((told.file.clone(), told.index), told);
                }
                _ => match serde_json::from_slice::<CompareRecord>(&line) {
                    Ok(row) if row.schema == SCHEMA => rows.push(row),
                    _ => left_out += 1,
                },
            }
            line.clear();
        }
        if puzzles.is_empty() && rows.is_empty() {
            let message = "has no line that 'jigsat batch' or 'jigsat compare --format json' wrote";
            return Err(Failure::usage(format!("{name}: {message}")));
        }
        if !puzzles.is_empty() {
            left_out += rows.len() as u64;
            rows.clear();
        }
        Ok(Results { name, puzzles, rows, left_out })
    }

    /// The results in the order of the files.
    pub fn puzzles(&self) -> impl Iterator<Item = &ResultLine> {
        self.puzzles.values()
    }

    /// The result for the same puzzle, unless the puzzle has changed.
    pub fn same(&self, told: &ResultLine) -> Option<&ResultLine> {
        // The map can't look up a tuple of references, and the time for a clone doesn't matter in a report.
        self.puzzles.get(&(told.file.clone(), told.index)).filter(|other| other.digest == told.digest)
    }
}
