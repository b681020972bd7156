//! Puzzles dealt to a scheduler: a folder of tasks, each a share of the puzzles with results of its own.
//!
//! [`deal`] deals the puzzles, and a front end gives the folders to a scheduler; [`Shares::run`] solves a share like a
//! batch, and may be killed and started again like one; [`Shares::gather`] joins the results into the file of the
//! batch, and so does [`deal`] when it is called again. A folder contains the puzzles themselves, so the machines that
//! solve need no other file, and it doesn't matter if puzzles are changed in the meantime.

mod deal;
mod dealer;
mod gather;
mod join;
mod run;

use std::{
    fs::{self, File},
    io::{BufRead, BufReader},
    path::{Component, Path, PathBuf},
    sync::Arc,
};

use jigsat_input::ParseError;
use jigsat_kit::Error;
use serde::{Deserialize, Serialize};

use super::{line::Key, request::BatchRequest};
use crate::{
    inside::{file_inside, source_inside},
    output::output_error,
    record::SCHEMA,
};

pub use deal::{Dealt, deal};
pub use gather::{GatherRecord, Gathered};
pub use run::ShareEnd;

const MANIFEST: &str = "manifest.json";
/// The puzzles of share N are in the file `N.jsonl` of this folder,
const PUZZLES: &str = "puzzles";
/// and the lines with their results in the file `N.jsonl` of this one.
const RESULTS: &str = "results";
/// The file that exists if all results were joined.
const JOINED: &str = "joined";
/// The kind of folder, in its manifest.
const KIND: &str = "batch";

/// The content of a manifest of shares.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    schema: u32,
    /// Always [`KIND`].
    kind: String,
    /// The version of jigsat that wrote it.
    version: String,
    /// The name of the results, which are next to the folder that contains this one.
    out: String,
    /// The request for each puzzle, with its bounds.
    request: BatchRequest,
    /// Number of shares.
    tasks: usize,
    /// Number of puzzles in all shares.
    puzzles: usize,
}

/// The beginning of any manifest.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Beginning {
    schema: u32,
    kind: String,
    /// Words of the command line, in the first version.
    options: Option<Vec<String>>,
}

/// A folder of shares.
pub struct Shares {
    path: PathBuf,
    manifest: Manifest,
    request: Arc<BatchRequest>,
    key: Key,
}

/// The identity of a puzzle of a share.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize)]
struct Id {
    file: String,
    index: u64,
    digest: String,
}

impl Shares {
    /// Whether a folder of tasks is one of shares; there are other kinds.
    #[must_use]
    pub fn is_at(path: &Path) -> bool {
        let beginning = source_inside(path, MANIFEST);
        let beginning =
            beginning.ok().and_then(|source| serde_json::from_str::<Beginning>(source.text()).ok());
        beginning.is_some_and(|beginning| beginning.kind == KIND)
    }

    /// Opens a folder.
    ///
    /// # Errors
    ///
    /// A manifest that is missing, malformed, or of another version.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let file = path.join(MANIFEST).display().to_string();
        let malformed = |message: String| Error::Input(ParseError::in_file(&file, message));
        let no_manifest =
            |error: serde_json::Error| malformed(format!("is not a manifest of shares: {error}"));
        let source = source_inside(path, MANIFEST)?;
        let Beginning { schema, kind, options } = serde_json::from_str(source.text()).map_err(no_manifest)?;
        if kind != KIND || schema != SCHEMA {
            let found = format!("'{kind}' of schema {schema}");
            return Err(malformed(format!("is about {found}, expected '{KIND}' of schema {SCHEMA}")));
        }
        if options.is_some() {
            let message = "was written by an earlier version of jigsat; finish it with that version";
            return Err(malformed(message.into()));
        }
        let manifest: Manifest = serde_json::from_str(source.text()).map_err(no_manifest)?;
        if !is_name(&manifest.out) {
            return Err(malformed("names results that are elsewhere".into()));
        }
        let key = manifest.request.key();
        let request = Arc::new(manifest.request.clone());
        Ok(Shares { path: path.to_owned(), manifest, request, key })
    }

    /// The folders of shares of a batch that writes to this file, in the order in which they were made.
    fn all(out: &Path) -> Result<Vec<Self>, Error> {
        numbers(out)?.into_iter().map(|number| Shares::open(&parent(out).join(number.to_string()))).collect()
    }

    /// The path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The number of shares.
    #[must_use]
    pub fn count(&self) -> usize {
        self.manifest.tasks
    }

    /// The number of puzzles in all shares.
    #[must_use]
    pub fn puzzle_count(&self) -> usize {
        self.manifest.puzzles
    }

    /// The request for each puzzle, with its bounds.
    #[must_use]
    pub fn request(&self) -> &BatchRequest {
        &self.request
    }

    /// The shares that have puzzles without a line of results, by their numbers from 1.
    ///
    /// # Errors
    ///
    /// A folder that can't be read.
    pub fn missing(&self) -> Result<Vec<usize>, Error> {
        let mut missing = Vec::new();
        for share in 1..=self.count() {
            if !self.left(share, |_, _| Ok(()))?.is_empty() {
                missing.push(share);
            }
        }
        Ok(missing)
    }

    /// The results of the batch.
    fn out(&self) -> Result<PathBuf, Error> {
        let is_normal = |path: &Path| matches!(path.components().next_back(), Some(Component::Normal(_)));
        let beside = |path: &Path| {
            let parent = path.parent().filter(|parent| is_normal(path) && is_normal(parent))?;
            Some(parent.with_file_name(&self.manifest.out))
        };
        if let Some(path) = beside(&self.path) {
            return Ok(path);
        }
        let whole = self.path.canonicalize().map_err(|error| output_error(&self.path, error))?;
        beside(&whole).ok_or_else(|| {
            let message = format!("is not in a folder where '{}' could be", self.manifest.out);
            Error::Input(ParseError::in_file(whole.display().to_string(), message))
        })
    }

    fn puzzles_path(&self, share: usize) -> PathBuf {
        self.path.join(PUZZLES).join(format!("{share}.jsonl"))
    }

    fn results_path(&self, share: usize) -> PathBuf {
        self.path.join(RESULTS).join(format!("{share}.jsonl"))
    }

    /// The puzzles of a share, in a form with the wanted fields.
    fn puzzles<T: for<'d> Deserialize<'d>>(
        &self,
        share: usize,
    ) -> Result<impl Iterator<Item = Result<T, Error>>, Error> {
        let path = self.puzzles_path(share);
        let name = path.display().to_string();
        let malformed = move |line: usize, message: String| {
            let place = if line > 0 { format!("line {line} ") } else { String::new() };
            Error::Input(ParseError::in_file(&name, format!("{place}{message}")))
        };
        let folder = path.parent().unwrap_or(&self.path);
        let inside = file_inside(folder, &path.file_name().unwrap_or_default().to_string_lossy())?;
        let file = File::open(inside).map_err(|error| malformed(0, format!("can't be read: {error}")))?;
        Ok((1..).zip(BufReader::new(file).lines()).map(move |(number, line)| {
            let line = line.map_err(|error| malformed(number, format!("can't be read: {error}")))?;
            serde_json::from_str(&line)
                .map_err(|error| malformed(number, format!("is not a puzzle: {error}")))
        }))
    }
}

/// Whether a text is the name of a file, not a path to another folder.
fn is_name(text: &str) -> bool {
    let mut components = Path::new(text).components();
    matches!((components.next(), components.next()), (Some(Component::Normal(_)), None))
}

/// The parent of the folders of shares of a batch that writes to this file; each folder's name is a number.
pub(super) fn parent(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".tasks");
    name.into()
}

/// The numbers of these folders, the least first.
fn numbers(out: &Path) -> Result<Vec<u32>, Error> {
    let parent = parent(out);
    let unreadable = |error| Error::request(format!("{}: can't be read: {error}", parent.display()));
    let mut numbers = Vec::new();
    match fs::read_dir(&parent) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => return Err(unreadable(error)),
        Ok(entries) => {
            for entry in entries {
                let name = entry.map_err(unreadable)?.file_name();
                numbers.extend(name.to_str().and_then(|name| name.parse::<u32>().ok()));
            }
        }
    }
    numbers.sort_unstable();
    Ok(numbers)
}
