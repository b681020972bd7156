//! A puzzle as YAML: `kind: slitherlink`, and the keys of [`File`].

use jigsat_input::{About, ParseError, Source, from_yaml, quote, yaml_error};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::board;
use crate::Slitherlink;

/// A Slitherlink in YAML.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    /// The family: slitherlink.
    #[schemars(extend("const" = "slitherlink"))]
    pub(crate) kind: String,
    /// The puzzle's title.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) title: String,
    /// Where the puzzle comes from: an author, or the command that made it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) source: String,
    /// Catalogue metadata; the solver ignores it.
    #[serde(default, skip_serializing_if = "About::is_empty")]
    pub(crate) about: About,
    /// The board, one line for each row: for each cell a number from 0 to 4, or `.` or `-` for none.
    pub(crate) grid: String,
}

/// The JSON schema of puzzles in YAML.
#[must_use]
pub fn yaml_schema() -> schemars::Schema {
    schemars::schema_for!(File)
}

pub(super) fn parse(source: &Source) -> Result<Slitherlink, ParseError> {
    let file: File = from_yaml(source)?;
    if file.kind != "slitherlink" {
        let error = yaml_error(source, "kind", 0, format!("found {}", quote(&file.kind)));
        return Err(error.expecting("slitherlink"));
    }
    let board = board::parse_grid(source, "grid", &file.grid)?;
    Ok(Slitherlink { title: file.title, source: file.source, about: file.about, ..board })
}
