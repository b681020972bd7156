use std::fmt::Write;

use jigsat_grid::Charset;

use super::{lines, looks, push_lines};
use crate::{
    Level, Plan,
    plan::{Game, letter},
};

/// The picture of a game at this point, without title.
#[must_use]
pub fn frame(game: &Game<'_>, charset: Charset, colored: bool) -> String {
    let mut out = String::new();
    push_lines(&mut out, &lines(&looks(game), game.level().size, charset, colored));
    out
}

/// Each step of a plan, drawn: the start, and the level after each move. Ends with all moves in a line.
#[must_use]
pub fn frames(level: &Level, plan: &Plan) -> String {
    let mut game = Game::new(level);
    let total = plan.moves.len();
    let mut out = format!("0/{total}\n{}", frame(&game, Charset::Unicode, false));
    for (number, direction) in (1..).zip(plan.directions()) {
        let Ok(pushes) = game.step(direction) else { break };
        let _ = write!(out, "\n{number}/{total} {}\n", letter(direction, pushes));
        out.push_str(&frame(&game, Charset::Unicode, false));
    }
    let _ = write!(out, "\n{}", plan.moves);
    out
}
