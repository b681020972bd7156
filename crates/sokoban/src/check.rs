//! The referee: plays the moves one by one, without any notion of variables or clauses.

use jigsat_solve::Violation;

use crate::{
    Level, Plan,
    plan::{Game, direction},
};

/// Whether the plan solves the level, and has as many moves and pushes as it says. Claims of optimality are not
/// checked.
///
/// # Errors
///
/// The first mistake, in words.
pub fn check(level: &Level, plan: &Plan) -> Result<(), Violation> {
    let game = play(level, plan)?;
    if let Some(cell) = level.goalless_box(&game) {
        return Err(Violation::new(format!("at the end, the box in {cell} is on no goal")));
    }
    let moves = game.moves().len();
    if plan.move_count as usize != moves {
        return Err(Violation::new(format!("the plan states {} moves but has {moves}", plan.move_count)));
    }
    let pushes = game.moves().bytes().filter(u8::is_ascii_uppercase).count();
    if plan.push_count as usize != pushes {
        return Err(Violation::new(format!("the plan states {} pushes but has {pushes}", plan.push_count)));
    }
    Ok(())
}

/// Plays the moves of a plan, whether they solve the level or not.
///
/// A plan whose letters are all small or all capitals does not say which moves push.
///
/// # Errors
///
/// The first move that can't be made, or that pushes although it doesn't say so, or the other way round.
pub fn play<'l>(level: &'l Level, plan: &Plan) -> Result<Game<'l>, Violation> {
    let mut game = Game::new(level);
    let small = plan.moves.bytes().any(|byte| byte.is_ascii_lowercase());
    let capital = plan.moves.bytes().any(|byte| byte.is_ascii_uppercase());
    let tells_pushes = small && capital;
    for (number, char) in (1..).zip(plan.moves.chars()) {
        let Some(direction) = direction(char) else {
            return Err(Violation::new(format!(
                "move {number} is '{}', not one of u, r, d, l",
                char.escape_debug()
            )));
        };
        let from = game.player();
        match game.step(direction) {
            Ok(pushes) if tells_pushes && pushes != char.is_ascii_uppercase() => {
                let does = if pushes {
                    "pushes a box but is a lower-case letter"
                } else {
                    "pushes no box but is a capital letter"
                };
                return Err(Violation::new(format!("move {number} ({char}) from {from} {does}")));
            }
            Ok(_) => {}
            Err(blocked) => return Err(Violation::new(format!("move {number} ({char}) {blocked}"))),
        }
    }
    Ok(game)
}

impl Level {
    /// A box that is not on a goal at this point of the game.
    fn goalless_box(&self, game: &Game<'_>) -> Option<jigsat_grid::Cell> {
        self.size.cells().find(|&cell| game.has_box(cell) && !self.square(cell).is_goal())
    }
}
