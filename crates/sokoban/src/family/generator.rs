//! New levels.

use jigsat_grid::Size;
use jigsat_kit::{Error, Files, Generated, Generator, Options, Run, schema_of};
use schemars::{JsonSchema, Schema};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::SokobanFamily;
use crate::{Sokoban, Stored, Wanted, generate};

/// Maximum number of boxes of a new level, and maximum percentage of walls.
const MOST_BOXES: u16 = 50;
const MOST_WALLS: u16 = 70;

/// Maximum number of pulls for each box of the level.
const PULLS_PER_BOX: u32 = 40;

/// Makes a level that has a plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("x-example" = "sokoban generate --size 8x9 --boxes 3 --pushes 12"))]
pub struct GenerateOptions {
    /// Size of the level, including the walls around it.
    #[schemars(extend("x-value" = "ROWSxCOLUMNS"))]
    pub size: Size,
    /// Number of boxes.
    #[schemars(range(min = 1, max = 50), extend("x-value" = "N"))]
    pub boxes: u16,
    /// Percentage of the inner squares that are walls.
    #[schemars(range(max = 70), extend("x-value" = "N"))]
    pub walls: u16,
    /// Minimum number of pushes of the optimal plan.
    #[schemars(extend("x-value" = "N"))]
    pub pushes: u32,
}

impl Default for GenerateOptions {
    fn default() -> Self {
        GenerateOptions { size: Size::new(8, 9), boxes: 3, walls: 25, pushes: 6 }
    }
}

impl GenerateOptions {
    fn check(&self) -> Result<(), String> {
        let GenerateOptions { size, boxes, walls, .. } = *self;
        let smallest = Size::new(5, 5);
        if size.rows < smallest.rows || size.cols < smallest.cols || size.area() > 900 {
            return Err(format!("a new level is at least {smallest} and at most 30x30"));
        }
        if !(1..=MOST_BOXES).contains(&boxes) {
            return Err(format!("option 'boxes': found {boxes}, expected 1 to {MOST_BOXES}"));
        }
        if walls > MOST_WALLS {
            return Err(format!("option 'walls': found {walls}, expected at most {MOST_WALLS}"));
        }
        Ok(())
    }
}

impl Generator<SokobanFamily> for SokobanFamily {
    fn options(&self) -> Schema {
        schema_of::<GenerateOptions>()
    }

    fn generate(
        &self,
        options: &Map<String, Value>,
        seed: u64,
        _files: &dyn Files,
        run: &Run<'_>,
    ) -> Result<Generated<Sokoban>, Error> {
        let options = GenerateOptions::read(options)?;
        options.check().map_err(Error::request)?;
        let GenerateOptions { size, boxes, walls, pushes } = options;
        let pulls = PULLS_PER_BOX * u32::from(boxes);
        let wanted = Wanted { size, boxes: usize::from(boxes), walls, pulls, pushes };
        let made = match Error::unless_stopped(generate(&wanted, seed, run.limits).map_err(Error::from))? {
            Ok(Some(made)) => made,
            Ok(None) => {
                return Err(Error::request(
                    "no such level was found; ask for fewer boxes, walls or pushes, or for a larger size",
                ));
            }
            Err(stop) => return Ok(Generated::Stopped(stop)),
        };
        let mut level = made.level;
        level.title = format!("{size} {boxes} boxes, seed {seed}");
        level.notes = vec![format!("jigsat sokoban generate; best plan: {}", made.plan.summary())];
        level.stored = vec![Stored { name: "Solution".into(), moves: made.plan.moves }];
        Ok(Generated::Puzzle { puzzle: Sokoban::new(level), short_of: None })
    }
}
