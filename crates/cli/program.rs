//! This program, for the processes that it starts.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use jigsat_workbench::worker::WorkerProgram;

use crate::exit::{Failure, failure};

/// How this program is run again, if another one runs it, such as an interpreter.
#[derive(Clone, Debug)]
pub struct Started {
    /// The other program.
    pub by: PathBuf,
    /// Its arguments before those of this program.
    pub arguments: Vec<OsString>,
    /// The file that runs this program on other machines, if there is one.
    pub file: Option<PathBuf>,
}

static STARTED: OnceLock<Started> = OnceLock::new();

/// Says how this program is run again: once, before anything else.
pub fn set(started: Started) {
    let _ = STARTED.set(started);
}

/// This program with no arguments of its own; on Linux, even if its file has been replaced in the meantime.
pub fn again() -> Result<WorkerProgram, Failure> {
    if let Some(Started { by, arguments, .. }) = STARTED.get() {
        return Ok(WorkerProgram { path: by.clone(), arguments: arguments.clone(), name: None });
    }
    let running = Path::new("/proc/self/exe");
    let path = if cfg!(target_os = "linux") && running.exists() { running.to_owned() } else { own_file()? };
    Ok(WorkerProgram { path, arguments: Vec::new(), name: Some("jigsat".into()) })
}

fn own_file() -> Result<PathBuf, Failure> {
    std::env::current_exe().map_err(|error| failure(Path::new("jigsat"), error))
}

/// The same as a worker.
pub fn this() -> Result<WorkerProgram, Failure> {
    let mut program = again()?;
    program.arguments.push("worker".into());
    Ok(program)
}

/// The file of this program, for other machines.
pub fn file() -> Result<PathBuf, Failure> {
    match STARTED.get() {
        None => own_file(),
        Some(Started { file: Some(file), .. }) => Ok(file.clone()),
        Some(_) => Err(Failure::usage(
            "name the program on the machines by --jigsat: this is a module of another one",
        )),
    }
}
