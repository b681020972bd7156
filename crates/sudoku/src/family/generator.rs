//! New puzzles, as requested.

use jigsat_cnf::Choice;
use jigsat_grid::Size;
use jigsat_input::About;
use jigsat_kit::{
    Error, Files, Generated, Generator, NoOptions, Options, Run, Text, TextFile, only, schema_of,
};
use jigsat_solve::Attempt;
use schemars::{JsonSchema, Schema};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::SudokuFamily;
use crate::{MAX_SIDE, Pattern, Sudoku};

/// Makes a Sudoku with exactly one solution.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("x-example" = "sudoku generate --box 3x3 --seed 7 --symmetry rotate"))]
pub struct GenerateOptions {
    /// Size of a box.
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    #[schemars(extend("default" = "3x3", "x-value" = "ROWSxCOLUMNS"))]
    pub box_size: Option<Size>,
    /// Uses the size and variant of this puzzle: its regions, cages and so on, but not its givens.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "PUZZLE", "x-conflicts" = ["box"]))]
    pub like: Option<TextFile>,
    /// Symmetry of the givens: none, 180-degree rotation, or left-right mirror.
    #[schemars(extend("x-value" = "PATTERN"))]
    pub symmetry: Pattern,
}

impl GenerateOptions {
    /// The board to fill, and its description.
    fn blank(&self, files: &dyn Files) -> Result<(Sudoku, String), Error> {
        let box_size = match (&self.like, self.box_size) {
            (Some(_), Some(_)) => {
                return Err(Error::request(
                    "'like' and 'box' cannot be combined: 'like' sets the size of a box",
                ));
            }
            (Some(like), None) => {
                let text = Text::of_string(&like.name, like.text.clone());
                let like = only(&SudokuFamily, text, &NoOptions {}, files)?.puzzle;
                let what = format!("like {}", if like.title.is_empty() { "another" } else { &like.title });
                // What its file says about it need not be true for a new puzzle.
                let (title, about) = (String::new(), About::default());
                return Ok((Sudoku { givens: vec![0; like.givens.len()], title, about, ..like }, what));
            }
            (None, size) => size.unwrap_or(Size::new(3, 3)),
        };
        let side = box_size.area();
        if !(1..=usize::from(MAX_SIDE)).contains(&side) {
            let message =
                format!("a board of {side}x{side} is too large, expected at most {MAX_SIDE}x{MAX_SIDE}");
            return Err(Error::request(message));
        }
        Ok((Sudoku::new(box_size, vec![0; side * side]), format!("box {box_size}")))
    }
}

impl Generator<SudokuFamily> for SudokuFamily {
    fn options(&self) -> Schema {
        schema_of::<GenerateOptions>()
    }

    fn generate(
        &self,
        options: &Map<String, Value>,
        seed: u64,
        files: &dyn Files,
        run: &Run<'_>,
    ) -> Result<Generated<Sudoku>, Error> {
        let options = GenerateOptions::read(options)?;
        let (blank, what) = options.blank(files)?;
        let generated = match crate::generate(&blank, seed, options.symmetry, run.limits)? {
            Attempt::Success(generated) => generated,
            Attempt::Stopped(stop) => return Ok(Generated::Stopped(stop)),
            Attempt::Impossible(_) => {
                return Err(Error::request("no board of this kind can be filled"));
            }
        };
        let mut puzzle = generated.puzzle;
        let pattern = match options.symmetry.name() {
            "none" => String::new(),
            name => format!(", symmetry {name}"),
        };
        puzzle.source = format!("jigsat sudoku generate, {what}, seed {seed}{pattern}");
        let short_of =
            generated.stopped.map(|stop| ("unique, but some givens may be unnecessary".into(), Some(stop)));
        Ok(Generated::Puzzle { puzzle, short_of })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_have_one_name() {
        for &pattern in Pattern::ALL {
            assert_eq!(serde_json::to_value(pattern).unwrap(), pattern.name());
        }
    }
}
