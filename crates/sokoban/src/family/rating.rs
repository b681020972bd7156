//! How hard a level is: by its plan, and by the work of finding it.

use jigsat_input::counted;
use jigsat_kit::{Error, Rating, Run};
use jigsat_solve::Answer;
use serde_json::json;

use super::account::in_pushes;
use crate::{
    Encoding, Sokoban,
    search::{self, Ask},
};

/// Rates a level by a plan with the fewest pushes: its length, how far it is from the bound that shows at first sight, and
/// how many positions were searched for it. `None` if there is no plan.
pub(super) fn rate(puzzle: &Sokoban, run: &Run<'_>) -> Result<Option<Rating>, Error> {
    let found = search::solve(puzzle, &Ask::default(), run.limits, &mut |_| {})?;
    let boxes = puzzle.level.boxes().count();
    let left_open = found.left_open;
    let (text, data) = match found.answer {
        Answer::Solved(plan) => {
            let bound = puzzle.lower_bound(Encoding::Pushes).unwrap_or(0);
            let gap = plan.push_count - bound;
            let is_proven = plan.proven.is_some();
            let needs = if is_proven { "needs" } else { "needs at most" };
            let text = format!(
                "{needs} {}, {bound} of them by the bound at first sight (gap {gap}), and {}; {}, {} searched",
                in_pushes(plan.push_count),
                counted(plan.move_count, "move"),
                if boxes == 1 { "1 box".into() } else { format!("{boxes} boxes") },
                counted(found.states, "position")
            );
            let data = json!({
                "boxes": boxes, "pushes": plan.push_count, "moves": plan.move_count, "lower_bound": bound,
                "gap": gap, "states": found.states, "proven": is_proven,
            });
            (text, data)
        }
        Answer::Impossible(_) => return Ok(None),
        Answer::Unknown(stop) => {
            let left_open = left_open.or(Some(stop.to_string()));
            let text = "not solved: no rating".into();
            return Ok(Some(Rating { text, data: json!({}), left_open, by: found.by }));
        }
        Answer::Refused { violation, .. } => return Err(Error::request(violation.to_string())),
    };
    Ok(Some(Rating { text, data, left_open, by: found.by }))
}
