//! The command `jigsat` in this module.

use std::{ffi::OsString, panic, path::PathBuf};

use jigsat_cli::Started;
use pyo3::prelude::*;

/// Runs a command line, of which the first word is the program's name, and returns the exit code. It takes Ctrl-C over, and may
/// end the process. `python` is the interpreter that runs it again as `python -m jigsat`.
#[pyfunction]
pub fn run_command(py: Python<'_>, words: Vec<OsString>, python: PathBuf) -> u8 {
    let name = words.first().map(PathBuf::from);
    let file =
        name.filter(|file| file.is_file() && file.extension().is_none_or(|extension| extension == "exe"));
    let started = Started { by: python, arguments: vec!["-m".into(), "jigsat".into()], file };
    // Its panics are told as in other programs.
    drop(panic::take_hook());
    py.detach(|| jigsat_cli::main(words, Some(started)))
}
