//! The answer to a request, part by part.

use std::sync::{Mutex, PoisonError};

use jigsat_kit::Error;
use jigsat_solve::Stop;
use jigsat_workbench::{Context, verb::Listener};
use pyo3::prelude::*;

use crate::{
    part::Part,
    work::{HAS_THREADS, Said, Started, watched},
};

/// Number of parts of an answer that wait to be taken; the work waits if there are more.
const UNTAKEN: usize = 64;

/// The parts of an answer, one after the other as they are found. Leaving them ends the work.
#[pyclass(frozen, module = "jigsat._jigsat")]
pub struct Parts(Source);

enum Source {
    Beside(Started<Part>),
    Known(Mutex<std::vec::IntoIter<Part>>),
}

impl Parts {
    /// Those of an answer that is found beside the interpreter; at once, where there are no threads.
    pub fn beside(
        py: Python<'_>,
        answer: impl FnOnce(&Context, &mut Listener<'_>) -> Result<(), Error> + Send + 'static,
    ) -> PyResult<Self> {
        if !HAS_THREADS {
            return Parts::here(py, answer);
        }
        let started = Started::new(py, UNTAKEN, |context, sender| {
            answer(context, &mut |part, more| {
                sender.send(Said::Part(Part::new(part, more))).map_err(|_| Stop::Interrupted.into())
            })
        })?;
        Ok(Parts(Source::Beside(started)))
    }

    /// Those of an answer that is found at once.
    pub fn here(
        py: Python<'_>,
        answer: impl FnOnce(&Context, &mut Listener<'_>) -> Result<(), Error> + Send,
    ) -> PyResult<Self> {
        let parts = watched(py, |context| {
            let mut parts = Vec::new();
            answer(context, &mut |part, more| {
                parts.push(Part::new(part, more));
                Ok(())
            })?;
            Ok(parts)
        })?;
        Ok(Parts(Source::Known(Mutex::new(parts.into_iter()))))
    }
}

#[pymethods]
impl Parts {
    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Part>> {
        match &self.0 {
            Source::Beside(started) => started.next(py),
            Source::Known(parts) => Ok(parts.lock().unwrap_or_else(PoisonError::into_inner).next()),
        }
    }

    /// Ends the work, and waits until it has ended.
    fn close(&self, py: Python<'_>) {
        if let Source::Beside(started) = &self.0 {
            started.end(py);
        }
    }
}
