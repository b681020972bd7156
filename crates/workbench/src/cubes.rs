//! One hard puzzle in many tasks: [`cut`] cuts its search into cubes and writes a folder of tasks, [`run_task`] does
//! tasks, on any machine that has the folder, and [`gather`] joins their results.
//!
//! The folder holds the request as JSON and the puzzle's own text: the latter two prepare the request once more and need
//! no other file. Whoever does tasks need not trust who cut them: a folder names no path outside of itself, and a
//! program that it names as a solver runs only with the consent of who does the tasks.

mod cover;
mod cut;
mod cutter;
mod folder;
mod gather;
mod manifest;
mod names;
mod part;
mod record;
mod result;
mod run_task;
mod tally;
mod work;
mod write;

use std::{io::Read, path::Path};

use jigsat_input::{MAX_TEXT, ParseError};
use jigsat_kit::{Error, NoFiles, Text};
use jigsat_solve::Solver;

use crate::{
    AnyFamily, Context, Status,
    instance::Instance,
    only,
    registry::{family_of, found_again},
};

pub use crate::request::{Asked, CubesRequest, RunTaskRequest};
pub use folder::TaskFolder;
pub use record::{CubesRecord, GatherRecord, Gathered, TaskFolderRecord};
pub use run_task::wanted;
pub use tally::ranges;

pub(crate) use cut::cut as cut_case;
pub(crate) use gather::gather as gather_case;
pub(crate) use run_task::run_tasks as run_tasks_of_case;

/// Cuts the one puzzle of a text into tasks, and writes them into a new folder; with `force`, in place of an older
/// folder of tasks and its results.
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
    let instance = only(&*prepared, Text::of_bytes(name, bytes.clone()), &*context.files)?;
    instance.cut(request, &bytes, folder, force, context)
}

/// Does tasks of a folder, each once; `tell` gets for each a number and its result, in words.
///
/// # Errors
///
/// A folder that is none or was changed, tasks that it has not, a solver that is a program and was not allowed.
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
        return Err(Error::Request(message));
    }
    instance(&folder)?.run_tasks(&folder, &tasks, request.timeout_s, context, tell)
}

/// Joins the results of a folder of tasks; the timeout is that of the proof that they leave nothing out.
///
/// # Errors
///
/// A folder that is none or was changed.
pub fn gather(folder: &Path, timeout_s: Option<f64>, context: &Context) -> Result<Gathered, Error> {
    let folder = TaskFolder::open(folder)?;
    instance(&folder)?.gather(&folder, timeout_s, context)
}

/// The puzzle of a folder, with what was asked of it.
fn instance(folder: &TaskFolder) -> Result<Box<dyn Instance>, Error> {
    let (name, page) = folder.family();
    let family = family_of(name, page);
    let family = family.map_err(|error| folder.malformed(manifest::MANIFEST, error.to_string()))?;
    let prepared = family.prepare(&folder.request().ask)?;
    Ok(only(&*prepared, folder.text(), &NoFiles)?)
}
