//! A level as YAML: `kind: sokoban`, and the keys of [`File`].

use jigsat_input::{About, ParseError, Position, Source, from_yaml, quote, yaml_error};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::drawing;
use crate::{Level, Stored};

/// A Sokoban level in YAML.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    /// The family: sokoban.
    #[schemars(extend("const" = "sokoban"))]
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
    /// The level as a drawing: # wall, @ player, $ box, . goal, * box on a goal, + player on a goal.
    pub(crate) level: String,
    /// Notes, such as the author; one line each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) notes: Vec<String>,
    /// Solutions that came with the level: moves `urdl`, with capitals for pushes. They have not been checked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) solutions: Vec<String>,
}

/// The JSON schema of puzzles in YAML.
#[must_use]
pub fn yaml_schema() -> schemars::Schema {
    schemars::schema_for!(File)
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
    let source_note = (!file.source.is_empty()).then(|| format!("Source: {}", file.source));
    let notes = file.notes.into_iter().chain(source_note).chain(file.about.lines()).collect();
    let stored = file.solutions.into_iter().map(|moves| Stored { name: String::new(), moves }).collect();
    Ok(Level { title: file.title, notes, stored, ..level })
}

/// The byte offset of a place in a text.
fn offset(text: &str, position: Position) -> usize {
    let lines: usize = text.split_inclusive('\n').take(position.line - 1).map(str::len).sum();
    let line = text.split('\n').nth(position.line - 1).unwrap_or_default();
    let column: usize = line.chars().take(position.column - 1).map(char::len_utf8).sum();
    (lines + column).min(text.len())
}
