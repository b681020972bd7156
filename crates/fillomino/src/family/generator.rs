//! New puzzles, as requested.

use std::{borrow::Cow, fmt, str::FromStr};

use jigsat_grid::Size;
use jigsat_kit::{Error, Files, Generated, Generator, Options, Run, schema_of};
use jigsat_solve::Attempt;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{FillominoFamily, fits};
use crate::{Fillomino, MAX_NUMBER, Variant, Wanted};

/// Default share of the cells to empty, in percent.
const EMPTY: Percent = Percent(60);

/// Makes a Fillomino with exactly one solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("x-example" = "fillomino generate --size 8x8 --seed 7 --minimal"))]
pub struct GenerateOptions {
    /// Size of the board.
    #[schemars(extend("x-value" = "ROWSxCOLUMNS"))]
    pub size: Size,
    /// Size of the largest group.
    #[schemars(range(min = 2, max = 10_000), extend("x-value" = "N"))]
    pub max: u16,
    /// Whether groups without a given are allowed (challenging) or every group has a given (basic).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "NAME"))]
    pub variant: Option<Variant>,
    /// Share of the cells to empty, as long as the solution stays unique.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("default" = "60%", "x-value" = "PERCENT", "x-conflicts" = ["minimal"]))]
    pub empty: Option<Percent>,
    /// Removes every given that is not needed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("x-conflicts" = ["empty"]))]
    pub minimal: bool,
    /// Difficulty: the depth of nested guesses that the engine 'rules' needs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "N"))]
    pub depth: Option<usize>,
}

impl Default for GenerateOptions {
    fn default() -> Self {
        let size = Size::new(10, 10);
        GenerateOptions { size, max: 9, variant: None, empty: None, minimal: false, depth: None }
    }
}

impl GenerateOptions {
    fn check(&self) -> Result<(), String> {
        fits(self.size)?;
        if !(2..=MAX_NUMBER).contains(&self.max) {
            return Err(format!("option 'max': found {}, expected 2 to {MAX_NUMBER}", self.max));
        }
        if self.minimal && self.empty.is_some() {
            return Err("'minimal' and 'empty' cannot be combined: a minimal puzzle already has as few givens as it can".into());
        }
        Ok(())
    }

    /// The share of cells to empty, from 0 to 1; `None` if the puzzle must be minimal.
    fn share(&self) -> Option<f64> {
        (!self.minimal).then(|| f64::from(self.empty.unwrap_or(EMPTY).0) / 100.0)
    }
}

impl Generator<FillominoFamily> for FillominoFamily {
    fn options(&self) -> Schema {
        schema_of::<GenerateOptions>()
    }

    fn generate(
        &self,
        options: &Map<String, Value>,
        seed: u64,
        _files: &dyn Files,
        run: &Run<'_>,
    ) -> Result<Generated<Fillomino>, Error> {
        let options = GenerateOptions::read(options)?;
        options.check().map_err(Error::request)?;
        let empty = options.share();
        let GenerateOptions { size, max, variant, depth, .. } = options;
        let wanted = Wanted { size, most: max, variant: variant.unwrap_or_default(), empty, depth };
        let generated = match crate::generate(&wanted, seed, run.limits)? {
            Attempt::Success(generated) => generated,
            Attempt::Stopped(stop) => return Ok(Generated::Stopped(stop)),
            Attempt::Impossible(_) => {
                return Err(Error::request(format!(
                    "no board of size {size} can be filled with groups of at most {max} cells, the limit that 'max' sets"
                )));
            }
        };
        let mut puzzle = generated.puzzle;
        puzzle.source = format!("jigsat fillomino generate, size {size}, max {max}, seed {seed}");
        let short_of = match (generated.stopped, empty) {
            (Some(stop), _) => Some(("unique, but with more givens than asked for".into(), Some(stop))),
            (None, Some(share)) => too_few_empty(&puzzle, share).map(|words| (words, None)),
            (None, None) => None,
        };
        Ok(Generated::Puzzle { puzzle, short_of })
    }
}

/// The message that fewer cells are empty than requested, if that is the case.
fn too_few_empty(puzzle: &Fillomino, share: f64) -> Option<String> {
    let cells = puzzle.size.area();
    let empty = puzzle.givens.iter().filter(|&&given| given == 0).count();
    let asked = (share * cells as f64).round() as usize;
    (empty < asked).then(|| {
        format!("{empty} of {cells} cells are empty instead of {asked}, so that the solution stays unique")
    })
}

/// A share from 0% to 100%. JSON has it as this text, in which the percent sign may be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Percent(u8);

/// The error for a text that is not a share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a share from 0% to 100%")]
pub struct ParsePercentError;

impl FromStr for Percent {
    type Err = ParsePercentError;

    fn from_str(text: &str) -> Result<Self, ParsePercentError> {
        let digits = text.strip_suffix('%').unwrap_or(text);
        let value = digits.parse().ok().filter(|&value| value <= 100);
        value.map(Percent).ok_or(ParsePercentError)
    }
}

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}%", self.0)
    }
}

impl From<Percent> for String {
    fn from(percent: Percent) -> Self {
        percent.to_string()
    }
}

impl TryFrom<String> for Percent {
    type Error = ParsePercentError;

    fn try_from(text: String) -> Result<Self, ParsePercentError> {
        text.parse()
    }
}

impl JsonSchema for Percent {
    fn schema_name() -> Cow<'static, str> {
        "Percent".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^(100|[0-9]{1,2})%?$" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares() {
        for text in ["0%", "60%", "100%"] {
            assert_eq!(text.parse::<Percent>().unwrap().to_string(), text);
        }
        assert_eq!("7".parse(), Ok(Percent(7)));
        for text in ["", "%", "101%", "-1%", "5 %", "half"] {
            assert_eq!(text.parse::<Percent>(), Err(ParsePercentError), "{text}");
        }
        assert_eq!(serde_json::to_value(Percent(60)).unwrap(), "60%");
    }
}
