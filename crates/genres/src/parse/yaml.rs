//! A board as YAML: `kind` is the genre's name, and the keys of [`File`].

use std::collections::BTreeMap;

use jigsat_grid::Size;
use jigsat_input::{About, ParseError, Position, Source, from_yaml, quote, yaml_error};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    rows::{Row, row},
    words::{Blocks, assemble},
};
use crate::{Givens, Page};

/// A board of a genre in YAML.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct File {
    /// The genre's name.
    pub kind: String,
    /// The puzzle's title.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Where the puzzle comes from: an author, or the command that made it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub source: String,
    /// Catalogue metadata; the solver ignores it.
    #[serde(skip_serializing_if = "About::is_empty")]
    pub about: About,
    /// Constants of the genre that the board sets, such as the number of stars.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub numbers: BTreeMap<String, i64>,
    /// Rows and columns, such as `3x1`. Needed only for boards of one column, whose rows could be read as rows of
    /// characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub size: Option<Size>,
    /// A line of numbers for each column, if the genre has margins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub columns: Option<String>,
    /// A line of numbers for each row, if the genre has margins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<String>,
    /// The board, one line for each row, with a word for each cell and `-` or `.` for an empty one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The rooms, one line for each row, with a word for each cell: the name of its room. Behind it, `|` is a border within
    /// the room to the right of the cell, and `_` one below it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rooms: Option<String>,
}

/// The JSON schema of boards in YAML.
#[must_use]
pub fn yaml_schema() -> schemars::Schema {
    schemars::schema_for!(File)
}

pub(super) fn parse(page: &Page, source: &Source) -> Result<Givens, ParseError> {
    let file: File = from_yaml(source)?;
    if file.kind != page.name {
        let error = yaml_error(source, "kind", 0, format!("found {}", quote(&file.kind)));
        return Err(error.expecting(&page.name));
    }
    if let Some(name) = file.numbers.keys().find(|name| !page.numbers.contains_key(*name)) {
        let error = yaml_error(source, "numbers", 0, format!("found {}", quote(name)));
        let known: Vec<&str> = page.numbers.keys().map(String::as_str).collect();
        let known = if known.is_empty() { "none".into() } else { known.join(", ") };
        return Err(error.expecting(format!("what the genre has: {known}")));
    }
    let blocks = Blocks {
        size: file.size.map(|size| (usize::from(size.rows), usize::from(size.cols))),
        columns: lines(source, "columns", file.columns.as_deref()),
        rows: lines(source, "rows", file.rows.as_deref()),
        board: lines(source, "board", file.board.as_deref()),
        rooms: lines(source, "rooms", file.rooms.as_deref()),
    };
    let mut givens = assemble(page, source, &blocks)?;
    givens.numbers = file.numbers;
    (givens.title, givens.source, givens.about) = (file.title, file.source, file.about);
    Ok(givens)
}

/// The lines that are not blank of the block under a key. The lines of a block are consecutive, so its start
/// determines their places; a text in another form begins there, and has no other places.
fn lines<'t>(source: &Source, key: &str, text: Option<&'t str>) -> Vec<Row<'t>> {
    let Some(text) = text else { return Vec::new() };
    let at = yaml_error(source, key, 0, "").position().unwrap_or(source.start());
    let row = |(line, number): (&'t str, usize)| {
        let written = source.line(number);
        let start = written.char_indices().nth(at.column - 1).map_or(written.len(), |(start, _)| start);
        let mut words = row(line, Position { line: number, ..at });
        if !written[start..].starts_with(line) {
            for word in &mut words {
                word.position = at;
            }
        }
        words
    };
    text.lines().zip(at.line..).map(row).filter(|row| !row.is_empty()).collect()
}
