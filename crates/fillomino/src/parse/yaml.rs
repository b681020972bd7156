//! A puzzle as YAML: `kind: fillomino`, and the keys of [`File`].

use jigsat_cnf::Choice;
use jigsat_grid::Size;
use jigsat_input::{About, ParseError, Source, from_yaml, quote, yaml_error};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{expected, number};
use crate::{Fillomino, MAX_SIDE, Variant};

/// A Fillomino in YAML.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    /// The family: fillomino.
    #[schemars(extend("const" = "fillomino"))]
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
    /// challenging, if groups need no given, or basic, if each group has a given (default: challenging).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) variant: Option<String>,
    /// Whether the board has one column, so that each row is a single number.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) one_column: bool,
    /// The givens, one line for each row: numbers separated by spaces, or one character for each cell; `.` or 0 is an
    /// open cell.
    pub(crate) grid: String,
}

/// The JSON schema of puzzles in YAML.
#[must_use]
pub fn yaml_schema() -> schemars::Schema {
    schemars::schema_for!(File)
}

pub(super) fn parse(source: &Source) -> Result<Fillomino, ParseError> {
    let file: File = from_yaml(source)?;
    if file.kind != "fillomino" {
        let error = yaml_error(source, "kind", 0, format!("found {}", quote(&file.kind)));
        return Err(error.expecting("fillomino"));
    }
    let variant = match &file.variant {
        None => Variant::default(),
        Some(name) => Variant::named(name).ok_or_else(|| {
            yaml_error(source, "variant", 0, format!("found {}", quote(name))).expecting(Variant::names())
        })?,
    };
    let (size, givens) = drawing(&file.grid, file.one_column).map_err(|bad| {
        let error = yaml_error(source, "grid", bad.offset, bad.found);
        if bad.expected.is_empty() { error } else { error.expecting(bad.expected) }
    })?;
    Ok(Fillomino {
        variant,
        title: file.title,
        source: file.source,
        about: file.about,
        ..Fillomino::new(size, givens)
    })
}

/// A mistake in a drawing, at a byte offset.
pub(super) struct BadDrawing {
    offset: usize,
    found: String,
    expected: String,
}

/// The numbers of a board drawn with one line for each row: separated by spaces, or each a single character.
pub(super) fn drawing(text: &str, one_column: bool) -> Result<(Size, Vec<u16>), BadDrawing> {
    let mut givens = Vec::new();
    let (mut rows, mut cols, mut start) = (0_u16, None, 0);
    for line in text.split('\n') {
        let begin = start;
        start += line.len() + 1;
        if line.trim().is_empty() {
            continue;
        }
        let words = one_column || line.split_whitespace().count() > 1;
        let before = givens.len();
        let mut at = 0;
        while let Some(skipped) = line[at..].find(|char: char| !char.is_whitespace()) {
            at += skipped;
            let rest = &line[at..];
            let length = match rest.chars().next() {
                Some(char) if !words => char.len_utf8(),
                _ => rest.find(char::is_whitespace).unwrap_or(rest.len()),
            };
            let Some(given) = number(&rest[..length], true) else {
                let (found, expected) = (format!("found {}", quote(&rest[..length])), expected(true));
                return Err(BadDrawing { offset: begin + at, found, expected });
            };
            givens.push(given);
            at += length;
        }
        rows = rows.saturating_add(1);
        let width = givens.len() - before;
        let wanted = *cols.get_or_insert(width);
        let offset = begin + line.trim_end().len();
        if width != wanted {
            let found = format!("found {width} cells in row {rows}");
            return Err(BadDrawing { offset, found, expected: wanted.to_string() });
        }
        if width > usize::from(MAX_SIDE) || rows > MAX_SIDE {
            let found = format!("found {width} cells in row {rows}");
            return Err(BadDrawing {
                offset,
                found,
                expected: format!("at most {MAX_SIDE} rows and columns"),
            });
        }
    }
    match cols {
        Some(cols) => Ok((Size::new(rows, cols as u16), givens)),
        None => Err(BadDrawing { offset: 0, found: "found no rows".into(), expected: String::new() }),
    }
}
