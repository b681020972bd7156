//! Reasons why a level has no plan, each of a kind that can be checked without search, and their referee.

use std::{collections::VecDeque, fmt};

use jigsat_grid::{Cell, Direction};
use jigsat_solve::Violation;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{
    Level, Sokoban, Square,
    puzzle::Analysis,
    relaxed::{NEVER, cheapest},
};

impl Sokoban {
    /// Why the level is impossible, if that shows without search; the referee of reasons accepted it.
    #[must_use]
    pub fn contradiction(&self) -> Option<Reason> {
        let reason = reason(&self.level, self.analysis())?;
        check_reason(&self.level, &reason).is_ok().then_some(reason)
    }
}

/// Why a level is impossible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// This box can't reach a goal, even without all other boxes.
    DeadBox(#[serde(serialize_with = "write_cell", deserialize_with = "read_cell")] Cell),
    /// These boxes can reach only these goals, which are fewer, even without all other boxes.
    FewGoals {
        /// The boxes.
        #[serde(serialize_with = "write_cells", deserialize_with = "read_cells")]
        boxes: Vec<Cell>,
        /// All goals that some of them can reach.
        #[serde(serialize_with = "write_cells", deserialize_with = "read_cells")]
        goals: Vec<Cell>,
    },
    /// These boxes block each other forever, together with walls, and the first one is not on a goal.
    Frozen(#[serde(serialize_with = "write_cells", deserialize_with = "read_cells")] Vec<Cell>),
    /// The player can't push anything from the cells that he can walk to.
    ShutIn,
}

// serde passes a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn write_cell<S: Serializer>(cell: &Cell, out: S) -> Result<S::Ok, S::Error> {
    out.collect_str(cell)
}

fn write_cells<S: Serializer>(cells: &[Cell], out: S) -> Result<S::Ok, S::Error> {
    out.collect_seq(cells.iter().map(Cell::to_string))
}

fn read_cell<'d, D: Deserializer<'d>>(from: D) -> Result<Cell, D::Error> {
    String::deserialize(from)?.parse().map_err(de::Error::custom)
}

fn read_cells<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<Cell>, D::Error> {
    let names = Vec::<String>::deserialize(from)?;
    names.iter().map(|name| name.parse().map_err(de::Error::custom)).collect()
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |cells: &[Cell]| cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(", ");
        match self {
            Reason::DeadBox(cell) => write!(f, "the box in {cell} can't be pushed to any goal"),
            Reason::FewGoals { boxes, goals } if goals.len() == 1 => {
                write!(f, "the boxes in {} can only be pushed to the one goal {}", list(boxes), list(goals))
            }
            Reason::FewGoals { boxes, goals } => {
                write!(
                    f,
                    "the {} boxes in {} can only be pushed to the {} goals {}",
                    boxes.len(),
                    list(boxes),
                    goals.len(),
                    list(goals)
                )
            }
            Reason::Frozen(boxes) if boxes.len() == 1 => {
                write!(f, "the box in {} is stuck between walls, on no goal", list(boxes))
            }
            Reason::Frozen(boxes) => {
                // A reason that was read may name no box at all.
                let first = &boxes[..boxes.len().min(1)];
                write!(
                    f,
                    "the boxes in {} block each other for ever, and {} is on no goal",
                    list(boxes),
                    list(first)
                )
            }
            Reason::ShutIn => f.write_str("the player is shut in and can push no box"),
        }
    }
}

/// The simplest reason that shows at first sight, if there is one.
pub(crate) fn reason(level: &Level, a: &Analysis) -> Option<Reason> {
    if level.is_solved() {
        return None;
    }
    let cell = |&number: &u16| a.board.cells[usize::from(number)];
    if let Some(lost) = a.board.lost {
        return Some(Reason::DeadBox(lost));
    }
    let frozen = frozen(level);
    if !frozen.is_empty() {
        return Some(Reason::Frozen(frozen));
    }
    if let Some(dead) = a.relaxed.dead_box() {
        return Some(Reason::DeadBox(cell(&a.board.boxes[dead])));
    }
    if a.bound.is_none() {
        let table = a.relaxed.table();
        let (boxes, goals) = too_few(table, a.board.goals.len());
        let boxes = boxes.iter().map(|&place| cell(&a.board.boxes[place])).collect();
        let goals = goals.iter().map(|&place| cell(&a.board.goals[place])).collect();
        return Some(Reason::FewGoals { boxes, goals });
    }
    pushes(level).is_empty().then_some(Reason::ShutIn)
}

/// Boxes that together reach fewer goals than there are boxes: those that compete with one that gets none. P. Hall: On
/// representatives of subsets, 1935.
fn too_few(table: &[Vec<u32>], goals: usize) -> (Vec<usize>, Vec<usize>) {
    // The largest number of boxes, from the first, that each get a goal; the next one gets none.
    let served = (1..=table.len()).take_while(|&count| cheapest(&table[..count], goals).is_some()).count();
    let assigned = cheapest(&table[..served], goals).map_or_else(Vec::new, |(_, assigned)| assigned);
    let (mut boxes, mut wanted) = (vec![served], Vec::new());
    let mut at = 0;
    while let Some(&each) = boxes.get(at) {
        at += 1;
        for goal in (0..goals).filter(|&goal| table[each][goal] != NEVER) {
            if !wanted.contains(&goal) {
                wanted.push(goal);
                boxes.extend(assigned.iter().position(|&own| own == goal));
            }
        }
    }
    boxes.sort_unstable();
    wanted.sort_unstable();
    (boxes, wanted)
}

/// Whether a box can't move along an axis: there is a wall, or one of some boxes, on one side.
fn is_held(level: &Level, cell: Cell, held: &[Cell], ways: [Direction; 2]) -> bool {
    ways.into_iter().any(|way| {
        let beside = level.size.step(cell, way);
        beside.is_none_or(|beside| level.square(beside) == Square::Wall || held.contains(&beside))
    })
}

const AXES: [[Direction; 2]; 2] = [[Direction::Up, Direction::Down], [Direction::Left, Direction::Right]];

/// The boxes that block each other forever, starting with one that is not on a goal; empty if all are on goals.
pub(crate) fn frozen(level: &Level) -> Vec<Cell> {
    let mut held: Vec<Cell> = level.boxes().collect();
    loop {
        let stays = |&cell: &Cell| AXES.into_iter().all(|ways| is_held(level, cell, &held, ways));
        let next: Vec<Cell> = held.iter().copied().filter(stays).collect();
        if next.len() == held.len() {
            break;
        }
        held = next;
    }
    // Only those that block the first one that is not on a goal.
    let Some(first) = held.iter().copied().find(|&cell| !level.square(cell).is_goal()) else {
        return Vec::new();
    };
    let mut together = vec![first];
    let mut at = 0;
    while let Some(&cell) = together.get(at) {
        at += 1;
        for ways in AXES {
            let beside = ways.into_iter().filter_map(|way| level.size.step(cell, way));
            let wall = beside.clone().any(|beside| level.square(beside) == Square::Wall);
            if wall || is_held(level, cell, &together, ways) {
                continue;
            }
            together.extend(beside.into_iter().find(|beside| held.contains(beside)));
        }
    }
    together[1..].sort_unstable();
    together
}

/// The pushes that the player can make without another push before.
pub(crate) fn pushes(level: &Level) -> Vec<(Cell, Direction)> {
    let free = |cell: Cell| level.square(cell) != Square::Wall && !level.square(cell).has_box();
    let mut seen = vec![level.player];
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&cell) = seen.get(at) {
        at += 1;
        for way in Direction::ALL {
            let Some(next) = level.size.step(cell, way) else { continue };
            if free(next) && !seen.contains(&next) {
                seen.push(next);
            }
            if level.square(next).has_box() && level.size.step(next, way).is_some_and(free) {
                found.push((next, way));
            }
        }
    }
    found
}

/// The referee of impossibility: checks a reason, sharing no code with the search for it.
///
/// # Errors
///
/// Why the reason is wrong.
pub fn check_reason(level: &Level, reason: &Reason) -> Result<(), Violation> {
    let refuse = |why: String| Err(Violation::new(why));
    match reason {
        Reason::DeadBox(cell) => match goals_of(level, *cell)?.first() {
            Some(goal) => refuse(format!("the box in {cell} can be pushed to {goal}")),
            None => Ok(()),
        },
        Reason::FewGoals { boxes, goals } => {
            for &cell in boxes {
                if let Some(other) = goals_of(level, cell)?.iter().find(|goal| !goals.contains(goal)) {
                    return refuse(format!("the box in {cell} can also be pushed to {other}"));
                }
            }
            let mut different = boxes.clone();
            different.sort_unstable();
            different.dedup();
            if different.len() > goals.len() { Ok(()) } else { refuse("the goals suffice".into()) }
        }
        Reason::Frozen(boxes) => {
            let off_goal = boxes.iter().any(|&cell| level.square(cell) == Square::Box);
            let movable = boxes.iter().find(|&&cell| {
                let blocked = |rows: i32, cols: i32| {
                    let beside = level.size.offset(cell, rows, cols);
                    beside.is_none_or(|at| level.square(at) == Square::Wall || boxes.contains(&at))
                };
                !(blocked(-1, 0) || blocked(1, 0)) || !(blocked(0, -1) || blocked(0, 1))
            });
            match movable {
                Some(cell) => refuse(format!("the box in {cell} can be pushed")),
                None if off_goal && boxes.iter().all(|&cell| level.square(cell).has_box()) => Ok(()),
                None => refuse("these boxes may stay where they are".into()),
            }
        }
        Reason::ShutIn => {
            let inside = walkable(level, level.player, |cell| level.square(cell).has_box());
            for cell in level.boxes() {
                for way in Direction::ALL {
                    let (behind, ahead) = (level.size.step(cell, way.opposite()), level.size.step(cell, way));
                    let free = ahead
                        .is_some_and(|ahead| matches!(level.square(ahead), Square::Floor | Square::Goal));
                    if free && behind.is_some_and(|behind| inside[level.size.index(behind)]) {
                        return refuse(format!("the box in {cell} can be pushed"));
                    }
                }
            }
            if level.is_solved() { refuse("the level is solved".into()) } else { Ok(()) }
        }
    }
}

/// The cells that the player can walk to.
fn walkable(level: &Level, from: Cell, blocked: impl Fn(Cell) -> bool) -> Vec<bool> {
    let mut inside = vec![false; level.size.area()];
    inside[level.size.index(from)] = true;
    let mut to_visit = vec![from];
    while let Some(cell) = to_visit.pop() {
        for next in level.size.neighbours(cell) {
            let index = level.size.index(next);
            if !inside[index] && level.squares[index] != Square::Wall && !blocked(next) {
                inside[index] = true;
                to_visit.push(next);
            }
        }
    }
    inside
}

/// The goals to which a box can be pushed without all others.
fn goals_of(level: &Level, start: Cell) -> Result<Vec<Cell>, Violation> {
    if !level.square(start).has_box() {
        return Err(Violation::new(format!("there is no box in {start}")));
    }
    // For each place of the box, the places of the player that have been seen.
    let mut seen = vec![Vec::new(); level.size.area()];
    let mut queue = VecDeque::from([(start, level.player)]);
    let mut goals = Vec::new();
    while let Some((cell, player)) = queue.pop_front() {
        let known: &mut Vec<bool> = &mut seen[level.size.index(cell)];
        if known.get(level.size.index(player)).copied().unwrap_or(false) {
            continue;
        }
        let inside = walkable(level, player, |other| other == cell);
        known.resize(inside.len(), false);
        for (known, &new) in known.iter_mut().zip(&inside) {
            *known |= new;
        }
        if level.square(cell).is_goal() && !goals.contains(&cell) {
            goals.push(cell);
        }
        for way in Direction::ALL {
            let (behind, ahead) = (level.size.step(cell, way.opposite()), level.size.step(cell, way));
            let (Some(behind), Some(ahead)) = (behind, ahead) else { continue };
            if inside[level.size.index(behind)] && level.square(ahead) != Square::Wall {
                queue.push_back((ahead, cell));
            }
        }
    }
    Ok(goals)
}
