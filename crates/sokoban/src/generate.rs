//! New levels: boxes on goals are pulled apart at random, so that pushing them back is a solution.

use jigsat_grid::{Cell, Direction, Size};
use jigsat_solve::{Answer, Error, Limits, Stop};
use rand::{Rng, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

use crate::{
    Level, Objective, Plan, Sokoban, Square,
    search::{Ask, solve},
};

/// The level to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Rows and columns, including the walls around the level; at least 5 of each.
    pub size: Size,
    /// Number of boxes.
    pub boxes: usize,
    /// Percentage of the inner squares that are walls.
    pub walls: u16,
    /// Maximum number of pulls.
    pub pulls: u32,
    /// Minimum number of pushes of a solution.
    pub pushes: u32,
}

/// A new level, and a plan for it with a proved minimum number of pushes.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The level.
    pub level: Level,
    /// An optimal plan.
    pub plan: Plan,
}

/// Maximum number of conflicts for a proof; harder levels are discarded, so that each seed gives a level quickly.
const CONFLICTS: u64 = 200_000;

/// Maximum number of rooms to try.
const ATTEMPTS: u32 = 500;

/// Makes a level: the same for the same seed. `None` if no such level was found in many attempts.
///
/// # Errors
///
/// Those of the solver, and [`Error::Stopped`] if a limit was reached first.
pub fn generate(wanted: &Wanted, seed: u64, limits: &Limits) -> Result<Option<Generated>, Error> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..ATTEMPTS {
        if let Some(stop) = limits.reached() {
            return Err(stop.into());
        }
        let Some(level) = attempt(wanted, &mut rng) else { continue };
        let ask = Ask { objective: Objective::Pushes, ..Ask::default() };
        let within = Limits { conflicts: Some(CONFLICTS), ..limits.clone() };
        let outcome = solve(&Sokoban::new(level.clone()), &ask, &within, &mut |_| {})?;
        match outcome.answer {
            Answer::Solved(plan) if plan.proven.is_some() && plan.push_count >= wanted.pushes => {
                return Ok(Some(Generated { level, plan: plan.into_inner() }));
            }
            Answer::Unknown(stop) if stop != Stop::Conflicts && stop != Stop::GaveUp => {
                return Err(stop.into());
            }
            _ => {}
        }
    }
    Ok(None)
}

/// A room with boxes pulled away from their goals; `None` if it is too small or nothing could be pulled.
fn attempt(wanted: &Wanted, rng: &mut ChaCha8Rng) -> Option<Level> {
    let size = wanted.size;
    let inner = |cell: Cell| size.neighbours(cell).count() == 4;
    let mut squares: Vec<Square> = size
        .cells()
        .map(|cell| {
            if inner(cell) && rng.random_range(0..100) >= wanted.walls { Square::Floor } else { Square::Wall }
        })
        .collect();
    let floor: Vec<Cell> = size.cells().filter(|&cell| squares[size.index(cell)] == Square::Floor).collect();
    let player = *floor.choose(rng)?;
    let mut level = Level {
        size,
        squares: squares.clone(),
        player,
        title: String::new(),
        notes: Vec::new(),
        stored: Vec::new(),
    };
    // Squares that can't be reached become walls.
    let room = level.room();
    for (square, inside) in squares.iter_mut().zip(&room) {
        if !inside {
            *square = Square::Wall;
        }
    }
    let floor: Vec<Cell> =
        floor.into_iter().filter(|&cell| room[size.index(cell)] && cell != player).collect();
    let goals: Vec<Cell> = floor.choose_multiple(rng, wanted.boxes).copied().collect();
    if goals.len() < wanted.boxes || floor.len() < 3 * wanted.boxes {
        return None;
    }
    let mut boxes = goals.clone();
    let mut player = player;
    for _ in 0..wanted.pulls {
        let ways = pulls(size, &squares, &boxes, player);
        let Some(&(number, direction)) = ways.choose(rng) else { break };
        // The player, beside the box, moves a step and pulls it along.
        let to = size.step(boxes[number], direction)?;
        player = size.step(to, direction)?;
        boxes[number] = to;
    }
    for &goal in &goals {
        squares[size.index(goal)] = Square::Goal;
    }
    for &cell in &boxes {
        let square = &mut squares[size.index(cell)];
        *square = if *square == Square::Goal { Square::BoxOnGoal } else { Square::Box };
    }
    level.squares = squares;
    level.player = player;
    (!level.is_solved() && level.validate().is_ok()).then_some(level)
}

/// The pulls that the player can make: the box, and its next cell.
fn pulls(size: Size, squares: &[Square], boxes: &[Cell], player: Cell) -> Vec<(usize, Direction)> {
    let free = |cell: Cell| squares[size.index(cell)] != Square::Wall && !boxes.contains(&cell);
    let mut reached = vec![false; size.area()];
    reached[size.index(player)] = true;
    let mut to_visit = vec![player];
    while let Some(cell) = to_visit.pop() {
        for next in size.neighbours(cell) {
            if free(next) && !reached[size.index(next)] {
                reached[size.index(next)] = true;
                to_visit.push(next);
            }
        }
    }
    let mut ways = Vec::new();
    for (number, &cell) in boxes.iter().enumerate() {
        for direction in Direction::ALL {
            let beside = size.step(cell, direction);
            let beyond = beside.and_then(|beside| size.step(beside, direction));
            if let (Some(beside), Some(beyond)) = (beside, beyond)
                && reached[size.index(beside)]
                && free(beyond)
            {
                ways.push((number, direction));
            }
        }
    }
    ways
}
