//! A formula as YAML: `kind: dimacs`, and the keys of [`File`].

use jigsat_input::{About, ParseError, Source, from_yaml, quote, yaml_error};
use jigsat_solve::Limits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::cnf;
use crate::Dimacs;

/// A formula in YAML.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    /// The family: dimacs.
    #[schemars(extend("const" = "dimacs"))]
    pub(crate) kind: String,
    /// The formula's title.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) title: String,
    /// Where the formula comes from: an author, or the command that made it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) source: String,
    /// Catalogue metadata; the solver ignores it.
    #[serde(default, skip_serializing_if = "About::is_empty")]
    pub(crate) about: About,
    /// The text in DIMACS CNF.
    pub(crate) cnf: String,
}

/// The JSON schema of formulas in YAML.
#[must_use]
pub fn yaml_schema() -> schemars::Schema {
    schemars::schema_for!(File)
}

pub(super) fn parse(source: &Source, limits: &Limits) -> Result<Dimacs, ParseError> {
    let file: File = from_yaml(source)?;
    if file.kind != "dimacs" {
        let error = yaml_error(source, "kind", 0, format!("found {}", quote(&file.kind)));
        return Err(error.expecting("dimacs"));
    }
    let text = Source::new(source.name(), file.cnf.as_str());
    let puzzle = cnf::parse(&text, limits).map_err(|error| match error.position() {
        Some(place) if !error.is_unfinished() => {
            let lines = text.text().split_inclusive('\n');
            let before: usize = lines.take(place.line - 1).map(str::len).sum();
            let line = text.line(place.line);
            let column: usize = line.chars().take(place.column - 1).map(char::len_utf8).sum();
            let placed = yaml_error(source, "cnf", before + column, error.message());
            error.help().map_or(placed.clone(), |help| placed.with_help(help.clone()))
        }
        _ => error,
    })?;
    Ok(Dimacs { title: file.title, source: file.source, about: file.about, ..puzzle })
}
