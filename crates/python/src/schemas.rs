//! The schemas of requests and records, of which `../generate.py` makes the typed part of the package.

use jigsat_workbench::{
    schema,
    verb::{Forms, Subject},
    verbs::VERBS,
};
use pyo3::prelude::*;
use serde_json::{Value, json};

/// The verbs as JSON: name, subject, forms, purpose, the schema of the request, the name of the record's schema.
#[pyfunction]
pub fn verbs() -> String {
    let verbs = VERBS.iter().map(|verb| {
        let about = verb.about;
        json!({
            "name": about.name,
            "command": about.command,
            "purpose": about.purpose,
            "subject": match about.subject {
                Subject::Puzzle | Subject::Puzzles => "puzzle",
                Subject::Family => "family",
                Subject::Text => "text",
                Subject::Files => "files",
                Subject::Nothing => "nothing",
            },
            "is_table": about.forms == Forms::Tables,
            "request": (verb.schema)(),
            "has_record": verb.record.is_some(),
        })
    });
    Value::Array(verbs.collect()).to_string()
}

/// All schemas as JSON, by name.
#[pyfunction]
pub fn schemas() -> String {
    let all = schema::all(None).into_iter().map(|named| (named.name, named.schema.to_value()));
    Value::Object(all.collect()).to_string()
}
