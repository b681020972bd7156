//! A step is one move of the player, with the box in front of him if there is one. Boxes have no names.
//!
//! There are no variables for cells that the player or a box can't reach by then, and none for boxes on cells from
//! which no goal can be reached. Steps as single actions with frame axioms: H. Kautz, B. Selman: Planning as
//! satisfiability, ECAI 1992.

use jigsat_cnf::{Literal, Model, Rule, Stop, pos, rarely};
use jigsat_grid::{Cell, Direction};
use jigsat_solve::Violation;

use super::{Atom, Writer, known};
use crate::{
    Game, Plan, Sokoban,
    board::{NONE, back},
};

const PLACE: Rule = Rule::new("place", "at {0}, the player is in exactly one place");
const MOVE: Rule = Rule::new("move", "in step {0}, the player moves to a neighbouring cell");
/// Redundant because a box that is left behind never helps: see `frame-come`.
const CLASH: Rule = Rule::new("clash", "at {0}, the player is not where a box is").redundant();
const PUSH: Rule = Rule::new("push", "in step {0}, a box in the player's way moves on to a free cell");
const STAY: Rule = Rule::new("frame-stay", "from {0} to {1}, a box stays unless the player enters its cell");
/// Redundant because a box out of nowhere never helps: all boxes must be on goals, and it is one more in the way.
const COME: Rule = Rule::new("frame-come", "from {0} to {1}, a box enters a cell only if pushed").redundant();

/// The literal of the player on a cell at a time; `None` if he can't be there yet.
fn player(w: &Writer<'_>, time: u16, cell: u16) -> Option<Literal<Atom>> {
    if cell == NONE {
        return None;
    }
    let soonest = w.a.from_player[usize::from(cell)];
    let can_be = if w.for_proofs { time > 0 || soonest == 0 } else { soonest <= u32::from(time) };
    if !can_be {
        return None;
    }
    Some(pos(Atom::Player { time, cell: w.cell(cell) }))
}

fn declare_player(w: &mut Writer<'_>, time: u16) -> Result<(), Stop> {
    for cell in 0..w.a.board.len() as u16 {
        if player(w, time, cell).is_some() {
            let cell = w.cell(cell);
            w.e.declare_projected(Atom::Player { time, cell })?;
        }
    }
    Ok(())
}

/// The state at time 0.
pub(super) fn begin(w: &mut Writer<'_>) -> Result<(), Stop> {
    declare_player(w, 0)?;
    w.begin_boxes()?;
    let places = player(w, 0, w.a.board.player).into_iter();
    w.clauses(&PLACE, (0_u16,), places.map(|place| vec![place]).collect())
}

/// Adds a move, from `time` to `time + 1`.
pub(super) fn step(w: &mut Writer<'_>, time: u16) -> Result<(), Stop> {
    let after = time + 1;
    declare_player(w, after)?;
    w.declare_boxes(after)?;
    let cells = 0..w.a.board.len() as u16;
    let places: Vec<_> = cells.clone().filter_map(|cell| player(w, after, cell)).collect();
    w.e.group(&PLACE, (after,))?.exactly_one(places);
    let (mut moves, mut clashes, mut pushes, mut stays, mut comes) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for cell in cells {
        let (here, full, still) = (player(w, time, cell), w.box_at(time, cell), w.box_at(after, cell));
        if let Some(here) = here {
            let around = w.a.board.around(cell).filter_map(|next| player(w, after, next));
            moves.push([!here].into_iter().chain(around).collect());
            pushes.extend((0..4).flat_map(|direction| push(w, time, cell, here, direction)));
        }
        if let (Some(there), Some(still)) = (player(w, after, cell), still) {
            clashes.push(vec![!there, !still]);
        }
        if let Some(full) = full {
            stays.push([!full].into_iter().chain(player(w, after, cell)).chain(still).collect());
        }
        if let Some(still) = still {
            comes.extend(come(w, time, cell, still));
        }
    }
    w.clauses(&MOVE, (time,), moves)?;
    w.clauses(&CLASH, (after,), clashes)?;
    w.clauses(&PUSH, (time,), pushes)?;
    w.clauses(&STAY, (time, after), stays)?;
    w.clauses(&COME, (time, after), comes)?;
    known::deadlocks(w, after)
}

/// What happens to a box if the player enters its cell.
fn push(
    w: &Writer<'_>,
    time: u16,
    cell: u16,
    here: Literal<Atom>,
    direction: usize,
) -> Vec<Vec<Literal<Atom>>> {
    let next = w.a.board.step(cell, direction);
    let Some(there) = player(w, time + 1, next) else { return Vec::new() };
    let Some(full) = w.box_at(time, next) else { return Vec::new() };
    let beyond = w.a.board.step(next, direction);
    let (before, after) =
        if beyond == NONE { (None, None) } else { (w.box_at(time, beyond), w.box_at(time + 1, beyond)) };
    let mut clauses = vec![[!here, !there, !full].into_iter().chain(after).collect()];
    clauses.extend(before.map(|before| vec![!here, !there, !full, !before]));
    clauses
}

/// If a box comes to a cell, the player pushed it there.
fn come(w: &Writer<'_>, time: u16, cell: u16, still: Literal<Atom>) -> Vec<Vec<Literal<Atom>>> {
    let new: Vec<_> = std::iter::once(!still).chain(w.box_at(time, cell)).collect();
    let with = |more: Vec<Literal<Atom>>| new.iter().copied().chain(more).collect();
    let around = w.a.board.around(cell).filter_map(|from| player(w, time + 1, from));
    let mut clauses = vec![with(around.collect())];
    for direction in 0..4 {
        // The box came from there, and the player from behind it.
        let from = w.a.board.step(cell, back(direction));
        let Some(there) = player(w, time + 1, from) else { continue };
        let behind = player(w, time, w.a.board.step(from, back(direction)));
        clauses.push(with(std::iter::once(!there).chain(behind).collect()));
        clauses.push(with(std::iter::once(!there).chain(w.box_at(time, from)).collect()));
    }
    clauses
}

/// Reads the player's way.
pub(super) fn decode(puzzle: &Sokoban, model: &Model<'_, Atom>) -> Result<Plan, Violation> {
    follow(puzzle, model, |time, cell| model.holds(Atom::Box { time, cell }))
}

/// Follows the player from place to place, and checks whether the boxes are where he pushes them.
pub(super) fn follow(
    puzzle: &Sokoban,
    model: &Model<'_, Atom>,
    has_box: impl Fn(u16, Cell) -> bool,
) -> Result<Plan, Violation> {
    let cells = &puzzle.analysis().board.cells;
    let mut places: Vec<_> = model
        .true_atoms()
        .filter_map(|atom| match atom {
            Atom::Player { time, cell } if cells.binary_search(&cell).is_ok() => Some((time, cell)),
            _ => None,
        })
        .collect();
    rarely::sort(&mut places);
    let mut game = Game::new(&puzzle.level);
    for (time, cell) in places.into_iter().skip(1) {
        let toward = |&direction: &Direction| puzzle.level.size.step(game.player(), direction) == Some(cell);
        let Some(direction) = Direction::ALL.into_iter().find(toward) else {
            return Err(Violation::new(format!(
                "the player jumps from {} to {cell} at {time}",
                game.player()
            )));
        };
        if let Err(blocked) = game.step(direction) {
            return Err(Violation::new(format!("the player {blocked} at {time}")));
        }
        super::boxes_agree(puzzle, &game, time, |cell| has_box(time, cell))?;
    }
    Ok(game.plan())
}
