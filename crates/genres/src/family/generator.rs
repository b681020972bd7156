//! New puzzles, as requested.

use jigsat_grid::Size;
use jigsat_kit::{Error, Files, Generated, Generator, Options, Run, schema_of};
use jigsat_solve::Attempt;
use schemars::{JsonSchema, Schema};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::GenreFamily;
use crate::{Board, Wanted};

/// Makes a board with exactly one solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GenerateOptions {
    /// Size of the board.
    #[schemars(extend("x-value" = "ROWSxCOLUMNS"))]
    pub size: Size,
    /// Removes every given that is not needed.
    pub minimal: bool,
}

impl Default for GenerateOptions {
    fn default() -> Self {
        GenerateOptions { size: Size::new(10, 10), minimal: false }
    }
}

/// Maximum number of cells of a new board.
const MOST: usize = 900;

impl Generator<GenreFamily> for GenreFamily {
    fn options(&self) -> Schema {
        let mut schema = schema_of::<GenerateOptions>();
        let usual = self.page().usual_size();
        if let Some(size) = schema.pointer_mut("/properties/size/default") {
            *size = usual.to_string().into();
        }
        let size = if usual == Size::new(10, 10) { Size::new(6, 6) } else { usual };
        let example = format!("{} generate --size {size} --seed 7", self.info.name);
        schema.insert("x-example".into(), example.into());
        schema
    }

    fn generate(
        &self,
        options: &Map<String, Value>,
        seed: u64,
        _files: &dyn Files,
        run: &Run<'_>,
    ) -> Result<Generated<Board>, Error> {
        let GenerateOptions { size, minimal } = GenerateOptions::read(options)?;
        let size = if options.contains_key("size") { size } else { self.page().usual_size() };
        if size.area() == 0 || size.area() > MOST {
            let cells = size.area();
            return Err(Error::request(format!("a new board has 1 to {MOST} cells; {size} has {cells}")));
        }
        let generated = match crate::generate(self.page(), &Wanted { size, minimal }, seed, run.limits)? {
            Attempt::Success(generated) => generated,
            Attempt::Stopped(stop) => return Ok(Generated::Stopped(stop)),
            Attempt::Impossible(_) => {
                return Err(Error::request(format!("there is no {} board of {size}", self.page().title())));
            }
        };
        let mut puzzle = generated.board;
        let is_minimal = if minimal { ", minimal" } else { "" };
        puzzle.givens.source =
            format!("jigsat {} generate, size {size}, seed {seed}{is_minimal}", self.info.name);
        let short_of =
            generated.stopped.map(|stop| ("unique, but more is given than was wanted".into(), Some(stop)));
        Ok(Generated::Puzzle { puzzle, short_of })
    }
}
