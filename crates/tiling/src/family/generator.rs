//! New puzzles, as requested.

use jigsat_cnf::Choice;
use jigsat_kit::{Error, Files, Generated, Generator, Options, Run, schema_of};
use schemars::{JsonSchema, Schema};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::TilingFamily;
use crate::{Board, Cut, Freedom, GenerateError, Tiling, Way, parse::Layers};

/// Cuts a board into pieces that fit together in exactly one way, or with `any` in at least one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("x-example" = "tiling generate --size 6x10 --pieces 12 --turn"))]
pub struct GenerateOptions {
    /// Rows and columns of the board, or layers, rows and columns.
    #[schemars(extend("x-value" = "ROWSxCOLUMNS"))]
    pub size: String,
    /// Number of pieces (default: pieces of about five cells).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "N"))]
    pub pieces: Option<usize>,
    /// Lets pieces be rotated and reflected; some are then given in their places.
    pub turn: bool,
    /// How to cut: even (pieces of any outline and about one size), grown (pieces of any outline and size), or straight
    /// (rectangles).
    #[schemars(extend("x-value" = "WAY"))]
    pub cut: Way,
    /// Allows any number of solutions.
    pub any: bool,
}

impl Default for GenerateOptions {
    fn default() -> Self {
        GenerateOptions { size: "6x10".into(), pieces: None, turn: false, cut: Way::default(), any: false }
    }
}

impl GenerateOptions {
    fn board(&self) -> Result<Board, Error> {
        match Layers::read(&self.size).and_then(Result::ok) {
            Some(Layers(size)) if size.iter().product::<usize>() <= 10_000 => Ok(Board::full(size)),
            Some(_) => Err(Error::request(format!(
                "a board of {} is too large, expected at most 10000 cells",
                self.size
            ))),
            None => Err(Error::request(format!(
                "'{}' is not a size, expected one such as 6x10 or 3x4x5",
                self.size
            ))),
        }
    }
}

impl Generator<TilingFamily> for TilingFamily {
    fn options(&self) -> Schema {
        schema_of::<GenerateOptions>()
    }

    /// Cuts a board into pieces. They fit together in one way only, unless any number of solutions is allowed.
    fn generate(
        &self,
        options: &Map<String, Value>,
        seed: u64,
        _files: &dyn Files,
        run: &Run<'_>,
    ) -> Result<Generated<Tiling>, Error> {
        let options = GenerateOptions::read(options)?;
        let board = options.board()?;
        let pieces = options.pieces.unwrap_or_else(|| board.area().div_ceil(5));
        let freedom = Freedom { rotate: options.turn, mirror: options.turn && board.is_flat() };
        let cut = Cut { board, pieces, way: options.cut, freedom };
        let made = if options.any {
            crate::cut_at_random(&cut, seed).map_err(GenerateError::from)
        } else {
            crate::generate(&cut, seed, run.limits)
        };
        match made {
            Ok(generated) => {
                let mut source = format!("jigsat tiling generate, {} in {pieces}", options.size);
                if options.cut != Way::default() {
                    source += &format!(", cut {}", options.cut.name());
                }
                if options.turn {
                    source += ", pieces turn";
                }
                if options.any {
                    source += ", any number of solutions";
                }
                source += &format!(", seed {seed}");
                Ok(Generated::Puzzle { puzzle: generated.puzzle.with_source(source), short_of: None })
            }
            Err(GenerateError::Solver(error)) => {
                error.stopped().map_or_else(|| Err(error.into()), |stop| Ok(Generated::Stopped(stop)))
            }
            Err(error) => Err(Error::request(error.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_have_one_name() {
        for &way in Way::ALL {
            assert_eq!(serde_json::to_value(way).unwrap(), way.name());
        }
    }
}
