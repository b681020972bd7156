//! The library as a module for Python, thin: requests come as JSON, and the parts of answers are objects that make records, words
//! and pictures when they are asked for. What people call is written in Python, in `../python/jigsat`.
//!
//! Nothing here waits for another thread while it holds the interpreter: the other one may need it, for a referee in Python.

mod answer;
mod board;
mod command;
mod encoding;
mod error;
mod formula;
mod library;
mod part;
mod work;

use pyo3::prelude::*;

#[pymodule]
mod _jigsat {
    use super::{Bound, PyModule, PyResult, work};
    #[pymodule_export]
    use super::{
        answer::Parts,
        board::{Board, Boards, board_of, read},
        command::run_command,
        encoding::Encoded,
        formula::Formula,
        library::{ask, families, schemas, solvers, verbs, version},
        part::Part,
    };

    #[pymodule_init]
    fn init(_module: &Bound<'_, PyModule>) -> PyResult<()> {
        work::keep_panics_quiet();
        Ok(())
    }
}
