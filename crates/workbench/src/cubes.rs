//! One hard puzzle as many tasks: [`cut`] cuts its search into cubes and writes a folder of tasks, [`run_task`] does
//! tasks, on any machine that has the folder, and [`gather`] joins their results.
//!
//! The folder contains the request as JSON and the puzzle's own text: `run_task` and `gather` prepare the request again
//! and need no other file. Running tasks requires no trust in the author of the folder: a folder names no path outside
//! itself, and a solver program that it names runs only with consent.

mod cover;
mod cut;
mod cutter;
mod folder;
mod gather;
mod manifest;
mod names;
mod part;
mod record;
mod request;
mod result;
mod run_task;
mod tally;
mod work;
mod write;

use std::{io::Read, path::Path, sync::Arc};

use jigsat_input::{MAX_TEXT, ParseError};
use jigsat_kit::{Error, NoFiles, Text};
use jigsat_solve::Solver;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    AnyFamily, Board, Context, Status, only,
    registry::{family_of, found_again},
};

pub use folder::TaskFolder;
pub use record::{CubesRecord, GatherRecord, Gathered, TaskFolderRecord};
pub use request::{Asked, CubesRequest};
pub use run_task::wanted;
pub use tally::ranges;

/// Which tasks of a folder to run, and how.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RunTaskRequest {
    /// Task numbers and ranges such as `7` or `1-20`.
    pub tasks: Vec<String>,
    /// Time limit for a task, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0))]
    pub timeout_s: Option<f64>,
    /// Allows running the external solver that the folder names.
    pub allow_external: bool,
}

/// Cuts the one puzzle of a text into tasks, and writes them into a new folder; with `force`, replaces an older folder
/// of tasks and its results.
///
/// # Errors
///
/// A request that can't be met, a text that is not one puzzle, a folder that can't be written.
pub fn cut(
    family: &dyn AnyFamily,
    text: Text,
    request: &CubesRequest,
    folder: &Path,
    force: bool,
    context: &Context,
) -> Result<(Status, CubesRecord), Error> {
    found_again(family)?;
    let prepared = family.prepare(&request.ask)?;
    let name = text.name().to_owned();
    let mut bytes = Vec::new();
    let read = text.into_reader().take(MAX_TEXT + 1).read_to_end(&mut bytes);
    read.map_err(|error| ParseError::unreadable(&name, &error))?;
    if bytes.len() as u64 > MAX_TEXT {
        let message = format!("found more than {} MiB", MAX_TEXT >> 20);
        return Err(ParseError::in_file(&name, message).expecting("a smaller text").into());
    }
    // Whoever does the tasks has only the folder.
    let instance = only(&*prepared, Text::of_bytes(name, bytes.clone()), &NoFiles)?;
    cut::cut(family, &*instance.shared(), request, &bytes, folder, force, context)
}

/// Does tasks of a folder, each once; `tell` gets for each its number and its result, in words.
///
/// # Errors
///
/// A folder that is not one of tasks or was changed, tasks that it doesn't have, a solver program that was not allowed.
pub fn run_task(
    folder: &Path,
    request: &RunTaskRequest,
    context: &Context,
    tell: &mut dyn FnMut(usize, &str),
) -> Result<Status, Error> {
    let folder = TaskFolder::open(folder)?;
    let tasks = wanted(&request.tasks, folder.tasks())?;
    let solver = &folder.request().ask.search.solver;
    if let (Some(Solver::External(command)), false) = (solver, request.allow_external) {
        let command = jigsat_input::quote(command);
        let message =
            format!("the folder runs a program as its solver, {command}; allow that only if you trust it");
        return Err(Error::request(message));
    }
    run_task::run_tasks(&*board(&folder)?, &folder, &tasks, request.timeout_s, context, tell)
}

/// Joins the results of a folder of tasks; the timeout is for the proof that they leave nothing out.
///
/// # Errors
///
/// A folder that is not one of tasks or was changed.
pub fn gather(folder: &Path, timeout_s: Option<f64>, context: &Context) -> Result<Gathered, Error> {
    let folder = TaskFolder::open(folder)?;
    gather::gather(&*board(&folder)?, &folder, timeout_s, context)
}

/// The puzzle of a folder, with its request.
fn board(folder: &TaskFolder) -> Result<Arc<dyn Board>, Error> {
    let (name, page) = folder.family();
    let family = family_of(name, page);
    let family = family.map_err(|error| folder.malformed(manifest::MANIFEST, error.to_string()))?;
    let prepared = family.prepare(&folder.request().ask)?;
    Ok(only(&*prepared, folder.text(), &NoFiles)?.shared())
}
