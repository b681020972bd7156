//! New levels.

use jigsat_grid::Size;
use jigsat_sokoban::Wish;
use jigsat_solve::Limits;

use super::options::GenerateOptions;
use crate::{exit::Failure, family::Made};

/// Makes a level as it was asked for.
pub fn generate(
    own: &GenerateOptions,
    seed: u64,
    limits: &Limits,
) -> Result<Made<jigsat_sokoban::Sokoban>, Failure> {
    let smallest = Size::new(5, 5);
    if own.size.rows < smallest.rows || own.size.cols < smallest.cols || own.size.area() > 900 {
        return Err(Failure::usage(format!("a new level is {smallest} at least, and 30x30 at most")));
    }
    let boxes = usize::from(own.boxes);
    let wish = Wish {
        size: own.size,
        boxes,
        walls: own.walls,
        pulls: 40 * u32::from(own.boxes),
        pushes: own.pushes,
    };
    let made = match jigsat_sokoban::generate(&wish, seed, limits)? {
        Ok(Some(made)) => made,
        Ok(None) => {
            return Err(Failure::usage(
                "no such level came up; ask for fewer boxes, walls or pushes, or a larger size",
            ));
        }
        Err(stop) => return Ok(Made::Stopped(stop)),
    };
    let mut level = made.level;
    level.title = format!("{} {boxes} boxes, seed {seed}", own.size);
    level.notes = vec![format!("jigsat sokoban generate; best plan: {}", made.plan.summary())];
    level.stored = vec![jigsat_sokoban::Stored { name: "Solution".into(), moves: made.plan.moves }];
    Ok(Made::Puzzle { puzzle: jigsat_sokoban::Sokoban::new(level), short_of: None })
}
