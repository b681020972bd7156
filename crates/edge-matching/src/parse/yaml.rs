//! A puzzle as YAML: `kind: edge-matching`, and the keys of [`File`].

use jigsat_grid::Size;
use jigsat_input::{About, ParseError, Position, Source, from_yaml, quote, yaml_error};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::IgnoredAny};

use super::{Named, Pieces};
use crate::{EdgeMatching, Hint, MAX_CELLS, MAX_PIECES};

/// An edge-matching puzzle in YAML.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    /// The family: edge-matching.
    #[schemars(extend("const" = "edge-matching"))]
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
    /// Rows x columns, such as 4x6.
    pub(crate) size: String,
    /// Whether pieces may be rotated (default: true).
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub(crate) rotate: bool,
    /// Whether an edge matches its counterpart (`a` matches `A`) instead of its own colour.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) signed: bool,
    /// The colour of all edges at the rim of the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) frame: Option<Name>,
    /// The pieces: four colours each, counter-clockwise from the right.
    pub(crate) pieces: Vec<FilePiece>,
    /// Pieces whose places are given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) hints: Vec<FileHint>,
}

/// The edges of a piece, counter-clockwise from the right: a list, or a text with spaces between the colours.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum FilePiece {
    Text(String),
    List(Vec<Name>),
    /// Anything else, which is refused with its place.
    #[serde(skip_serializing)]
    #[schemars(skip)]
    Other(IgnoredAny),
}

/// A colour's name.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "found a frame that is neither a number nor a word")]
pub(crate) enum Name {
    Number(u32),
    Word(String),
}

/// A piece whose place is given.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FileHint {
    /// The piece's number, from 1.
    pub(crate) piece: usize,
    /// The piece's cell, such as r1c2 for row 1, column 2.
    pub(crate) cell: String,
    /// Number of counter-clockwise quarter turns: 0 to 3. If it is left out, any rotation will do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) rotation: Option<u8>,
}

impl Name {
    fn text(&self) -> String {
        match self {
            Name::Number(number) => number.to_string(),
            Name::Word(word) => word.trim().to_owned(),
        }
    }
}

fn yes() -> bool {
    true
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_yes(value: &bool) -> bool {
    *value
}

/// The JSON schema of puzzles in YAML.
#[must_use]
pub fn yaml_schema() -> schemars::Schema {
    schemars::schema_for!(File)
}

pub(super) fn parse(source: &Source) -> Result<EdgeMatching, ParseError> {
    let file: File = from_yaml(source)?;
    if file.kind != "edge-matching" {
        let error = yaml_error(source, "kind", 0, format!("found {}", quote(&file.kind)));
        return Err(error.expecting("edge-matching"));
    }
    let size = file.size.parse::<Size>().ok().filter(|size| size.area() <= MAX_CELLS);
    let Some(size) = size else {
        let error = yaml_error(source, "size", 0, format!("found {}", quote(&file.size)));
        return Err(error.expecting(format!("rows x columns such as 4x6, of at most {MAX_CELLS} cells")));
    };
    if file.pieces.len() > MAX_PIECES {
        let found = format!("found {} pieces", file.pieces.len());
        return Err(yaml_error(source, "pieces", 0, found).expecting(format!("at most {MAX_PIECES}")));
    }
    let mut edges = Vec::with_capacity(file.pieces.len());
    for (number, piece) in file.pieces.iter().enumerate() {
        edges.push(piece_edges(source, number, piece)?);
    }
    let frame = file.frame.as_ref().map(Name::text);
    let pieces = Pieces { edges, frame, signed: file.signed, size, zeros: None };
    // Here, a position holds the numbers of the piece and of the edge.
    let (colors, pieces, frame) = pieces.number().map_err(|(place, found, expected)| {
        let path = format!("pieces[{}]", place.line);
        yaml_error(source, &path, 0, found).expecting(expected)
    })?;
    let mut hints = Vec::with_capacity(file.hints.len());
    for (number, hint) in file.hints.iter().enumerate() {
        let at = |part: &str, found: String| yaml_error(source, &format!("hints[{number}].{part}"), 0, found);
        let Some(piece) = hint.piece.checked_sub(1) else {
            return Err(at("piece", "found 0".into()).expecting(format!("1 to {}", pieces.len())));
        };
        let Ok(cell) = hint.cell.parse() else {
            let error = at("cell", format!("found {}", quote(&hint.cell)));
            return Err(error.expecting("a cell such as r1c2 (row 1, column 2)"));
        };
        hints.push(Hint { piece, cell, rotation: hint.rotation });
    }
    let (title, source_of, rotate) = (file.title, file.source, file.rotate);
    let puzzle = EdgeMatching {
        title,
        source: source_of,
        about: file.about,
        rotate,
        frame,
        hints,
        ..EdgeMatching::new(size, colors, pieces)
    };
    puzzle.validate().map_err(|invalid| yaml_error(source, &invalid.path, 0, invalid.message))?;
    Ok(puzzle)
}

fn piece_edges(source: &Source, number: usize, piece: &FilePiece) -> Result<[Named; 4], ParseError> {
    let error = |found: String| yaml_error(source, &format!("pieces[{number}]"), 0, found);
    let names: Vec<String> = match piece {
        FilePiece::Text(text) => text.split_whitespace().map(str::to_owned).collect(),
        FilePiece::List(names) => names.iter().map(Name::text).collect(),
        FilePiece::Other(_) => {
            return Err(error("found no list of colours".into())
                .expecting("four colours, counter-clockwise from the right"));
        }
    };
    let count = names.len();
    let named = |name| Named { name, position: Position { line: number, column: 1 } };
    let named: Vec<Named> = names.into_iter().map(named).collect();
    let bad = named.iter().find(|named| named.name.is_empty() || named.name.contains(char::is_whitespace));
    if let Some(named) = bad {
        return Err(error(format!("found the colour {}", quote(&named.name))).expecting("a word"));
    }
    named.try_into().map_err(|_| {
        error(format!("found {count} colours")).expecting("four, counter-clockwise from the right")
    })
}
