//! A part of an answer.

use std::{
    io,
    sync::{Arc, Mutex, PoisonError},
};

use jigsat_grid::{Charset, Picture};
use jigsat_input::Message;
use jigsat_kit::Error;
use jigsat_solve::Solution;
use jigsat_workbench::{Board, Status, Teller, failure::Failed, record::SpanRecord};
use pyo3::prelude::*;
use pythonize::pythonize;

use crate::work;

/// A part of an answer, as the library has it.
type AnyPart = dyn jigsat_workbench::Part;

/// A part of an answer. All of it is made when it is asked for.
#[pyclass(frozen, module = "jigsat._jigsat")]
pub struct Part {
    part: Mutex<Box<AnyPart>>,
    status: Status,
    more: bool,
}

impl Part {
    pub fn new(part: Box<AnyPart>, more: bool) -> Self {
        Part { status: part.status(), part: Mutex::new(part), more }
    }

    /// The puzzle that it is about.
    pub fn puzzle(&self, py: Python<'_>) -> PyResult<Option<Arc<dyn Board>>> {
        self.with(py, |part| Ok(part.puzzle().map(Board::shared)))
    }

    /// Makes something of it. It may draw a board, or ask a referee, which may be written in Python: nobody waits here with the
    /// interpreter.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        make: impl FnOnce(&AnyPart) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        work::here(py, || make(&**self.part.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}

#[pymethods]
impl Part {
    /// The status, final or so far: `solved`, `impossible`, `bad-input`, `unknown`, `bug`.
    #[getter]
    fn status(&self) -> &'static str {
        match self.status {
            Status::Solved => "solved",
            Status::Impossible => "impossible",
            Status::BadInput => "bad-input",
            Status::Unknown => "unknown",
            Status::Bug => "bug",
        }
    }

    /// Whether more parts follow.
    #[getter]
    fn more(&self) -> bool {
        self.more
    }

    /// Whether its record is only a piece of the one at the end.
    #[getter]
    fn is_piece(&self, py: Python<'_>) -> PyResult<bool> {
        self.with(py, |part| Ok(part.is_piece()))
    }

    /// Whether it says that there is no answer.
    #[getter]
    fn is_failure(&self, py: Python<'_>) -> PyResult<bool> {
        self.with(py, |part| Ok((part as &dyn std::any::Any).is::<Failed>()))
    }

    /// The record as JSON; `None` if there are only words or a picture.
    fn record(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.with(py, |part| {
            let json =
                part.record().map(|record| serde_json::to_string(record).expect("records are plain data"));
            Ok(json)
        })
    }

    /// In words, one or more lines; may be empty.
    fn words(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |part| Ok(part.words()))
    }

    /// What else the user should know.
    fn notes(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.with(py, |part| Ok(part.notes().iter().map(ToString::to_string).collect()))
    }

    /// As it is told to a person, with drawings as text.
    fn told(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |part| {
            let mut told = Told(String::new());
            part.tell(&mut told)?;
            Ok(told.0)
        })
    }

    /// The solution as JSON has it, as known at this point. Lists and numbers are made here: to write and read their text would
    /// take several times as long.
    fn solution(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.with(py, |part| Ok(part.solution().map(plain)))
    }

    /// Its picture as SVG.
    fn picture(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.with(py, |part| Ok(part.picture().map(|picture| picture.to_svg())))
    }

    /// Its picture as a file of its own, as SVG: of the whole answer, at its end.
    fn svg(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.with(py, jigsat_workbench::Part::svg)
    }

    /// In another form than words and records; empty if it has no such form.
    fn write(&self, py: Python<'_>, form: &str) -> PyResult<String> {
        self.with(py, |part| {
            let mut out = Vec::new();
            part.write(form, &mut out)?;
            Ok(String::from_utf8_lossy(&out).into_owned())
        })
    }
}

/// A solution as JSON has it.
pub fn plain(solution: &Solution) -> Py<PyAny> {
    Python::attach(|py| pythonize(py, solution).expect("solutions are plain data").unbind())
}

/// What is told, as plain text.
struct Told(String);

impl Teller for Told {
    fn line(&mut self, words: &str) -> io::Result<()> {
        self.0.push_str(words);
        self.0.push('\n');
        Ok(())
    }

    fn message(&mut self, message: &Message) -> io::Result<()> {
        self.line(&message.to_string())
    }

    fn sentence(&mut self, words: &str) -> io::Result<()> {
        self.line(words)
    }

    fn colored(&mut self, parts: &[SpanRecord]) -> io::Result<()> {
        self.line(&parts.iter().map(|part| part.text.as_str()).collect::<String>())
    }

    fn picture(&mut self, picture: &dyn Picture) -> io::Result<()> {
        self.line(picture.to_text(Charset::Unicode).trim_end())
    }
}
