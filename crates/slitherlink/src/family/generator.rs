//! New puzzles, as requested.

use jigsat_grid::Size;
use jigsat_kit::{Error, Files, Generated, Generator, Options, Run, schema_of};
use jigsat_solve::Attempt;
use schemars::{JsonSchema, Schema};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{SlitherlinkFamily, fits};
use crate::Slitherlink;

/// Makes a Slitherlink with exactly one solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("x-example" = "slitherlink generate --size 8x8 --seed 7"))]
pub struct GenerateOptions {
    /// Size of the board.
    #[schemars(extend("x-value" = "ROWSxCOLUMNS"))]
    pub size: Size,
    /// Minimum number of clues to keep; 0 removes every clue that is not needed.
    #[schemars(extend("x-value" = "N"))]
    pub numbers: usize,
}

impl Default for GenerateOptions {
    fn default() -> Self {
        GenerateOptions { size: Size::new(10, 10), numbers: 0 }
    }
}

impl Generator<SlitherlinkFamily> for SlitherlinkFamily {
    fn options(&self) -> Schema {
        schema_of::<GenerateOptions>()
    }

    fn generate(
        &self,
        options: &Map<String, Value>,
        seed: u64,
        _files: &dyn Files,
        run: &Run<'_>,
    ) -> Result<Generated<Slitherlink>, Error> {
        let GenerateOptions { size, numbers } = GenerateOptions::read(options)?;
        fits(size).map_err(Error::request)?;
        let generated = match crate::generate(size, numbers, seed, run.limits)? {
            Attempt::Success(generated) => generated,
            Attempt::Stopped(stop) => return Ok(Generated::Stopped(stop)),
            Attempt::Impossible(_) => {
                return Err(Error::request(format!("no loop on a board of {size} is told by its numbers")));
            }
        };
        let mut puzzle = generated.puzzle;
        let at_least = if numbers == 0 { String::new() } else { format!(", numbers {numbers}") };
        puzzle.source = format!("jigsat slitherlink generate, size {size}, seed {seed}{at_least}");
        let short_of = generated
            .stopped
            .map(|stop| ("unique, but it may have numbers that could be spared".into(), Some(stop)));
        Ok(Generated::Puzzle { puzzle, short_of })
    }
}
