//! New puzzles, as requested.

use jigsat_grid::Size;
use jigsat_kit::{Error, Files, Generated, Generator, Options, Run, schema_of};
use jigsat_solve::Attempt;
use schemars::{JsonSchema, Schema};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::EdgeMatchingFamily;
use crate::{EdgeMatching, MAX_CELLS, MAX_COLORS, Wanted};

/// Makes a puzzle that has a solution; with `unique`, exactly one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("x-example" = "edge-matching generate --size 6x6 --frame-colors 3 --inner-colors 5 --unique"))]
pub struct GenerateOptions {
    /// Size of the board.
    #[schemars(extend("x-value" = "ROWSxCOLUMNS"))]
    pub size: Size,
    /// Number of colours between the pieces of the border; 0 makes a board without a frame.
    #[schemars(extend("x-value" = "N"))]
    pub frame_colors: u16,
    /// Number of colours of all other edges.
    #[schemars(extend("x-value" = "N"))]
    pub inner_colors: u16,
    /// Uses all colours equally often, as nearly as possible; otherwise, each colour is drawn independently.
    pub uniform: bool,
    /// Makes boards until one has exactly one solution, not counting rotations of the board.
    pub unique: bool,
}

impl Default for GenerateOptions {
    fn default() -> Self {
        GenerateOptions {
            size: Size::new(5, 5),
            frame_colors: 3,
            inner_colors: 4,
            uniform: false,
            unique: false,
        }
    }
}

impl Generator<EdgeMatchingFamily> for EdgeMatchingFamily {
    fn options(&self) -> Schema {
        schema_of::<GenerateOptions>()
    }

    fn generate(
        &self,
        options: &Map<String, Value>,
        seed: u64,
        _files: &dyn Files,
        run: &Run<'_>,
    ) -> Result<Generated<EdgeMatching>, Error> {
        let GenerateOptions { size, frame_colors, inner_colors, uniform, unique } =
            GenerateOptions::read(options)?;
        if size.area() > MAX_CELLS {
            let message = format!("a board of {size} is too large, expected at most {MAX_CELLS} cells");
            return Err(Error::request(message));
        }
        if inner_colors == 0 || usize::from(frame_colors) + usize::from(inner_colors) >= MAX_COLORS {
            return Err(Error::request(format!("expected 1 to {} colours inside", MAX_COLORS - 1)));
        }
        let wanted = Wanted { size, frame_colors, inner_colors, uniform, seed, unique };
        let mut puzzle = match crate::generate(&wanted, run.limits)? {
            Attempt::Success(generated) => generated.puzzle,
            Attempt::Stopped(stop) => return Ok(Generated::Stopped(stop)),
            Attempt::Impossible(_) => {
                return Err(Error::request("no such board can be made"));
            }
        };
        // As if it had been read.
        puzzle.turns_are_one = true;
        puzzle.source = format!(
            "jigsat edge-matching generate, size {size}, {frame_colors} frame and {inner_colors} inner colours, \
             seed {seed}{}{}",
            if uniform { ", uniform" } else { "" },
            if unique { ", unique" } else { "" }
        );
        Ok(Generated::Puzzle { puzzle, short_of: None })
    }
}
