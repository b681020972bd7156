//! The library as a module for Python, thin: requests come as JSON, and the parts of answers are objects that make records, words
//! and pictures when they are asked for. What people call is written in Python, in `../python/jigsat`.
//!
//! Nothing here waits for another thread while it holds the interpreter: the other one may need it, for a referee in Python.

mod answer;
mod board;
#[cfg(not(target_family = "wasm"))]
mod command;
mod encoding;
mod error;
mod formula;
mod library;
mod part;
#[cfg(not(target_family = "wasm"))]
mod schemas;
mod work;

use pyo3::prelude::*;

#[pymodule]
mod _jigsat {
    use super::{Bound, PyModule, PyResult, work};
    #[pymodule_export]
    use super::{
        answer::Parts,
        board::{Board, Boards, board_of, read},
        encoding::Encoded,
        formula::Formula,
        library::{ask, families, solvers, version},
        part::Part,
    };
    #[cfg(not(target_family = "wasm"))]
    #[pymodule_export]
    use super::{
        command::run_command,
        schemas::{schemas, verbs},
    };

    #[pymodule_init]
    fn init(_module: &Bound<'_, PyModule>) -> PyResult<()> {
        work::keep_panics_quiet();
        Ok(())
    }
}
