//! The referee: uses pieces as given and boards as drawn, and knows neither kinds nor placements.

use std::collections::{BTreeMap, BTreeSet};

use jigsat_cnf::rarely;
use jigsat_solve::Violation;
use rustc_hash::FxHashSet;

use crate::{
    Cover, Placed, Shape, Solution, Tiling,
    board::Place,
    turn::{Point, Turn},
};

/// Whether a solution keeps all rules and is complete.
///
/// # Errors
///
/// The first rule that is broken, and where.
pub fn check(tiling: &Tiling, solution: &Solution) -> Result<(), Violation> {
    check_so_far(tiling, solution)?;
    let spec = tiling.spec();
    let mut times_used: BTreeMap<&str, usize> = BTreeMap::new();
    for placed in &solution.placements {
        *times_used.entry(&placed.piece).or_default() += 1;
    }
    for piece in &spec.pieces {
        let used = times_used.get(piece.name.as_str()).copied().unwrap_or(0);
        if used < piece.min as usize {
            let times = |count: usize| if count == 1 { "once".to_owned() } else { format!("{count} times") };
            let (name, needed) = (&piece.name, times(piece.min as usize));
            let used = if used == 0 { "not used".to_owned() } else { format!("used only {}", times(used)) };
            return Err(Violation::new(format!("piece {name} is {used}, but needed {needed}")));
        }
    }
    let covered = covered(solution);
    for given in &spec.given {
        let wanted: FxHashSet<(usize, Point)> =
            given.cells.iter().map(|place| (place.board, place.at)).collect();
        let name = &spec.pieces[given.piece].name;
        let there = wanted.iter().next().and_then(|place| covered.get(place));
        let kept = there.is_some_and(|placed| {
            let same_look = spec.pieces.iter().any(|piece| {
                piece.name == placed.piece
                    && piece.shape == spec.pieces[given.piece].shape
                    && piece.freedom == spec.pieces[given.piece].freedom
            });
            (placed.piece == *name || same_look) && places(placed).collect::<FxHashSet<_>>() == wanted
        });
        if !kept {
            return Err(Violation::new(format!("the given piece {name} does not lie where it was given")));
        }
    }
    if spec.cover == Cover::All {
        for (number, board) in spec.boards.iter().enumerate() {
            if let Some(at) = board.cells().find(|&at| !covered.contains_key(&(number, at))) {
                let name = tiling.place_name(Place { board: number, at });
                return Err(Violation::new(format!("{name} is not covered")));
            }
        }
    }
    Ok(())
}

/// Whether a solution, possibly partial, breaks no rule so far: each piece belongs to the puzzle, no copy is used
/// twice, each lies on free cells of a board, and none overlap.
///
/// # Errors
///
/// The first rule that is broken, and where.
pub fn check_so_far(tiling: &Tiling, solution: &Solution) -> Result<(), Violation> {
    let spec = tiling.spec();
    let mut covered: BTreeMap<(usize, Point), &str> = BTreeMap::new();
    let mut used = BTreeSet::new();
    for placed in &solution.placements {
        let name = &placed.piece;
        let Some(piece) = spec.pieces.iter().find(|piece| piece.name == *name) else {
            return Err(Violation::new(format!("there is no piece {name}")));
        };
        if !(1..=piece.max).contains(&placed.copy) {
            let (copy, copies) = (placed.copy, piece.max);
            let are = if copies == 1 { "is" } else { "are" };
            return Err(Violation::new(format!("piece {name} has no copy {copy}, there {are} {copies}")));
        }
        if !used.insert((name, placed.copy)) {
            let copy = if piece.max == 1 { String::new() } else { format!("copy {} of ", placed.copy) };
            return Err(Violation::new(format!("{copy}piece {name} is used twice")));
        }
        for (board, at) in places(placed) {
            let place = tiling.place_name(Place { board, at });
            if !spec.boards.get(board).is_some_and(|board| board.has(at)) {
                return Err(Violation::new(format!(
                    "piece {name} reaches {place}, which is not part of the board"
                )));
            }
            if let Some(other) = covered.insert((board, at), name) {
                return Err(Violation::new(format!("{place} is covered by both {other} and {name}")));
            }
        }
        is_turned(tiling, placed, &piece.shape, piece.freedom.rotate, piece.freedom.mirror)?;
    }
    Ok(())
}

/// Whether the cells are the piece, turned as the solution says, and in a way that the piece allows.
fn is_turned(
    tiling: &Tiling,
    placed: &Placed,
    shape: &Shape,
    rotate: bool,
    mirror: bool,
) -> Result<(), Violation> {
    let name = &placed.piece;
    let turn = if tiling.is_solid() {
        Turn::all().get(placed.rotation as usize).copied().filter(|turn| turn.mirrors() == placed.mirrored)
    } else {
        let quarters =
            (placed.rotation.is_multiple_of(90) && placed.rotation < 360).then_some(placed.rotation / 90);
        quarters.map(|quarters| Turn::in_plane()[quarters as usize + if placed.mirrored { 4 } else { 0 }])
    };
    let Some(turn) = turn else {
        return Err(Violation::new(format!("piece {name} has no rotation {}", placed.rotation)));
    };
    let turned = shape.turned(turn);
    let corner = [placed.x, placed.y, placed.z.unwrap_or(0)].map(i64::from);
    let moved = |cell: &Point| [0, 1, 2].map(|axis| i64::from(cell[axis]) + corner[axis]);
    let expected: FxHashSet<[i64; 3]> = turned.cells().iter().map(moved).collect();
    let actual: FxHashSet<[i64; 3]> = places(placed).map(|(_, at)| at.map(i64::from)).collect();
    if expected != actual {
        return Err(Violation::new(format!("the cells of piece {name} do not form its shape")));
    }
    // A turn that is not allowed doesn't matter if an allowed one looks the same.
    let allowed = Turn::allowed(crate::Freedom { rotate, mirror }, tiling.is_solid());
    if !allowed.contains(&turn) && !allowed.into_iter().any(|turn| shape.turned(turn) == turned) {
        return Err(Violation::new(format!("piece {name} is turned in a way that the puzzle forbids")));
    }
    Ok(())
}

fn places(placed: &Placed) -> impl Iterator<Item = (usize, Point)> {
    let board = placed.board.map_or(0, |board| board.wrapping_sub(1));
    placed.cells.iter().map(move |cell| {
        let value = |axis: usize| cell.get(axis).copied();
        (board, [value(0).unwrap_or(-1), value(1).unwrap_or(-1), value(2).unwrap_or(0)])
    })
}

fn covered(solution: &Solution) -> BTreeMap<(usize, Point), &Placed> {
    rarely::map(
        solution.placements.iter().flat_map(|placed| places(placed).map(move |place| (place, placed))),
    )
}
