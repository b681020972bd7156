//! The folder that `cubes` writes: the puzzle, what was asked, the tasks, and a place for their results.

use std::{
    fs::{self, File},
    io::{BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
};

use jigsat_input::{ParseError, Source};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{args::Asked, exit::Failure, record::SCHEMA};

pub const MANIFEST: &str = "manifest.json";
pub const TASKS: &str = "tasks.jsonl";
/// Cubes that propagation refutes, a list of literals on each line: with the tasks they leave nothing out.
pub const REFUTED: &str = "refuted.jsonl";
pub const ICNF: &str = "cubes.icnf";
pub const RESULTS: &str = "results";
/// Names the task that found a solution: the others are not needed then.
pub const SOLVED: &str = "solved";

/// A word of the command line that begins so names a file of the folder.
pub const INSIDE: &str = "@folder/";

/// What a folder of tasks is about.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Manifest {
    pub schema: u32,
    /// Always `cubes`.
    pub kind: String,
    /// The version of jigsat that wrote it.
    pub version: String,
    pub family: String,
    pub asked: Asked,
    /// Where the puzzle came from.
    pub file: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub puzzle: String,
    /// The puzzle's own copy in this folder.
    pub copy: String,
    /// The command line that made the folder, without the folder.
    pub command: Vec<String>,
    pub encoding: String,
    pub tasks: usize,
    /// Cubes that propagation refuted: there are no tasks for them.
    pub refuted: usize,
    /// How many symmetries the puzzle has, the identity counted.
    pub symmetries: usize,
    pub beginnings: Vec<Start>,
    /// Of the puzzle, the tasks and all of this but the digest itself, by BLAKE3.
    pub digest: String,
}

/// Choices that stand for all their images under the puzzle's symmetries.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Start {
    pub cube: Vec<String>,
    /// For each image the number of a symmetry that leads to it.
    pub images: Vec<usize>,
    /// The numbers of the symmetries that keep the choices.
    pub stabilizer: Vec<usize>,
}

/// One task: a cube, all solutions of which are to be looked for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Task {
    /// From 1.
    pub id: usize,
    /// Its literals by name.
    pub cube: Vec<String>,
    /// From which beginning it comes, by its place.
    pub beginning: usize,
    /// About how many dead ends and solutions backtracking would meet.
    pub estimate: f64,
}

/// What came of a task.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TaskResult {
    pub schema: u32,
    pub task: usize,
    /// The manifest's.
    pub digest: String,
    pub status: TaskStatus,
    /// As a decimal number, where the solutions were counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<String>,
    /// The symmetries of the beginning's stabilizer that keep each solution, added up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fixed: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<serde_json::Value>,
    /// Which engine, solver and encoding.
    pub by: String,
    pub wall_s: f64,
    pub cpu_s: f64,
    pub version: String,
    /// Of all else in this file, by BLAKE3: what a broken disk changed is found.
    pub seal: String,
}

/// How a task ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TaskStatus {
    Solved,
    Refuted,
    Counted,
}

impl TaskResult {
    fn sealed(&self) -> String {
        let bare = TaskResult { seal: String::new(), ..self.clone() };
        blake3::hash(&serde_json::to_vec(&bare).unwrap_or_default()).to_hex().to_string()
    }
}

/// The digest of a manifest with its puzzle and tasks.
pub fn digest(manifest: &Manifest, parts: &[&[u8]]) -> String {
    let bare = Manifest { digest: String::new(), ..manifest.clone() };
    let mut hasher = blake3::Hasher::new();
    for part in parts.iter().copied().chain([&serde_json::to_vec(&bare).unwrap_or_default()[..]]) {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.finalize().to_hex().to_string()
}

/// A folder of tasks, read and found whole.
pub struct Folder {
    pub path: PathBuf,
    pub manifest: Manifest,
    pub tasks: Vec<Task>,
    pub refuted: Vec<Vec<String>>,
}

impl Folder {
    /// Reads a folder.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let malformed = |file: &str, message: String| {
            Failure::Input(ParseError::in_file(path.join(file).display().to_string(), message))
        };
        if !path.is_dir() {
            let message = "is no folder of tasks, expected one that 'jigsat cubes' wrote";
            return Err(Failure::Input(ParseError::in_file(path.display().to_string(), message)));
        }
        let manifest: Manifest = read_json(&path.join(MANIFEST))?;
        if manifest.kind != "cubes" || manifest.schema != SCHEMA {
            let found = format!("'{}' of schema {}", manifest.kind, manifest.schema);
            return Err(malformed(
                MANIFEST,
                format!("is about {found}, expected 'cubes' of schema {SCHEMA}"),
            ));
        }
        if Path::new(&manifest.copy).components().count() != 1 {
            return Err(malformed(MANIFEST, "names a puzzle outside of its folder".into()));
        }
        let bytes = |name: &str| {
            fs::read(path.join(name)).map_err(|error| malformed(name, format!("can't be read: {error}")))
        };
        let (copy, lines, refuted) = (bytes(&manifest.copy)?, bytes(TASKS)?, bytes(REFUTED)?);
        if digest(&manifest, &[&copy, &lines, &refuted]) != manifest.digest {
            let message = "does not fit its puzzle and tasks: one of the files was changed";
            return Err(malformed(MANIFEST, message.into()));
        }
        let mut tasks = Vec::with_capacity(manifest.tasks);
        for (number, line) in (1..).zip(lines.lines()) {
            let line = line.map_err(|error| malformed(TASKS, error.to_string()))?;
            let task: Task = serde_json::from_str(&line)
                .map_err(|error| malformed(TASKS, format!("line {number} is no task: {error}")))?;
            if task.id != number || task.beginning >= manifest.beginnings.len() {
                return Err(malformed(TASKS, format!("line {number} is not task {number}")));
            }
            tasks.push(task);
        }
        if tasks.len() != manifest.tasks {
            let found = tasks.len();
            return Err(malformed(TASKS, format!("has {found} tasks, expected {}", manifest.tasks)));
        }
        let cubes = serde_json::Deserializer::from_slice(&refuted).into_iter();
        let refuted = cubes.collect::<Result<Vec<Vec<String>>, _>>();
        let refuted = refuted.map_err(|error| malformed(REFUTED, format!("is no list of cubes: {error}")))?;
        Ok(Folder { path: path.to_owned(), manifest, tasks, refuted })
    }

    /// Where a task's result lies.
    pub fn result_path(&self, task: usize) -> PathBuf {
        self.path.join(RESULTS).join(format!("{task}.json"))
    }

    /// The result of a task: none where it is missing, or what is wrong with it.
    pub fn result(&self, task: usize) -> Result<Option<TaskResult>, String> {
        let bytes = match fs::read(self.result_path(task)) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(format!("can't be read: {error}")),
        };
        let result: TaskResult =
            serde_json::from_slice(&bytes).map_err(|error| format!("is damaged: {error}"))?;
        if result.sealed() != result.seal {
            return Err("is damaged: its seal does not fit".into());
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
    pub fn keep(&self, result: &TaskResult) -> Result<(), Failure> {
        let result = TaskResult { seal: result.sealed(), ..result.clone() };
        let mut text = serde_json::to_vec(&result).map_err(std::io::Error::from)?;
        text.push(b'\n');
        let path = self.result_path(result.task);
        write_durably(&path, &text).map_err(|error| failure(&path, error))?;
        if result.status == TaskStatus::Solved {
            let path = self.path.join(SOLVED);
            let text = format!("{}\n", result.task);
            write_durably(&path, text.as_bytes()).map_err(|error| failure(&path, error))?;
        }
        Ok(())
    }

    /// The task that found a solution, where one did and its result is whole.
    pub fn solved_by(&self) -> Option<usize> {
        let mut text = String::new();
        File::open(self.path.join(SOLVED)).ok()?.take(32).read_to_string(&mut text).ok()?;
        let task = text.trim().parse().ok()?;
        let result = self.result(task).ok()??;
        (result.status == TaskStatus::Solved).then_some(task)
    }
}

/// A temporary file, flushed to the disk and then renamed, and the folder flushed, too.
fn write_durably(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".jigsat-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    Ok(())
}

pub fn failure(path: &Path, error: std::io::Error) -> Failure {
    Failure::Output(path.display().to_string(), error)
}

/// Reads a JSON file; an error tells its line and column.
fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, Failure> {
    let name = path.display().to_string();
    let file = File::open(path)
        .map_err(|error| Failure::Input(ParseError::in_file(&name, format!("can't be read: {error}"))))?;
    let source = Source::read_from(&name, BufReader::new(file))?;
    serde_json::from_str(source.text()).map_err(|error| {
        let message = format!("is no manifest of tasks: {error}");
        Failure::Input(ParseError::in_file(&name, message))
    })
}
