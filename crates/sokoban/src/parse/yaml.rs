//! A level as YAML: `kind: sokoban`, and the keys of [`File`].

use jigsat_input::{ParseError, Position, Source, from_yaml, quote, yaml_error};
use serde::{Deserialize, Serialize};

use super::drawing;
use crate::{Level, Stored};

/// The keys of a level, in the order in which they are written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    pub(crate) kind: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) title: String,
    /// The drawing.
    pub(crate) level: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) notes: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) solutions: Vec<String>,
}

pub(super) fn parse(source: &Source) -> Result<Level, ParseError> {
    let file: File = from_yaml(source)?;
    if file.kind != "sokoban" {
        return Err(
            yaml_error(source, "kind", 0, format!("found {}", quote(&file.kind))).expecting("sokoban")
        );
    }
    // The drawing is read as a text of its own; places in it are then looked up in the file.
    let drawing = Source::new(source.name(), file.level.as_str());
    let in_file = |error: ParseError| {
        let offset = error.position().map_or(0, |position| offset(drawing.text(), position));
        yaml_error(source, "level", offset, error.message())
    };
    let mut rows = Vec::new();
    for (number, line) in
        (1..).zip(drawing.text().lines().map(str::trim_end)).filter(|(_, line)| !line.is_empty())
    {
        rows.extend(drawing::rows(&drawing, number, line).map_err(in_file)?);
    }
    let level = drawing::level(&drawing, &rows).map_err(in_file)?;
    let stored = file.solutions.into_iter().map(|moves| Stored { name: String::new(), moves }).collect();
    Ok(Level { title: file.title, notes: file.notes, stored, ..level })
}

/// The byte offset of a place in a text.
fn offset(text: &str, position: Position) -> usize {
    let lines: usize = text.split_inclusive('\n').take(position.line - 1).map(str::len).sum();
    let line = text.split('\n').nth(position.line - 1).unwrap_or_default();
    let column: usize = line.chars().take(position.column - 1).map(char::len_utf8).sum();
    (lines + column).min(text.len())
}
