//! `--write`: a file with the puzzles and their solutions.

use std::path::Path;

use jigsat_workbench::{Board, Solution};

use crate::{
    exit::Failure,
    output::{refuse_existing, write_file},
};

/// The file to write, if one is wanted.
pub struct Written<'a> {
    path: Option<&'a Path>,
    force: bool,
    text: String,
}

impl<'a> Written<'a> {
    /// Fails early if the file can't be written.
    pub fn start(path: Option<&'a Path>, force: bool) -> Result<Self, Failure> {
        if let Some(path) = path {
            refuse_existing(path, force)?;
        }
        Ok(Written { path, force, text: String::new() })
    }

    /// Adds a puzzle, with its solution if it has one.
    pub fn add(&mut self, instance: &dyn Board, solution: Option<&Solution>) -> Result<(), Failure> {
        let Some(path) = self.path else { return Ok(()) };
        let format = path.extension().map(|format| format.to_string_lossy().into_owned()).unwrap_or_default();
        let solved = match solution {
            Some(solution) => instance.write_solution(solution, &format),
            None => Some(String::from_utf8_lossy(&instance.write(&format)?).into_owned()),
        };
        let known = instance.info().solution_formats.join(", ");
        let text = solved.ok_or_else(|| {
            Failure::usage(format!(
                "--write: there is no format '{format}' with solutions; there are: {known}"
            ))
        })?;
        self.text.push_str(&text);
        Ok(())
    }

    /// Writes the whole file.
    pub fn finish(self) -> Result<(), Failure> {
        match self.path {
            Some(path) => write_file(path, &self.text, self.force),
            None => Ok(()),
        }
    }
}
