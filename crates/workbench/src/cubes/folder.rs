//! The folder of tasks: the puzzle, the request, the tasks, and a place for their results.

use std::{
    fs::{self, File},
    io::{BufRead, Read},
    path::{Path, PathBuf},
};

use jigsat_input::ParseError;
use jigsat_kit::{Error, Text};

use super::{
    manifest::{MANIFEST, Manifest, Task, digest, read_manifest},
    result::{TaskResult, TaskStatus},
};
use crate::{
    cubes::CubesRequest,
    inside::{file_inside, read_inside},
    output::{output_error, write_whole},
    record::SCHEMA,
};

pub const TASKS: &str = "tasks.jsonl";
/// Cubes that propagation refutes, a list of literals on each line: together with the tasks they leave nothing out.
pub const REFUTED: &str = "refuted.jsonl";
pub const ICNF: &str = "cubes.icnf";
pub const RESULTS: &str = "results";
/// Names the task that found a solution: the others are then not needed.
pub const SOLVED: &str = "solved";

/// A folder of tasks, read and found intact.
pub struct TaskFolder {
    path: PathBuf,
    pub(super) manifest: Manifest,
    pub(super) list: Vec<Task>,
    pub(super) refuted: Vec<Vec<String>>,
    copy: Vec<u8>,
}

impl TaskFolder {
    /// Reads a folder.
    ///
    /// # Errors
    ///
    /// A folder that is not one of tasks or has another version, and a folder with a changed file.
    pub fn open(path: &Path) -> Result<Self, Error> {
        if !path.is_dir() {
            let message = "is not a folder of tasks, expected one that 'jigsat cubes' wrote";
            return Err(ParseError::in_file(path.display().to_string(), message).into());
        }
        let malformed =
            |file: &str, message: String| Error::Input(ParseError::in_file(shown(path, file), message));
        let manifest = read_manifest(path)?;
        let (copy, lines) = (read_inside(path, &manifest.copy)?, read_inside(path, TASKS)?);
        let refuted = read_inside(path, REFUTED)?;
        if digest(&manifest, &[&copy, &lines, &refuted]) != manifest.digest {
            let message = "does not match its puzzle and tasks: one of the files was changed";
            return Err(malformed(MANIFEST, message.into()));
        }
        let results = fs::symlink_metadata(path.join(RESULTS));
        if !results.is_ok_and(|found| found.is_dir()) {
            return Err(malformed(RESULTS, "is not a folder, expected one for the results".into()));
        }
        let mut list = Vec::new();
        for (number, line) in (1..).zip(lines.lines()) {
            let line = line.map_err(|error| malformed(TASKS, error.to_string()))?;
            let task: Task = serde_json::from_str(&line)
                .map_err(|error| malformed(TASKS, format!("line {number} is not a task: {error}")))?;
            if task.id != number || task.beginning >= manifest.beginnings.len() {
                return Err(malformed(TASKS, format!("line {number} is not task {number}")));
            }
            list.push(task);
        }
        let cubes = serde_json::Deserializer::from_slice(&refuted).into_iter();
        let refuted = cubes.collect::<Result<Vec<Vec<String>>, _>>();
        let refuted =
            refuted.map_err(|error| malformed(REFUTED, format!("is not a list of cubes: {error}")))?;
        for (file, found, expected) in
            [(TASKS, list.len(), manifest.tasks), (REFUTED, refuted.len(), manifest.refuted)]
        {
            if found != expected {
                return Err(malformed(file, format!("has {found} lines, expected {expected}")));
            }
        }
        Ok(TaskFolder { path: path.to_owned(), manifest, list, refuted, copy })
    }

    /// The path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The name of its puzzle's family, and the family's page if it doesn't come with jigsat.
    #[must_use]
    pub fn family(&self) -> (&str, Option<&str>) {
        (&self.manifest.family, self.manifest.page.as_deref())
    }

    /// The request with which it was made.
    #[must_use]
    pub fn request(&self) -> &CubesRequest {
        &self.manifest.request
    }

    /// The number of its tasks, which are numbered from 1.
    #[must_use]
    pub fn tasks(&self) -> usize {
        self.list.len()
    }

    /// The tasks without a trustworthy result, those that look largest first, so that the last ones to start are short.
    #[must_use]
    pub fn missing(&self) -> Vec<usize> {
        let is_missing = |task: &&Task| !matches!(self.result(task.id), Ok(Some(_)));
        let mut missing: Vec<&Task> = self.list.iter().filter(is_missing).collect();
        missing.sort_by(|one, other| other.estimate.total_cmp(&one.estimate));
        missing.iter().map(|task| task.id).collect()
    }

    /// The task that found a solution, if one did and its result is intact: the others are then not needed.
    #[must_use]
    pub fn solved_by(&self) -> Option<usize> {
        let mut text = String::new();
        let path = file_inside(&self.path, SOLVED).ok()?;
        File::open(path).ok()?.take(32).read_to_string(&mut text).ok()?;
        let task = text.trim().parse().ok()?;
        let result = self.result(task).ok()??;
        (result.status == TaskStatus::Solved).then_some(task)
    }

    /// The puzzle's own text.
    pub(super) fn text(&self) -> Text {
        Text::of_bytes(shown(&self.path, &self.manifest.copy), self.copy.clone())
    }

    /// An error in a file of the folder.
    pub(super) fn malformed(&self, file: &str, message: impl Into<String>) -> Error {
        Error::Input(ParseError::in_file(shown(&self.path, file), message))
    }

    /// The path of a task's result.
    pub(super) fn result_path(&self, task: usize) -> PathBuf {
        self.path.join(RESULTS).join(format!("{task}.json"))
    }

    /// The result of a task: `None` if it is missing, or the mistake in it.
    pub(super) fn result(&self, task: usize) -> Result<Option<TaskResult>, String> {
        let path = self.result_path(task);
        match fs::symlink_metadata(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(format!("can't be read: {error}")),
            Ok(found) if !found.is_file() => return Err("is not a regular file".into()),
            Ok(_) => {}
        }
        let bytes = fs::read(path).map_err(|error| format!("can't be read: {error}"))?;
        let result: TaskResult =
            serde_json::from_slice(&bytes).map_err(|error| format!("is damaged: {error}"))?;
        if result.sealed() != result.seal {
            return Err("is damaged: its seal does not match".into());
        }
        if result.schema != SCHEMA {
            return Err(format!("is of schema {}, expected {SCHEMA}", result.schema));
        }
        if result.digest != self.manifest.digest {
            return Err("belongs to another folder of tasks".into());
        }
        if result.task != task {
            return Err(format!("is the result of task {}", result.task));
        }
        Ok(Some(result))
    }

    /// Writes a task's result so that it is there whole, also after a power failure, or not at all.
    pub(super) fn keep(&self, result: &TaskResult) -> Result<(), Error> {
        let result = TaskResult { seal: result.sealed(), ..result.clone() };
        let path = self.result_path(result.task);
        let text = serde_json::to_vec(&result).map_err(|error| output_error(&path, error.into()))?;
        write_whole(&path, &[&text[..], b"\n"].concat(), true).map_err(|error| output_error(&path, error))?;
        if result.status == TaskStatus::Solved {
            let path = self.path.join(SOLVED);
            let text = format!("{}\n", result.task);
            write_whole(&path, text.as_bytes(), true).map_err(|error| output_error(&path, error))?;
        }
        Ok(())
    }
}

/// The path of a folder's file for messages.
fn shown(path: &Path, file: &str) -> String {
    path.join(file).display().to_string()
}
