//! Failures as exceptions. The exceptions are written in Python: `../python/jigsat/_errors.py`.

use jigsat_kit::Error;
use jigsat_workbench::{Status, record::ErrorRecord};
use pyo3::prelude::*;

/// Why there is no answer.
pub enum Failure {
    Error(Error),
    /// A panic, in words.
    Bug(String),
}

/// The exception of a failure.
pub fn exception(py: Python<'_>, failure: Failure) -> PyErr {
    let (kind, text, record) = match &failure {
        Failure::Bug(words) => ("bug", words.clone(), String::new()),
        Failure::Error(error) => {
            let status = Status::of(error);
            let kind = match (status, error) {
                (Status::Bug, _) => "bug",
                (Status::Unknown, _) => "limit",
                (_, Error::Input(_)) => "input",
                (_, Error::Output { .. }) => "output",
                _ => "request",
            };
            let record = serde_json::to_string(&ErrorRecord::new(None, status, error));
            (kind, error.to_string(), record.unwrap_or_default())
        }
    };
    let made =
        py.import("jigsat._errors").and_then(|module| module.getattr("made")?.call1((kind, text, record)));
    made.map_or_else(|error| error, PyErr::from_value)
}
