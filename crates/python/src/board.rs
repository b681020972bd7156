//! A puzzle, and how it is read.

use std::{
    io,
    sync::{Arc, Mutex, PoisonError},
};

use jigsat_grid::Charset;
use jigsat_kit::{Disk, Error, Text};
use jigsat_workbench::{Ask, Prepared, Request, family, nth, only, recognise};
use pyo3::{exceptions::PyValueError, prelude::*};

use crate::{answer::Parts, formula::Formula, library, part::Part, work};

/// Maximum length of a text that is read on the calling thread, in bytes.
const SHORT: usize = 1000;

/// Where a puzzle was read.
struct Source {
    name: String,
    text: Arc<str>,
    /// Its place in the text, from 1, if that has several.
    index: Option<u64>,
    /// The options with which it was read, by name, as JSON.
    options: serde_json::Map<String, serde_json::Value>,
}

/// A puzzle.
#[pyclass(frozen, module = "jigsat._jigsat")]
#[derive(Clone)]
pub struct Board {
    pub board: Arc<dyn jigsat_workbench::Board>,
    source: Option<Arc<Source>>,
}

impl Board {
    /// A puzzle that was not read.
    pub fn made(board: Arc<dyn jigsat_workbench::Board>) -> Self {
        Board { board, source: None }
    }

    /// The puzzle with a question. Options can choose what a text means: with others, it is read again.
    pub fn asking(&self, ask: &Ask) -> Result<Arc<dyn jigsat_workbench::Board>, Error> {
        match self.source.as_deref() {
            Some(source) if source.options != ask.options => {
                let prepared = self.board.family().prepare(ask)?;
                let text = Text::of_string(&*source.name, source.text.to_string());
                Ok(match source.index {
                    Some(index) => nth(&*prepared, text, index, &Disk::default())?,
                    None => only(&*prepared, text, &Disk::default())?,
                })
            }
            _ => self.board.asking(ask),
        }
    }
}

#[pymethods]
impl Board {
    /// Its family's name.
    #[getter]
    fn family(&self) -> &str {
        &self.board.info().name
    }

    /// The name of its file.
    #[getter]
    fn file(&self) -> &str {
        self.board.file()
    }

    /// Its title; may be empty.
    #[getter]
    fn title(&self) -> &str {
        self.board.title()
    }

    /// Warnings about it.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.board.warnings().to_vec()
    }

    /// The names of its encodings, the default first.
    #[getter]
    fn encodings(&self) -> Vec<&'static str> {
        self.board.encodings()
    }

    /// The text in which it was read, if it is alone there.
    #[getter]
    fn text(&self) -> Option<&str> {
        self.source.as_deref().filter(|source| source.index.is_none()).map(|source| &*source.text)
    }

    /// The options with which it was read, as JSON.
    #[getter]
    fn options(&self) -> String {
        self.source.as_deref().map_or_else(
            || "{}".into(),
            |source| serde_json::to_string(&source.options).expect("options are plain data"),
        )
    }

    /// As text for people.
    fn drawn(&self, py: Python<'_>) -> PyResult<String> {
        work::here(py, || Ok(self.board.draw(None).to_text(Charset::Unicode)))
    }

    /// As SVG.
    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        work::here(py, || Ok(self.board.draw(None).to_svg()))
    }

    /// As a file: `yaml`, `plain`, or a form of its family.
    fn write(&self, py: Python<'_>, format: &str) -> PyResult<String> {
        work::here(py, || {
            let text = String::from_utf8(self.board.write(format)?);
            text.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error).into())
        })
    }

    /// The parts of the answer to a request, by the name of its verb and its JSON.
    fn ask(&self, py: Python<'_>, verb: &str, request: &str) -> PyResult<Parts> {
        let request = library::request(verb, request)?;
        // It takes less time than to start a thread.
        if self.board.is_light() && matches!(request, Request::Solve(_)) {
            return Parts::here(py, |context, listener| {
                let context = library::checked(&request, Some(self.board.info()), context)?;
                let ask = request.ask().unwrap_or_default();
                self.asking(&ask)?.answer(&request, &context, listener)
            });
        }
        let this = self.clone();
        Parts::beside(py, move |context, listener| {
            let context = library::checked(&request, Some(this.board.info()), context)?;
            let ask = request.ask().ok_or_else(|| Error::request("the request is not about a puzzle"))?;
            this.asking(&ask)?.answer(&request, &context, listener)
        })
    }

    /// The formula that is asked for, by the JSON of `ask` in requests.
    fn formula(&self, py: Python<'_>, ask: &str) -> PyResult<Formula> {
        let ask: Ask = serde_json::from_str(ask).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let this = self.clone();
        work::beside(py, move |context| Formula::of(this.asking(&ask)?, context))
    }
}

/// The puzzle that a part of an answer is about.
#[pyfunction]
pub fn board_of(py: Python<'_>, part: &Part) -> PyResult<Option<Board>> {
    Ok(part.puzzle(py)?.map(Board::made))
}

/// The puzzles of a text, one after the other. After one that is malformed, others may follow.
#[pyclass(frozen, module = "jigsat._jigsat")]
pub struct Boards {
    boards: Mutex<(jigsat_workbench::Boards, u64)>,
    name: String,
    text: Arc<str>,
    options: serde_json::Map<String, serde_json::Value>,
}

#[pymethods]
impl Boards {
    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Board>> {
        work::here(py, || {
            let mut boards = self.boards.lock().unwrap_or_else(PoisonError::into_inner);
            let (boards, last) = &mut *boards;
            let Some(board) = boards.next() else { return Ok(None) };
            *last += 1;
            let (name, text) = (self.name.clone(), Arc::clone(&self.text));
            let source = Source { name, text, index: Some(*last), options: self.options.clone() };
            Ok(Some(Board { board: board?, source: Some(Arc::new(source)) }))
        })
    }
}

fn unknown(family: &str) -> Error {
    let mut known = jigsat_workbench::names();
    known.sort_unstable();
    Error::request(format!("there is no family '{family}'; there are: {}", known.join(", ")))
}

/// Reads a text: all of its puzzles, the one with that place, or the only one. The family is found out if it is not named.
#[pyfunction]
#[pyo3(signature = (text, name, family_name, options, index, all))]
pub fn read<'py>(
    py: Python<'py>,
    text: String,
    name: String,
    family_name: Option<String>,
    options: &str,
    index: Option<u64>,
    all: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let options: serde_json::Map<String, serde_json::Value> =
        serde_json::from_str(options).map_err(|error| PyValueError::new_err(error.to_string()))?;
    let ask = Ask { options: options.clone(), ..Ask::default() };
    let whole: Arc<str> = text.into();
    let (source, origin) = (Arc::clone(&whole), name.clone());
    let is_named = family_name.is_some();
    let prepare = move |context: &jigsat_workbench::Context| -> Result<(Arc<dyn Prepared>, Text), Error> {
        let text = Text::of_string(origin, source.to_string()).within(context.limits_of(None));
        let family = match family_name {
            None => recognise(&text)?,
            Some(name) => family(&name).ok_or_else(|| unknown(&name))?,
        };
        Ok((family.prepare(&ask)?, text))
    };
    if all {
        let boards = work::beside(py, move |context| {
            let (prepared, text) = prepare(context)?;
            // What follows is read puzzle by puzzle, when it is asked for.
            let text = text.within(jigsat_solve::Limits::default());
            Ok(prepared.read(text, &Disk::default())?)
        })?;
        let boards = Boards { boards: Mutex::new((boards, 0)), name, text: whole, options };
        return Ok(Bound::new(py, boards)?.into_any());
    }
    // Most texts of one line are read before a thread would have started.
    let is_short = is_named && whole.len() <= SHORT && !whole.trim_end().contains('\n');
    let one = move |context: &jigsat_workbench::Context| -> Result<Arc<dyn jigsat_workbench::Board>, Error> {
        let (prepared, text) = prepare(context)?;
        Ok(match index {
            Some(index) => nth(&*prepared, text, index, &Disk::default())?,
            None => only(&*prepared, text, &Disk::default())?,
        })
    };
    let board = if is_short { work::watched(py, one)? } else { work::beside(py, one)? };
    let source = Source { name, text: whole, index, options };
    Ok(Bound::new(py, Board { board, source: Some(Arc::new(source)) })?.into_any())
}
