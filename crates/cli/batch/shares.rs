//! Puzzles shared out to a scheduler: a folder of tasks, each a share of the puzzles with results of its own.
//!
//! `batch --scheduler` deals the puzzles and gives the folder to `submit`; `run-task` solves a share, as `batch` would,
//! and may be killed and started again like it; `gather` joins the results into the file of the batch, and so does
//! `batch` when it is started again. The folder holds the puzzles themselves, so the machines that solve need no other
//! file, and puzzles that are changed in the meantime do no harm.

mod deal;
mod gather;
mod join;
mod run_task;
mod submit;

use std::{
    fs::{self, File},
    io::{BufRead, BufReader},
    path::{Component, Path, PathBuf},
};

use clap::{Args, FromArgMatches};
use jigsat_input::{ParseError, Source};
use serde::{Deserialize, Serialize};

use super::line::Key;
use crate::{args::AskedArgs, exit::Failure, record::SCHEMA};

pub use gather::gather;
pub use run_task::run_task;
pub use submit::submit;

const MANIFEST: &str = "manifest.json";
/// The puzzles of share N are in the file `N.jsonl` of this folder,
const PUZZLES: &str = "puzzles";
/// and the lines that tell what came of them in the file `N.jsonl` of this one.
const RESULTS: &str = "results";
/// Is there when all results were joined.
const JOINED: &str = "joined";
/// What a manifest of such a folder calls it.
const KIND: &str = "batch";

/// What a folder of shares is about.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Manifest {
    schema: u32,
    /// Always [`KIND`].
    kind: String,
    /// The version of jigsat that wrote it.
    version: String,
    /// The name of the results, which lie beside the folder in which this one is.
    out: String,
    /// What is asked of each puzzle and within which limits, as words of the command line.
    options: Vec<String>,
    /// How many shares there are.
    tasks: usize,
    /// How many puzzles they have together.
    puzzles: usize,
}

/// A folder of shares.
pub struct Shares {
    pub path: PathBuf,
    manifest: Manifest,
    asked: AskedArgs,
    key: Key,
}

/// By what a puzzle of a share is known.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize)]
struct Id {
    file: String,
    index: u64,
    digest: String,
}

impl Shares {
    /// Whether a folder of tasks is one of shares; `cubes` writes others.
    pub fn is_at(path: &Path) -> bool {
        #[derive(Deserialize)]
        struct Kind {
            kind: String,
        }
        let text = fs::read_to_string(path.join(MANIFEST)).unwrap_or_default();
        serde_json::from_str(&text).is_ok_and(|Kind { kind }| kind == KIND)
    }

    /// Reads a folder.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let file = path.join(MANIFEST).display().to_string();
        let malformed = |message: String| Failure::Input(ParseError::in_file(&file, message));
        let opened =
            File::open(path.join(MANIFEST)).map_err(|error| malformed(format!("can't be read: {error}")))?;
        let source = Source::read_from(&file, BufReader::new(opened))?;
        let manifest: Manifest = serde_json::from_str(source.text())
            .map_err(|error| malformed(format!("is no manifest of shares: {error}")))?;
        if manifest.kind != KIND || manifest.schema != SCHEMA {
            let found = format!("'{}' of schema {}", manifest.kind, manifest.schema);
            return Err(malformed(format!("is about {found}, expected '{KIND}' of schema {SCHEMA}")));
        }
        if Path::new(&manifest.out).components().count() != 1 {
            return Err(malformed("names results that are elsewhere".into()));
        }
        let asked = asked(&manifest.options).map_err(|error| malformed(error.to_string()))?;
        let key = Key::new(&asked);
        Ok(Shares { path: path.to_owned(), manifest, asked, key })
    }

    /// The folders of shares of a batch that writes there, in the order in which they were made.
    fn all(out: &Path) -> Result<Vec<Self>, Failure> {
        numbers(out)?.into_iter().map(|number| Shares::open(&parent(out).join(number.to_string()))).collect()
    }

    /// How many shares there are.
    pub fn count(&self) -> usize {
        self.manifest.tasks
    }

    /// The shares that have puzzles without a line of results.
    pub fn missing(&self) -> Result<Vec<usize>, Failure> {
        let mut missing = Vec::new();
        for share in 1..=self.count() {
            if !self.left(share, |_, _| Ok(()))?.is_empty() {
                missing.push(share);
            }
        }
        Ok(missing)
    }

    /// The results of the batch.
    fn out(&self) -> Result<PathBuf, Failure> {
        let is_name = |path: &Path| matches!(path.components().next_back(), Some(Component::Normal(_)));
        let beside = |path: &Path| {
            let parent = path.parent().filter(|parent| is_name(path) && is_name(parent))?;
            Some(parent.with_file_name(&self.manifest.out))
        };
        if let Some(path) = beside(&self.path) {
            return Ok(path);
        }
        let whole = self.path.canonicalize().map_err(|error| failure(&self.path, error))?;
        beside(&whole).ok_or_else(|| {
            let message = format!("is no folder beside which '{}' could be", self.manifest.out);
            Failure::Input(ParseError::in_file(whole.display().to_string(), message))
        })
    }

    fn puzzles_path(&self, share: usize) -> PathBuf {
        self.path.join(PUZZLES).join(format!("{share}.jsonl"))
    }

    fn results_path(&self, share: usize) -> PathBuf {
        self.path.join(RESULTS).join(format!("{share}.jsonl"))
    }

    /// What a share's puzzles are, in a form that has what is wanted.
    fn puzzles<T: for<'d> Deserialize<'d>>(
        &self,
        share: usize,
    ) -> Result<impl Iterator<Item = Result<T, Failure>>, Failure> {
        let path = self.puzzles_path(share);
        let name = path.display().to_string();
        let malformed = move |line: usize, message: String| {
            let place = if line > 0 { format!("line {line} ") } else { String::new() };
            Failure::Input(ParseError::in_file(&name, format!("{place}{message}")))
        };
        let file = File::open(&path).map_err(|error| malformed(0, format!("can't be read: {error}")))?;
        Ok((1..).zip(BufReader::new(file).lines()).map(move |(number, line)| {
            let line = line.map_err(|error| malformed(number, format!("can't be read: {error}")))?;
            serde_json::from_str(&line).map_err(|error| malformed(number, format!("is no puzzle: {error}")))
        }))
    }
}

/// Where the folders of shares of a batch are that writes there: each is called by a number.
pub fn parent(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".tasks");
    name.into()
}

/// The numbers of these folders, the least first.
fn numbers(out: &Path) -> Result<Vec<u32>, Failure> {
    let parent = parent(out);
    let unreadable = |error| Failure::usage(format!("{}: can't be read: {error}", parent.display()));
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

/// What a manifest's words ask.
fn asked(options: &[String]) -> Result<AskedArgs, clap::Error> {
    let command = AskedArgs::augment_args(clap::Command::new(KIND).no_binary_name(true));
    AskedArgs::from_arg_matches(&command.try_get_matches_from(options)?)
}

/// As words of the command line; [`asked`] reads them.
fn options(asked: &AskedArgs) -> Vec<String> {
    let times = asked.no_times.then(|| "--no-times".to_owned());
    asked.question().into_iter().chain(asked.limits()).chain(times).collect()
}

fn failure(path: &Path, error: std::io::Error) -> Failure {
    Failure::Output(path.display().to_string(), error)
}
