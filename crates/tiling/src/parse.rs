//! Reading puzzles and solutions.

mod ascii;
mod drawing;
mod gzip;
mod plain;
mod solution;
mod xmpuzzle;
mod yaml;

use jigsat_input::{ParseError, Source, yaml_kind};

use crate::Tiling;
pub use solution::parse_solution;
pub use xmpuzzle::parse_xmpuzzle;
pub use yaml::yaml_schema;
pub(crate) use yaml::{File, FileGiven, FilePiece, Layers};

/// How pieces may be turned, whatever the puzzle says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rotate {
    /// As the puzzle says.
    #[default]
    AsGiven,
    /// Not at all.
    Never,
    /// By every rotation.
    Always,
}

/// A puzzle, with warnings about its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The puzzle.
    pub puzzle: Tiling,
    /// The parts that were ignored, in sentences.
    pub warnings: Vec<String>,
}

/// Whether a text may be a puzzle of this family, by its beginning.
#[must_use]
pub fn recognises(start: &str) -> bool {
    yaml_kind(start) == Some("tiling") || plain::recognises(start) || ascii::recognises(start)
}

/// Reads a puzzle from a text: YAML, `W = …`, or a drawing.
///
/// # Errors
///
/// A text in none of these forms, and input that [`Tiling::new`] rejects, with its place.
pub fn parse(source: &Source, rotate: Rotate) -> Result<Read, ParseError> {
    if yaml_kind(source.text()).is_some() {
        yaml::parse(source, rotate)
    } else if plain::recognises(source.text()) {
        plain::parse(source, rotate)
    } else {
        ascii::parse(source, rotate)
    }
}

/// Gives all pieces of a list another freedom to rotate.
fn turn_all(pieces: &mut [crate::Piece], rotate: Rotate) {
    for piece in pieces {
        match rotate {
            Rotate::AsGiven => {}
            Rotate::Never => piece.freedom.rotate = false,
            Rotate::Always => piece.freedom.rotate = true,
        }
    }
}
